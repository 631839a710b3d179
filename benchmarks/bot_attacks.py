"""What a bot can do to its opponent: an honest bot's own time for a move, against a quiet opponent and against one that
attacks, game by game in turn. Close to 1 is what is wanted. What else the machine does disturbs that figure; the last
does not depend on it: processor time that the attacker used in a game while it was held still, where 0 is wanted. With
--signals as on a machine without control groups. Then what the kernel does for a bot beyond its wall, where "refused"
is wanted everywhere.

    python benchmarks/bot_attacks.py [--signals] [GAMES]
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from typing import ClassVar

import schwarm
from schwarm import Team, launch
from schwarm.launch import Sandbox, limits
from schwarm.launch.limits import ControlGroup

BOTS = """
import ctypes, fcntl, os, threading
from pathlib import Path
import schwarm
from schwarm.player import Player

class Honest(Player):
    def choose(self, state, clock):
        # Like a program that reads a file of its language in every move.
        with open(os.path.join(os.path.dirname(schwarm.__file__), "player", "__init__.py")) as file:
            file.read()
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

class Kernel(Quiet):
    \"\"\"Lets the kernel work for it, in calls that nobody can interrupt.\"\"\"

    def __init__(self):
        for _ in range(4):
            if not os.fork():
                library, size = ctypes.CDLL(None), ctypes.c_size_t(2**33)
                library.mmap.restype = ctypes.c_void_p
                memory = ctypes.c_void_p(library.mmap(None, size, 3, 0x4022, -1, 0))
                library.madvise(memory, size, 15)
                while True:
                    library.madvise(memory, size, 22)
                    library.madvise(memory, size, 4)

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

class Leases(Quiet):
    \"\"\"Holds up all who open a file of this package, where both bots have the same user and it is theirs.\"\"\"

    def __init__(self):
        self.kept = []

    def choose(self, state, clock):
        for path in Path(schwarm.__file__).parent.glob("player/*.py"):
            try:
                self.kept.append(path.open())
                fcntl.fcntl(self.kept[-1], fcntl.F_SETLEASE, fcntl.F_WRLCK)
            except OSError:
                self.kept.pop().close()
        return state.legal_moves()[0]

class Asking(Quiet):
    \"\"\"Asks the kernel for what two bots of a game, or of one after the other, would share.\"\"\"

    def __init__(self):
        library = ctypes.CDLL(None, use_errno=True)
        number = NUMBERS[os.uname().machine]
        for name, call, *arguments in (
            ("note in a keyring", number[0], b"user", b"note", b"word", 4, -3),
            ("keys of a login", number[1], 11, -3, None, 0),
            ("program in the kernel", number[2], 5, ctypes.create_string_buffer(128), 128),
            ("counters of performance", number[3], ctypes.create_string_buffer(128), 0, -1, -1, 0),
            ("semaphores of no process", number[4], 0, 32_000, 0o1600),
            ("watch on files of all", number[5], 0),
        ):
            done = library.syscall(call, *arguments)
            self.tell(name, done >= 0, os.strerror(ctypes.get_errno()) if done < 0 else "")
        groups = [place for place, _, _ in os.walk("/sys/fs/cgroup") if "schwarm-" in place]
        self.tell("accounts of other bots", bool(groups), "hidden")

    def tell(self, name, able, why):
        print(f"{name:26}", "WORKS" if able else f"refused: {why}", flush=True)

NUMBERS = {"x86_64": (248, 250, 321, 298, 64, 294), "aarch64": (217, 219, 280, 241, 190, 26)}
"""
ATTACKS = ("Busy", "Kernel", "Memory", "Printing", "Leases")


class NotedUse(limits.UseWhileHeld):
    """Processor time of a bot while it was held, kept for us."""

    all: ClassVar[list["NotedUse"]] = []

    def __init__(self, root: int, group: ControlGroup) -> None:
        super().__init__(root, group)
        self.all.append(self)


def think_time(bots: Path, opponent: str) -> float:
    """Median seconds of the honest bot for a move, from its third on: before that, Python is still waking up."""
    hosted = launch.play(
        schwarm.game("piranhas-2026").start(1),
        f"{bots}:Honest",
        f"{bots}:{opponent}",
        time="60s/90s",
        patience=120.0,
        sandbox=Sandbox(),
    )
    outcome = hosted.record.outcome
    assert outcome is not None
    assert outcome.reason.regular or outcome.winner is Team.ONE, (outcome, hosted.troubles)
    return median(move.seconds or 0.0 for move in hosted.record.moves[4::2] or hosted.record.moves)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--signals", action="store_true", help="as on a machine without control groups")
    parser.add_argument("games", nargs="?", type=int, default=3, metavar="GAMES")
    asked = parser.parse_args()
    limits.UseWhileHeld = NotedUse  # type: ignore[misc]
    if asked.signals:
        limits.find_hierarchies = dict  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        bots = Path(folder) / "bots.py"
        bots.write_text(BOTS)
        for attack in ATTACKS:
            pairs = [(think_time(bots, "Quiet"), think_time(bots, attack)) for _ in range(asked.games)]
            quiet, attacked = (median(times) for times in zip(*pairs, strict=True))
            # Of every four bots of a pair of games the last was the attacker.
            used = max(use.seconds for use in NotedUse.all[3::4])
            NotedUse.all.clear()
            ratio = f"{quiet * 1000:7.1f} ms {attacked * 1000:7.1f} ms  ×{attacked / quiet:.2f}"
            print(f"{attack:10} {ratio} {used * 1000:7.0f} ms")
        asked_kernel = launch.play(
            schwarm.game("piranhas-2026").start(1), f"{bots}:Asking", "random", patience=120.0, sandbox=Sandbox()
        )
        print(*(line.text for line in asked_kernel.other_output[0]), sep="\n")


if __name__ == "__main__":
    main()
