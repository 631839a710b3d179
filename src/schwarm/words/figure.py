"""Numbers and moments as the language writes them: a decimal comma and 15.11.2026 in German."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schwarm.words.language import language

if TYPE_CHECKING:
    from decimal import Decimal

MAX_ROUNDED = 1e15
"""Larger numbers have no places behind the point."""


def in_figures(value: float, places: int | None = 2, sign: bool = False) -> str:
    """A number in the language spoken right now. With None it gets as many places as it needs."""
    plus = "+" if sign else ""
    text = f"{value:{plus}g}" if places is None else f"{_rounded(value, places):{plus}.{places}f}"
    return text.replace("-", "−").replace(".", "," if language() == "de" else ".")


def _rounded(value: float, places: int) -> "float | Decimal":
    """Halves go up, as at school and in browsers; Python alone would make 11.12 of 11.125."""
    if not abs(value) < MAX_ROUNDED:
        return value
    from decimal import ROUND_HALF_UP, Decimal  # slow to import, and a bot rounds nothing

    return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is put into figures when the sentence around it is said."""

    value: float
    places: int | None = 2

    def __str__(self) -> str:
        return in_figures(self.value, self.places)

    def __format__(self, spec: str) -> str:
        return str(self)


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time, in seconds since 1970, that is put into words when it is read."""

    at: float

    def __str__(self) -> str:
        then = time.localtime(self.at)
        if language() == "de":
            return time.strftime("%d.%m.%Y, %H:%M", then)
        # Not with strftime: its month names are in the machine's language.
        return f"{then.tm_mday} {MONTHS[then.tm_mon - 1]} {then.tm_year}, {time.strftime('%H:%M', then)}"

    @property
    def exact(self) -> str:
        """For machines, such as the attribute `datetime` of a page."""
        return time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(self.at))
