"""The filter of system calls, run as the kernel would run it, for all processors."""

import errno
import os
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from schwarm.launch import seccomp, supervisor
from schwarm.launch.seccomp import AARCH64, ARCHITECTURES, ARM, I386, NUMBERS, X86_64, system_call_filter

ALLOWED = "allowed"
TARGETS = {X86_64: "x86_64-linux-gnu", I386: "x86-linux-gnu", AARCH64: "aarch64-linux-gnu", ARM: "arm-linux-gnueabihf"}


def answer(architecture: int, call: int, *arguments: int, memory_is_counted: bool = True) -> str:
    """What becomes of a system call: the name of the error, or that it is allowed."""
    seen = struct.pack("<IIQ6Q", call, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = read_filter(memory_is_counted)
    loaded, at = 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        match code:
            case seccomp.LOAD:
                (loaded,) = struct.unpack_from("<I", seen, value)
            case seccomp.JUMP_IF_EQUAL:
                at += yes if loaded == value else no
            case seccomp.JUMP_IF_ANY:
                at += yes if loaded & value else no
            case seccomp.RETURN if value == seccomp.ALLOW:
                return ALLOWED
            case seccomp.RETURN:
                assert value & 0xFFFF0000 == seccomp.NOT_DONE
                return errno.errorcode.get(value & 0xFFFF, "nothing")


@cache
def read_filter(memory_is_counted: bool) -> list[tuple[int, int, int, int]]:
    return list(struct.iter_unpack("<HBBI", system_call_filter(memory_is_counted=memory_is_counted)))


@pytest.fixture(params=[*ARCHITECTURES], ids=hex)
def architecture(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def ask(architecture: int, name: str, *arguments: int, memory_is_counted: bool = True) -> str | None:
    number = NUMBERS[name][ARCHITECTURES[architecture]]
    return None if number is None else answer(architecture, number, *arguments, memory_is_counted=memory_is_counted)


@pytest.mark.parametrize(
    "name",
    [
        *("add_key", "request_key", "keyctl"),
        *("bpf", "perf_event_open", "userfaultfd", "syslog", "io_uring_setup", "memfd_secret"),
        *("semget", "msgget"),
        *("inotify_init", "inotify_init1", "fanotify_init"),
        *("clone3", "socketcall", "ipc"),
    ],
)
def test_what_no_bot_needs_is_not_there(architecture: int, name: str) -> None:
    assert ask(architecture, name) in ("ENOSYS", None)


@pytest.mark.parametrize("name", ["memfd_create", "shmget"])
def test_memory_without_a_process_is_there_only_where_it_is_counted(architecture: int, name: str) -> None:
    assert ask(architecture, name) == ALLOWED
    assert ask(architecture, name, memory_is_counted=False) == "ENOSYS"


def test_a_second_set_of_numbers_is_not_there() -> None:
    x86_64 = next(number for number, column in ARCHITECTURES.items() if column == X86_64)
    for call in (39, 250, 521):
        assert answer(x86_64, 0x40000000 | call) == "ENOSYS"


def test_arguments_are_looked_at(architecture: int) -> None:
    assert ask(architecture, "socket", 2) == ask(architecture, "socket", 16) == ALLOWED
    assert ask(architecture, "socket", 40) == "EAFNOSUPPORT"
    assert ask(architecture, "clone", 0x11) == ALLOWED
    assert ask(architecture, "clone", 0x10000011) == "EPERM"
    for name in ("fcntl", "fcntl64"):
        assert ask(architecture, name, 3, 1) in (ALLOWED, None)
        # Nor with a part of the word that the kernel does not read.
        for command in (1024, 1026, 1040, 1024 | 1 << 32):
            assert ask(architecture, name, 3, command) in ("EPERM", None)


def test_the_limit_of_core_dumps_stays_as_it_is(architecture: int) -> None:
    assert ask(architecture, "setrlimit", 4, 0x1000) == "nothing"
    assert ask(architecture, "setrlimit", 7, 0x1000) == ALLOWED
    assert ask(architecture, "prlimit64", 0, 4, 0, 0x1000) == ALLOWED
    assert ask(architecture, "prlimit64", 0, 4, 0x1000) == ask(architecture, "prlimit64", 0, 4, 1 << 32) == "nothing"
    assert ask(architecture, "prlimit64", 0, 7, 0x1000) == ALLOWED


def test_everything_else_is_allowed(architecture: int) -> None:
    named = {numbers[ARCHITECTURES[architecture]] for numbers in NUMBERS.values()}
    for call in set(range(600)) - named:
        assert answer(architecture, call) == ALLOWED


def test_leaving_the_session_seems_to_work_and_leaving_the_core_does_not(architecture: int) -> None:
    assert ask(architecture, "setsid") == ask(architecture, "setpgid") == "nothing"
    for name in ("sched_setaffinity", "unshare", "setns"):
        assert ask(architecture, name) == "EPERM"


def test_the_supervisor_joins_keyrings_by_the_same_numbers() -> None:
    columns = {("x86_64", 64): X86_64, ("x86_64", 32): I386, ("i686", 32): I386, ("riscv64", 64): AARCH64}
    columns |= {("aarch64", 64): AARCH64, ("aarch64", 32): ARM, ("armv7l", 32): ARM}
    assert {key: NUMBERS["keyctl"][column] for key, column in columns.items()} == supervisor.KEYCTL


@pytest.mark.parametrize("column", [X86_64, I386, AARCH64, ARM])
def test_numbers_are_those_of_the_kernels_headers(column: int, tmp_path: Path) -> None:
    """Those of this machine's C compiler, or of all processors where zig is installed."""
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[column]]
    found = read_numbers(zig, "sys/syscall.h", tmp_path)
    if found is None and (header := own_header(column)):
        found = read_numbers(["cc"], header, tmp_path)
    if found is None:
        pytest.skip("no headers for this processor")
    # Not all headers name the newest calls.
    assert found == {name: numbers[column] for name, numbers in NUMBERS.items() if found.keys() >= {name}}
    assert {name for name, numbers in NUMBERS.items() if numbers[column] is not None} - {*found} <= {"memfd_secret"}


def own_header(column: int) -> str | None:
    match os.uname().machine, column:
        case "x86_64", (0 | 1):
            return ("asm/unistd_64.h", "asm/unistd_32.h")[column]
        case "aarch64" | "riscv64", 2:
            return "asm/unistd.h"
    return None


def read_numbers(compiler: list[str], header: str, folder: Path) -> dict[str, int] | None:
    """What a compiler makes of the names; None where it has no such header."""
    asked = "".join(f"#ifdef __NR_{name}\n{name} = __NR_{name}\n#endif\n" for name in NUMBERS)
    (folder / "numbers.c").write_text(f"#include <{header}>\n{asked}")
    try:
        done = subprocess.run(
            [*compiler, "-E", "-P", "numbers.c"], cwd=folder, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None
    lines = [line.partition(" = ") for line in done.stdout.splitlines()]
    # ARM writes them as sums: (0 + 309).
    found = {name: int(number.rpartition("+")[2].strip(" ()")) for name, _, number in lines if name in NUMBERS}
    return found if done.returncode == 0 else None
