"""Numbers as people write them: German with a comma, English with a point."""

import pytest

from schwarm.words import Figure, Sentence, in_figures, speaking


@pytest.mark.parametrize(
    ("value", "places", "english", "german"),
    [
        (9.454, 2, "9.45", "9,45"),
        (-2.5, 1, "−2.5", "−2,5"),
        (1.5, None, "1.5", "1,5"),
        (2.0, None, "2", "2"),
        (0.25, 2, "0.25", "0,25"),
        # Averages of eight games, of which Python alone would round the one down and the other up.
        (89 / 8, 2, "11.13", "11,13"),
        (91 / 8, 2, "11.38", "11,38"),
        (-2.675, 2, "−2.68", "−2,68"),
        (float("inf"), 1, "inf", "inf"),
        (1e20, 0, "100000000000000000000", "100000000000000000000"),
    ],
)
def test_figures(value: float, places: int | None, english: str, german: str) -> None:
    assert in_figures(value, places) == english
    with speaking("de"):
        assert in_figures(value, places) == german


def test_a_figure_waits_for_the_language_of_its_sentence() -> None:
    told = Sentence("The slowest move took {slowest} s.")(slowest=Figure(1.5))
    assert str(told) == "The slowest move took 1.50 s."
    with speaking("de"):
        assert "1,50 s" in str(told)
