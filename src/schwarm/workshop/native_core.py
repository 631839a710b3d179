"""The native core for the contest's Python and its 64-bit Linux: the one that is here if it fits, or one made for it.

From Python 3.12 on one binary fits all later versions. It is compiled from the source tree with the headers of any such
Python on this computer: by zig (`pip install ziglang`), which works everywhere and for older systems too, or by the
compiler of a 64-bit Linux.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import schwarm
from schwarm.store.draft import drafting
from schwarm.words import Message, Sentence
from schwarm.workshop.interpreter import Interpreter, interpreter

FIRST_STABLE = (3, 12)
NAME = "_native.abi3.so"
MACHINES = {"x86_64": 62, "aarch64": 183}
"""The machines' numbers in the head of a Linux binary."""
X86_64 = MACHINES["x86_64"]
MAX_BUILD_SECONDS = 900.0
SOURCES = ("*.cpp", "games/*/*.cpp", "module/*.cpp")
NATIVE = Path(schwarm.__file__).parents[2] / "native"
"""The core's source, where there is one."""
FLAGS = (
    *("-std=c++20", "-O3", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-strict-aliasing"),
    *("-DNDEBUG", "-DPy_LIMITED_API=0x030C0000", "-DNB_COMPACT_ASSERTIONS", "-Wl,--gc-sections", "-Wl,-s"),
    # Nanobind relies on others to have included it, which zig's library does not.
    *("-include", "cstdio"),
)
ZIG = ("-target", "x86_64-linux-gnu.2.17", "-mcpu=x86_64_v2")
GCC = ("-march=x86-64-v2", "-static-libstdc++", "-static-libgcc")


def fits(path: Path, python: str) -> bool:
    """Whether a compiled module runs on the contest's Python and its 64-bit Linux."""
    version = "cpython-" + python.replace(".", "")
    if path.name.endswith(f".{version}-x86_64-linux-gnu.so"):
        return True
    return path.name.endswith(".abi3.so") and is_stable(python) and _machine(path) == X86_64


def runs_here(path: Path) -> bool:
    """Whether a compiled module is for this computer's system and processor."""
    here = MACHINES.get(platform.machine())
    return sys.platform == "linux" and here is not None and _machine(path) == here


def is_stable(python: str) -> bool:
    """Whether a version takes the one binary that fits all later versions too."""
    major, minor = map(int, python.split("."))
    return (major, minor) >= FIRST_STABLE


def installed_for(python: str) -> Path | None:
    """The core of this very installation, if it runs on this version too."""
    here = (Path(schwarm.__file__).parent / "core").glob("_native*.so")
    return next((path for path in sorted(here) if fits(path, python)), None)


def obstacle(python: str) -> Message | None:
    """Why no core can be compiled for this version here; None if one can."""
    if not is_stable(python):
        return TOO_OLD(version=python)
    if not (NATIVE / "CMakeLists.txt").is_file():
        return NO_SOURCE()
    if next(find_headers(), None) is None:
        return NO_HEADERS()
    if _nanobind() is None or next(find_compilers(), None) is None:
        return NO_COMPILER()
    return None


def made_for(python: str, tell: Callable[[Message], None] = lambda message: None) -> Path | Message:
    """A core that was compiled for this version, now or before; or why there is none. Whoever must wait is told."""
    if (why := obstacle(python)) is not None:
        return why
    headers, nanobind = next(find_headers()), _nanobind()
    assert nanobind is not None
    rest = [*FLAGS, f"-I{headers.include}", *_sources(nanobind)]
    commands = {NATIVE.parent / "build" / "contest" / _digest([*one, *rest]) / NAME: one for one in find_compilers()}
    if found := next((path for path in commands if path.is_file()), None):
        return found
    tell(COMPILING(version=python))
    return next((path for path, one in commands.items() if _compile([*one, *rest], path)), None) or NOT_COMPILED()


def find_headers() -> Iterator[Interpreter]:
    """Any Python that has the stable interface; which one makes no difference to what is compiled."""
    for minor in range(FIRST_STABLE[1], FIRST_STABLE[1] + 6):
        found = interpreter(f"3.{minor}")
        if found is not None and found.has_headers:
            yield found


def find_compilers() -> Iterator[list[str]]:
    """Those that can compile for 64-bit Linux, the best first."""
    if importlib.util.find_spec("ziglang") is not None:
        yield [sys.executable, "-P", "-m", "ziglang", "c++", *ZIG]
    own = os.environ.get("CXX") or shutil.which("g++")
    if own and sys.platform == "linux" and os.uname().machine == "x86_64":
        yield [own, *GCC]


def _nanobind() -> Path | None:
    """Where nanobind lies, which binds the core to Python."""
    found = importlib.util.find_spec("nanobind")
    return None if found is None or found.origin is None else Path(found.origin).parent


def _sources(package: Path) -> list[str]:
    folders = ("include", "src", "ext/robin_map/include")
    sources = [str(path) for pattern in SOURCES for path in sorted(NATIVE.glob(pattern))]
    return [*(f"-I{package / folder}" for folder in folders), *sources, str(package / "src" / "nb_combined.cpp")]


def _digest(command: list[str]) -> str:
    """The same for the same source and command: what was compiled once is not compiled again."""
    seen = hashlib.sha256("\n".join(command).encode())
    for path in sorted(NATIVE.rglob("*.?pp")):
        seen.update(path.read_bytes())
    return seen.hexdigest()[:16]


def _compile(command: list[str], target: Path) -> bool:
    """Whether it could be compiled."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with drafting(target) as draft:
            subprocess.run([*command, "-o", str(draft)], capture_output=True, timeout=MAX_BUILD_SECONDS, check=True)
            if _machine(draft) != X86_64:
                raise OSError(f"{draft} is for another machine")
    except (OSError, subprocess.SubprocessError):
        return False
    # Of what was made of earlier sources nobody has use any more.
    for older in target.parent.parent.iterdir():
        if older != target.parent:
            shutil.rmtree(older, ignore_errors=True)
    return True


def _machine(path: Path) -> int | None:
    """For which kind of processor a Linux binary is; None if it is none."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except OSError:
        return None
    if len(head) < 20 or head[:4] != b"\x7fELF" or head[5] != 1:
        return None
    return int(struct.unpack("<H", head[18:20])[0])


COMPILING = Sentence("Compiling the native core for Python {version}; that takes a minute, but only the first time.")
TOO_OLD = Sentence("because a core made here needs Python 3.12 or newer, and {version} is older")
NO_SOURCE = Sentence(
    "because the core's source is not here; a Schwarm that is installed with Python 3.12 would include it"
)
NO_HEADERS = Sentence(
    "because there is no Python 3.12 or newer with headers here; install one: pip install uv && uv python install 3.12"
)
NO_COMPILER = Sentence(
    "because the core cannot be compiled for 64-bit Linux here; install: pip install ziglang nanobind"
)
NOT_COMPILED = Sentence("because the core did not compile")
