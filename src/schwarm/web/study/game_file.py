"""Files with a game that people bring along: a replay of any season or a record text. Read beside the server."""

from schwarm.games.record import InvalidRecord, Record
from schwarm.games.record_text import TOO_LONG
from schwarm.protocol import replay
from schwarm.web.errors import Refusal, Refused
from schwarm.web.shell.side_process import Work

MAX_RECORD_LENGTH = 100_000
"""Characters of a game that is kept, with all its notes: whoever opens it gets them all."""

READ = Work("schwarm.web.study.game_file:read", rank=1, max_waiting=8, max_seconds=5)


def read(data: bytes) -> bytes:
    """The record text of the game in a file; raises one sentence."""
    text = str(read_game_file(data))
    if len(text) > MAX_RECORD_LENGTH:
        raise InvalidRecord(TOO_LONG(limit=MAX_RECORD_LENGTH))
    return text.encode()


def read_game_file(data: bytes) -> Record:
    """The game in a file of any kind that we know; raises one sentence."""
    begin = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:200]
    if not begin:
        raise Refused(EMPTY())
    if begin.startswith((b"<", b"\x1f\x8b")):
        return replay.read(data)
    try:
        return Record.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refused(NO_TEXT()) from error
    except InvalidRecord as error:
        # Who brings something else entirely should hear what could be brought, not what line 1 lacks.
        raise error if b"Game:" in data[:2000] else Refused(NO_TEXT()) from error


EMPTY = Refusal("The file is empty.")
NO_TEXT = Refusal(
    "This is not a game; open a replay of the Software-Challenge (.xml or .xml.gz) or a record text (.txt)."
)
