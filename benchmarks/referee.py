"""How fast the referee is: whole 60-turn games over loopback, with players that answer from a prepared script.

The players live in another process and think nothing, so what is measured is the referee: games per second, its own
time per move (from the bytes of a move being there to everything that follows being written), and the memory of an
idle connection and of an idle room. At 1, 10, 100 and 500 games at once.
Usage: python benchmarks/referee.py [seconds per figure]
"""

import asyncio
import gc
import multiprocessing
import random
import socket
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import schwarm
from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.protocol import codec_for
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Join, MoveSent
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Server

OFFICIAL_SERVER = 0.5
"""Games per second of the official 2026 server with instant players, measured elsewhere."""


def scripted_game() -> tuple[schwarm.State, list[str]]:
    """A start and a game of sixty turns from it, as messages ready to be sent (with ROOM for the room's id)."""
    game = schwarm.game("piranhas-2026")
    codec = codec_for(game)
    for seed in range(1000):
        chance, start = random.Random(seed), game.start(seed)
        state, messages = start, []
        while state.outcome() is None:
            move = chance.choice(state.legal_moves())
            messages.append(codec.write_request(MoveSent("ROOM", codec.to_wire(state, move))))
            state = state.play(move)
        if state.turn == game.last_turn:
            return start, messages
    raise RuntimeError("no game of sixty turns found")


class ScriptedClient(asyncio.Protocol):
    """Plays its half of the script, game after game, without looking at anything but requests."""

    def __init__(self, script: list[bytes], join: bytes, counter: list[int]) -> None:
        self.script, self.join, self.counter = script, join, counter
        self.room, self.turn, self.seen = b"", -1, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(b"<protocol>" + self.join)

    def data_received(self, data: bytes) -> None:
        self.seen += data
        if b"<joined" in self.seen:
            _, _, rest = self.seen.partition(b'<joined roomId="')
            self.room, _, self.seen = rest.partition(b'"')
            self.turn = -1
        if b'color="' in self.seen:
            self.turn = 0 if b'color="ONE"' in self.seen else 1
            self.seen = self.seen.partition(b'color="')[2]
        if b'class="moveRequest"' in self.seen:
            self.seen = b""
            self.transport.write(self.script[self.turn].replace(b"ROOM", self.room))
            self.turn += 2
        elif b"<left" in self.seen:
            self.seen = b""
            self.counter[0] += 1
            self.transport.write(self.join)
        elif len(self.seen) > 20_000:
            self.seen = self.seen[-200:]


def play_many(port: int, games: int, seconds: float, script: list[bytes], join: bytes, pipe: Pipe) -> None:
    """The other process: that many pairs of players for some time; tells how many games ended."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        counter = [0]
        for _ in range(2 * games):
            await loop.create_connection(lambda: ScriptedClient(script, join, counter), "127.0.0.1", port)
        await asyncio.sleep(seconds / 4)
        first, began = counter[0], time.perf_counter()
        await asyncio.sleep(seconds)
        pipe.send((counter[0] - first) / 2 / (time.perf_counter() - began))

    asyncio.run(run())


class TimedLobby(Lobby):
    """Notes how long the referee is busy with each move. Whoever joins waits behind those who play, on purpose."""

    busy: list[float]

    def handle(self, connection: Connection, element: Element, *, at: float, delay: float) -> None:
        super().handle(connection, element, at=at, delay=delay)
        if element.get("roomId"):
            self.busy.append(time.monotonic() - at)


async def serve(
    games: int, seconds: float, start: schwarm.State, script: list[bytes], join: bytes, pulse: LoopDelay
) -> str:
    with tempfile.TemporaryDirectory() as replays:
        return await _serve(games, seconds, start, script, join, pulse, Path(replays))


async def _serve(
    games: int, seconds: float, start: schwarm.State, script: list[bytes], join: bytes, pulse: LoopDelay, replays: Path
) -> str:
    """Replays are kept, as a real server does."""
    server = Server(Settings(start.game, start=start), loop_delay=pulse, replays=replays)
    server.lobby.__class__ = TimedLobby
    lobby = server.lobby
    assert isinstance(lobby, TimedLobby)
    lobby.busy = []
    port = await server.listen(port=0)
    mine, theirs = multiprocessing.Pipe()
    players = multiprocessing.Process(target=play_many, args=(port, games, seconds, script, join, theirs))
    players.start()
    while not mine.poll():
        await asyncio.sleep(0.05)
    per_second: float = mine.recv()
    busy = sorted(lobby.busy)
    players.join()
    await server.stop()
    median, tail = statistics.median(busy), busy[int(len(busy) * 0.99)]
    return (
        f"{games:>6}{per_second:>14.1f}{per_second / OFFICIAL_SERVER:>12.0f}"
        f"{1000 * median:>16.3f}{1000 * tail:>12.3f}{1000 * pulse.worst:>16.1f}"
    )


def resident() -> int:
    """Bytes of memory in use by this process (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def sit_idle(port: int, connections: int, say: bytes, pipe: Pipe) -> None:
    """The other process: many connections that say one thing and then nothing, until told to go."""
    idle = []
    for _ in range(connections):
        idle.append(socket.create_connection(("127.0.0.1", port)))
        idle[-1].sendall(say)
    pipe.send("there")
    pipe.recv()


async def memory(connections: int, join: bytes | None) -> float:
    """Kilobytes of this process per idle connection; with `join`, per pair of players who wait in a room."""
    game = schwarm.game("piranhas-2026")
    server = Server(Settings(game, time=UNLIMITED_TIME, max_rooms=10_000, max_connections=10_000))
    port = await server.listen(port=0)
    gc.collect()
    before = resident()
    mine, theirs = multiprocessing.Pipe()
    say = b"<protocol>" + (join or b"")
    guests = multiprocessing.Process(target=sit_idle, args=(port, connections, say, theirs))
    guests.start()
    while not mine.poll():
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    count = len(server.lobby.rooms) if join else len(server.lobby.connections)
    used = (resident() - before) / count / 1024
    mine.send("go")
    guests.join()
    await server.stop()
    return used


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    start, messages = scripted_game()
    script = [message.encode() for message in messages]
    join = codec_for(start.game).write_request(Join(start.game.wire_name)).encode()
    print(f"KB per idle connection: {asyncio.run(memory(1000, None)):.0f}")
    print(f"KB per room with two idle players in a game: {asyncio.run(memory(1000, join)):.0f}")
    print(f"{'games':>6}{'games/s':>14}{'× official':>12}{'own ms median':>16}{'99 %':>12}{'worst delay ms':>16}")
    for games in (1, 10, 100, 500):
        pulse = LoopDelay()
        # Long enough that every game ends at least once.
        print(pulse.loop.run_until_complete(serve(games, max(seconds, games / 15), start, script, join, pulse)))
        pulse.loop.close()


if __name__ == "__main__":
    main()
