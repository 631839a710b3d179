"""What a beginner is shown first: the rules in a few sentences, and moves that show what each is about."""

import re

import pytest

import schwarm
from schwarm.games import Game
from schwarm.games.piranhas import PIRANHAS_2019


def landings(game: Game) -> set[str]:
    """The letters of what moved and of what it landed on, in a few games of legal moves."""
    found = set()
    for seed in range(20):
        state = game.start(seed=seed)
        while moves := state.legal_moves():
            letters = state.letters()
            found |= {f"{letters[move.start]}-{letters.get(move.to, '')}" for move in moves}
            state = state.play(moves[(seed * 7919 + state.turn * 104729) % len(moves)])
    return found


@pytest.mark.parametrize("game", schwarm.all_games(), ids=lambda game: game.id)
def test_there_are_moves_that_show_what_a_sentence_is_about(game: Game) -> None:
    """The guide's first game goes by these: a pattern that no move has would be a sentence without its move. Each way
    in which a sentence may be shown is one that is met."""
    assert len(game.shown_by) <= len(game.brief)
    found = landings(game)
    for pattern in game.shown_by:
        for way in pattern.split("|"):
            assert any(re.search(way, landing, re.IGNORECASE) for landing in found), way


def test_fish_without_weights_are_called_by_their_side_and_the_squid_is_nobodys() -> None:
    said = [str(PIRANHAS_2019.piece_name(letter, style)) for style in (None, "white-black") for letter in "Ffx"]
    assert said == ["fish of Red", "fish of Blue", "squid", "fish of White", "fish of Black", "squid"]
