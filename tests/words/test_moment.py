"""Moments as people write them, in the language spoken when they are read."""

import time
from datetime import datetime

from schwarm.words import Moment, speaking

LATE = Moment(time.mktime((2026, 11, 5, 19, 7, 0, 0, 0, -1)))


def test_german_has_points_and_english_the_name_of_the_month() -> None:
    with speaking("de"):
        assert str(LATE) == "05.11.2026, 19:07"
    with speaking("en"):
        assert str(LATE) == "5 Nov 2026, 19:07"


def test_machines_read_it_exactly() -> None:
    assert datetime.strptime(LATE.exact, "%Y-%m-%dT%H:%M:%S%z").timestamp() == LATE.at
