"""Who is not to move cannot compute: programs are held still until they are asked, whatever they have started."""

import mmap
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE, until
from schwarm import launch
from schwarm.launch import Process, Sandbox, limits, process_tree
from schwarm.launch.isolation import can_wall
from schwarm.launch.limits import find_hierarchies, find_in_version

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are held on Linux"),
]

SWARM = """
import mmap, os, sys, time
file = open(sys.argv[1], "r+b")
count = mmap.mmap(file.fileno(), 4096)
for place in range(4):
    if not os.fork():
        os.setsid()
        if not os.fork():
            while True:
                count[place] = (count[place] + 1) % 256
                time.sleep(0.001)
        time.sleep(1000)
time.sleep(1000)
"""
"""Processes in sessions of their own, which count for as long as they are let."""


@pytest.fixture(params=["version 2", "version 1", "signals", "signals without a list of children"])
def means(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every way to hold processes that this machine has."""
    kind: str = request.param
    version = {"version 1": 1, "version 2": 2}.get(kind)
    if version is None:
        monkeypatch.setattr(limits, "find_hierarchies", dict)
        monkeypatch.setattr(process_tree, "CHILDREN", "without" not in kind)
        return kind
    found = find_in_version(version)
    if "freezer" not in found:
        pytest.skip("this machine has no such control groups")
    monkeypatch.setattr(limits, "find_hierarchies", lambda: found)
    return kind


def supervisor_of(process: Process) -> int:
    """The process that started a bot."""
    after_name = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(after_name[1])


@pytest.fixture
def count(tmp_path: Path) -> Iterator[mmap.mmap]:
    path = tmp_path / "count"
    path.write_bytes(bytes(4096))
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 4096) as count:
        yield count


def swarm(tmp_path: Path, count: mmap.mmap) -> Process:
    """Processes that count, when all of them do."""
    process = Process([sys.executable, "-c", SWARM, str(tmp_path / "count")], title="swarm", grace=0.1)
    until(lambda: all(count[:4]))
    return process


def stands_still(count: mmap.mmap) -> bool:
    before = count[:4]
    time.sleep(0.1)
    return count[:4] == before


@pytest.mark.usefixtures("means")
def test_a_whole_tree_is_held_still_and_goes_on(tmp_path: Path, count: mmap.mmap) -> None:
    with swarm(tmp_path, count) as process:
        for _ in range(2):
            process.freeze()
            until(lambda: stands_still(count))
            assert stands_still(count)
            assert process.running
            process.watch_frozen()
            process.thaw()
            until(lambda: not stands_still(count))


@pytest.mark.parametrize(
    ("version", "file", "usual", "frozen"), [(1, "cpu.shares", 1024, 2), (2, "cpu.weight", 100, 1)]
)
def test_who_is_frozen_inside_a_long_call_gets_only_what_nobody_wants(
    version: int, file: str, usual: int, frozen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_in_version(version)
    if "cpu" not in found:
        pytest.skip("this machine has no such control groups")
    monkeypatch.setattr(limits, "find_hierarchies", lambda: found)
    group = limits.ControlGroup()
    try:
        shares = next(folder / file for folder in group.folders if (folder / file).exists())
        for held in (True, False):
            group.freeze(held)
            assert int(shares.read_text()) == (frozen if held else usual)
    finally:
        group.remove()


def test_who_is_held_still_can_be_ended(tmp_path: Path, count: mmap.mmap, means: str) -> None:
    process = swarm(tmp_path, count)
    process.freeze()
    tree = list(process_tree.descendants(supervisor_of(process)))
    assert len(tree) == 9
    process.stop()
    assert not process.running
    assert not [pid for pid in tree if os.path.exists(f"/proc/{pid}")], means
    assert not leftover_groups()


def leftover_groups() -> list[Path]:
    name = f"schwarm-{os.getpid()}-*"
    return [group for place in find_hierarchies().values() for group in place.base.glob(name)]


WAKER = """
import ctypes, signal
signal.signal(signal.SIGCONT, lambda number, frame: None)
library = ctypes.CDLL(None)
event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT)
for number in range(1, 1000):
    timer = ctypes.c_void_p()
    assert library.timer_create(1, event, ctypes.byref(timer)) == 0
    seconds, rest = divmod(number * 50_000_000, 10**9)
    assert library.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 0, seconds, rest), None) == 0
print("ticking", flush=True)
while True:
    pass
"""
"""Timers whose signal wakes whoever was stopped, twenty times a second."""


LONG_CALL = """
import ctypes
library = ctypes.CDLL(None)
library.mmap.restype = ctypes.c_void_p
private_without_reserve, no_huge_page, populate, forget = 0x4022, 15, 22, 4
size = ctypes.c_size_t(2**33)
memory = ctypes.c_void_p(library.mmap(None, size, 3, private_without_reserve, -1, 0))
library.madvise(memory, size, no_huge_page)
print("missing" if library.madvise(memory, ctypes.c_size_t(4096), populate) else "ready", flush=True)
while True:
    library.madvise(memory, size, populate)
    library.madvise(memory, size, forget)
