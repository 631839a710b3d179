"""Servers that do not play along: nobody there, garbage, hanging up, refusals, another game. Each gets its sentence."""

import socket
from dataclasses import replace

import pytest

import schwarm
from player.one_move import OUTCOME, ROOM, First, OneMove, play, sentence_for
from player.scripted_server import Conversation, server
from schwarm.player.client import Client, explain_refusal
from schwarm.player.connection import Address
from schwarm.player.player_errors import CannotPlay
from schwarm.protocol.messages import Joined, JoinRoom, MoveRequested, Refusal, Refused, StateShown
from schwarm.words import sentence


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(CannotPlay) as caught:
        Client(First(), schwarm.game("piranhas-2026"), Address("127.0.0.1", port), patience=0.1).play()
    assert str(caught.value) == (
        f"No server answers at 127.0.0.1:{port}; start one, or name another with --host and --port."
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
        "What HOST:PORT sends is not a Software-Challenge message; is another program listening there?"
    )


def test_the_server_hangs_up_before_the_game() -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say('<protocol>\n  <joined roomId="r00m"/>')

    assert sentence_for(script) == (
        "HOST:PORT closed the connection before the game began; is this the port of the game server, not of the page, "
        "does it play this game, and is the reservation right?"
    )


@pytest.mark.parametrize("end", ["", "\n</protocol>", "\n  <sc.protocol.CloseConnection/>\n</protocol>"])
def test_the_server_hangs_up_in_the_game(end: str) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.tell("piranhas-2026", StateShown(ROOM, schwarm.game("piranhas-2026").start(1)))
        talk.say(end)

    assert sentence_for(script) == "HOST:PORT closed the connection before the game was over."


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (
            Refusal.NO_RESERVATION,
            "The reservation c0de is not known on HOST:PORT or was already used; take the code that belongs to this "
            "game.",
        ),
        (Refusal.NO_SUCH_ROOM, "There is no room blue on HOST:PORT; correct the name, or join without a room."),
        (
            Refusal.ROOM_FULL,
            "The room blue on HOST:PORT is already full; join another one, or join without a room.",
        ),
        (
            Refusal.NO_SUCH_GAME,
            "HOST:PORT does not play piranhas-2026; name its game with --game, or another server with -h and -p.",
        ),
        (Refusal.SERVER_FULL, "HOST:PORT has too many games already; try again later."),
        (
            Refusal.TOO_MUCH_TALK,
            "HOST:PORT does not let us play: sc.api.plugins.exceptions.GameRoomException: Too many requests and no "
            "moves; goodbye",
        ),
    ],
)
def test_a_refusal_ends_at_once(refusal: Refusal, said: str) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.open()
        talk.tell("piranhas-2026", Refused(refusal, JoinRoom("blue")))
        talk.hear()  # the official server leaves the connection open

    with server(script) as address, pytest.raises(CannotPlay) as caught:
        Client(First(), schwarm.game("piranhas-2026"), replace(address, reservation="c0de", room="blue")).play()
    assert str(caught.value).replace(str(address), "HOST:PORT") == said


def test_a_refused_reservation_in_german() -> None:
    told = explain_refusal(Address(reservation="ABC"), schwarm.game("piranhas-2026"), "Couldn't find a reservation")
    assert sentence(told, "de") == (
        "Die Reservierung ABC gibt es auf localhost:13050 nicht, oder sie wurde schon benutzt; nimm den Code, der zu "
        "diesem Spiel gehört."
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
        "The server asks for a move but has not shown a position of piranhas-2026; does it play another game?"
    )
    assert "The server's message “room” makes no sense in piranhas-2026 and is ignored." in caplog.messages


def test_a_room_that_closes_without_a_result() -> None:
    def script(talk: Conversation) -> None:
        talk.hear()
        talk.say('<protocol>\n  <joined roomId="r00m"/>\n  <left roomId="r00m"/>')
        talk.hear()

    assert play(script) is None
