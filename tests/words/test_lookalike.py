"""Names that a reader takes for the same, and names that he does not."""

import pytest

from schwarm.words.lookalike import fold_name, look_alike


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Haie", "HAIE"),
        ("Haie", "H\N{CYRILLIC SMALL LETTER A}ie"),
        ("Haie", "\N{CYRILLIC CAPITAL LETTER EN}aie"),
        ("Haie", "\N{GREEK CAPITAL LETTER ETA}aie"),
        ("Haie", "H\N{FULLWIDTH LATIN SMALL LETTER A}ie"),
        ("Haie", "Ha\N{HANGUL FILLER}ie"),
        ("Rote Haie", "RoteHaie"),
        ("Straße", "STRASSE"),
        ("Möwen", "Mo\N{COMBINING DIAERESIS}wen"),
        ("Нева", "нева"),
        ("ΝΑΥΣ", "ναυς"),
    ],
)
def test_names_that_look_the_same(one: str, two: str) -> None:
    assert look_alike(one, two)
    assert look_alike(two, one)


@pytest.mark.parametrize(
    ("one", "two"), [("Haie", "Hale"), ("Haie", "Haie 2"), ("🦈", "🐟"), ("Акулы", "Раки"), ("Haie!", "Haie")]
)
def test_names_that_differ(one: str, two: str) -> None:
    assert not look_alike(one, two)


def test_a_name_is_folded_to_what_can_be_seen() -> None:
    assert fold_name(" Ä\N{HANGUL FILLER}\N{ZERO WIDTH SPACE}б 1 ") == "aб1"
