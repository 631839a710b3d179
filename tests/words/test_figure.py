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
