"""Text from elsewhere, made fit for screens, files and tables: nothing steers a terminal, and names can be seen."""

import unicodedata

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
# Characters that count as letters or signs and look like nothing.
BLANK = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{KHMER VOWEL INHERENT AQ}"
    "\N{KHMER VOWEL INHERENT AA}\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}"
    "\N{MUSICAL SYMBOL NULL NOTEHEAD}"
)


def printable(text: str, instead: str = UNPRINTABLE) -> str:
    """The text with another character for each that cannot be printed, such as control characters."""
    return text if text.isprintable() else "".join(char if char.isprintable() else instead for char in text)


def one_line(text: str, most: int | None = None) -> str:
    """The text on one printable line with single spaces, of at most `most` characters, such as a name. Empty if nothing
    of it could be seen."""
    seen = "".join(" " if char in BLANK else char for char in printable(text, " "))
    line = " ".join(seen.split())[:most].rstrip()
    return line if any(map(is_visible, line)) else ""


def is_visible(char: str) -> bool:
    """Whether a character can be seen by itself: a letter, a digit, a sign; no blank, and no mark of another one."""
    return unicodedata.category(char)[0] in "LNPS" and char not in BLANK


def find_invisible(text: str) -> str | None:
    """The first invisible character, such as one that joins emoji or turns the direction of reading; a space is
    none."""
    return next((char for char in text if not char.isprintable() or char in BLANK), None)


GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS"}
# Unicode does not count their strokes as marks.
WHOLE = {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
SPELLED = str.maketrans(GERMAN | WHOLE)


def to_plain_letters(text: str) -> str:
    """German letters as they are spelled without dots, others without their marks; what is left is dropped."""
    spelled = unicodedata.normalize("NFC", text).translate(SPELLED)
    return unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode("ascii")
