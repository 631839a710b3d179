"""Names that a reader takes for the same: capital or small, with marks and blanks or without, or in letters of another
script that look like Latin ones."""

import unicodedata

from schwarm.words.printable import is_visible

# Each letter of the first line looks like the Latin one below it.
CYRILLIC = (
    "АВСЕНІЈКМОРЅТУХҮԚԜԌасеіјкорѕухүԁһԛԝӏ",
    "ABCEHIJKMOPSTYXYQWGaceijkopsyxydhqwl",
)  # fmt: skip
GREEK = (
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχ",
    "ABEZHIKMNOPTYXayikvopux",
)  # fmt: skip
LATIN = ("ıɑɡ", "iag")
TABLE = {letter: latin for script in (CYRILLIC, GREEK, LATIN) for letter, latin in zip(*script, strict=True)}


def fold_name(name: str) -> str:
    """The name as others are compared with it, not to be shown."""
    # First to Latin: of some letters only the capital looks like one.
    letters = (TABLE.get(char, char) for char in unicodedata.normalize("NFKD", name) if is_visible(char))
    return "".join(letters).casefold()


def look_alike(one: str, two: str) -> bool:
    """Whether a reader may take one name for the other."""
    return fold_name(one) == fold_name(two) or one.casefold() == two.casefold()
