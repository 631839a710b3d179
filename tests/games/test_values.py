"""The vocabulary that the README and the design promise."""

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import schwarm
from schwarm import IllegalMove, InvalidMove, Move, Outcome, Reason, Team, UnknownGame, view
from schwarm.engine import review
from schwarm.games.ostseeschach import OSTSEESCHACH_2022, Kind, Piece
from schwarm.games.perft import divide, perft
from schwarm.games.piranhas import PIRANHAS_2019, PIRANHAS_2026, SQUID, Fish
from schwarm.games.record import Record
from schwarm.launch import play
from schwarm.player.plain_board import PlainBoard
from schwarm.protocol import replay
from schwarm.words import SchwarmError, Sentence

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"


def test_the_first_lines_every_user_meets() -> None:
    game = schwarm.game("piranhas-2026")
    state = game.start(seed=7)
    assert "A4-C4" in map(str, state.legal_moves())
    after = state.play("A4-C4")
    assert after == state.play(Move("A4", "C4"))
    assert (state.turn, state.to_move, state.outcome()) == (0, Team.ONE, None)
    assert (after.turn, after.to_move, after.round) == (1, Team.TWO, 1)
    assert game.parse(str(state)) == state
    assert {state: 1}[game.parse(str(state))] == 1


def test_asking_for_one_game_imports_no_other() -> None:
    program = (
        "import sys, schwarm; from schwarm.protocol import codec_for\n"
        "codec_for(schwarm.game('piranhas-2026'))\n"
        "print([name for name in sys.modules if 'ostseeschach' in name or name == 'importlib.metadata'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_wire_names() -> None:
    names = {game.id: game.wire_name for game in schwarm.games.all_games()}
    assert names == {
        "piranhas-2026": "swc_2026_piranhas",
        "piranhas-2019": "swc_2019_piranhas",
        "ostseeschach-2022": "swc_2022_ostseeschach",
    }


def test_what_stands_on_a_square() -> None:
    state = PIRANHAS_2026.parse(START)
    assert state["A7"] == Fish(Team.ONE, 2)
    assert state["A8"] == Fish(Team.ONE, 3)
    assert state["B9"] == Fish(Team.TWO, 1)
    assert state["E5"] is SQUID
    assert state["E4"] is None
    with pytest.raises(InvalidMove):
        state["Z1"]
    tower = OSTSEESCHACH_2022.parse("8/8/8/3r+4/8/8/8/8 0 0:0")
    assert tower["d5"] == Piece(Team.TWO, Kind.SEAL, tower=True)
    assert tower["d4"] is None


def test_squares_go_row_by_row_from_the_lowest_corner() -> None:
    assert PIRANHAS_2019.squares()[:11] == ["A0", "B0", "C0", "D0", "E0", "F0", "G0", "H0", "I0", "J0", "A1"]
    assert OSTSEESCHACH_2022.squares()[-1] == "h8"


def test_a_direction_fixes_the_move() -> None:
    state = PIRANHAS_2026.parse(START)
    assert state.towards("A4", "RIGHT") == Move("A4", "C4")
    assert state.towards("A2", "DOWN_RIGHT") == Move("A2", "C0")
    with pytest.raises(IllegalMove, match="the edge of the board is closer"):
        state.towards("A4", "LEFT")


def test_swarms_come_heaviest_first() -> None:
    state = PIRANHAS_2026.parse("10/10/10/10/10/10/10/10/S8L/SM7S 0 -")
    assert [(swarm.weight, sorted(swarm.squares)) for swarm in state.swarms(Team.ONE)] == [
        (4, ["A0", "A1", "B0"]),
        (4, ["J0", "J1"]),
    ]
    assert state.swarms(Team.TWO) == []
    assert state.heaviest(Team.TWO) == 0
    assert not state.united(Team.TWO)


def test_the_sides_of_2019_have_two_names() -> None:
    assert str(PIRANHAS_2019.side(Team.ONE)) == "Red"
    assert str(PIRANHAS_2019.side(Team.TWO, "white-black")) == "Black"


def test_one_game_per_id_and_rules_also_after_pickling() -> None:
    game = schwarm.game("piranhas-2019", rules="official")
    assert pickle.loads(pickle.dumps(game)) is game
    assert game is not schwarm.game("piranhas-2019")
    assert game.start(1) != schwarm.game("piranhas-2019").start(1)


def test_every_reason_has_a_sentence_and_a_kind() -> None:
    for reason in Reason:
        said = str(Outcome(Team.ONE, reason).sentence("Anna", "Ben"))
        assert said.endswith(".")
        assert not (reason.regular and reason.violation)
    assert str(Outcome(None, Reason.NEVER_CAME).sentence("Anna", "Ben")) == "Nobody wins: both sides failed."
    assert str(Outcome(None, Reason.DRAW).sentence("Anna", "Ben")) == "A draw."


def test_perft_stops_at_the_last_turn() -> None:
    state = PIRANHAS_2019.parse("1ffffffff1/F8F/F8F/F4x3F/F8F/F8F/F6x1F/F8F/F8F/1ffffffff1 59")
    moves = len(state.legal_moves())
    assert perft(state, 0) == 1
    assert perft(state, 1) == moves
    assert perft(state, 2) == sum(divide(state, 2).values()) > moves
    assert perft(state, 3) == 0
    last = state.play(state.legal_moves()[0])
    assert set(divide(last, 1).values()) == {1}
    assert set(divide(last, 2).values()) == {0}
    for count in (perft, divide):
        with pytest.raises(SchwarmError, match=r"depth must be a whole number, not 1\.5"):
            count(state, 1.5)  # type: ignore[arg-type]


def test_reasons_behave_like_an_enumeration() -> None:
    assert Reason("draw") is Reason.DRAW is Reason(Reason.DRAW)
    assert (Reason.DRAW.name, Reason.DRAW.value, repr(Reason.DRAW)) == ("DRAW", "draw", "Reason.DRAW")
    assert len(set(Reason)) == len(Reason) >= 18
    assert pickle.loads(pickle.dumps(Reason.LEFT)) is Reason.LEFT
    match Reason("timeout"):
        case Reason.NO_ANSWER:
            raise AssertionError
        case Reason.TIMEOUT:
            pass
    with pytest.raises(ValueError, match="no reason that is known here"):
        Reason("checkmate")


def test_a_reason_is_declared_once() -> None:
    facts: dict[str, Any] = {"sentence": Reason.GOAL.sentence, "word": Reason.GOAL.word}
    assert Reason.declare("goal", **facts) is Reason.GOAL
    with pytest.raises(ValueError, match="declared already"):
        Reason.declare("draw", **facts)
    for id in ("", "Draw", "a b", "{winner}", "-a", "x" * 41):
        with pytest.raises(ValueError, match="is no id of a reason"):
            Reason.declare(id, **facts)


def test_a_reason_of_a_game_that_is_not_here_is_told_by_its_id() -> None:
    reason = Reason.read("checkmate")
    assert isinstance(reason, Reason)
    assert (reason.regular, reason.violation, reason.known, str(reason.word)) == (True, False, False, "checkmate")
    assert reason not in list(Reason)
    assert reason == Reason.read("checkmate") == pickle.loads(pickle.dumps(reason))
    assert str(Outcome(Team.ONE, reason).sentence("Anna", "Ben")) == "Anna wins: “checkmate”."
    assert str(Outcome(None, reason).sentence("Anna", "Ben")) == "Nobody wins: “checkmate”."
    record = schwarm.Record(schwarm.game("piranhas-2026").start(1)).ended(Outcome(Team.ONE, reason, (3, 2)))
    assert schwarm.Record.parse(str(record)) == record
    assert replay.read(replay.write(record).encode()).outcome == record.outcome


def test_sides_are_painted_in_the_colours_they_are_called_by() -> None:
    game = schwarm.game("piranhas-2019")
    assert game.side_colours() == ("red", "blue")
    assert game.side_colours("white-black") == ("white", "black")
    pair = (Sentence("Crosses"), Sentence("Noughts"))
    assert replace(game, sides={"marks": pair}).side_colours() == ("red", "blue")
    assert replace(game, sides={"marks": pair}, colours={"marks": ("green", "yellow")}).side_colours() == (
        "green",
        "yellow",
    )


def test_a_game_stands_for_its_id_and_nothing_else_does() -> None:
    assert schwarm.game(PIRANHAS_2026) is PIRANHAS_2026
    assert schwarm.game(PIRANHAS_2026, "official").rules == "official"
    for wrong in (2026, None, ["piranhas-2026"]):
        with pytest.raises(UnknownGame, match=re.escape(f"There is no game “{wrong}”; the games are piranhas-2026")):
            schwarm.game(wrong)  # type: ignore[call-overload]


@pytest.mark.parametrize("wrong", [0, 1, "ONE", None])
def test_whatever_is_no_side_is_not_taken_for_blue(wrong: Any) -> None:
    swimming, baltic = PIRANHAS_2026.start(1), OSTSEESCHACH_2022.start(1)
    asked = [swimming.fish, swimming.swarms, swimming.heaviest, swimming.united, swimming.evaluate]
    for ask in (*asked, baltic.owned, baltic.evaluate, baltic.light_distances, PlainBoard(swimming).swarms):
        with pytest.raises(SchwarmError) as refused:
            ask(wrong)
        assert str(refused.value) == f"A side is Team.ONE or Team.TWO, like state.to_move, not {wrong!r}."


@pytest.mark.parametrize("wrong", [None, 5, b"x", ["x"], Path("game.txt")], ids=repr)
def test_what_is_read_from_a_text_says_so_to_whoever_gives_none(wrong: Any) -> None:
    for read, said in (
        (PIRANHAS_2026.parse, "A position is read from its text, like str(state), not from {}."),
        (OSTSEESCHACH_2022.parse, "A position is read from its text, like str(state), not from {}."),
        (Record.parse, "A record is read from its text, like path.read_text(), not from {}."),
    ):
        with pytest.raises(SchwarmError) as refused:
            read(wrong)
        assert str(refused.value) == said.format(repr(wrong))
    if not isinstance(wrong, bytes):
        with pytest.raises(replay.InvalidReplay, match="from what is in its file"):
            replay.read(wrong)
    with pytest.raises(InvalidMove, match="is not a square of this board; squares go from A0 to J9"):
        PIRANHAS_2026.start(1)[wrong]


def test_what_is_no_position_and_what_is_no_game() -> None:
    state: Any = PIRANHAS_2026.start(1)
    said = "A position is a state, like game.start(), game.parse(text) or board.state(), not "
    wrongs: list[Any] = [None, str(state), PlainBoard(state), PIRANHAS_2026]
    for wrong in wrongs:
        for ask in (view.svg, view.text, view.rich_text, view.describe, Record):
            with pytest.raises(SchwarmError, match=re.escape(said)):
                ask(wrong)
        with pytest.raises(SchwarmError, match=re.escape(said)):
            play(wrong, "random", "random")
    for judge in (replay.write, review, view.gif):
        with pytest.raises(SchwarmError, match=r"A whole game is a record, like Record\.parse"):
            judge(state)


@pytest.mark.parametrize("game", [PIRANHAS_2026, OSTSEESCHACH_2022])
def test_what_is_no_move_at_all(game: schwarm.Game) -> None:
    state, example = game.start(1), game.example_move()
    wrongs: list[Any] = [None, (0, 0), Move(1, 2), ("A4",), 1.5, True]  # type: ignore[arg-type]
    for wrong in wrongs:
        for ask in (state.play, state.explain, game.parse_move, Record(state).then):
            with pytest.raises(InvalidMove) as refused:
                ask(wrong)
            assert str(refused.value) == (
                f"{wrong!r} is not a move; a move is one of state.legal_moves() or a text like {example}."
            )
    with pytest.raises(InvalidMove) as refused:
        state.play(17)  # type: ignore[arg-type]
    assert str(refused.value) == (
        "17 is not a move; the number of a move is for the Board alone, so take board.move(17)."
    )
    first = state.legal_moves()[0]
    assert state.play(tuple(first)) == state.play(first)  # type: ignore[arg-type]


@pytest.mark.parametrize("id", ["piranhas-2026", "piranhas-2019", "ostseeschach-2022"])
def test_a_first_glance_is_in_logits(id: str) -> None:
    """`greedy` and the search in Python go by it: a game that is on is never as good as decided."""
    for seed in range(3):
        state = schwarm.game(id).start(seed=seed)
        while moves := state.legal_moves():
            assert all(abs(state.evaluate(team)) < 8 for team in Team)
            state = state.play(moves[state.turn * 104729 % len(moves)])


def test_at_first_glance_nothing_is_worse_than_to_have_lost_all_fish() -> None:
    state = PIRANHAS_2026.parse("10/10/10/10/10/10/10/10/10/S8S 2 -")
    assert state.evaluate(Team.TWO) == -8 < state.evaluate(Team.ONE)


def test_a_game_that_says_nothing_else_counts_pieces_and_points() -> None:
    state = PIRANHAS_2026.parse(START)
    assert schwarm.State.evaluate(state, Team.ONE) == (16 + state.points()[0]) / 2
