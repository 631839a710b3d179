"""The text of a study that somebody sends: a record with variations and remarks. Read and played beside the server."""

import json

from schwarm.games.record import InvalidRecord
from schwarm.games.record_text import TOO_LONG
from schwarm.store.studies import StudyText
from schwarm.web.shell.side_process import Work
from schwarm.web.study.game_file import MAX_RECORD_LENGTH, read_game_file
from schwarm.words import one_line

TITLE = "Title"
"""The header of a record text that names a study."""
MAX_TITLE_LENGTH = 120

READ = Work("schwarm.web.study.study_text:read", rank=1, max_waiting=8, max_seconds=5)


def read(data: bytes) -> bytes:
    """What a study says, as JSON; raises one sentence."""
    record = read_game_file(data)
    text = str(record)
    if len(text) > MAX_RECORD_LENGTH:
        raise InvalidRecord(TOO_LONG(limit=MAX_RECORD_LENGTH))
    title = one_line(dict(record.tags).get(TITLE, ""), MAX_TITLE_LENGTH)
    return json.dumps(StudyText(record.start.game.id, title, text)).encode()


def from_json(data: bytes) -> StudyText:
    return StudyText(*json.loads(data))
