"""How long an honest game waits for the referee while other clients misbehave.

The server runs in this process, with replays as a real one. Two honest clients in another process play game after game;
each of their moves is timed from the moment it is sent to the moment the opponent is asked, first alone and then during
the attack. Attackers are processes with the lowest priority: in earnest they have machines of their own. Wanted: 99 of
100 moves below 50 ms, whatever goes on. An attack is a function with `@attack` that goes on until its process is ended.
Usage: python benchmarks/client_attacks.py [--seconds N] [NAME…]     without names: all of them
"""

import argparse
import contextlib
import itertools
import multiprocessing
import os
import random
import re
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import schwarm
from schwarm.protocol import codec_for
from schwarm.protocol.messages import MoveSent
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings

WANTED_MS = 50
PAUSE = 0.005
"""Seconds that an honest player thinks."""
PATIENCE = 20.0
"""Seconds after which a move counts as lost; the game begins anew."""
GAME = schwarm.game("piranhas-2026")
PASSWORD = "only for this benchmark"

# -- the honest --------------------------------------------------------------------------------------------------


def scripted_game() -> tuple[schwarm.State, list[bytes]]:
    """A start and a long game from it, as messages ready to be sent (with ROOM for the room's id)."""
    codec = codec_for(GAME)
    for seed in itertools.count():
        chance, start = random.Random(seed), GAME.start(seed)
        state, messages = start, list[bytes]()
        while state.outcome() is None:
            move = chance.choice(state.legal_moves())
            messages.append(codec.write_request(MoveSent("ROOM", codec.to_wire(state, move))).encode())
            state = state.play(move)
        if state.turn == GAME.last_turn:
            return start, messages
    raise AssertionError


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def read_until(client: socket.socket, text: bytes) -> bytes:
    heard = b""
    while text not in heard:
        piece = client.recv(65536)
        if not piece:
            raise ConnectionError
        heard += piece
    return heard


def prepare(admin: socket.socket) -> tuple[bytes, list[bytes]]:
    """A room in which nobody else gets a seat, and the codes of its seats."""
    slot = b'<slot canTimeout="false" reserved="true"/>'
    admin.sendall(b'<prepare gameType="' + GAME.wire_name.encode() + b'">' + 2 * slot + b"</prepare>")
    heard = read_until(admin, b"</prepared>")
    return heard.partition(b'<prepared roomId="')[2].partition(b'"')[0], re.findall(
        b"<reservation>(.*?)</reservation>", heard
    )


def play_game(port: int, admin: socket.socket, script: list[bytes], taken: list[float], until: float) -> None:
    """Two clients play; every move's time is noted."""
    room, codes = prepare(admin)
    with connect(port) as one, connect(port) as two:
        sides, asked = [one, two], b'class="moveRequest"'
        for side, code in zip(sides, codes, strict=True):
            side.sendall(b'<protocol><joinPrepared reservationCode="' + code + b'"/>')
        read_until(one, asked)
        for turn, message in enumerate(script[:-1]):
            if time.monotonic() > until:
                return
            time.sleep(PAUSE)
            sent = time.perf_counter()
            sides[turn % 2].sendall(message.replace(b"ROOM", room))
            read_until(sides[1 - turn % 2], asked)
            taken.append(time.perf_counter() - sent)


