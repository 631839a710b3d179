"""`make test` runs a quarter of the longest tests; nothing is left out for ever."""

from sample import draw_quarter

NAMES = [f"test_{number}" for number in range(12)]


def test_a_quarter_of_a_file_is_drawn_and_a_single_test_always_is() -> None:
    assert len(draw_quarter(NAMES, "a commit")) == 3
    assert draw_quarter(NAMES[:1], "a commit") == {"test_0"}


def test_the_same_commit_draws_the_same_whatever_the_order() -> None:
    assert draw_quarter(NAMES, "a commit") == draw_quarter(NAMES[::-1], "a commit")


def test_a_few_commits_run_everything() -> None:
    assert set.union(*(draw_quarter(NAMES, f"commit {number}") for number in range(20))) == set(NAMES)
