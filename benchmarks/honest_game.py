"""An honest game on an arena that somebody attacks, and how long it waits: what `attacks.py` and `client_attacks.py`
have in common.

`schwarm serve` runs as a process of its own, with page and replays. Two honest clients play game after game, first
alone and then during an attack. Attackers are processes with the lowest priority: in earnest they have machines of
their own. Wanted: 99 of 100 moves are answered within 50 ms, whatever goes on. Four figures tell:

    clock     milliseconds from sending a move to hearing that the opponent is asked
    server    processor time that all threads of the server used meanwhile, also for others
    turns     processor time of three turns of the event loop one after the other: a move comes during the first, is
              handled in the second and answered in the third. 99 % of the time that the loop is busy it is less
    longest   the longest single turn

The first depends on what else the machine does, the others do not. Neither clock nor server is less than the referee's
own part, so an attack is too slow only if both are. Where the turns are not, it is only perhaps: then other threads of
the server computed meanwhile, or the machine kept the clients waiting.
"""

import argparse
import contextlib
import itertools
import multiprocessing
import os
import random
import re
import socket
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import median

from benchmarks.attacked_server import PASSWORD, PATIENCE, Arena, Target

import schwarm
from schwarm.protocol import codec_for
from schwarm.protocol.messages import MoveSent

WANTED_MS = 50
PAUSE = 0.005
"""Seconds that an honest player thinks."""
WARM_SECONDS = 1.0
"""Processor time after which the server has seen everything once: what it loads and compiles for the first is over."""
MAX_NAMED = 3
GAME = schwarm.game("piranhas-2026")

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


def read_until(client: socket.socket, text: bytes) -> bytes:
    """What is said up to a text."""
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
    room = heard.partition(b'<prepared roomId="')[2].partition(b'"')[0]
    return room, re.findall(b"<reservation>(.*?)</reservation>", heard)


Move = tuple[float, float]
"""Seconds on the clock, and of the server's processor time."""


def play_game(target: Target, admin: socket.socket, script: list[bytes], moves: list[Move], until: float) -> None:
    """Two clients play; every move's time is noted."""
    room, codes = prepare(admin)
    with target.connect() as one, target.connect() as two:
        sides, asked = [one, two], b'class="moveRequest"'
        for side, code in zip(sides, codes, strict=True):
            side.sendall(b'<protocol><joinPrepared reservationCode="' + code + b'"/>')
        read_until(one, asked)
        for turn, message in enumerate(script[:-1]):
            if moves and time.monotonic() > until:
                return
            time.sleep(PAUSE)
            computed, sent = target.computed(), time.perf_counter()
            sides[turn % 2].sendall(message.replace(b"ROOM", room))
            read_until(sides[1 - turn % 2], asked)
            moves.append((time.perf_counter() - sent, target.computed() - computed))


def play_honestly(target: Target, seconds: float, script: list[bytes], pipe: Pipe) -> None:
    """The other process: game after game for some time; tells how long each move took."""
    with contextlib.suppress(OSError):
        # Its own waiting for the processor is nothing that the server can help.
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    moves: list[Move] = []
    until = time.monotonic() + seconds
    while not moves or time.monotonic() < until:
        try:
            with target.connect() as admin:
                admin.sendall(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
                while not moves or time.monotonic() < until:
                    play_game(target, admin, script, moves, until)
        except OSError:
            # Nobody answers any more, or nobody gets in: that is the worst of all.
            moves.append((PATIENCE, PATIENCE))
    pipe.send(moves)


@dataclass(frozen=True)
class Figures:
    """Milliseconds of an honest game's moves and of the event loop's turns."""

    clock: list[float]
    server: list[float]
    turns: list[float]

    @property
    def verdict(self) -> str:
        if min(late(self.clock), late(self.server)) < WANTED_MS:
            return ""
        return "  too slow" if busy_turns(self.turns) > WANTED_MS else "  perhaps too slow"

    def __str__(self) -> str:
        shown = (median(self.clock), late(self.clock), median(self.server), late(self.server))
        return "".join(f"{figure:>9.1f}" for figure in (*shown, busy_turns(self.turns), max(self.turns)))


HEAD = "".join(f"{word:>9}" for word in ("clock", "99 %", "server", "99 %", "turns", "longest"))


def late(figures: list[float]) -> float:
    return sorted(figures)[int(len(figures) * 0.99)]


def busy_turns(turns: list[float]) -> float:
    """Three turns one after the other, for a move that comes at any moment of the first but the unluckiest 1 %."""
    triples = sorted((sum(turns[place : place + 3]), turns[place]) for place in range(len(turns)))
    unlucky = 0.01 * sum(turns)
    while (unlucky := unlucky - triples[-1][1]) > 0:
        triples.pop()
    return triples[-1][0]


def measure(arena: Arena, seconds: float, script: list[bytes]) -> Figures:
    mine, theirs = multiprocessing.Pipe()
    player = multiprocessing.Process(target=play_honestly, args=(arena.target, seconds, script, theirs))
    arena.take_turns()
    player.start()
    clock, server = zip(*mine.recv(), strict=True)
    player.join()
    return Figures([1000 * each for each in clock], [1000 * each for each in server], arena.take_turns())


# -- the attackers -----------------------------------------------------------------------------------------------

Attack = Callable[[Target], None]
ATTACKS: dict[str, Attack] = {}


def attack(run: Attack) -> Attack:
    """An attack, by its function's name. It goes on until its process is ended."""
    ATTACKS[run.__name__.replace("_", "-")] = run
    return run


def begin(name: str, target: Target) -> None:
    """In the attacker's process."""
    os.nice(19)
    ATTACKS[name](target)


def warm_up(target: Target) -> None:
    """Wait until the server has done something about an attack, or nothing more comes of it."""
    begun, until = target.computed(), time.monotonic() + PATIENCE
    while target.computed() - begun < WARM_SECONDS and time.monotonic() < until:
        time.sleep(0.1)


def try_attack(name: str, seconds: float) -> None:
    """Measure and print."""
    start, script = scripted_game()
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder), start)
        try:
            measure(arena, 0.0, script)
            alone = measure(arena, seconds / 2, script)
            print(f"{'(alone)':<24}{alone}", flush=True)
            attacker = multiprocessing.Process(target=begin, args=(name, arena.target), daemon=True)
            attacker.start()
            warm_up(arena.target)
            arena.take_slow_callbacks()
            attacked = measure(arena, seconds, script)
            slowest = arena.take_slow_callbacks()[:MAX_NAMED]
            attacker.kill()
            attacker.join()
            facts = f"{arena.megabytes:>8.0f}{arena.log_bytes / 1000:>8.0f}"
        finally:
            arena.stop()
        print(f"{name:<24}{attacked}{facts}{attacked.verdict}", flush=True)
        for slow in slowest:
            print(f"    {slow}", flush=True)


def main(description: str) -> None:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each is measured")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"attacks; there are {', '.join(ATTACKS)}")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(ATTACKS):
        parser.error(f"no attack is called {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    print("milliseconds of an honest game's moves and of the event loop; memory in MB; log in KB")
    print(f"{'attack':<24}{HEAD}{'memory':>8}{'log':>8}")
    for name in asked.names or ATTACKS:
        try_attack(name, asked.seconds)
