"""Numbers as people write them: German with a comma, English with a point, wherever a contest is told."""

import re

import pytest

from schwarm.arena.pairs import Interval, Pairs
from schwarm.arena.sprt import Sprt
from schwarm.arena.words import elo_text, percent_text, seconds_text
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


def test_everything_that_tells_a_number_speaks_german() -> None:
    elo = Interval(2055.04, 1977.0, 2133.1)
    with speaking("de"):
        assert percent_text(0.525) == "52,5 %"
        assert seconds_text(0.1306) == "130,6 ms"
        assert elo_text(elo) == "+2055,0 ± 78,0"
        told = str(Sprt(0.5, 2).told(Pairs((1, 2, 3, 4, 5))))
        assert "0,5" in told
        assert not re.search(r"\d\.\d", told)
