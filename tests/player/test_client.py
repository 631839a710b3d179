"""The client plays whole games as the official servers recorded them, joins and leaves, and hands on notes and time."""

import json
import socket
import threading
import time
from pathlib import Path

import pytest

import schwarm
from player.one_move import OUTCOME, ROOM, First, OneMove, play
from player.scripted_server import Conversation, elements, recorded, server
from schwarm.player import Clock, Player
from schwarm.player.client import Client
from schwarm.player.connection import Address
from schwarm.protocol import Element, codec_for
from schwarm.protocol.messages import (
    Close,
    Join,
    Joined,
    JoinPrepared,
    JoinRoom,
    LeftRoom,
    MoveRequested,
    MoveSent,
    ResultShown,
    StateShown,
    TimeLeft,
    Welcome,
)

GAMES = [known.id for known in schwarm.all_games()]


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


def test_what_a_player_does_when_the_game_begins_takes_time_from_its_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, left = [1000.0], []

    class Preparing(First):
        def began(self, team: schwarm.Team) -> None:
            now[0] += 1.5

        def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
            left.append(clock.left)
            return super().choose(state, clock)

    monkeypatch.setattr("schwarm.player.connection.time.monotonic", lambda: now[0])
    # As if every byte came by itself, so that the request for a move is not there with the welcome.
    monkeypatch.setattr("schwarm.player.connection.BYTES_AT_ONCE", 1)
    play(OneMove(), Preparing())
    assert left == [pytest.approx(0.4)]


def test_the_clock() -> None:
    clock = Clock(2.0, time.monotonic() - 0.5)
    assert 0.5 <= clock.used < 1.5
    assert 0.5 < clock.left <= 1.5
    assert Clock(2.0, time.monotonic() - 9).left == 0.0
    assert Clock().left == float("inf")
    assert Clock.for_move(2.0, 0).limit == 1.9
    assert Clock.for_move(0.1, 0).limit == pytest.approx(0.09)
    assert Clock.for_move(None, 0).limit is None


def test_the_clock_of_a_game_with_a_time_of_its_own() -> None:
    """What is left is spread over the moves to go: 30 of them at a start."""
    clocks: list[Clock] = []

    class Timed(First):
        def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
            clocks.append(clock)
            return state.legal_moves()[0]

    play(OneMove(left=TimeLeft(60.5, 60.5, 1.0)), Timed())
    play(OneMove(left=TimeLeft(0.5, 60.5, 1.0)), Timed())
    share, most = clocks
    assert share.limit == pytest.approx(60 / 30 + 1 - 0.1, abs=0.01)
    assert most.limit == pytest.approx(0.45)
    for clock in clocks:
        assert clock.increment == 1.0
        # Each is read a little later than the one before.
        assert 60.5 >= clock.remaining >= clock.until_late >= clock.left
    assert Clock(2.0).remaining == Clock().until_late == float("inf")
    assert Clock(2.0).until_late <= 2.0


def test_what_moves_cost_besides_the_thinking_is_not_planned_with() -> None:
    state = schwarm.game("piranhas-2026").start(1)
    quiet, busy = (Clock.for_game(state, 60.5, 60.5, 1.0, lag=lag).limit for lag in (0.0, 0.5))
    assert quiet is not None
    assert busy == pytest.approx(quiet - 0.5, abs=0.01)
    # Where nothing else helps it plays at once.
    assert Clock.for_game(state, 60.5, 60.5, 0.0, lag=3.0).left == 0.0


class TwoMoves(OneMove):
    """The same for two moves; between them half a second more is gone than the client thought."""

    def __call__(self, talk: Conversation) -> None:
        codec = codec_for(self.state.game)
        talk.hear()
        talk.open()
        talk.tell(self.game, Joined(ROOM), Welcome(ROOM, schwarm.Team.ONE))
        state = self.state
        for left in (TimeLeft(60.5, 60.5, 1.0), TimeLeft(61.0, 61.0, 1.0)):
            talk.tell(self.game, StateShown(ROOM, state), MoveRequested(ROOM, left))
            element = talk.hear()
            assert element is not None
            request = codec.read_request(element)
            assert isinstance(request, MoveSent)
            state = state.play(codec.move(state, request.move))
            state = state.play(state.legal_moves()[0])
        talk.tell(self.game, ResultShown(ROOM, OUTCOME, state), LeftRoom(ROOM))
        talk.hear()


def test_the_kit_learns_what_moves_cost_besides_the_thinking() -> None:
    lags: list[float] = []

    class Timed(First):
        def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
            lags.append(clock.lag)
            return state.legal_moves()[0]

    play(TwoMoves(), Timed())
    assert lags[0] == 0.0
    # Thinking took a little, too, which is none of it.
    assert 0.0 < lags[1] <= 0.5


def test_nothing_left_is_not_no_limit() -> None:
    state = schwarm.game("piranhas-2026").start(1)
    assert Clock.for_game(state, 0.0, 0.0, 0.0).left == 0.0
