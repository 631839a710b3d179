"""Numbers as the language writes them: German has a comma."""

from dataclasses import dataclass

from schwarm.words.language import language


def in_figures(value: float, places: int | None = 2, sign: bool = False) -> str:
    """A number in the language spoken right now. With None it gets as many places as it needs."""
    how = "g" if places is None else f".{places}f"
    text = f"{value:{'+' if sign else ''}{how}}"
    return text.replace("-", "−").replace(".", "," if language() == "de" else ".")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is put into figures when the sentence around it is said."""

    value: float
    places: int | None = 2

    def __str__(self) -> str:
        return in_figures(self.value, self.places)

    def __format__(self, spec: str) -> str:
        return str(self)
