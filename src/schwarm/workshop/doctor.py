"""Which optional parts of Schwarm are present on this machine, and how to get the others. Nothing is installed here."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from platform import python_version

from schwarm import core
from schwarm.arena.executors import usable_cores
from schwarm.core.networks import FOLDER as NETWORKS
from schwarm.launch.isolation import can_unshare, running_as_root
from schwarm.launch.limits import find_hierarchies
from schwarm.launch.system_calls import can_filter
from schwarm.words import Message, Sentence
from schwarm.workshop.bot_check import CONTEST_PYTHON
from schwarm.workshop.native_core import installed_for, obstacle

STORE = ("platformdirs", "sqlalchemy")
ARENA_PACKAGES = ("jinja2", "networkx", "numpy", "xlsxwriter")
EXTRAS = {
    "web": (*STORE, "jinja2", "msgspec", "PIL", "resvg_py", "segno", "starlette", "uvicorn", "xlsxwriter"),
    "arena": (*STORE, *ARENA_PACKAGES),
    "cluster": (*STORE, *ARENA_PACKAGES, "cryptography", "distributed"),
    "pictures": ("PIL", "resvg_py"),
}
"""What each extra installs, by the names under which Python imports it."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Part:
    """An optional part: what it is for, whether it is there, and what to do where it is not."""

    name: str
    present: bool
    purpose: Message
    remedy: Message

    @property
    def message(self) -> Message:
        if self.present:
            return PRESENT(name=self.name, purpose=self.purpose)
        return MISSING(name=self.name, purpose=self.purpose, remedy=self.remedy)

    def __str__(self) -> str:
        return str(self.message)


def parts() -> Iterator[Part]:
    """Every optional part. Looking costs little: bubblewrap is tried, Pythons are asked, all else is merely found."""
    yield Part("Python", True, PYTHON(version=python_version(), path=sys.executable), PYTHON_REMEDY())
    yield Part("core", core.available, CORES[core.kind if core.available else None](), CORE_REMEDY())
    for extra, purpose in (("web", WEB), ("arena", ARENA), ("cluster", CLUSTER), ("pictures", PICTURES)):
        yield Part(extra, _is_installed(extra), purpose(), PIP(extra=extra))
    yield Part("networks", any(NETWORKS.glob("*.net")), LEARNED(), LEARNED_REMEDY())
    yield _contest()
    yield Part("bubblewrap", can_unshare(), WALL(), WALL_REMEDY())
    yield Part("libseccomp", can_filter(), SYSTEM_CALLS(), APT(package="libseccomp2"))
    yield from _walls()
    yield _program("java", JAVA, "default-jre-headless")
    yield Part("chromium", any(map(shutil.which, BROWSERS)), CHROMIUM(), APT(package="chromium-headless-shell"))


def _walls() -> Iterator[Part]:
    """What else stands between bots, and between them and this machine."""
    found, cores = find_hierarchies(), len(usable_cores())
    yield Part("bot-users", running_as_root(), USERS(), USERS_REMEDY())
    counted = {"memory", "pids"} <= set(found)
    version = found["memory"].version if counted else 0
    yield Part("control-groups", counted, COUNTED(version=version) if counted else NOT_COUNTED(), GROUPS_REMEDY())
    held = found.get("freezer")
    yield Part("freezer", held is not None, FROZEN(version=held.version) if held else NOT_FROZEN(), GROUPS_REMEDY())
    yield Part("cores", True, GAMES_AT_ONCE(n=cores), PYTHON_REMEDY())


def _contest() -> Part:
    """The fast Board for the contest's Python, which mostly is another one than ours."""
    why = None if installed_for(CONTEST_PYTHON) else obstacle(CONTEST_PYTHON)
    return Part("contest", why is None, CONTEST(version=CONTEST_PYTHON), CONTEST_REMEDY(why=why or ""))


def _is_installed(extra: str) -> bool:
    return all(find_spec(module) is not None for module in EXTRAS[extra])


def _program(name: str, purpose: Sentence, package: str) -> Part:
    return Part(name, shutil.which(name) is not None, purpose(), APT(package=package))


PRESENT = Sentence("{name} is available: {purpose}.")
MISSING = Sentence("{name} is missing: {purpose}. {remedy}")

PYTHON = Sentence("version {version}, {path}")
CORES = {
    "native": Sentence("Hecht's fast search and the fast Board, compiled for this machine"),
    "wasm": Sentence("Hecht's fast search and the fast Board, as WebAssembly at about half the native speed"),
    None: Sentence("Hecht's fast search and the fast Board; without it Hecht searches in Python"),
}
LEARNED = Sentence("what Hecht has learned; without it only counted features evaluate positions")
WEB = Sentence("the page of “schwarm serve”")
ARENA = Sentence("matches, tournaments and seasons")
CLUSTER = Sentence("contests on many machines")
PICTURES = Sentence("PNG pictures")
CONTEST = Sentence("the fast Board in zips for the contest's Python {version}")
WALL = Sentence("the sandbox around bots; without it they only have limits")
SYSTEM_CALLS = Sentence("what bots in the sandbox may ask of the kernel; without it there is no sandbox")
USERS = Sentence("a user of its own for every bot")
COUNTED = Sentence("the kernel counts what bots use, version {version}")
NOT_COUNTED = Sentence("the kernel would count what bots use; without it Schwarm does, a little late")
FROZEN = Sentence("control groups hold bots still while they are not asked, version {version}")
NOT_FROZEN = Sentence("control groups would hold bots still while they are not asked; without it signals do")
GAMES_AT_ONCE = Sentence("{n} core, and as many games at a time", "{n} cores, and as many games at a time")
JAVA = Sentence("bots in .jar files")
CHROMIUM = Sentence("Schwarm's own tests of its page; nobody else needs it")

PYTHON_REMEDY = Sentence("Schwarm needs Python 3.11 or newer.")
USERS_REMEDY = Sentence(
    "Only root can start bots as other users; here they run as you, behind the sandbox, and getaddrinfo for AF_INET "
    "with AI_ADDRCONFIG finds nothing there."
)
GROUPS_REMEDY = Sentence(
    "Have systemd hand them over: systemd-run --user --scope -p Delegate=yes schwarm … (as root without --user)"
)
CORE_REMEDY = Sentence("Get it with: pip install wasmtime")
LEARNED_REMEDY = Sentence("They come with Schwarm: install it again.")
CONTEST_REMEDY = Sentence("Zips get the plain Board, {why}")
PIP = Sentence("Get it with: pip install 'schwarm[{extra}]'")
APT = Sentence("On Debian and Ubuntu: sudo apt-get install {package}")
WALL_REMEDY = Sentence(
    "On Debian and Ubuntu: sudo apt-get install bubblewrap. In some containers it is installed but not allowed to work."
)
