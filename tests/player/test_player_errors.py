"""Players that do not play along: what is no move, what they raise, and what the author sees of that."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import schwarm
from player.one_move import First, OneMove, play, sentence_for
from player.scripted_server import server
from schwarm.player import Clock, Greedy, Player, player_errors
from schwarm.player.class_file import player_class
from schwarm.player.client import Client
from schwarm.player.player_errors import LAST_PLACES, PlayerFailed
from schwarm.words import speaking


class Choosing(Player):
    """Chooses whatever a test wants."""

    def __init__(self, choice: object) -> None:
        self.choice = choice

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
        if isinstance(self.choice, Exception):
            raise self.choice
        return self.choice  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (
            None,
            f"choose (test_player_errors.py, line {Choosing.choose.__code__.co_firstlineno}) returned None, "
            "which is not a move; "
            "a move is one of state.legal_moves() or a text like A1-C1.",
        ),
        (
            1507,
            "The player chose 1507; the number of a move is for the Board alone, so return board.move(1507).",
        ),
        *(
            (
                schwarm.Move(one, two),
                f"choose (test_player_errors.py, line {Choosing.choose.__code__.co_firstlineno}) returned "
                f"Move(start={one!r}, to={two!r}), which is not a move; "
                "a move is one of state.legal_moves() or a text like A1-C1.",
            )
            for one, two in cast("list[tuple[str, str]]", [((0, 0), (1, 1)), (1, 2), (None, None), ([0], [1])])
        ),
        (
            True,
            f"choose (test_player_errors.py, line {Choosing.choose.__code__.co_firstlineno}) returned True, "
            "which is not a move; a move is one of state.legal_moves() or a text like A1-C1.",
        ),
        (
            "nonsense",
            "The player chose an illegal move: “nonsense” is not a move; a move names two squares, like A1-C1.",
        ),
        (
            "Z9-A1",
            "The player chose an illegal move: “Z9” is not a square of this board; squares go from A0 to J9.",
        ),
        (RuntimeError("lost\nmyself"), "Choosing stopped at move 1 with an error: RuntimeError: lost�myself"),
        (
            schwarm.InvalidMove(schwarm.games.base.STAYS_PUT(text="A1-A1")),
            "Choosing stopped at move 1 with an error: InvalidMove: “A1-A1” stays where it is; "
            "a move needs two different squares.",
        ),
    ],
)
def test_what_is_no_move(choice: object, sentence: str) -> None:
    script = OneMove()
    assert sentence_for(script, Choosing(choice), PlayerFailed) == sentence
    assert script.move is None


def test_an_illegal_move_is_not_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCHWARM_NOTES", str(tmp_path / "notes"))
    # The wire would carry no distance, and the server would see a legal move of another length.
    script = OneMove()
    legal = set(script.state.legal_moves())
    move = next(move for move in legal if move.start[0] == move.to[0])
    further = f"{move.start}-{move.to[0]}{(int(move.to[1]) + 1) % 10}"
    assert schwarm.game("piranhas-2026").parse_move(further) not in legal
    assert sentence_for(script, Choosing(further), PlayerFailed).startswith("The player chose an illegal move: ")
    assert script.move is None
    # Whoever started the player can confirm what it chose.
    assert json.loads((tmp_path / "notes").read_text()) == {"turn": 0, "illegal": further}


def test_the_text_of_a_move_will_do() -> None:
    script = OneMove()
    play(script, Choosing(str(script.state.legal_moves()[-1])))
    assert script.move == script.state.legal_moves()[-1]


def test_hooks_that_raise() -> None:
    class Shy(First):
        def began(self, team: schwarm.Team) -> None:
            raise KeyError(team)

    assert sentence_for(OneMove(), Shy(), PlayerFailed).startswith("Shy stopped with an error: KeyError")


# -- what an author sees -------------------------------------------------------------------------------------

BOT = """
import random

from schwarm.player import Player


class Careless(Player):
    def choose(self, state, clock):
        return self.best(state, 3)

    def best(self, state, depth):
        return random.choice([])


class Rash(Player):
    def choose(self, state, clock):
        state.play("J9-J9")


class Endless(Player):
    def choose(self, state, clock):
        return self.deeper(state)

    def deeper(self, state):
        return self.deepest(state)

    def deepest(self, state):
        return self.deeper(state)


class Mute(Exception):
    def __str__(self):
        raise ValueError


class Silent(Player):
    def choose(self, state, clock):
        raise Mute
"""


def places(report: str) -> list[str]:
    """The lines of a report that say where something happened."""
    return [line.strip() for line in report.splitlines() if line.startswith("  File ")]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """What the author of a class is told about its error."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    bot = tmp_path / "careless_bot.py"
    bot.write_text(BOT)

    def told(kind: str) -> str:
        with server(OneMove()) as address, pytest.raises(PlayerFailed) as caught:
            Client(player_class(bot, kind)(), schwarm.game("piranhas-2026"), address).play()
        return caught.value.report.replace(str(bot), "BOT")

    return told


def test_only_the_authors_own_lines_are_shown(report: Callable[[str], str]) -> None:
    told = report("Careless")
    assert told.splitlines()[0] == (
        "Careless stopped at move 1 with an error: IndexError: Cannot choose from an empty sequence"
    )
    assert places(told) == ['File "BOT", line 9, in choose', 'File "BOT", line 12, in best']
    assert "return random.choice([])" in told
    assert told.splitlines()[-1] == "IndexError: Cannot choose from an empty sequence"
    told = report("Rash")
    assert places(told) == ['File "BOT", line 17, in choose']
    assert "“J9-J9” stays where it is" in told.splitlines()[-1]


def test_of_many_lines_the_last_ones(report: Callable[[str], str]) -> None:
    told = report("Endless")
    assert len(places(told)) == LAST_PLACES
    assert "RecursionError: maximum recursion depth exceeded" in told.splitlines()[-1]


def test_an_error_without_words(report: Callable[[str], str]) -> None:
    assert report("Silent").splitlines()[0] == "Silent stopped at move 1 with an error: Mute"


def test_an_error_of_our_own_is_told_with_our_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = cast("str", None)
    monkeypatch.setattr(Greedy, "value", lambda self, state, team: schwarm.game("piranhas-2026").parse(nothing))
    foreign = (*player_errors.foreign_folders(), Path(__file__).parent)
    monkeypatch.setattr(player_errors, "foreign_folders", lambda: foreign)
    with server(OneMove()) as address, pytest.raises(PlayerFailed) as caught:
        Client(Greedy(), schwarm.game("piranhas-2026"), address).play()
    shown = places(caught.value.report)
    assert "schwarm/games/" in shown[-1]
    assert not any("schwarm/player/" in place for place in shown)


def test_in_german() -> None:
    with server(OneMove()) as address, pytest.raises(PlayerFailed) as caught:
        Client(Choosing(KeyError("weight")), schwarm.game("piranhas-2026"), address).play()
    with speaking("de"):
        assert str(caught.value) == "Choosing ist bei Zug 1 mit einem Fehler abgebrochen: KeyError: 'weight'"
