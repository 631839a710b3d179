"""The filter of system calls, run as the kernel would run it, for several processors."""

import errno
import shutil
import struct
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import play
from schwarm.launch import Sandbox, supervisor
from schwarm.launch.system_calls import REFUSED, can_filter, system_call_filter

pytestmark = pytest.mark.skipif(not can_filter(), reason="libseccomp is missing")

ALLOWED = "allowed"
X86_64, AARCH64, RISCV64, ARM = 0xC000003E, 0xC00000B7, 0xC00000F3, 0x40000028
NUMBERS = {
    "add_key": (248, 217, 217, 309),
    "bpf": (321, 280, 280, 386),
    "clone": (56, 220, 220, 120),
    "clone3": (435, 435, 435, 435),
    "execve": (59, 221, 221, 11),
    "fanotify_init": (300, 262, 262, 367),
    "fcntl": (72, 25, 25, 55),
    "futex": (202, 98, 98, 240),
    "inotify_init1": (294, 26, 26, 360),
    "io_uring_setup": (425, 425, 425, 425),
    "keyctl": (250, 219, 219, 311),
    "memfd_create": (319, 279, 279, 385),
    "memfd_secret": (447, 447, 447, None),
    "mount": (165, 40, 40, 21),
    "msgget": (68, 186, 186, 303),
    "perf_event_open": (298, 241, 241, 364),
    "prlimit64": (302, 261, 261, 369),
    "process_vm_readv": (310, 270, 270, 376),
    "ptrace": (101, 117, 117, 26),
    "read": (0, 63, 63, 3),
    "request_key": (249, 218, 218, 310),
    "sched_setaffinity": (203, 122, 122, 241),
    "semget": (64, 190, 190, 299),
    "setns": (308, 268, 268, 375),
    "setpgid": (109, 154, 154, 57),
    "setrlimit": (160, 164, 164, 75),
    "setsid": (112, 157, 157, 66),
    "shmget": (29, 194, 194, 307),
    "socket": (41, 198, 198, 281),
    "syslog": (103, 116, 116, 103),
    "unshare": (272, 97, 97, 337),
    "userfaultfd": (323, 282, 282, 388),
}
"""By processor, in the order above."""
LOAD, AND, JUMP, JUMP_IF_EQUAL, JUMP_IF_GREATER, JUMP_IF_AS_GREAT, JUMP_IF_ANY, RETURN = (
    *(0x20, 0x54, 0x05, 0x15, 0x25),
    *(0x35, 0x45, 0x06),
)


