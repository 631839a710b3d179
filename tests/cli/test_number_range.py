"""Numbers between two bounds, as an option takes them."""

import click
import pytest

from schwarm.cli.number_range import NumberRange


@pytest.mark.parametrize(("typed", "number"), [("0.2", 0.2), ("60", 60.0), ("1e1", 10.0)])
def test_numbers_in_between(typed: str, number: float) -> None:
    assert NumberRange(0.05, 60).convert(typed, None, None) == number


@pytest.mark.parametrize("typed", ["nan", "NaN", "-nan", "inf", "0", "61", "two"])
def test_what_is_not_in_between_is_refused(typed: str) -> None:
    with pytest.raises(click.BadParameter):
        NumberRange(0.05, 60).convert(typed, None, None)
