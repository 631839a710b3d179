"""The client plays whole games as the official servers recorded them, and stays calm whatever a server does."""

import json
import socket
import threading
import time
from pathlib import Path

import pytest

import schwarm
from player.one_move import OUTCOME, ROOM, OneMove
from player.scripted_server import Conversation, Script, elements, recorded, server
from schwarm.player import Clock, Player
from schwarm.player.client import Client, PlayerFailed
from schwarm.player.connection import Address, CannotPlay
from schwarm.protocol import Element, codec_for
from schwarm.protocol.messages import Close, Join, Joined, JoinPrepared, JoinRoom, MoveRequested, StateShown

GAMES = ["piranhas-2026", "piranhas-2019", "ostseeschach-2022"]


class First(Player):
    """Plays the first legal move and remembers what happened to it."""

    def __init__(self) -> None:
        self.happened: list[object] = []

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
        self.happened.append(state)
        assert 0 < clock.left < 2
        return state.legal_moves()[0]

    def began(self, team: schwarm.Team) -> None:
        self.happened.append(team)

    def ended(self, outcome: schwarm.Outcome) -> None:
        self.happened.append(outcome)


def play(script: Script, player: Player | None = None, game: str = "piranhas-2026") -> schwarm.Outcome | None:
    with server(script) as address:
        return Client(player or First(), schwarm.game(game), address).play()


# -- recorded games ------------------------------------------------------------------------------------------


class Replaying(Player):
    """Plays the moves of a recorded game."""

    def __init__(self, game: str, sent: list[Element]) -> None:
        self._codec = codec_for(schwarm.game(game))
        self._sent = iter(sent)
        self.outcomes: list[schwarm.Outcome] = []

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        return self._codec.move(state, self._codec.read_request(next(self._sent)).move)

    def ended(self, outcome: schwarm.Outcome) -> None:
        self.outcomes.append(outcome)


@pytest.mark.parametrize("client", ["client1", "client2"])
@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_of_the_official_server(game: str, client: str) -> None:
    chunks = recorded(game, client)
    expected = elements("".join(data for direction, data in chunks if direction == "c2s"))
    moves = [element for element in expected if element.tag == "room"]
    assert len(moves) > 10

    def script(talk: Conversation) -> None:
        remaining = iter(expected)
        for direction, data in chunks:
            if direction == "s2c":
                if data.strip() != "</protocol>":
                    talk.say(data)
            elif data.strip() != "</protocol>":
                assert talk.hear() == next(remaining)
        talk.say("\n</protocol>")

    player = Replaying(game, moves)
    with server(script) as address:
        plain = Address(address.host, address.port)
        outcome = Client(player, schwarm.game(game, "official"), plain).play()
    assert outcome is not None
    assert outcome.reason.regular
    assert player.outcomes == [outcome]


# -- joining and leaving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_one_move(game: str) -> None:
    script, player = OneMove(game), First()
    outcome = play(script, player, game)
    assert outcome.winner is schwarm.Team.ONE
    assert player.happened == [schwarm.Team.ONE, script.state, outcome]
    assert script.move == script.state.legal_moves()[0]
    assert script.joined == JoinPrepared("c0de")
    assert script.goodbye == Close()


@pytest.mark.parametrize(
    ("facts", "joined"),
    [({}, Join("swc_2026_piranhas")), ({"room": "r"}, JoinRoom("r")), ({"reservation": "c"}, JoinPrepared("c"))],
)
def test_ways_to_join(facts: dict[str, str], joined: object) -> None:
    script = OneMove()
    with server(script) as address:
        Client(First(), schwarm.game("piranhas-2026"), Address(address.host, address.port, **facts)).play()
    assert script.joined == joined


class Dribbling(Conversation):
    """Says everything byte by byte."""

    def say(self, text: str) -> None:
        for index in range(len(text)):
            super().say(text[index])


def test_bytes_one_by_one_and_unknown_messages() -> None:
    script = OneMove()

    def dribble(talk: Conversation) -> None:
        talk = Dribbling(talk.connection)
        talk.say("<protocol><news from='the future'><x>1</x></news><room roomId='r00m'><data class='poem'/></room>")
        script(talk)

    assert play(dribble).winner is OUTCOME.winner


def test_messages_of_another_room_are_not_for_us() -> None:
    script = OneMove()

    def two_rooms(talk: Conversation) -> None:
        talk.tell("piranhas-2026", Joined(ROOM), MoveRequested("another"))
        script(talk)

    assert play(two_rooms).winner is OUTCOME.winner


def test_it_waits_for_a_server_that_is_just_starting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    # Nobody listens at that port now. The second attempt to connect opens it.
    script, threads = OneMove(), []
    attempts = []
    connect = socket.create_connection

    def connecting(place: tuple[str, int], timeout: float) -> socket.socket:
        attempts.append(place)
        if len(attempts) == 2:
            listening = socket.create_server(("127.0.0.1", port))

            def serve() -> None:
                with listening:
                    connection, _ = listening.accept()
                with connection:
                    script(Conversation(connection))

            threads.append(threading.Thread(target=serve))
            threads[0].start()
        return connect(place, timeout)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("schwarm.player.connection.socket.create_connection", connecting)
        Client(First(), schwarm.game("piranhas-2026"), Address("127.0.0.1", port)).play()
    threads[0].join()
    assert len(attempts) == 2


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
        (RuntimeError("lost\nmyself"), "The player broke off with an error: RuntimeError: lost�myself"),
        (
            schwarm.InvalidMove(schwarm.games.base.STAYS_PUT(text="A1-A1")),
            "The player broke off with an error: InvalidMove: “A1-A1” stays where it is; "
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

    assert sentence_for(OneMove(), Shy(), PlayerFailed).startswith("The player broke off with an error: KeyError")


# -- notes and time ------------------------------------------------------------------------------------------


class Talking(First):
    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
        self.note("thinking\nof you")
        self.note("ü" * 5_000)
        return super().choose(state, clock)


def test_notes_take_the_side_channel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCHWARM_NOTES", str(tmp_path / "notes"))
    play(OneMove(), Talking())
    lines = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    assert lines == [{"turn": 0, "note": "thinking\nof you"}, {"turn": 0, "note": "ü" * 4_000}]


def test_notes_are_bounded_and_never_stop_a_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Chatty(First):
        def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
            for _ in range(300):
                self.note("x" * 4_000)
            return super().choose(state, clock)

    monkeypatch.setenv("SCHWARM_NOTES", str(tmp_path / "notes"))
    play(OneMove(), Chatty())
    assert 990_000 < (tmp_path / "notes").stat().st_size <= 1_000_000
    monkeypatch.setenv("SCHWARM_NOTES", str(tmp_path))
    play(OneMove(), Chatty())
    assert any("Is a directory" in message for message in caplog.messages)


def test_without_a_side_channel_notes_are_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("SCHWARM_NOTES", raising=False)
    caplog.set_level("INFO")
    play(OneMove(), Talking())
    assert "thinking\nof you" in caplog.messages


def test_the_clock() -> None:
    clock = Clock(2.0, time.monotonic() - 0.5)
    assert 0.5 <= clock.used < 1.5
    assert 0.5 < clock.left <= 1.5
    assert Clock(2.0, time.monotonic() - 9).left == 0.0
    assert Clock().left == float("inf")
    assert Clock.for_move(2.0, 0).limit == 1.9
    assert Clock.for_move(0.1, 0).limit == pytest.approx(0.09)
    assert Clock.for_move(None, 0).limit is None
