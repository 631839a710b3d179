"""Nobody keeps others waiting: work is done in turns, and whoever only talks or never reads is let go."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import schwarm
from patience import PATIENCE
from referee.running import PASSWORD, START, StoppedClock
from schwarm import Outcome, Reason, Team
from schwarm.games import TimeControl
from schwarm.referee.connection import MAX_READ_BYTES, Connection
from schwarm.referee.lobby import MAX_ROOMS_PER_CLIENT, MAX_SECONDS_DEAF, Lobby, Settings
from schwarm.referee.room import Room
from schwarm.referee.throttle import MAX_PIECE_BYTES, MAX_SECONDS_PER_TURN, MAX_TALK, TALK_BYTES, Turns

ENOUGH = "Too many requests and no moves; goodbye"
NOWHERE = b'<joinRoom roomId="nowhere"/>'
MOVE = b'<room roomId="%s"><data class="move"><from x="0" y="4"/><direction>RIGHT</direction></data></room>'

ANSWER = b'<room roomId="%s"><data class="move"><from x="1" y="0"/><direction>UP</direction></data></room>'


# -- the round -----------------------------------------------------------------------------------------------


class Busy:
    """Somebody with a number of things to do, each of which takes a while."""

    def __init__(self, name: str, things: int, done: list[str], clock: StoppedClock, seconds: float) -> None:
        self.name, self.things, self.done, self.clock, self.seconds = name, things, done, clock, seconds

    def work(self) -> bool:
        self.done.append(self.name)
        self.clock.now += self.seconds
        self.things -= 1
        return self.things > 0


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    def run(*arguments: Any) -> None:
        asyncio.run(test(*arguments))

    run.__name__ = test.__name__
    return run


@in_a_loop
async def test_everybody_does_one_thing_in_a_round() -> None:
    done: list[str] = []
    clock = StoppedClock()
    turns = Turns(clock)
    for name, things in (("a", 3), ("b", 1), ("c", 2)):
        turns.add(Busy(name, things, done, clock, 0.0).work)
    await asyncio.sleep(0)
    assert done == ["a", "b", "c", "a", "c", "a"]
    assert len(turns) == 0


@in_a_loop
async def test_a_turn_of_the_event_loop_is_short() -> None:
    done: list[str] = []
    clock = StoppedClock()
    turns = Turns(clock)
    for name in "ab":
        turns.add(Busy(name, 100, done, clock, MAX_SECONDS_PER_TURN / 4).work)
    for turn in range(1, 4):
        await asyncio.sleep(0)
        assert len(done) == 4 * turn
    assert len(turns) == 2


# -- clients -------------------------------------------------------------------------------------------------


class Wire(asyncio.Transport):
    """The server's end of a connection; the other end is the test."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000)})
        self.sent = b""
        self.reading, self.open = True, True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:  # type: ignore[override]
        self.sent += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        self.open = False

    abort = close


class Guest:
    """A client without a socket."""

    def __init__(self, lobby: Lobby) -> None:
        self.wire = Wire()
        self.connection = Connection(lobby)
        self.connection.connection_made(self.wire)
        self.say(b"<protocol>")

    def say(self, words: bytes) -> None:
        assert len(words) <= MAX_READ_BYTES
        self.connection.get_buffer(0)[: len(words)] = words
        self.connection.buffer_updated(len(words))

    def count(self, text: str) -> int:
        return self.wire.sent.count(text.encode())


def lobby_at(
    clock: Callable[[], float], limits: str = "2s/10s", *, delay: Callable[[float], float] = lambda now: 0.0
) -> Lobby:
    game, time_control = schwarm.game("piranhas-2026"), TimeControl.parse(limits)
    return Lobby(Settings(game, time_control, start=game.parse(START), password=PASSWORD), clock=clock, delay=delay)


async def settle(lobby: Lobby) -> None:
    """Until nobody has anything to do."""
    await asyncio.sleep(0)
    while len(lobby.turns):
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def game(lobby: Lobby) -> tuple[Guest, Guest]:
    """Two players, Red asked for its first move."""
    one, two = Guest(lobby), Guest(lobby)
    for player in (one, two):
        player.say(b"<join/>")
        await settle(lobby)
    assert one.count("moveRequest") == 1
    return one, two


@in_a_loop
async def test_a_move_does_not_wait_behind_those_who_talk() -> None:
    lobby = lobby_at(StoppedClock())
    one, two = await game(lobby)
    crowd = [Guest(lobby) for _ in range(40)]
    await settle(lobby)
    for guest in crowd:
        guest.say(b"<join gameType='swc_2022_ostseeschach'/>" * 300)
    assert len(lobby.turns) == 40
    room = one.wire.sent.partition(b'roomId="')[2].partition(b'"')[0]
    one.say(MOVE % room)
    assert lobby.rooms[room.decode()].state.turn == 1, "handled at once, while all the others wait"
    assert len(lobby.turns) == 40
    assert not any(guest.wire.reading for guest in crowd), "nothing more is taken from those who wait"
    assert one.wire.reading
    await settle(lobby)
    assert two.count("moveRequest") == 1


