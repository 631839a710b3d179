"""What a bot can do to its opponent: an honest bot's own time for a move, against a quiet opponent and against one that
attacks, game by game in turn. Close to 1 is what is wanted.

    python benchmarks/bot_attacks.py [GAMES]
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

import schwarm
from schwarm import Team, launch
from schwarm.launch import Sandbox
from schwarm.referee.seat import Limits

BOTS = """
import os, socket, threading, time
from schwarm.player import Player

class Honest(Player):
    def choose(self, state, clock):
        total = 0
        for number in range(300_000):
            total += number * number
        return state.legal_moves()[0]

class Quiet(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]

class Busy(Quiet):
    \"\"\"A hundred processes in sessions of their own that compute all the time.\"\"\"

    def __init__(self):
        for _ in range(100):
            if not os.fork():
                os.setsid()
                while True:
                    pass

class Memory(Quiet):
    \"\"\"Writes to memory without end, in threads.\"\"\"

    def __init__(self):
        for _ in range(4):
            threading.Thread(target=self.write, daemon=True).start()

    def write(self):
        space = bytearray(30_000_000)
        while True:
            space[:] = bytes(len(space))

class Printing(Quiet):
    \"\"\"Prints without end.\"\"\"

    def __init__(self):
        threading.Thread(target=self.print, daemon=True).start()

    def print(self):
        while True:
            os.write(1, b"x" * 60_000)
"""
ATTACKS = ("Busy", "Memory", "Printing")


def think_time(bots: Path, opponent: str) -> float:
    """Median seconds of the honest bot for a move, from its third on: before that, Python is still waking up."""
    hosted = launch.play(
        schwarm.game("piranhas-2026").start(1),
        f"{bots}:Honest",
        f"{bots}:{opponent}",
        limits=Limits(60.0, 90.0),
        patience=120.0,
        sandbox=Sandbox(),
    )
    outcome = hosted.record.outcome
    assert outcome is not None
    assert outcome.reason.regular or outcome.winner is Team.ONE, (outcome, hosted.troubles)
    return median(move.seconds or 0.0 for move in hosted.record.moves[4::2])


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder:
        bots = Path(folder) / "bots.py"
        bots.write_text(BOTS)
        for attack in ATTACKS:
            pairs = [(think_time(bots, "Quiet"), think_time(bots, attack)) for _ in range(games)]
            quiet, attacked = (median(times) for times in zip(*pairs, strict=True))
            print(f"{attack:10} {quiet * 1000:7.1f} ms {attacked * 1000:7.1f} ms  ×{attacked / quiet:.2f}")


if __name__ == "__main__":
    main()
