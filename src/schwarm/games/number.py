"""Depths, numbers of games and the like: which ones there can be, in one sentence."""

from schwarm.words import SchwarmError, Sentence

MAX_NAMED = 1_000_000_000
"""Larger bounds are those of the machine, which nobody needs to read."""


class WrongNumber(SchwarmError, ValueError):
    """A number that makes no sense where it was given; its sentence says which would."""


def check_number(name: str, number: int, least: int, most: int | None = None) -> None:
    """Raise `WrongNumber` for one that is too small or too large."""
    if least <= number and (most is None or number <= most):
        return
    if number < least and (most is None or most > MAX_NAMED):
        raise WrongNumber(TOO_SMALL(name=name, least=least, number=number))
    raise WrongNumber(OUT_OF_BOUNDS(name=name, least=least, most=most, number=number))


TOO_SMALL = Sentence("{name} must be {least} or more, not {number}.")
OUT_OF_BOUNDS = Sentence("{name} must be from {least} to {most}, not {number}.")
