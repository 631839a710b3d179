"""Fields that several forms have: the time per move and the number of a start; each says no in one sentence."""

from schwarm.games.number import number_in, parse_whole, whole_in
from schwarm.games.splitmix import MAX_SEED
from schwarm.web.errors import Refused
from schwarm.words import Sentence

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


NO_SEED = Sentence("The number of a start is a whole number, 0 or more; the same number gives the same start.")
NO_LIMIT = Sentence("The time per move is 0.5 to {longest} seconds, or none.")
