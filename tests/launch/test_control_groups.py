"""A bot's memory and processes are counted under control groups version 1, version 2 and both of them together."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from launch.fake_kernel import FakeKernel
from schwarm.launch.limits import MAX_OWN_TASKS, ControlGroup, find_hierarchies, remove_forgotten

MEMORY, TASKS = 300_000_000, 64
ALL = ("memory", "pids", "freezer", "cpu")
MACHINES = {
    "version 1": (ALL, None),
    "version 2": ((), ("memory", "pids", "cpu")),
    # As systemd leaves it: version 2 is mounted, and counts nothing.
    "hybrid": (ALL, ()),
    "both": (("memory",), ("pids", "cpu")),
}
"""Controllers of version 1, and those of version 2 or None where that is not mounted."""
LIMITS = {
    1: {"memory.limit_in_bytes": str(MEMORY), "memory.memsw.limit_in_bytes": str(MEMORY)},
    2: {"memory.max": str(MEMORY), "memory.swap.max": "0", "memory.oom.group": "1"},
}
"""How much memory a group may have without swapping, and in version 2 that it ends as a whole."""
New = Callable[[tuple[str, ...], tuple[str, ...] | None], FakeKernel]


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[New]:
    with pytest.MonkeyPatch.context() as patch:
        yield partial(FakeKernel, tmp_path / "cgroup", patch)
    find_hierarchies.cache_clear()


@pytest.mark.parametrize("machine", MACHINES)
def test_memory_and_processes_are_bounded(kernel: New, machine: str) -> None:
    first, second = MACHINES[machine]
    known = kernel(first, second)
    group = ControlGroup(memory=MEMORY, tasks=TASKS)
    assert group.can_freeze
    bounds = known.bounds()
    version = 1 if "memory" in first else 2
    assert {name: bounds[name] for name in LIMITS[version]} == LIMITS[version]
    assert bounds["pids.max"] == str(TASKS + MAX_OWN_TASKS)
    # The bot joins every group that counts it.
    assert {str(folder.relative_to(known.folder)) for folder in group.folders} == set(known.groups())
    for folder in group.folders:
        assert (folder / "cgroup.procs").exists()
    group.remove()
    assert known.groups() == []


@pytest.mark.parametrize("machine", MACHINES)
def test_a_bot_is_held_still_and_let_go(kernel: New, machine: str) -> None:
    known = kernel(*MACHINES[machine])
    group = ControlGroup(memory=MEMORY, tasks=TASKS)
    by_second = MACHINES[machine][1] is not None
    (state,) = known.folder.glob("unified/user/*/cgroup.freeze" if by_second else "freezer/user/*/freezer.state")
    for frozen in (True, False):
        group.freeze(frozen)
        assert state.read_text() == (("1" if frozen else "0") if by_second else ("FROZEN" if frozen else "THAWED"))


def test_what_a_machine_cannot_count_is_not_said_to_be_counted(kernel: New) -> None:
    known = kernel(("freezer",), ("pids",))
    group = ControlGroup(memory=MEMORY, tasks=TASKS)
    assert known.bounds() == {"pids.max": str(TASKS + MAX_OWN_TASKS)}
    group.remove()


def test_a_machine_without_control_groups_counts_nothing(kernel: New) -> None:
    known = kernel((), None)
    group = ControlGroup(memory=MEMORY, tasks=TASKS)
    assert (group.can_freeze, group.computed_seconds(), group.folders) == (False, None, [])
    assert known.groups() == []


def test_what_a_killed_program_left_is_removed_and_nothing_else(kernel: New) -> None:
    known = kernel(ALL, None)
    own, base = ControlGroup(tasks=TASKS), known.folder / "pids" / "user"
    gone = base / "schwarm-4194305-0"
    gone.mkdir()
    remove_forgotten(-1.0)
    assert not gone.exists()
    assert all(folder.exists() for folder in own.folders)
