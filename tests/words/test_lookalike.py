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
        ("Нева", "НЕВА!"),
        ("Illusion", "Il1usion"),
        ("Illusion", "lllusion"),
        ("Illusion", "|||usion"),
        ("Illusion", "1LLUS1ON"),
        ("Illusion", "ILLUSI0N"),
        ("Illusion", "Illusi\N{ARMENIAN SMALL LETTER OH}n"),
        ("Illusion", "\N{CYRILLIC LETTER PALOCHKA}llusion"),
        ("Illusion", "Illu\N{CHEROKEE LETTER DU}ion"),
        ("Illusion", "Illusi\N{LATIN SMALL LETTER O WITH STROKE}n"),
        ("Illusion", "\N{HEBREW LETTER FINAL NUN}llusion"),
        ("Haie", "\N{NEGATIVE SQUARED LATIN CAPITAL LETTER H}aie"),
        ("Haie", "\N{LATIN LETTER SMALL CAPITAL H}\N{LATIN LETTER SMALL CAPITAL A}ie"),
        ("Team 4", "Tearn 4"),
        ("Team 4", "Team-4."),
        ("Team 1", "Team I"),
        ("Team 10", "Team lO"),
        ("Möwen", "MÖVVEN"),
        ("Haie!", "Haie"),
    ],
)
def test_names_that_look_the_same(one: str, two: str) -> None:
    assert look_alike(one, two)
    assert look_alike(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Haie", "Hale"),
        ("Haie", "Haie 2"),
        ("Team 1", "Team 11"),
        ("Team 1", "Team 7"),
        ("🦈", "🐟"),
        ("Team 🦈", "Team 🐟"),
        ("Акулы", "Раки"),
        ("!!!", "???"),
        ("Arno", "Anno"),
    ],
)
def test_names_that_differ(one: str, two: str) -> None:
    assert not look_alike(one, two)


def test_a_name_is_folded_to_what_can_be_seen() -> None:
    assert fold_name(" Ä\N{HANGUL FILLER}\N{ZERO WIDTH SPACE}ж 1. ") == "aж1"
