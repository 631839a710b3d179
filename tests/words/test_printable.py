"""Text from elsewhere becomes harmless."""

import pytest

from schwarm.words import one_line, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Möwe 🐟", "Möwe 🐟"),
        ("a\x1b[2Jb", "a\ufffd[2Jb"),
        ("a\nb", "a\ufffdb"),
        ("\u202eflip", "\ufffdflip"),
        ("", ""),
    ],
)
def test_what_cannot_be_printed_is_made_visible(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(text).isprintable()


@pytest.mark.parametrize(
    ("text", "most", "line"),
    [
        ("  Anna \t und\r\nBerta ", None, "Anna und Berta"),
        ("a\x1bb", None, "a b"),
        ("Anna Berta", 5, "Anna"),
        ("\0\0", None, ""),
        # Nothing of these could be seen: fillers, an empty Braille cell, a mark without a letter.
        ("\u3164", None, ""),
        (" \u2800\u1160 ", None, ""),
        ("\u0301\ufe0f", None, ""),
        ("Anna\u3164\u2800Berta", None, "Anna Berta"),
        ("ハイ 🐟 é", None, "ハイ 🐟 é"),
    ],
)
def test_a_name_is_one_line(text: str, most: int | None, line: str) -> None:
    assert one_line(text, most) == line
