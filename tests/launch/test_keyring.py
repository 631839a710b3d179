"""The kernel's keyrings: no bot reads or empties that of a login, nor finds what another bot put there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no keyrings"),
]

CALLS = """
import ctypes, os, struct

library = ctypes.CDLL(None, use_errno=True)
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
SESSION = -3

def call(number, *arguments):
    done = library.syscall(number, *arguments)
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done

def join(name):
    call(KEYCTL, 1, name)

def add(name):
    call(ADD_KEY, b"user", name, b"word", 4, SESSION)

def read():
    found = ctypes.create_string_buffer(400)
    names = []
    for (key,) in struct.iter_unpack("i", found[: call(KEYCTL, 11, SESSION, found, 400)]):
        description = ctypes.create_string_buffer(400)
        call(KEYCTL, 6, key, description, 400)
        names.append(description.value.decode().rpartition(";")[2])
    return sorted(names)

def clear():
    call(KEYCTL, 7, SESSION)
"""

BOT = (
    CALLS
    + """
from schwarm.player import Player

class Bot(Player):
    def choose(self, state, clock):
        if state.turn < 4:
            try:
                print(read())
                clear()
                add(b"note of " + type(self).__name__.encode())
            except OSError as error:
                print(error.strerror)
        return state.legal_moves()[0]

class One(Bot):
    pass

class Two(Bot):
    pass
"""
)

LOGIN = (
    CALLS
    + """
import sys
import schwarm
from launch.walled_game import play
from schwarm.launch import Sandbox

try:
    join(b"login")
    add(b"key of the login")
except OSError as error:
    print("refused:", error.strerror)
    sys.exit()
for game in range(2):
    one, two = (f"{sys.argv[1]}:{name}" for name in ("One", "Two"))
    hosted = play(schwarm.game("piranhas-2026").start(1), one, two, sandbox=Sandbox(wall=sys.argv[2] == "wall"))
    assert hosted.record.outcome.reason.regular, hosted.troubles
    for bot in range(2):
        print(*(line.text for lines in hosted.printed[bot::2] for line in lines))
print(read())
"""
)


def play_after_login(tmp_path: Path, wall: str) -> list[str]:
    """Two games started from a session that has a key: what each bot found, and what is there in the end."""
    bot, login = tmp_path / "bot.py", tmp_path / "login.py"
    bot.write_text(BOT)
    login.write_text(LOGIN)
    done = subprocess.run(
        [sys.executable, str(login), str(bot), wall],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if done.stdout.startswith("refused"):
        pytest.skip(f"this kernel has no keyrings for us ({done.stdout.strip()})")
    return done.stdout.splitlines()


def test_without_a_wall_every_bot_has_an_empty_keyring_of_its_own(tmp_path: Path) -> None:
    *games, left = play_after_login(tmp_path, "none")
    assert games == ["[] ['note of One']", "[] ['note of Two']"] * 2
    assert left == "['key of the login']"


@pytest.mark.usefixtures("walls")
def test_behind_the_wall_there_are_no_keyrings(tmp_path: Path) -> None:
    *games, left = play_after_login(tmp_path, "wall")
    assert games == ["Function not implemented Function not implemented"] * 4
    assert left == "['key of the login']"


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="speaks the language of older processors of this kind")
@pytest.mark.usefixtures("walls")
def test_the_older_way_of_calling_the_kernel_is_closed_too(tmp_path: Path) -> None:
    import schwarm
    from launch.walled_game import play
    from schwarm.launch import Sandbox

    bot = tmp_path / "bot.py"
    bot.write_text(
        """
import ctypes, errno, mmap
from schwarm.player import Player

# push rbx; mov eax, edi; mov ebx, esi; mov ecx, edx; xor edx, edx; int 0x80; pop rbx; ret
CODE = bytes.fromhex("53 89f8 89f3 89d1 31d2 cd80 5b c3")

class Old(Player):
    def choose(self, state, clock):
        if state.turn < 2:
            page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            page.write(CODE)
            place = ctypes.addressof(ctypes.c_char.from_buffer(page))
            call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int)(place)
            for name, number in dict(getpid=20, add_key=286, request_key=287, keyctl=288, bpf=357, perf=336).items():
                done = call(number, 0, -3)
                print(name, "works" if done > 0 else errno.errorcode[-done])
        return state.legal_moves()[0]
"""
    )
    hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Old", "random", sandbox=Sandbox())
    said = [line.text for line in hosted.printed[0]]
    assert said[0] in ("getpid works", "getpid ENOSYS")
    assert said[1:] == [f"{name} ENOSYS" for name in ("add_key", "request_key", "keyctl", "bpf", "perf")]
