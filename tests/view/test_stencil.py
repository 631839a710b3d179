"""Boards in parts: together they hold what the whole picture holds, and nothing that a strict page would refuse."""

import re

import pytest

import schwarm
from schwarm import view
from schwarm.games import Team, all_games
from schwarm.player import sparring
from schwarm.view import stencil


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
def test_what_lies_beside_a_board_follows_from_the_points(game) -> None:
    drawing, state = view.drawing(game), played(game)
    for flipped in (False, True):
        sides = [
            stencil.beside_by_points(drawing, game, team, points, flipped=flipped)
            for team, points in zip(Team, state.points(), strict=True)
        ]
        assert "".join(sides) == stencil.beside(drawing, state, flipped=flipped)


def test_ambers_lie_beside_the_board() -> None:
    game = schwarm.game("ostseeschach-2022")
    drawn = stencil.beside(view.drawing(game), game.parse("8/8/8/8/8/8/8/R7 0 1:6"))
    assert drawn.count("page-amber") == 2
    assert drawn.count("page-slot") == 1
    assert "sw-badge" in drawn


def test_one_style_sheet_paints_all_boards() -> None:
    light, dark = stencil.style("light"), stencil.style("dark")
    for name in ("piranhas", "ostseeschach"):
        assert f".sw-{name}-page.sw-target" in light
    assert light != dark
    # A game in both seasons has its colours once.
    assert light.count(".sw-piranhas-page.sw-tile{") <= 2