@in_a_loop
async def test_whoever_is_asked_hears_it_at_once_since_the_clock_runs() -> None:
    lobby = lobby_at(StoppedClock())
    one, two = await game(lobby)
    (room,) = lobby.rooms.values()
    one.say(MOVE % room.id.encode())
    assert room.asked is room.seats[1]
    # Whatever else the event loop has to do now is done in nobody's time to think.
    assert (two.count("memento"), two.count("moveRequest")) == (2, 1)


@in_a_loop
async def test_what_came_while_nothing_was_read_did_not_come_late() -> None:
    clock = StoppedClock()
    lobby = lobby_at(clock)
    one, two = await game(lobby)
    (room,) = lobby.rooms.values()
    two.say(b"\n")
    one.say(MOVE % room.id.encode())
    assert room.asked is room.seats[1]
    assert not two.wire.reading
    # Many others have their turns first; meanwhile the answer lies in the system's buffer.
    clock.now += 9.0
    await settle(lobby)
    assert two.wire.reading
    two.say(ANSWER % room.id.encode())
    assert (room.state.turn, room.record.moves[-1].seconds, room.record.moves[-1].delay) == (2, 9.0, 9.0)
    # Who answers after that has only as much time as everybody.
    clock.now += 9.0
    one.say(MOVE.replace(b'y="4"', b'y="5"') % room.id.encode())
    assert room.record.outcome is not None
    assert room.record.outcome.reason is Reason.TIMEOUT


@in_a_loop
async def test_who_does_not_read_is_heard_when_asked() -> None:
    lobby = lobby_at(StoppedClock())
    one, two = await game(lobby)
    (room,) = lobby.rooms.values()
    two.connection.pause_writing()
    two.say(b"\n")
    await settle(lobby)
    assert not two.wire.reading
    one.say(MOVE % room.id.encode())
    await settle(lobby)
    assert two.wire.reading
    two.say(ANSWER % room.id.encode())
    await settle(lobby)
    assert room.state.turn == 2


@in_a_loop
async def test_who_does_not_read_and_says_no_more_is_not_asked_again_and_again() -> None:
    """The end of what somebody says can be read as often as one likes; that would keep the server busy."""
    lobby = lobby_at(StoppedClock())
    one, two = await game(lobby)
    (room,) = lobby.rooms.values()
    two.connection.pause_writing()
    one.say(MOVE % room.id.encode())
    await settle(lobby)
    two.connection.eof_received()
    await settle(lobby)
    assert (two.wire.reading, room.over) == (False, False)
    two.connection.resume_writing()
    await settle(lobby)
    assert room.record.outcome is not None
    assert room.record.outcome.reason is Reason.LEFT


@in_a_loop
async def test_who_does_not_read_wins_no_time_by_that() -> None:
    clock = StoppedClock()
    lobby = lobby_at(clock)
    one, two = await game(lobby)
    (room,) = lobby.rooms.values()
    two.connection.pause_writing()
    two.say(b"\n")
    one.say(MOVE % room.id.encode())
    await settle(lobby)
    clock.now += 9.0
    two.connection.resume_writing()
    await settle(lobby)
    two.say(ANSWER % room.id.encode())
    assert room.record.outcome is not None
    assert room.record.outcome.reason is Reason.TIMEOUT


@in_a_loop
async def test_only_the_move_that_is_asked_for_goes_first() -> None:
    lobby = lobby_at(StoppedClock())
    one, _two = await game(lobby)
    one.say(NOWHERE * 20)
    await asyncio.sleep(0)
    handled = one.count("errorpacket")
    one.say(NOWHERE * 20)
    assert len(lobby.turns) == 1
    assert one.count("errorpacket") == handled


@in_a_loop
async def test_a_client_looks_no_further_than_its_piece() -> None:
    lobby = lobby_at(StoppedClock())
    guest = Guest(lobby)
    await settle(lobby)
    guest.say(b" " * MAX_READ_BYTES)
    for piece in range(1, 4):
        assert guest.connection.work()
        assert len(guest.connection.inbox) == MAX_READ_BYTES - piece * MAX_PIECE_BYTES


@in_a_loop
async def test_whoever_is_refused_again_and_again_is_told_and_let_go() -> None:
    lobby = lobby_at(StoppedClock())
    guest = Guest(lobby)
    for _ in range(5):
        guest.say(NOWHERE * 100)
        await settle(lobby)
    assert guest.count("<errorpacket") == MAX_TALK + 1
    assert guest.count(ENOUGH) == 1
    assert guest.wire.sent.endswith(b"</protocol>")
    assert not guest.wire.open
    assert len(guest.connection.inbox) == 0


