"""The signature of Hecht's search: a change here means that the search or its weights changed, on purpose or not."""

import pytest

import schwarm
from schwarm.engine.signature import signature

pytestmark = pytest.mark.core
SIGNATURES = {
    "piranhas-2026": 804_145,
    "ostseeschach-2022": 234_608,
    "piranhas-2019": 2_265_031,
}


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_is_what_it_was(game: str) -> None:
    assert signature(schwarm.game(game)).nodes == SIGNATURES[game]