def play_honestly(port: int, seconds: float, script: list[bytes], pipe: Pipe) -> None:
    """The other process: game after game for some time; tells how long each move took."""
    taken: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        try:
            with connect(port) as admin:
                admin.sendall(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
                while time.monotonic() < until:
                    play_game(port, admin, script, taken, until)
        except OSError:
            # Nobody answers any more, or nobody gets in: that is the worst of all.
            taken.append(time.perf_counter() - began + PATIENCE)
    pipe.send(taken)


def measure(port: int, seconds: float, script: list[bytes]) -> list[float]:
    """Milliseconds of every move."""
    mine, theirs = multiprocessing.Pipe()
    player = multiprocessing.Process(target=play_honestly, args=(port, seconds, script, theirs))
    player.start()
    taken: list[float] = mine.recv()
    player.join()
    return sorted(1000 * each for each in taken)


# -- the attackers -----------------------------------------------------------------------------------------------

ATTACKS: dict[str, Callable[[int], None]] = {}


def attack(run: Callable[[int], None]) -> Callable[[int], None]:
    """An attack, by its function's name."""
    ATTACKS[run.__name__.replace("_", "-")] = run
    return run


def flood(port: int, connections: int, words: bytes, *, read: bool) -> None:
    """Many connections that say the same again and again; new ones for those that are closed."""
    held: list[socket.socket] = []
    while True:
        while len(held) < connections:
            with contextlib.suppress(OSError):
                client = connect(port)
                client.setblocking(False)
                client.send(b"<protocol>")
                held.append(client)
        for client in list(held):
            try:
                client.send(words)
                while read and client.recv(65536):
                    pass
            except BlockingIOError:
                continue
            except OSError:
                held.remove(client)
                client.close()


@attack
def joins(port: int) -> None:
    """Forty connections that repeat that they join."""
    flood(port, 40, b"<join/>" * 2000, read=True)


@attack
def deaf(port: int) -> None:
    """250 clients that ask and never read the answers."""
    flood(port, 250, b'<joinRoom roomId="x"/>' * 700, read=False)


@attack
def rooms(port: int) -> None:
    """Rooms opened and left in a loop."""
    while True:
        with contextlib.suppress(OSError), connect(port) as one, connect(port) as two:
            one.sendall(b"<protocol><join gameType='swc_2022_ostseeschach'/>")
            two.sendall(b"<protocol><join gameType='swc_2022_ostseeschach'/>")
            two.recv(1)


@attack
def comments(port: int) -> None:
    """Forty connections that say nothing, in many words."""
    flood(port, 40, b"<!-- nothing --> and more nothing " * 400, read=True)


@attack
def bytes_one_by_one(port: int) -> None:
    """A hundred connections that send their words byte by byte."""
    held = [connect(port) for _ in range(100)]
    for byte in itertools.cycle(b"<protocol><a>" + b"x" * 60_000):
        for place, client in enumerate(held):
            try:
                client.send(bytes([byte]))
            except OSError:
                client.close()
                held[place] = connect(port)


@attack
def connections(port: int) -> None:
    """New connections as fast as they come."""
    while True:
        with contextlib.suppress(OSError):
            connect(port).close()


@attack
def lost_games(port: int) -> None:
    """Games that end as soon as they began, all of them kept."""
    while True:
        with contextlib.suppress(OSError):
            players = [connect(port) for _ in range(40)]
            for player in players:
                player.sendall(b"<protocol><join gameType='swc_2019_piranhas'/>")
            for player in players:
                player.recv(1)
                player.close()


def run_attack(name: str, port: int) -> None:
    os.nice(19)
    ATTACKS[name](port)


# -- the result --------------------------------------------------------------------------------------------------


class TimedLoop(LoopDelay):
    """Notes how much computing time each turn of the event loop took: what comes in waits for two turns at most. Unlike
    the time on the clock it does not depend on what else the machine does."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[float] = []
        self._computed = 0.0

    def on_select(self, before: float, after: float, asked_last: float) -> None:
        super().on_select(before, after, asked_last)
        computed = time.thread_time()
        self.turns.append(1000 * (computed - self._computed))
        self._computed = computed

    def take_turns(self) -> list[float]:
        turns, self.turns = self.turns, []
        return sorted(turns)


def serve(pulse: LoopDelay, start: schwarm.State, replays: Path, ports: Pipe) -> None:
    """The server, in a thread of this process until it ends."""
    server = Server(Settings(GAME, start=start, password=PASSWORD), loop_delay=pulse, replays=replays)
    ports.send(pulse.loop.run_until_complete(server.listen(port=0)))
    pulse.loop.run_forever()


def show(name: str, taken: list[float], turns: list[float]) -> None:
    tail = taken[int(len(taken) * 0.99)]
    verdict = "" if tail < WANTED_MS else f"  more than {WANTED_MS}"
    own = f"{turns[int(len(turns) * 0.99)]:>12.1f}{turns[-1]:>12.1f}"
    print(
        f"{name:<18}{len(taken):>8}{statistics.median(taken):>14.1f}{tail:>12.1f}{taken[-1]:>12.1f}{own}{verdict}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("names", nargs="*", choices=[*ATTACKS, []])
    options = parser.parse_args()
    start, script = scripted_game()
    mine, theirs = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as replays:
        pulse = TimedLoop()
        threading.Thread(target=serve, args=(pulse, start, Path(replays), theirs), daemon=True).start()
        port = mine.recv()
        print(f"{'attack':<18}{'moves':>8}{'ms median':>14}{'99 %':>12}{'worst':>12}{'turn 99 %':>12}{'longest':>12}")
        for name in options.names or list(ATTACKS):
            pulse.take_turns()
            show("(none)", measure(port, options.seconds / 2, script), pulse.take_turns())
            attacker = multiprocessing.get_context("spawn").Process(target=run_attack, args=(name, port))
            attacker.start()
            time.sleep(1.0)
            show(name, measure(port, options.seconds, script), pulse.take_turns())
            attacker.kill()
            attacker.join()
            time.sleep(0.5)


if __name__ == "__main__":
    main()
