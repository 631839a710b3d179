"""What the two sides of a game can be called and painted in, and what is counted between them."""

from schwarm.words import Sentence

COLOURS = ("red", "blue", "white", "black", "green", "yellow")
"""What a side can be painted in."""
AVERAGE = Sentence("points on average")
RED_AND_BLUE = (Sentence("Red"), Sentence("Blue"))
WHITE_AND_BLACK = (Sentence("White"), Sentence("Black"))


def colours_of(names: tuple[Sentence, Sentence]) -> tuple[str, str]:
    """The colours that two sides are called by; red and blue where those are no colours."""
    one, two = (name.one.lower() for name in names)
    return (one, two) if one != two and {one, two} <= set(COLOURS) else ("red", "blue")