def answer(architecture: int, call: int, *arguments: int, spoken: int | None = None, counted: bool = True) -> str:
    """What becomes of a system call: the name of the error, or that it is allowed. `spoken`: the program's own kind of
    processor, if that is another one."""
    seen = struct.pack("<IIQ6Q", call, spoken or architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = read_filter(architecture, counted)
    loaded, at = 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        match code:
            case _ if code == LOAD:
                (loaded,) = struct.unpack_from("<I", seen, value)
            case _ if code == AND:
                loaded &= value
            case _ if code == JUMP:
                at += value
            case _ if code == JUMP_IF_EQUAL:
                at += yes if loaded == value else no
            case _ if code == JUMP_IF_GREATER:
                at += yes if loaded > value else no
            case _ if code == JUMP_IF_AS_GREAT:
                at += yes if loaded >= value else no
            case _ if code == JUMP_IF_ANY:
                at += yes if loaded & value else no
            case _ if code == RETURN and value == 0x7FFF0000:
                return ALLOWED
            case _:
                assert (code, value & 0xFFFF0000) == (RETURN, 0x00050000)
                return errno.errorcode.get(value & 0xFFFF, "nothing")


@cache
def read_filter(architecture: int, counted: bool) -> list[tuple[int, int, int, int]]:
    made = system_call_filter(memory_is_counted=counted, architecture=architecture)
    steps = list(struct.iter_unpack("<HBBI", made))
    assert len(steps) <= 4096, "the kernel takes no longer filter"
    return steps


@pytest.fixture(params=[X86_64, AARCH64, RISCV64, ARM], ids=["x86_64", "aarch64", "riscv64", "arm"])
def architecture(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def ask(architecture: int, name: str, *arguments: int, counted: bool = True) -> str | None:
    number = NUMBERS[name][(X86_64, AARCH64, RISCV64, ARM).index(architecture)]
    return None if number is None else answer(architecture, number, *arguments, counted=counted)


@pytest.mark.parametrize(
    "name",
    [
        *("add_key", "request_key", "keyctl"),
        *("bpf", "perf_event_open", "userfaultfd", "syslog", "io_uring_setup", "memfd_secret"),
        *("semget", "msgget", "ptrace", "process_vm_readv", "mount"),
        *("inotify_init1", "fanotify_init"),
        "clone3",
    ],
)
def test_what_no_bot_needs_is_not_there(architecture: int, name: str) -> None:
    assert ask(architecture, name) in ("ENOSYS", None)


def test_a_call_that_nobody_knows_yet_is_not_there(architecture: int) -> None:
    for call in range(480, 700):
        assert answer(architecture, call) == "ENOSYS"


def test_what_every_program_needs_is_there(architecture: int) -> None:
    for name in ("read", "execve", "futex"):
        assert ask(architecture, name) == ALLOWED


def test_programs_of_other_processors_find_no_call(architecture: int) -> None:
    """Nor those of the 32-bit predecessor, whose calls have other numbers."""
    for spoken in {X86_64, AARCH64, RISCV64, ARM, 0x40000003} - {architecture}:
        for call in range(500):
            assert answer(architecture, call, spoken=spoken) == "ENOSYS"


@pytest.mark.parametrize("name", ["memfd_create", "shmget"])
def test_memory_without_a_process_is_there_only_where_it_is_counted(architecture: int, name: str) -> None:
    assert ask(architecture, name) == ALLOWED
    assert ask(architecture, name, counted=False) == "ENOSYS"


def test_a_second_set_of_numbers_is_not_there() -> None:
    for call in (0, 39, 250, 521):
        assert answer(X86_64, 0x40000000 | call) == "ENOSYS"


def test_arguments_are_looked_at(architecture: int) -> None:
    for family in range(50):
        assert ask(architecture, "socket", family) == (ALLOWED if family in (1, 2, 10, 16) else "EAFNOSUPPORT")
    assert ask(architecture, "clone", 0x11) == ask(architecture, "clone", 0x3D0F00) == ALLOWED
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert ask(architecture, "clone", 0x11 | flag) == "EPERM"
    assert ask(architecture, "fcntl", 3, 1) == ALLOWED
    # Nor with a part of the word that the kernel does not read.
    for command in (1024, 1025, 1026, 1040, 1024 | 1 << 32):
        assert ask(architecture, "fcntl", 3, command) == "ENOSYS"


def test_the_limit_of_core_dumps_stays_as_it_is(architecture: int) -> None:
    for resource in range(16):
        expected = "nothing" if resource == 4 else ALLOWED
        assert ask(architecture, "setrlimit", resource, 0x1000) == expected
        for address in (0x1000, 0x7FFF12345678, 1 << 32):
            if architecture != ARM or address < 1 << 32:
                assert ask(architecture, "prlimit64", 0, resource, address) == expected
        assert ask(architecture, "prlimit64", 0, resource, 0, 0x1000) == ALLOWED


def test_leaving_the_session_seems_to_work_and_leaving_the_core_does_not(architecture: int) -> None:
    assert ask(architecture, "setsid") == ask(architecture, "setpgid") == "nothing"
    for name in REFUSED:
        assert ask(architecture, name) == "EPERM"


def test_the_supervisor_joins_keyrings_by_the_same_numbers() -> None:
    columns = {("x86_64", 64): 0, ("riscv64", 64): 2, ("aarch64", 64): 1, ("aarch64", 32): 3, ("armv7l", 32): 3}
    assert {key: NUMBERS["keyctl"][column] for key, column in columns.items()}.items() <= supervisor.KEYCTL.items()


# -- languages ----------------------------------------------------------------------------------------------

THREADS = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

static void *work(void *given) { return given; }

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) if (pthread_create(&threads[i], NULL, work, NULL)) return 2;
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    if (epoll_create1(0) < 0 || !malloc(100000000)) return 3;
    puts("C is here");
    return 0;
}
"""
NUMPY = "import numpy; from concurrent.futures import ThreadPoolExecutor as T; a = numpy.ones((300, 300)); "
NUMPY += "list(T(4).map(lambda _: a @ a, range(8))); print('numpy is here')"
NODE = "const w = require('worker_threads'); if (w.isMainThread) { new w.Worker(__filename).on('exit', () => "
NODE += "require('fs').readFile(__filename, () => console.log('node is here'))) }"
JAVA = """
import java.util.concurrent.*;
class Bot {
    public static void main(String[] args) throws Exception {
        var pool = Executors.newFixedThreadPool(4);
        int sum = 0;
        Callable<Integer> one = () -> 1;
        for (var each : pool.invokeAll(java.util.Collections.nCopies(8, one))) sum += each.get();
        pool.shutdown();
        System.gc();
        System.out.println(sum == 8 ? "java is here" : "no");
    }
}
"""
GO = """
package main