"""
"""Lets the kernel work for it in calls that last for seconds, which nobody can interrupt."""


@pytest.mark.parametrize(
    ("program", "grouped", "counted"),
    [(WAKER, False, True), (WAKER, False, False), (LONG_CALL, False, True), (LONG_CALL, True, True)],
    ids=["timers", "timers, and children that take their times along", "long calls", "long calls in a control group"],
)
def test_who_computes_while_held_is_ended(
    program: str, grouped: bool, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not grouped:
        monkeypatch.setattr(limits, "find_hierarchies", dict)
    if not counted:
        monkeypatch.setattr(process_tree, "computed_ticks_below", lambda root: 0)
    monkeypatch.setattr(limits, "MAX_SECONDS_WHILE_HELD", 0.05)
    with Process([sys.executable, "-c", program], title="restless") as process:
        until(lambda: process.output.lines)
        if process.output.lines[0].text == "missing":
            pytest.skip("the kernel has no such call")
        process.freeze()

        def ended() -> bool:
            process.watch_frozen()
            if not process.running:
                return True
            process.thaw()
            process.freeze()
            return False

        until(ended)
        assert str(process.trouble) == ("It was stopped because it kept computing while its opponent was thinking.")


HIDER = """
import os, time
if not os.fork():
    while time.process_time() < 0.2:
        pass
    os._exit(0)
os.wait()
print("waited", flush=True)
time.sleep(1000)
"""


def test_what_children_have_computed_counts_when_they_are_gone() -> None:
    with Process([sys.executable, "-c", HIDER], title="hider") as process:
        until(lambda: process.output.lines)
        assert process_tree.computed_ticks_below(supervisor_of(process)) >= 0.15 * process_tree.TICKS_PER_SECOND


TICKER = '''
import threading, time
from schwarm.player import Player

GAPS, TICKS = [0.0], [0]

def tick():
    last = time.monotonic()
    while True:
        time.sleep(0.001)
        now = time.monotonic()
        TICKS[0] += 1
        GAPS[0] = max(GAPS[0], now - last)
        last = now

class Ticker(Player):
    """Thinks all the time, and says for how long it could not."""

    def __init__(self):
        threading.Thread(target=tick, daemon=True).start()

    def choose(self, state, clock):
        seen = TICKS[0]
        while TICKS[0] < seen + 2:
            time.sleep(0.001)
        print("held", GAPS[0])
        GAPS[0] = 0.0
        return state.legal_moves()[0]

class Slow(Player):
    """Takes its time, first to start and then for every move."""

    def __init__(self):
        time.sleep(0.3)

    def choose(self, state, clock):
        if state.turn < 6:
            time.sleep(0.3)
        return state.legal_moves()[0]
'''


@pytest.mark.parametrize("walled", [True, False], ids=["behind a wall", "without a wall"])
def test_nobody_computes_while_the_opponent_starts_or_thinks(tmp_path: Path, walled: bool) -> None:
    if walled and not can_wall():
        pytest.skip("bubblewrap is missing")
    bots = tmp_path / "bots.py"
    bots.write_text(TICKER)
    hosted = launch.play(
        schwarm.game("piranhas-2026").start(1),
        f"{bots}:Ticker",
        f"{bots}:Slow",
        time="60s/90s",
        patience=PATIENCE,
        sandbox=Sandbox(wall=walled),
    )
    assert hosted.record.outcome.reason.regular, hosted.troubles
    held = [float(line.text.split()[1]) for lines in hosted.printed[:6:2] for line in lines]
    assert len(held) == 3
    assert min(held) >= 0.29


KNOCKER = """
import os, socket, sys
from schwarm.player import Player

class Knocker(Player):
    def choose(self, state, clock):
        with socket.socket() as knocking:
            print(os.strerror(knocking.connect_ex(("127.0.0.1", int(sys.argv[sys.argv.index("-p") + 1])))))
        return state.legal_moves()[0]
"""


def test_nobody_leaves_work_to_the_referee_that_it_does_while_the_opponent_thinks(tmp_path: Path) -> None:
    if not can_wall():
        pytest.skip("bubblewrap is missing")
    bot = tmp_path / "bot.py"
    bot.write_text(KNOCKER)
    hosted = launch.play(
        schwarm.game("piranhas-2026").start(1),
        f"{bot}:Knocker",
        f"{bot}:Knocker",
        time="60s/90s",
        patience=PATIENCE,
        sandbox=Sandbox(),
    )
    assert hosted.record.outcome.reason.regular, hosted.troubles
    # Each finds its way in closed; a moment after it came in, which may be after the first moves.
    assert [[line.text for line in lines] for lines in hosted.printed[8:10]] == [["Connection refused"]] * 2


def test_without_its_supervisor_nothing_is_left_either(tmp_path: Path, count: mmap.mmap, means: str) -> None:
    process = swarm(tmp_path, count)
    process.freeze()
    tree = list(process_tree.descendants(supervisor_of(process)))
    os.kill(supervisor_of(process), signal.SIGKILL)
    if means.startswith("version"):
        assert process.wait(PATIENCE) == -9
        assert not [pid for pid in tree if is_alive(pid)]
        assert not leftover_groups()
    for pid in tree:
        with suppress(OSError):
            os.kill(pid, 9)
    process.stop()


def is_alive(pid: int) -> bool:
    try:
        return b"State:\tZ" not in Path(f"/proc/{pid}/status").read_bytes()
    except OSError:
        return False
