"""Text in the letters that every file system and every program can take."""

import unicodedata

GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS"}
# Unicode does not count their strokes as marks.
WHOLE = {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
SPELLED = str.maketrans(GERMAN | WHOLE)


def to_plain_letters(text: str) -> str:
    """German letters as they are spelled without dots, others without their marks; what is left is dropped."""
    spelled = unicodedata.normalize("NFC", text).translate(SPELLED)
    return unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode("ascii")
