"""Which move led to a position: clients hear it with the position, so that they can show it."""

import pytest

import schwarm
from protocol.elements import parse
from schwarm.games import State
from schwarm.protocol import Codec, codec_for
from schwarm.protocol.messages import StateShown
from schwarm.protocol.text_codec import TextStates

GAMES = 4


def heard(codec: Codec, event: StateShown) -> StateShown:
    found = codec.read_event(event.state.game, parse(codec.write_event(event)))
    assert isinstance(found, StateShown)
    return found


def games(id: str) -> list[list[tuple[State, schwarm.Move | None]]]:
    """Games of legal moves: every position, and the move that led there."""
    found = []
    for seed in range(GAMES):
        shown: list[tuple[State, schwarm.Move | None]] = [(schwarm.game(id).start(seed=seed), None)]
        while moves := shown[-1][0].legal_moves():
            move = moves[(seed * 7919 + len(shown) * 104729) % len(moves)]
            shown.append((shown[-1][0].play(move), move))
        found.append(shown)
    return found


@pytest.mark.parametrize("id", [game.id for game in schwarm.all_games()])
def test_what_a_season_says_of_the_last_move_is_heard(id: str) -> None:
    """In Piranhas the wire says only where a fish came from and in which direction it swam. Where two fish may have
    been it, nobody is named; that is seldom, and never is the wrong one named."""
    codec, told = codec_for(schwarm.game(id)), list[bool]()
    for game in games(id):
        assert heard(codec, StateShown("room", game[0][0])).last is None
        for state, move in game[1:]:
            found = heard(codec, StateShown("room", state, move))
            assert found.state == state
            assert found.last in (move, None), f"{state} after {move}"
            told.append(found.last is not None)
    assert sum(told) > 0.9 * len(told)


def test_a_game_that_travels_as_text_says_it_too() -> None:
    known = schwarm.game("ostseeschach-2022")
    states = TextStates(known.id)
    for state, move in games(known.id)[0]:
        shown = StateShown("room", state, move)
        assert states.read(known, "room", parse(states.write(shown))) == shown
