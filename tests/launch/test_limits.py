"""How much a bot may use, all it starts together: counted by the kernel where it does, by us where it does not."""

import sys
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE
from schwarm import Reason, Team, launch
from schwarm.launch import Sandbox, isolation, limits
from schwarm.launch.limits import find_hierarchies

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits are for Linux"),
]

GREEDY = """
import ctypes, os, threading, time
from schwarm.player import Player

library = ctypes.CDLL(None, use_errno=True)
MEGABYTE = bytes(1_000_000)

class Hungry(Player):
    def choose(self, state, clock):
        self.eat()
        print("had enough", flush=True)
        return state.legal_moves()[0]

class Children(Hungry):
    '''Memory in processes, each of which has little.'''
    def eat(self):
        for _ in range(8):
            if not os.fork():
                kept = bytearray(os.urandom(1000) * 60_000)
                time.sleep(1000)
        time.sleep(1000)

class Files(Hungry):
    '''Memory in files that have no place, and no process that has them mapped.'''
    def eat(self):
        for _ in range(4):
            file = os.memfd_create("x")
            for _ in range(100):
                os.write(file, MEGABYTE)

class Segments(Hungry):
    '''Memory of System V, which stays when nobody is attached to it.'''
    def eat(self):
        library.shmat.restype = ctypes.c_void_p
        for _ in range(40):
            segment = library.shmget(0, 10_000_000, 0o1600)
            if segment < 0:
                raise OSError(ctypes.get_errno(), "shmget")
            place = library.shmat(segment, None, 0)
            ctypes.memset(place, 1, 10_000_000)
            library.shmdt(ctypes.c_void_p(place))

class Semaphores(Hungry):
    '''Two megabytes each, which belong to no process.'''
    def eat(self):
        for _ in range(400):
            if library.semget(0, 32_000, 0o1600) < 0:
                raise OSError(ctypes.get_errno(), "semget")

class Threads(Hungry):
    def eat(self):
        threading.stack_size(256 * 1024)
        started = 0
        for _ in range(1500):
            try:
                threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
                started += 1
            except RuntimeError:
                time.sleep(0.01)
        time.sleep(1000)

class Fearless(Hungry):
    '''Takes back that it is to go first when memory runs out.'''
    def eat(self):
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("0")
        Files.eat(self)
"""
MEMORY = "It was stopped because it used more than 300 MB of memory."
TASKS = "It was stopped because it ran more than 64 processes and threads."
REFUSED = "It exited with code 1."


def play(tmp_path: Path, bot: str) -> launch.PlayedGame:
    bots = tmp_path / "bots.py"
    bots.write_text(GREEDY)
    hosted = launch.play(
        schwarm.game("piranhas-2026").start(1),
        f"{bots}:{bot}",
        "random",
        time="60s/90s",
        patience=PATIENCE,
        sandbox=Sandbox(memory=300_000_000, processes=64),
    )
    assert not any(line.text == "had enough" for lines in hosted.printed for line in lines)
    assert hosted.record.outcome.winner is Team.TWO
    assert hosted.record.outcome.reason is Reason.CRASHED
    return hosted


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    ("bot", "trouble"),
    [("Children", MEMORY), ("Files", MEMORY), ("Segments", MEMORY), ("Semaphores", REFUSED), ("Threads", TASKS)],
)
def test_the_kernel_counts_everything(tmp_path: Path, bot: str, trouble: str) -> None:
    if not {"memory", "pids"} <= set(find_hierarchies()):
        pytest.skip("this machine has no such control groups")
    assert str(play(tmp_path, bot).troubles[0]) == trouble


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    ("bot", "trouble"),
    [
        *(("Children", MEMORY), ("Files", REFUSED), ("Segments", REFUSED), ("Semaphores", REFUSED)),
        *(("Threads", TASKS), ("Fearless", REFUSED)),
    ],
)
def test_without_control_groups_the_rest_is_counted_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, trouble: str
) -> None:
    for module in (limits, isolation):
        monkeypatch.setattr(module, "find_hierarchies", dict)
    assert str(play(tmp_path, bot).troubles[0]) == trouble
