"""A finished game is finished: no legal moves, one sentence for every move, for states and boards alike."""

import random

import pytest

import schwarm
from quantity import quantity
from schwarm import IllegalMove, core
from schwarm.games import End, Game, State
from schwarm.games.record import Record
from schwarm.player.plain_board import PlainBoard
from schwarm.words import speaking

RULE_SETS = [(known.id, rules) for known in schwarm.all_games() for rules in known.rulings]
PARTS = range(quantity(1, 20))
"""Many games are played in parts, as there are processes to play them."""
UNITED = schwarm.game("piranhas-2026").parse("10/10/10/10/2S7/1S8/10/10/10/l8l 8 r")
"""Red is united after round 4."""
SENTENCE = "The game is over; Blue wins: the heavier swarm."


def play_out(game: Game, seed: int, chance: random.Random) -> State:
    """The loop of a learner's first program."""
    state = game.start(seed)
    while moves := state.legal_moves():
        state = state.play(moves[int(chance.random() * len(moves))])
    return state


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("id", [known.id for known in schwarm.all_games()])
def test_the_first_loop_of_a_learner_ends_with_an_outcome(id: str, part: int) -> None:
    game, chance = schwarm.game(id), random.Random(f"{id} {part}")
    for seed in range(quantity(500, 5_000)):
        assert play_out(game, seed, chance).outcome() is not None


@pytest.mark.core
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("id", "rules"), RULE_SETS)
def test_so_it_does_with_a_board(id: str, rules: schwarm.games.Rules, part: int) -> None:
    """By official rulings a side that cannot move does not always lose; documents leave no such gap."""
    game, chance = schwarm.game(id, rules), random.Random(f"{id} {part}")
    for seed in range(quantity(5_000 if rules == "documents" else 1_000, 50_000)):
        board = core.Board(game.start(seed))
        while moves := board.legal_moves():
            board.push(moves[int(chance.random() * len(moves))])
        assert board.result() is not None or (rules == "official" and not board.state().beyond().can_move())


@pytest.mark.parametrize("move", ["C5-C7", "A0-A1", "C5-D6"])
def test_every_move_is_refused_with_the_same_sentence(move: str) -> None:
    assert UNITED.legal_moves() == []
    explanation = UNITED.explain(move)
    assert (explanation.legal, explanation.rule, str(explanation)) == (False, End.GAME_OVER, SENTENCE)
    with pytest.raises(IllegalMove) as refused:
        UNITED.play(move)
    assert str(refused.value) == SENTENCE
    assert refused.value.explanation == explanation
    with speaking("de"):
        assert str(UNITED.explain(move)) == "Die Partie ist vorbei; Blau gewinnt: der schwerere Schwarm."


def boards(state: State, *, beyond: bool = False) -> list["core.Board | PlainBoard"]:
    fast = [core.Board(state, beyond=beyond)] if core.available else []
    return [PlainBoard(state, beyond=beyond), *fast]


def test_boards_refuse_it_likewise() -> None:
    for board in boards(UNITED):
        assert board.legal_moves() == []
        assert board.count_moves() == 0
        assert not board.is_legal("C5-C7")
        with pytest.raises(IllegalMove) as refused:
            board.push("C5-D6")
        assert str(refused.value) == SENTENCE
        assert board.perft(1) == len(UNITED.beyond().legal_moves()), "counting does not ask for the end"


@pytest.mark.core
def test_a_board_names_the_rule() -> None:
    facts = core.Board(UNITED).explain("C5-D6")
    assert (facts.rule, facts.legal, facts.line) == (core.GAME_OVER, False, ())


def test_beyond_the_end_the_movement_rules_count() -> None:
    beyond = UNITED.beyond()
    moves = beyond.legal_moves()
    assert beyond.can_move()
    assert len(moves) > 5
    after = beyond.play(moves[0])
    assert after.turn == 9
    assert beyond.explain(moves[0]).legal
    assert not beyond.explain("C5-C9").legal
    with pytest.raises(IllegalMove, match="moves 1 square on this line"):
        beyond.play("C5-C9")
    for board in boards(UNITED, beyond=True):
        assert [board.move(number) for number in board.legal_moves()] == moves
        board.push(moves[0])
        assert board.state() == after
        assert board.copy().beyond
        board.pop()


def test_not_even_beyond_the_end_is_there_a_turn_after_the_last() -> None:
    last = schwarm.game("piranhas-2026").parse("10/10/10/10/2S7/1S8/10/10/10/l8l 60 r")
    with pytest.raises(IllegalMove, match="The game ends after 30 rounds; there are no moves after that"):
        last.beyond().play("C5-D6")


def test_a_record_does_not_go_on_but_may_be_read() -> None:
    """Files with moves after the end open as they are; a game that is played does not get any."""
    record = Record(UNITED)
    move = UNITED.beyond().legal_moves()[0]
    with pytest.raises(IllegalMove, match="The game is over"):
        record.then(move)
    longer = Record(UNITED, (schwarm.games.record.Played(move),))
    assert longer.final.turn == 9
    assert Record.parse(str(longer)) == longer
