"""Time for a whole game: what is left is known from the record alone."""

import pytest

import schwarm
from schwarm.games.record import Record
from schwarm.referee import Limits
from schwarm.web.live.time_budget import MIN_SECONDS, limits_of_next_move, seconds_left

START = schwarm.game("piranhas-2019").start(seed=1)


def played(*seconds: float) -> Record:
    record = Record(START)
    for spent in seconds:
        record = record.then(record.final.legal_moves()[0], seconds=spent)
    return record


def test_every_side_uses_its_own_time() -> None:
    assert seconds_left(played(), 60) == [60, 60]
    assert seconds_left(played(10, 3, 5.5), 60) == [44.5, 57]
    # Taking back gives back what the move took.
    assert seconds_left(played(10, 3, 5.5).back(1), 60) == [50, 57]
    assert seconds_left(played(70), 60) == [0, 60]


@pytest.mark.parametrize(("limit", "most"), [(None, 50), (5, 5), (90, 50)])
def test_a_move_may_take_what_is_left(limit: float | None, most: float) -> None:
    assert limits_of_next_move(played(10, 3), 60, limit) == Limits(None, most)


def test_nothing_left_is_not_no_limit() -> None:
    assert limits_of_next_move(played(60, 3), 60, None) == Limits(None, MIN_SECONDS)
