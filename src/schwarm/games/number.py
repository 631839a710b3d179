"""Depths, numbers of games, ports and the like: which ones there can be, wherever they come from."""

import operator

from schwarm.words import SchwarmError, Sentence, excerpt

MAX_NAMED = 1_000_000_000
"""Larger bounds are those of the machine and are not named."""


MAX_BITS = 10_000


class WrongNumber(SchwarmError, ValueError):
    """A number that makes no sense where it was given; its sentence says which would."""


def check_whole(name: str, number: object) -> int:
    """Any kind of whole number as Python's own; raises `WrongNumber` for what is none."""
    try:
        return operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise WrongNumber(NOT_WHOLE(name=name, number=excerpt(repr(number)))) from None


def check_number(name: str, number: int, least: int, most: int | None = None) -> int:
    """The same for one within bounds; raises `WrongNumber` also for one that is too small or too large."""
    number = check_whole(name, number)
    if least <= number and (most is None or number <= most):
        return number
    said = told(number)
    if least == most:
        raise WrongNumber(OTHER(name=name, least=least, number=said))
    if number < least and (most is None or most > MAX_NAMED):
        raise WrongNumber(TOO_SMALL(name=name, least=least, number=said))
    raise WrongNumber(OUT_OF_BOUNDS(name=name, least=least, most=most, number=said))


def told(number: int) -> int | str:
    """A number as a sentence can name it: Python refuses to write down very long ones in decimals."""
    return number if number.bit_length() <= MAX_BITS else excerpt(hex(number))


def parse_whole(text: str, least: int, most: int) -> int | None:
    """A whole number from least to most, written in plain digits; None for anything else, however long."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        return None
    return whole_in(int(text), least, most)


def whole_in(value: object, least: int, most: int) -> int | None:
    """The value if it is a whole number from least to most, as JSON brings them; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else None


def number_in(value: object, least: float, most: float) -> float | None:
    """The value if it is a number from least to most, whole or not; None for anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        return None
    return float(value)


def parse_number(text: str, least: float, most: float) -> float | None:
    """A number from least to most, as Python writes them; None for anything else."""
    try:
        return number_in(float(text), least, most)
    except ValueError:
        return None


NOT_WHOLE = Sentence("{name} must be a whole number, not {number}.")
OTHER = Sentence("{name} must be {least}, not {number}.")
TOO_SMALL = Sentence("{name} must be {least} or more, not {number}.")
OUT_OF_BOUNDS = Sentence("{name} must be from {least} to {most}, not {number}.")
