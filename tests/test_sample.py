"""`make test` runs a third of the longest tests; nothing is left out for ever."""

from sample import draw_third

NAMES = [f"test_{number}" for number in range(9)]


def test_a_third_of_a_file_is_drawn_and_a_single_test_always_is() -> None:
    assert len(draw_third(NAMES, "a commit")) == 3
    assert draw_third(NAMES[:1], "a commit") == {"test_0"}


def test_the_same_commit_draws_the_same_whatever_the_order() -> None:
    assert draw_third(NAMES, "a commit") == draw_third(NAMES[::-1], "a commit")


def test_a_few_commits_run_everything() -> None:
    assert set.union(*(draw_third(NAMES, f"commit {number}") for number in range(20))) == set(NAMES)
