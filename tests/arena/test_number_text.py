"""Numbers as people write them: German with a comma, English with a point, wherever a contest is told."""

import re

from schwarm.arena.overview import elo_text, percent_text, seconds_text
from schwarm.arena.pairs import Interval, Pairs
from schwarm.arena.sprt import Sprt
from schwarm.words import speaking


def test_everything_that_tells_a_number_speaks_german() -> None:
    elo = Interval(2055.04, 1977.0, 2133.1)
    with speaking("de"):
        assert percent_text(0.525) == "52,5 %"
        assert seconds_text(0.13064) == "130,6 ms"
        assert elo_text(elo) == "+2055,0 ± 78,0"
        assert elo_text(Pairs((6, 0, 16, 3, 25)).elo) == "+151,3 ± 83,3"
        told = str(Sprt(0.5, 2).describe(Pairs((1, 2, 3, 4, 5))))
        assert "0,5" in told
        assert not re.search(r"\d\.\d", told)


def test_bounds_that_lie_unevenly_are_told_themselves() -> None:
    """With ± they would seem to contain 0, of a match that leaves no doubt."""
    clear = Pairs((0, 0, 3, 1, 6))
    assert clear.elo.low > 0 > clear.elo.value - clear.elo.margin
    assert elo_text(clear.elo) == "+269.4 (+96 to +723)"
    assert elo_text(Pairs((6, 1, 3, 0, 0)).elo) == "−269.4 (−723 to −96)"
    assert elo_text(Pairs((0, 0, 5, 0, 0)).elo).startswith("+0.0 ± ")
