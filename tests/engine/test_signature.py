"""The signature of Hecht's search: a change here means that the search or its weights changed, on purpose or not."""

import pytest

import schwarm
from known_games import known_games
from schwarm.engine.signature import signature

pytestmark = pytest.mark.core
SIGNATURES = {
    "piranhas-2026": 835_849,
    "ostseeschach-2022": 263_406,
    "piranhas-2019": 1_228_734,
}


def test_every_game_of_the_core_has_one() -> None:
    assert set(SIGNATURES) == set(known_games())


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_is_what_it_was(game: str) -> None:
    assert signature(schwarm.game(game)).nodes == SIGNATURES[game]
