"""Numbers as the language writes them: German has a comma."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from schwarm.words.language import language

MAX_ROUNDED = 1e15
"""Larger numbers have no places behind the point."""


def in_figures(value: float, places: int | None = 2, sign: bool = False) -> str:
    """A number in the language spoken right now. With None it gets as many places as it needs."""
    plus = "+" if sign else ""
    text = f"{value:{plus}g}" if places is None else f"{_rounded(value, places):{plus}.{places}f}"
    return text.replace("-", "−").replace(".", "," if language() == "de" else ".")


def _rounded(value: float, places: int) -> float | Decimal:
    """Halves go up, as everybody learns it and browsers have it: of 11.125 Python alone would make 11.12."""
    if not abs(value) < MAX_ROUNDED:
        return value
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
