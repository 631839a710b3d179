"""Documented names of the version before still work, and say what they are called now."""

import pytest

import schwarm
from schwarm import launch


@pytest.mark.parametrize(("old", "new"), [("Hosted", "PlayedGame"), ("recipe", "parse_player")])
def test_old_names_warn(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=new):
        assert getattr(launch, old) is getattr(launch, new)


def test_old_members_warn() -> None:
    played = launch.play(schwarm.game("ostseeschach-2022").start(1), "random", "random", seed=1)
    with pytest.warns(DeprecationWarning, match="other_output"):
        assert played.remains == played.other_output
    with pytest.warns(DeprecationWarning, match="output_by_turn"):
        assert played.said(schwarm.Team.ONE) == played.output_by_turn(schwarm.Team.ONE)
