"""Numbers from people, options and JSON, within their bounds."""

import math

import pytest

from schwarm.games.number import number_in, parse_number, parse_whole, whole_in


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", 1), ("60", 60), ("061", None), ("61", None), ("0", None), ("-1", None), ("+1", None), ("1.0", None)]
    + [("", None), (" 1", None), ("1_0", None), ("²", None), ("٣", None), ("9" * 10_000, None)],
)
def test_a_whole_number_is_plain_digits_within_bounds(text: str, found: int | None) -> None:
    assert parse_whole(text, 1, 60) == found


@pytest.mark.parametrize(("value", "found"), [(2, 2), (1, None), (11, None), (True, None), (2.0, None), ("2", None)])
def test_a_whole_number_of_json_is_neither_text_nor_truth(value: object, found: int | None) -> None:
    assert whole_in(value, 2, 10) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (1, 1.0),
        (0.5, 0.5),
        (0.4, None),
        (math.nan, None),
        (math.inf, None),
        (True, None),
        (10**400, None),
        (None, None),
    ],
)
def test_a_number_of_json_is_within_bounds(value: object, found: float | None) -> None:
    assert number_in(value, 0.5, 3600) == found


@pytest.mark.parametrize(
    ("text", "found"), [("2", 2.0), ("0.5", 0.5), ("nan", None), ("inf", None), ("two", None), ("-1", None), ("", None)]
)
def test_a_number_as_text_is_within_bounds(text: str, found: float | None) -> None:
    assert parse_number(text, 0.0, 100.0) == found