@in_a_loop
async def test_moves_in_no_room_are_talk_too() -> None:
    lobby = lobby_at(StoppedClock())
    guest = Guest(lobby)
    for _ in range(3):
        guest.say(MOVE % b"x" * 50)
        await settle(lobby)
    assert guest.count(ENOUGH) == 1


@in_a_loop
async def test_an_honest_mistake_now_and_then_is_forgiven() -> None:
    clock = StoppedClock()
    lobby = lobby_at(clock)
    guest = Guest(lobby)
    for asked in range(1, 400):
        clock.now += 1.0
        guest.say(NOWHERE)
        await settle(lobby)
        assert guest.count("<errorpacket") == asked
    assert guest.wire.open


@in_a_loop
async def test_an_administrator_may_talk() -> None:
    lobby = lobby_at(StoppedClock())
    guest = Guest(lobby)
    guest.say(f'<authenticate password="{PASSWORD}"/>'.encode())
    for _ in range(4):
        guest.say(b'<observe roomId="nowhere"/>' * 100)
        await settle(lobby)
    assert guest.count("<errorpacket") == 400
    assert guest.wire.open


@pytest.mark.parametrize("nothing", [b"<!-- nothing -->", b"nothing ", b" \n"])
def test_nothing_in_many_words(nothing: bytes) -> None:
    @in_a_loop
    async def talk() -> None:
        lobby = lobby_at(StoppedClock())
        guest = Guest(lobby)
        said = 0
        while guest.wire.open:
            guest.say(nothing * (MAX_READ_BYTES // 2 // len(nothing)))
            said += MAX_READ_BYTES // 2
            await settle(lobby)
            assert said <= MAX_TALK * TALK_BYTES + MAX_READ_BYTES
        assert guest.wire.sent == b""

    talk()


@in_a_loop
async def test_who_does_not_read_is_not_heard_and_let_go_at_last() -> None:
    clock = StoppedClock()
    lobby = lobby_at(clock)
    deaf, slow = Guest(lobby), Guest(lobby)
    await settle(lobby)
    for guest in (deaf, slow):
        guest.connection.pause_writing()
        guest.say(NOWHERE * 3)
        await settle(lobby)
        assert (guest.count("<errorpacket"), guest.wire.reading) == (0, False)
    slow.connection.resume_writing()
    await settle(lobby)
    assert (slow.count("<errorpacket"), slow.wire.reading) == (3, True)
    for passed, there in ((MAX_SECONDS_DEAF, True), (1.0, False)):
        clock.now += passed
        lobby.drop_silent_clients(clock.now)
        assert deaf.wire.open is there
    assert slow.wire.open


@in_a_loop
async def test_games_that_are_left_at_once_end_in_turns() -> None:
    lobby = lobby_at(StoppedClock())
    players = [await game(lobby) for _ in range(10)]
    lobby.turns = Turns(clock := StoppedClock())
    for one, _two in players:
        one.connection.connection_lost(None)
    clock.now += 1.0
    assert (len(lobby.rooms), len(lobby.turns), len(lobby.connections)) == (10, 10, 10)
    await settle(lobby)
    assert not lobby.rooms
    assert all(two.count("LOST_CONNECTION") == 1 for _one, two in players)


@in_a_loop
async def test_who_is_in_many_games_leaves_them_in_turns() -> None:
    lobby = lobby_at(StoppedClock())
    greedy = Guest(lobby)
    await settle(lobby)
    greedy.say(b"<join/>" * 4)
    await settle(lobby)
    assert len(lobby.rooms) == 4
    greedy.say(b"<close/>")
    for left in (3, 2, 1):
        greedy.connection.work()
        assert len(lobby.rooms) == left
    await settle(lobby)
    assert not lobby.rooms
    assert greedy.wire.sent.endswith(b"</protocol>")


@in_a_loop
async def test_who_is_in_enough_games_gets_no_seat_with_others_either() -> None:
    lobby = lobby_at(StoppedClock())
    greedy = Guest(lobby)
    greedy.say(b"<join/>" * MAX_ROOMS_PER_CLIENT)
    await settle(lobby)
    others = [Guest(lobby) for _ in range(MAX_ROOMS_PER_CLIENT + 1)]
    for other in others:
        other.say(b"<join/>")
        await settle(lobby)
    assert len(lobby.waiting) == 1
    greedy.say(b"<join/>")
    await settle(lobby)
    assert (len(greedy.connection.rooms), len(lobby.waiting)) == (MAX_ROOMS_PER_CLIENT, 1)
    assert greedy.count("There are too many games on this server") == 1


@in_a_loop
async def test_who_stays_after_a_game_is_in_it_no_longer() -> None:
    lobby = lobby_at(StoppedClock())
    one, two = Guest(lobby), Guest(lobby)
    for player in (one, two):
        player.say(b"<join/>")
        await settle(lobby)
    (room,) = lobby.rooms.values()
    one.connection.connection_lost(None)
    await settle(lobby)
    assert room.over
    assert two.connection.rooms == set()


@in_a_loop
async def test_who_is_hung_up_on_leaves_all_games_and_has_nothing_more_to_do() -> None:
    lobby = lobby_at(StoppedClock())
    offender, opponent = Guest(lobby), Guest(lobby)
    join = b"<join gameType='swc_2019_piranhas'/>"
    for player, games in ((offender, 2), (opponent, 1)):
        player.say(join * games)
        await settle(lobby)
    (begun,) = [room for room in lobby.rooms.values() if room.running]
    offender.say(f'<room roomId="{begun.id}"><data class="move" x="5" y="5" direction="UP"/></room>'.encode())
    await settle(lobby)
    assert (begun.over, offender.wire.open, len(lobby.rooms)) == (True, False, 1)
    offender.connection.connection_lost(None)
    for _ in range(5):
        await asyncio.sleep(0)
    assert (len(lobby.turns), len(lobby.rooms)) == (0, 0)


@in_a_loop
async def test_what_somebody_wanted_who_is_gone_is_not_done_any_more() -> None:
    lobby = lobby_at(StoppedClock())
    guest = Guest(lobby)
    guest.say(b"<join/>")
    guest.connection.connection_lost(None)
    await settle(lobby)
    assert not lobby.rooms


@in_a_loop
async def test_whoever_has_less_time_than_the_other_one_is_waited_for_no_longer() -> None:
    clock = StoppedClock()
    lobby = lobby_at(clock, "red 300s, blue 0.001s")
    one, two = Guest(lobby), Guest(lobby)
    one.say(b"<join/>")
    await settle(lobby)
    (room,) = lobby.rooms.values()
    two.say(b"<join/>")
    await settle(lobby)
    one.say(MOVE % room.id.encode())
    clock.now += 1.0
    await asyncio.wait_for(reached(lambda: room.over), PATIENCE)
    assert room.record.outcome is not None
    assert (room.record.outcome.winner, room.record.outcome.reason) == (Team.ONE, Reason.TIMEOUT)


async def two_budgets(lobby: Lobby) -> tuple[Guest, Room]:
    """A game in which Red has much time and Blue, who is asked now, has 2 seconds."""
    one, two = Guest(lobby), Guest(lobby)
    one.say(b"<join/>")
    await settle(lobby)
    (room,) = lobby.rooms.values()
    two.say(b"<join/>")
    await settle(lobby)
    one.say(MOVE % room.id.encode())
    assert room.asked is room.seats[1]
    return two, room


@in_a_loop
async def test_a_flag_falls_on_time() -> None:
    lobby = lobby_at(time.monotonic, "red 500s+0s, blue 2s+0s")
    _, room = await two_budgets(lobby)
    assert room.deadline is not None
    # Timers of the same loop are as late as the loop is, which is the delay that nobody has to answer for.
    loop, fallen = asyncio.get_running_loop(), list[bool]()
    for seconds in (-0.05, 0.05):
        loop.call_at(room.deadline + seconds, lambda: fallen.append(room.over))
    await asyncio.wait_for(reached(lambda: len(fallen) == 2), PATIENCE)
    assert fallen == [False, True]
    assert room.record.outcome == Outcome(Team.ONE, Reason.TIMEOUT, room.state.points())


@in_a_loop
async def test_a_move_after_the_flag_loses_although_no_timer_rang() -> None:
    clock = StoppedClock()
    two, room = await two_budgets(lobby_at(clock, "red 500s+0s, blue 2s+0s"))
    clock.now += 2.5
    two.say(ANSWER % room.id.encode())
    assert room.record.outcome == Outcome(Team.ONE, Reason.TIMEOUT, room.state.points())
    assert len(room.record.moves) == 1


@in_a_loop
async def test_a_flag_waits_as_long_as_the_server_was_busy_itself() -> None:
    """A move may have come in meanwhile that nobody has read yet."""
    clock, busy = StoppedClock(), [0.0]
    lobby = lobby_at(clock, "red 500s+0s, blue 0.001s+0s", delay=lambda now: busy[0])
    _, room = await two_budgets(lobby)
    busy[0], clock.now = 1.5, 1.0
    await asyncio.sleep(0.05)
    assert not room.over
    busy[0] = 0.5
    await asyncio.wait_for(reached(lambda: room.over), PATIENCE)


async def reached(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)
