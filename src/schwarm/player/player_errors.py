"""Errors of games that break off, and the report for a bot's author if the bot itself is the reason.

Authors see their own lines that led to an error, without those of Schwarm and Python in between.
"""

import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from schwarm.words import SchwarmError, Sentence, excerpt

MAX_QUOTE_LENGTH = 300
"""Characters of foreign words in a sentence of ours."""
MAX_ERROR_LENGTH = 4_000
"""Characters of an error as Python tells it."""
LAST_PLACES = 5
"""Places of the author's code that are shown; the last ones are nearest to the error."""
HERE = Path(__file__).resolve().parent


class CannotPlay(SchwarmError):
    """The game cannot be played, or not to its end."""


class PlayerFailed(CannotPlay):
    """The player raised an error, or chose something that is not a move. If it raised one, that is the `__cause__`."""

    @property
    def report(self) -> str:
        """The sentence, and below it where the error comes from, as Python tells it."""
        if self.__cause__ is None:
            return str(self)
        told = traceback.TracebackException.from_exception(self.__cause__)
        places = traceback.StackSummary.from_list(_own(told.stack)[-LAST_PLACES:])
        error = "".join(told.format_exception_only())
        return f"{self}\n{''.join(places.format())}{error[:MAX_ERROR_LENGTH].rstrip()}"


def player_failed(player: str, error: Exception, turn: int | None = None) -> PlayerFailed:
    """What to raise for an error in the code of a player, at a turn of the game or outside of it."""
    try:
        said = str(error)
    except Exception:
        # That is foreign code as well.
        said = ""
    what = excerpt(f"{type(error).__name__}: {said}" if said else type(error).__name__, MAX_QUOTE_LENGTH)
    who = excerpt(player)
    told = FAILED(player=who, error=what) if turn is None else FAILED_AT(player=who, number=turn + 1, error=what)
    failure = PlayerFailed(told)
    failure.__cause__ = error
    return failure


def no_choice(player: object, chosen: object, example: str) -> PlayerFailed:
    """What to raise for something that is not a move. No line is to blame more than another, so the method is named."""
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        return PlayerFailed(NUMBER(number=chosen))
    facts = {"what": excerpt(repr(chosen)), "example": example}
    code = getattr(getattr(player, "choose", None), "__code__", None)
    if code is None:
        return PlayerFailed(NO_CHOICE(**facts))
    return PlayerFailed(NO_CHOICE_AT(file=excerpt(Path(code.co_filename).name), line=code.co_firstlineno, **facts))


@cache
def foreign_folders() -> tuple[Path, ...]:
    """Folders without the author's code: Schwarm's, Python's and those of its packages."""
    # Only here: a game without errors needs no such paths.
    from sysconfig import get_path

    return (HERE.parent, *(Path(get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")))


def own_places(stack: Sequence[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """The places of a stack that are in the author's own code."""
    return [frame for frame in stack if not _lies_in(foreign_folders(), frame.filename)]


def _own(stack: Sequence[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """The author's own lines. If there are none, the error may be ours, and everything is shown except who asked the
    player."""
    return own_places(stack) or [frame for frame in stack if not _lies_in((HERE,), frame.filename)]


def _lies_in(folders: tuple[Path, ...], file: str) -> bool:
    if file.startswith("<frozen "):
        return True
    path = Path(file).resolve()
    return any(path.is_relative_to(folder) for folder in folders)


FAILED = Sentence("{player} stopped with an error: {error}")
FAILED_AT = Sentence("{player} stopped at move {number} with an error: {error}")
NUMBER = Sentence(
    "The player chose {number}; the number of a move is for the Board alone, so return board.move({number})."
)
NO_CHOICE = Sentence(
    "The player chose {what}, which is not a move; a move is one of state.legal_moves() or a text like {example}."
)
NO_CHOICE_AT = Sentence(
    "choose ({file}, line {line}) returned {what}, which is not a move; a move is one of state.legal_moves() "
    "or a text like {example}."
)
