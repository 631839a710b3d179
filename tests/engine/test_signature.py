"""The signature of Hecht's search: a change here means that the search or its weights changed, on purpose or not.

`tests/training/test_signature.py` finds the same on the processor that is not here.
"""

import os
import subprocess
import sys

import pytest

import schwarm
from engine.signatures import SIGNATURES
from known_games import known_games
from quantity import mainly
from schwarm.engine.signature import signature

pytestmark = pytest.mark.core


def test_every_game_of_the_core_has_one() -> None:
    assert set(SIGNATURES) == set(known_games())


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_is_what_it_was(game: str) -> None:
    assert signature(schwarm.game(game)).nodes == SIGNATURES[game]


@pytest.mark.slow
@pytest.mark.parametrize("game", mainly(SIGNATURES, "piranhas-2026".__eq__))
def test_webassembly_searches_the_same(game: str) -> None:
    code = (
        "import schwarm; from schwarm.engine.signature import signature; "
        f"found = signature(schwarm.game({game!r})); print(found.search, found.nodes)"
    )
    environment = {**os.environ, "SCHWARM_CORE": "wasm"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == (f"wasm {SIGNATURES[game]}\n", "")
