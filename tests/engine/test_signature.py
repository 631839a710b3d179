"""The signature of Hecht's search: a change here means that the search or its weights changed, on purpose or not."""

import pytest

import schwarm
from schwarm.engine.signature import signature

pytestmark = pytest.mark.core
SIGNATURES = {
    "piranhas-2026": 809_746,
    "ostseeschach-2022": 316_197,
    "piranhas-2019": 2_243_869,
}


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_is_what_it_was(game: str) -> None:
    assert signature(schwarm.game(game)).nodes == SIGNATURES[game]
