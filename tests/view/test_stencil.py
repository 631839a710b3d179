"""Boards in parts: together they hold what the whole picture holds, and nothing that a strict page would refuse."""

import re

import pytest

from schwarm import view
from schwarm.games import all_games
from schwarm.player import sparring
from schwarm.view import Marks, stencil


def played(game, turns: int = 30):
    player, state = sparring("random", 5), game.start(3)
    for _ in range(turns):
        if state.outcome():
            break
        state = state.play(player.choose(state))
    return state


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_parts_make_the_board(game) -> None:
    drawing, state = view.drawing(game), played(game)
    for flipped in (False, True):
        parts = stencil.stencil(drawing, game, flipped=flipped)
        assert (parts.columns, parts.rows) == (
            (game.columns[::-1], game.rows) if flipped else (game.columns, game.rows[::-1])
        )
        markup = parts.defs + parts.ground + parts.tiles + parts.labels
        assert "<style" not in markup
        assert "style=" not in markup
        assert "<script" not in markup
    stamps = stencil.stamps(drawing, state)
    assert set(stamps) == set(state.letters().values())
    known = set(re.findall(r'id="([^"]+)"', parts.defs))
    used = set(re.findall(r'href="#([^"]+)"', "".join(stamps.values())))
    assert used <= known


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_marks_come_as_layers(game) -> None:
    drawing, state = view.drawing(game), game.start(3)
    move = state.legal_moves()[0]
    bare = stencil.layers(drawing, state)
    marked = stencil.layers(drawing, state, Marks(line=state.explain(move)))
    assert marked[1].startswith(bare[1])
    assert len(marked[1]) > len(bare[1])


def test_one_style_sheet_paints_all_boards() -> None:
    light, dark = stencil.style("light"), stencil.style("dark")
    for name in ("piranhas", "ostseeschach"):
        assert f".sw-{name}-page.sw-target" in light
    assert light != dark
    # A game in both seasons has its colours once.
    assert light.count(".sw-piranhas-page.sw-tile{") <= 2
