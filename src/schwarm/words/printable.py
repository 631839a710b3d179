"""Text from elsewhere, made fit for screens, files and tables: nothing in it can steer a terminal."""

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


def printable(text: str, instead: str = UNPRINTABLE) -> str:
    """The text with another character for each that cannot be printed, such as control characters."""
    return text if text.isprintable() else "".join(char if char.isprintable() else instead for char in text)


def one_line(text: str, most: int | None = None) -> str:
    """The text on one printable line with single spaces, of at most so many characters: a name, say."""
    return " ".join(printable(text, " ").split())[:most].rstrip()
