"""Players as people call them, in both languages; what is not one of ours stays as it is."""

import pytest

from schwarm.player.display_name import display_name
from schwarm.words import speaking


@pytest.mark.parametrize(
    ("name", "english", "german"),
    [
        ("hecht:level=3", "Hecht, level 3", "Hecht, Stufe 3"),
        ("Hecht 10", "Hecht, level 10", "Hecht, Stufe 10"),
        ("hecht", "Hecht", "Hecht"),
        ("hecht:level=3 – greedy", "Hecht, level 3 – greedy", "Hecht, Stufe 3 – greedy"),
        ("hecht:level=3,seed=1", "hecht:level=3,seed=1", "hecht:level=3,seed=1"),
        ("Sharks", "Sharks", "Sharks"),
        ("", "", ""),
    ],
)
def test_names_are_said_in_the_language_spoken(name: str, english: str, german: str) -> None:
    assert display_name(name) == english
    with speaking("de"):
        assert display_name(name) == german