import ("fmt"; "os/exec"; "runtime"; "time")

func main() {
    done := make(chan []byte)
    for i := 0; i < 100; i++ { go func() { time.Sleep(time.Millisecond); done <- make([]byte, 1000000) }() }
    for i := 0; i < 100; i++ { <-done }
    runtime.GC()
    said, _ := exec.Command("/bin/echo", "go is here").Output()
    fmt.Print(string(said))
}
"""
RUST = """
use std::{process::Command, sync::mpsc, thread, time::Duration};

fn main() {
    let (send, receive) = mpsc::channel();
    for _ in 0..8 {
        let send = send.clone();
        thread::spawn(move || { thread::sleep(Duration::from_millis(1)); send.send(vec![1u8; 1_000_000]).unwrap() });
    }
    drop(send);
    let said = Command::new("/bin/echo").arg(if receive.iter().count() == 8 { "rust is here" } else { "no" }).output();
    print!("{}", String::from_utf8_lossy(&said.unwrap().stdout));
}
"""
SOURCES = {"bot.c": THREADS, "bot.go": GO, "bot.rs": RUST, "bot.py": NUMPY, "bot.js": NODE, "Bot.java": JAVA}
COMPILERS = {
    # Without libraries that are looked for, like programs in Go and in Rust.
    "C": ("cc", "-static", "-pthread", "-o", "bot", "bot.c"),
    "go": ("go", "build", "-o", "bot", "bot.go"),
    "rust": ("rustc", "-o", "bot", "bot.rs"),
}
INTERPRETERS = {
    "numpy": (sys.executable, "bot.py"),
    "node": ("node", "bot.js"),
    "java": ("java", "-Xmx300m", "Bot.java"),
}


def starts(program: str) -> bool:
    """Whether there is more than a launcher without a compiler behind it."""
    return (
        program != "rustc" or subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.slow
@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("language", [*COMPILERS, *INTERPRETERS])
def test_programs_of_many_languages_run(language: str, tmp_path: Path) -> None:
    """Each does in threads what bots do, then says that it is there."""
    folder = tmp_path / "team"
    folder.mkdir()
    program = (COMPILERS.get(language) or INTERPRETERS[language])[0]
    if shutil.which(program) is None or not starts(program):
        pytest.skip(f"{program} is missing")
    for name, text in SOURCES.items():
        (folder / name).write_text(text)
    if language in COMPILERS:
        subprocess.run(COMPILERS[language], cwd=folder, check=True)
    script = folder / "start.sh"
    line = " ".join(INTERPRETERS.get(language, ("./bot",)))
    script.write_text(f'#!/bin/sh\n{line}\nexec {sys.executable} -m schwarm.player random "$@"\n')
    script.chmod(0o755)
    archive = tmp_path / "team.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in folder.iterdir():
            packed.write(file, file.name)
    hosted = play(schwarm.game("piranhas-2026").start(1), str(archive), "random", seed=1, sandbox=Sandbox())
    said = [line.text for line in hosted.other_output[0]]
    assert f"{language} is here" in said, said
    assert hosted.record.outcome.reason.regular, said
