"""The sparring partners play legally, repeatably, and greedy beats random."""

import pytest

import schwarm
from quantity import quantity
from schwarm.engine.engine import GameOver
from schwarm.player import Greedy, Random, sparring
from schwarm.player.partners import UnknownPlayer

GAMES = [known.id for known in schwarm.all_games()]
HECHT = [pytest.param(name, marks=pytest.mark.core) for name in ("hecht:level=3", "hecht:nodes=500")]


def play(game: str, seed: int, *players) -> schwarm.Outcome:
    state = schwarm.game(game).start(seed)
    while (outcome := state.outcome()) is None:
        state = state.play(players[state.turn % 2].choose(state))
    return outcome


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random(game: str) -> None:
    wins, games = 0, quantity(4, 8)
    for seed in range(games):
        greedy_is_red = seed % 2 == 0
        players = (Greedy(seed), Random(seed)) if greedy_is_red else (Random(seed), Greedy(seed))
        winner = play(game, seed // 2, *players).winner
        wins += winner is (schwarm.Team.ONE if greedy_is_red else schwarm.Team.TWO)
    assert wins >= games - 1


@pytest.mark.parametrize("name", ["random", "greedy", *HECHT])
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_the_choice(name: str, game: str) -> None:
    start = schwarm.game(game).start(1)
    assert sparring(name, 5).choose(start) == sparring(name, 5).choose(start)


def test_greedy_takes_a_win_and_avoids_a_loss() -> None:
    # Red joins its last fish at E5 and wins; anything else does not end the game.
    state = schwarm.game("piranhas-2019").parse("10/10/10/10/10/10/5f4/9f/F9/1F1F6 0")
    assert state.play(Greedy(1).choose(state)).united(schwarm.Team.ONE)


@pytest.mark.parametrize("name", ["random", "greedy", *HECHT])
@pytest.mark.parametrize(
    "text", ["10/10/10/10/10/10/10/10/10/9s 0 -", "10/10/10/10/10/10/10/10/S9/9s 60 -"], ids=["blocked", "last turn"]
)
def test_where_there_is_no_move_it_says_so(name: str, text: str) -> None:
    with pytest.raises(GameOver) as caught:
        sparring(name, 1).choose(schwarm.game("piranhas-2026").parse(text))
    assert str(caught.value) == (
        "There is no move to choose: Red cannot move here, or the last round is over; "
        "ask a player only while state.outcome() is None."
    )


def test_an_unknown_name() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        sparring("wels")
    assert str(caught.value) == "There is no player “wels”; the players are random, greedy and hecht."
