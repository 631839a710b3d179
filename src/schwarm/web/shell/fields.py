"""Fields that several forms have: the time per move, the number of a start, a name or title; each says no in one
sentence."""

from typing import Any

from schwarm.games.number import number_in, parse_whole, whole_in
from schwarm.games.splitmix import MAX_SEED
from schwarm.web.errors import Refused
from schwarm.web.shell.responses import text_field
from schwarm.words import Sentence, excerpt
from schwarm.words.printable import find_invisible

MIN_LIMIT_SECONDS = 0.5
MAX_LIMIT_SECONDS = 3600.0
MAX_COMMAND_LENGTH = 1000
"""Characters of a player's name or command."""


def parse_limit(wish: object) -> float:
    """Seconds per move."""
    limit = number_in(wish, MIN_LIMIT_SECONDS, MAX_LIMIT_SECONDS)
    if limit is None:
        raise Refused(NO_LIMIT(longest=int(MAX_LIMIT_SECONDS)))
    return limit


def parse_seed(wish: object) -> int:
    """The number of a start, as a number or as somebody typed it."""
    seed = parse_whole(wish, 0, MAX_SEED) if isinstance(wish, str) else whole_in(wish, 0, MAX_SEED)
    if seed is None:
        raise Refused(NO_SEED())
    return seed


def parse_line(found: dict[str, Any], name: str) -> str:
    """A name or a title, with single spaces; it may be empty."""
    line = " ".join(text_field(found, name, "").split())
    if (hidden := find_invisible(line)) is not None:
        raise Refused(INVISIBLE(text=excerpt(line), code=f"U+{ord(hidden):04X}"))
    return line


NO_SEED = Sentence("The number of a start is a whole number, 0 or more; the same number gives the same start.")
NO_LIMIT = Sentence("The time per move is 0.5 to {longest} seconds, or none.")
INVISIBLE = Sentence(
    "“{text}” contains an invisible character ({code}); leave it out, or the emoji that it belongs to."
)
