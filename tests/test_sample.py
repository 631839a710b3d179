"""`make test` runs half of the longest tests; nothing is left out for ever."""

from sample import draw_half

NAMES = [f"test_{number}" for number in range(9)]


def test_half_of_a_file_is_drawn_and_a_single_test_always_is() -> None:
    assert len(draw_half(NAMES, "a commit")) == 5
    assert draw_half(NAMES[:1], "a commit") == {"test_0"}


def test_the_same_commit_draws_the_same_whatever_the_order() -> None:
    assert draw_half(NAMES, "a commit") == draw_half(NAMES[::-1], "a commit")


def test_a_few_commits_run_everything() -> None:
    assert set.union(*(draw_half(NAMES, f"commit {number}") for number in range(12))) == set(NAMES)
