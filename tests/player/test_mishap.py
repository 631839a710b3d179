"""Servers and players that do not play along: each gets its sentence, and an author sees the own lines only."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import schwarm
from player.one_move import OUTCOME, ROOM, First, OneMove, play
from player.scripted_server import Conversation, Script, server
from schwarm.player import Clock, Greedy, Player, mishap
from schwarm.player.client import Client
from schwarm.player.connection import Address
from schwarm.player.mishap import LAST_PLACES, CannotPlay, PlayerFailed
from schwarm.player.source import player_class
from schwarm.protocol.messages import Joined, MoveRequested, StateShown
from schwarm.words import speaking

# -- servers that do not play along --------------------------------------------------------------------------


def sentence_for(script: Script, player: Player | None = None, kind: type[CannotPlay] = CannotPlay) -> str:
    with server(script) as address, pytest.raises(kind) as caught:
        Client(player or First(), schwarm.game("piranhas-2026"), address).play()
    return str(caught.value).replace(str(address), "HOST:PORT")


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(CannotPlay) as caught:
        Client(First(), schwarm.game("piranhas-2026"), Address("127.0.0.1", port), patience=0.1).play()
    assert str(caught.value) == (
        f"No server answers at 127.0.0.1:{port}; start one, or give another with --host and --port."
    )


@pytest.mark.parametrize("host", ["no such host", "x" * 70, ".."])
def test_no_such_host(host: str) -> None:
    with pytest.raises(CannotPlay) as caught:
        Client(First(), schwarm.game("piranhas-2026"), Address(host), patience=0.1).play()
    assert "There is no computer called “" in str(caught.value)
    assert str(caught.value).endswith("”; give the server's name or address with --host.")


@pytest.mark.parametrize(
    "garbage",
    [
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "<html>",
        "<protocol><a></b>",
        "<protocol>hello",
        "<!DOCTYPE x><protocol>",
        "<protocol><a>" + "x" * 70_000,
    ],
)
def test_garbage(garbage: str) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say(garbage)
        talk.hear()

    assert sentence_for(script) == (
        "What HOST:PORT sends is no message of the Software-Challenge; is another program listening there?"
    )


def test_the_server_hangs_up_before_the_game() -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say('<protocol>\n  <joined roomId="r00m"/>')

    assert sentence_for(script) == (
        "HOST:PORT hung up before the game began; does it play this game, and is the reservation right?"
    )


@pytest.mark.parametrize("end", ["", "\n</protocol>", "\n  <sc.protocol.CloseConnection/>\n</protocol>"])
def test_the_server_hangs_up_in_the_game(end: str) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.tell("piranhas-2026", StateShown(ROOM, schwarm.game("piranhas-2026").start(1)))
        talk.say(end)

    assert sentence_for(script) == "HOST:PORT hung up before the game was over."


def test_a_refused_reservation_ends_at_once() -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say(
            '<protocol>\n  <errorpacket message="Couldn\'t find a reservation for the provided token.">\n'
            '    <originalRequest class="joinPrepared" reservationCode="c0de"/>\n  </errorpacket>'
        )
        talk.hear()  # the official server leaves the connection open

    assert sentence_for(script) == (
        "HOST:PORT does not let us play: Couldn't find a reservation for the provided token."
    )


def test_complaints_in_a_game_are_logged_and_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    script = OneMove()

    def complaining(talk: Conversation) -> None:
        talk.say('<protocol>\n  <room roomId="r00m"><data class="welcomeMessage" color="ONE"/></room>')
        talk.say('\n  <errorpacket message="Received non-move packet"/>')
        talk.say('\n  <room roomId="r00m"><data class="error" message="No.&#xa;Really"/></room>')
        script(talk)

    assert play(complaining).winner is OUTCOME.winner
    assert "The server complains: Received non-move packet" in caplog.messages
    assert "The server complains: No.�Really" in caplog.messages


def test_a_server_of_another_game(caplog: pytest.LogCaptureFixture) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        state = schwarm.game("ostseeschach-2022").start(1)
        talk.tell("ostseeschach-2022", Joined(ROOM), StateShown(ROOM, state), MoveRequested(ROOM))
        talk.hear()

    assert sentence_for(script) == (
        "The server asks for a move but showed no position of piranhas-2026; does it play another game?"
    )
    assert "A message “room” of the server makes no sense in piranhas-2026 and is ignored." in caplog.messages


def test_a_room_that_closes_without_a_result() -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say('<protocol>\n  <joined roomId="r00m"/>\n  <left roomId="r00m"/>')
        talk.hear()

    assert play(script) is None


# -- players that do not play along --------------------------------------------------------------------------


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
        (None, "The player chose None, which is no move; a move is one of state.legal_moves() or a text like A1-C1."),
        (
            "nonsense",
            "The player chose a false move: “nonsense” is not a move; a move names two squares, like A1-C1.",
        ),
        (
            "Z9-A1",
            "The player chose a false move: “Z9” is not a square of this board; squares go from A0 to J9.",
        ),
        (RuntimeError("lost\nmyself"), "Choosing broke off at turn 0 with an error: RuntimeError: lost�myself"),
        (
            schwarm.InvalidMove(schwarm.games.base.STAYS_PUT(text="A1-A1")),
            "Choosing broke off at turn 0 with an error: InvalidMove: “A1-A1” stays where it is; "
            "a move needs two different squares.",
        ),
    ],
)
def test_what_is_no_move(choice: object, sentence: str) -> None:
    script = OneMove()
    assert sentence_for(script, Choosing(choice), PlayerFailed) == sentence
    assert script.move is None


def test_an_illegal_move_is_not_sent() -> None:
    # The wire would carry no distance, and the server would see a legal move of another length.
    script = OneMove()
    legal = set(script.state.legal_moves())
    move = next(move for move in legal if move.start[0] == move.to[0])
    further = f"{move.start}-{move.to[0]}{(int(move.to[1]) + 1) % 10}"
    assert schwarm.game("piranhas-2026").parse_move(further) not in legal
    assert sentence_for(script, Choosing(further), PlayerFailed).startswith("The player chose a false move: ")
    assert script.move is None


def test_the_text_of_a_move_will_do() -> None:
    script = OneMove()
    play(script, Choosing(str(script.state.legal_moves()[-1])))
    assert script.move == script.state.legal_moves()[-1]


def test_hooks_that_raise() -> None:
    class Shy(First):
        def began(self, team: schwarm.Team) -> None:
            raise KeyError(team)

    assert sentence_for(OneMove(), Shy(), PlayerFailed).startswith("Shy broke off with an error: KeyError")


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


class Short(Player):
    def choose(self, state):
        return state.legal_moves()[0]


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
        "Careless broke off at turn 0 with an error: IndexError: Cannot choose from an empty sequence"
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


def test_an_error_outside_of_the_authors_lines_and_one_without_words(report: Callable[[str], str]) -> None:
    told = report("Short")
    assert places(told) == []
    assert told.splitlines()[-1].endswith("choose() takes 2 positional arguments but 3 were given")
    assert report("Silent").splitlines()[0] == "Silent broke off at turn 0 with an error: Mute"


def test_an_error_of_our_own_is_told_with_our_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Greedy, "value", lambda self, state, team: schwarm.game("piranhas-2026").parse(None))
    monkeypatch.setattr(mishap, "FOREIGN", (*mishap.FOREIGN, Path(__file__).parent))
    with server(OneMove()) as address, pytest.raises(PlayerFailed) as caught:
        Client(Greedy(), schwarm.game("piranhas-2026"), address).play()
    shown = places(caught.value.report)
    assert "schwarm/games/" in shown[-1]
    assert not any("schwarm/player/" in place for place in shown)


def test_in_german() -> None:
    with server(OneMove()) as address, pytest.raises(PlayerFailed) as caught:
        Client(Choosing(KeyError("weight")), schwarm.game("piranhas-2026"), address).play()
    with speaking("de"):
        assert str(caught.value) == "Choosing ist bei Zug 0 mit einem Fehler abgebrochen: KeyError: 'weight'"
