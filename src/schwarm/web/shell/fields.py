"""Fields that several forms have: the time control, the number of a start, a name or title; each says no in one
sentence."""

from schwarm.games import TimeControl
from schwarm.games.number import parse_whole, whole_in
from schwarm.games.splitmix import MAX_SEED
from schwarm.web.errors import Refusal, Refused
from schwarm.web.shell.contract import NO_SEED
from schwarm.words import excerpt
from schwarm.words.printable import find_invisible

MAX_LIMIT_SECONDS = 3600.0


def parse_time(wish: str, *, may_be_none: bool = False) -> TimeControl:
    """How long players may think; only people may have no limit."""
    time = TimeControl.parse(wish)
    if not (may_be_none or time.limited):
        raise Refused(NO_LIMIT())
    given = (limit for side in (time.red, time.blue) for limit in (side.move, side.wait, side.game, side.increment))
    if max(limit or 0.0 for limit in given) > MAX_LIMIT_SECONDS:
        raise Refused(TOO_LONG())
    return time


def parse_seed(wish: int | str) -> int:
    """The number of a start, as a number or as text."""
    seed = parse_whole(wish, 0, MAX_SEED) if isinstance(wish, str) else whole_in(wish, 0, MAX_SEED)
    if seed is None:
        raise Refused(NO_SEED())
    return seed


def parse_line(text: str) -> str:
    """A name or a title, with single spaces; it may be empty."""
    line = " ".join(text.split())
    if (hidden := find_invisible(line)) is not None:
        raise Refused(INVISIBLE(text=excerpt(line), code=f"U+{ord(hidden):04X}"))
    return line


NO_LIMIT = Refusal("Bots need a time limit, such as 2s/10s or 1m+1s.")
TOO_LONG = Refusal("Every time limit is at most an hour here.")
INVISIBLE = Refusal("“{text}” contains an invisible character ({code}); leave it out, or the emoji that it belongs to.")
