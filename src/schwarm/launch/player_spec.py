"""How players are named, everywhere: a name becomes a specification, and that can be started.

    random, greedy        sparring partners
    hecht, hecht:level=4  the engine, at full strength or at one of ten levels
    mybot.py:MyPlayer     a class in a Python file; with options of its own: mybot.py:MyPlayer:depth=3,fast
    mybot.py              a Python file that plays when it is started
    mybot                 a folder with a start.sh
    ./start.sh --fast     a command, with arguments if it needs some
    mybot.zip             what is handed in to the contest: start.sh and whatever it needs
    mybot.jar             a Java program
    wait                  nothing is started; a client connects

A name is checked when it is read, so that a tournament does not learn at midnight that a file is missing. Nothing is
started here and no code of a bot is run.
"""

import ast
import os
import shlex
import shutil
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from pathlib import Path

from schwarm.launch.bot_files import START, check_zip
from schwarm.launch.errors import CannotLaunch, blaming_machine, is_machine_fault, machine_fault
from schwarm.player import PLAYERS, Sparring, partner
from schwarm.player.class_file import MAX_NAMED, NO_CLASS, split
from schwarm.player.partners import Partner
from schwarm.words import Listing, Message, SchwarmError, Sentence, excerpt

WAIT = "wait"
MAX_GUESSES = 1_000
"""How many bots of a folder are looked at for what was meant."""


@dataclass(frozen=True, slots=True)
class Builtin:
    """A sparring partner. It can be started as a process like any other, or simply asked: `player()`."""

    partner: Partner

    def player(self, seed: int | None = None) -> Sparring:
        return self.partner.player(seed)

    @property
    def title(self) -> str:
        """What to call it in a table; every specification has one."""
        return str(self.partner)


@dataclass(frozen=True, slots=True)
class PythonClass:
    """A class in a Python file; it runs in a process of its own, isolated from the referee."""

    path: Path
    kind: str
    options: tuple[str, ...] = ()
    """As on a command line: `--depth=3`."""
    game: str | None = None
    """The id of the game it plays; None: it names none, and plays what it is asked for."""

    @property
    def title(self) -> str:
        options = ",".join(option.removeprefix("--") for option in self.options)
        return f"{self.kind}:{options}" if options else self.kind


@dataclass(frozen=True, slots=True)
class Command:
    """A program and its arguments. A script runs in its own folder, a program of the system in the current one."""

    argv: tuple[str, ...]
    folder: Path | None = None
    script: Path | None = None
    needs: tuple[Path, ...] = ()
    """What else it must be able to read behind a wall."""

    @property
    def title(self) -> str:
        if self.script is None:
            return Path(self.argv[0]).name
        # Every team's script is called start.sh; its folder says whose it is.
        return self.script.parent.name if self.script.stem == "start" else self.script.stem


@dataclass(frozen=True, slots=True)
class Zip:
    """An archive with a `start.sh` at its top."""

    path: Path

    @property
    def title(self) -> str:
        return self.path.stem


@dataclass(frozen=True, slots=True)
class Jar:
    """A Java program."""

    path: Path
    java: str = "java"

    @property
    def title(self) -> str:
        return self.path.stem


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to start: a client that connects by itself."""

    @property
    def title(self) -> str:
        return WAIT


Startable = Builtin | PythonClass | Command | Zip | Jar
PlayerSpec = Startable | Wait


def parse_player(name: str | PathLike[str]) -> PlayerSpec:
    """What a name means; raises `CannotLaunch` with one sentence where it means nothing that could be started, and
    `MachineFault` where this machine cannot even look.

    A path like `Path("mybot")` is always a file or a folder, whatever it is called."""
    if isinstance(name, PathLike):
        # From the root on: no player is called that.
        name = os.path.abspath(Path(name).expanduser())
    elif not isinstance(name, str):
        raise CannotLaunch(NOT_A_NAME(given=excerpt(repr(name))))
    name = name.strip()
    if name == WAIT:
        return Wait()
    if name.partition(":")[0] in PLAYERS:
        return Builtin(_partner(name))
    if found := _class(name):
        path, kind, options = found
        path = check_class(_file(path), kind)
        asked = next((option.removeprefix("--game=") for option in options if option.startswith("--game=")), None)
        return PythonClass(path, kind, options, asked or own_game(path, kind))
    try:
        with blaming_machine(name):
            return (None if _has_arguments(name) else _program(name)) or _command(name)
    except (OSError, RuntimeError) as error:
        # No file can be called that, or “~name” is not a user.
        raise CannotLaunch(NO_FILE(path=excerpt(name, 200))) from error


def _partner(name: str) -> Partner:
    try:
        return partner(name)
    except SchwarmError as error:
        raise CannotLaunch(error.message) from error


def _class(name: str) -> tuple[Path, str, tuple[str, ...]] | None:
    try:
        return split(name)
    except SchwarmError as error:
        raise CannotLaunch(error.message) from error


def _program(name: str) -> Startable | None:
    """A name that is one file, with blanks in it or without."""
    path = Path(name).expanduser()
    match path.suffix.lower():
        case ".zip":
            return Zip(check_zip(_file(path)))
        case ".jar":
            java = shutil.which("java")
            if java is None:
                raise CannotLaunch(NO_JAVA(file=path.name))
            return Jar(_file(path), java)
        case ".py":
            path = _file(path)
            return Command((sys.executable, str(path)), path.parent, path)
    if name and path.is_dir():
        if (path / START).is_file():
            return _script((path / START).resolve(), ())
        # A program may be called like a folder that happens to lie here.
        if os.sep in name or "/" in name or shutil.which(name) is None:
            raise CannotLaunch(A_FOLDER(path=excerpt(name, 200)))
    if path.is_file():
        return _script(path.resolve(), ())
    return None


def _has_arguments(text: str) -> bool:
    """Whether a text is a program and what it is given: `java -jar mybot.jar` ends like a file but is none."""
    if Path(text).expanduser().exists():
        return False
    try:
        first, *rest = shlex.split(text, posix=os.name == "posix")
    except ValueError:
        return False
    return bool(rest) and (Path(first).expanduser().is_file() or shutil.which(first) is not None)


def _command(text: str) -> Command:
    try:
        argv = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise CannotLaunch(QUOTES(text=excerpt(text))) from error
    if not argv:
        raise CannotLaunch(_unknown_player(text))
    first = Path(argv[0]).expanduser()
    if first.is_file():
        return _script(first.resolve(), tuple(argv[1:]))
    if "/" in argv[0] or os.sep in argv[0]:
        raise CannotLaunch(NO_FILE(path=excerpt(str(first), 200)))
    program = shutil.which(argv[0])
    if program is None:
        raise CannotLaunch(_unknown_player(text))
    return Command((program, *argv[1:]))


def _unknown_player(name: str) -> Message:
    """The error for a name that cannot be started, with the most similar name in the current folder."""
    here = Path.cwd()
    if here.name == name and (here / START).is_file():
        return INSIDE(name=excerpt(name))
    bots = [path.parent.name for path in here.glob(f"*/{START}")]
    bots += [path.name for kind in ("*.zip", "*.py") for path in here.glob(kind)]
    if likely := get_close_matches(name, [*PLAYERS, *bots[:MAX_GUESSES]], 1):
        return MEANT(name=excerpt(name), likely=excerpt(likely[0]))
    return UNKNOWN(name=excerpt(name), players=Listing((*PLAYERS, WAIT)))


def _script(path: Path, arguments: tuple[str, ...]) -> Command:
    if path.suffix.lower() == ".py":
        return Command((sys.executable, str(path), *arguments), path.parent, path)
    if not os.access(path, os.X_OK):
        raise CannotLaunch(NOT_EXECUTABLE(path=path, quoted=shlex.quote(str(path))))
    try:
        with path.open("rb") as file:
            first = file.readline(200)
    except OSError:
        first = b""  # a program may be executable without being readable
    if first.startswith(b"#!") and first.endswith(b"\r\n"):
        raise CannotLaunch(WINDOWS_LINES(path=path))
    shell = ("/bin/sh",) if path.suffix == ".sh" and not first.startswith(b"#!") else ()
    return Command((*shell, str(path), *arguments), path.parent, path)


def _file(path: Path) -> Path:
    path = path.expanduser()
    if not path.is_file():
        raise CannotLaunch(NO_FILE(path=excerpt(str(path), 200)))
    return path.resolve()


NOT_A_NAME = Sentence(
    "A player is named by a text, like greedy or mybot.py:MyPlayer, or by a path; {given} is neither."
)
INSIDE = Sentence("You are already in the folder “{name}”; from here, call the bot “.”.")
MEANT = Sentence("“{name}” is neither a player nor a bot's folder here; did you mean “{likely}”?")
UNKNOWN = Sentence(
    "“{name}” is neither a player nor a bot's folder here; players are {players}, folders with a start.sh, "
    "classes like mybot.py:MyPlayer, commands, and .zip and .jar files."
)
NO_FILE = Sentence("There is no file {path}.")
A_FOLDER = Sentence("{path} is a folder without a start.sh; name the file in it that starts the player.")
NOT_EXECUTABLE = Sentence("{path} is not executable; make it so with: chmod +x {quoted}")
WINDOWS_LINES = Sentence("{path} has Windows line endings, so Linux cannot start it; save it with Unix line endings.")
NO_JAVA = Sentence("{file} needs Java, but there is no program “java” on this computer.")
QUOTES = Sentence("A quotation mark is missing in “{text}”.")


# -P: the folder a bot lives in does not come before Python's own modules. Bots are called random.py, too.
PLAYER = (sys.executable, "-P", "-m", "schwarm.player")


def class_command(path: Path, kind: str) -> tuple[str, ...]:
    """How a class is started as a process."""
    return (*PLAYER, f"{path}:{kind}")


def check_class(path: Path, kind: str) -> Path:
    """The file, if it has something of that name; raises `CannotLaunch` otherwise."""
    module = parse_file(path)
    if kind in set(_names(module.body)):
        return path
    classes = [node.name for node in module.body if isinstance(node, ast.ClassDef)]
    if not classes:
        raise CannotLaunch(NO_CLASS_AT_ALL(file=path.name, kind=excerpt(kind)))
    raise CannotLaunch(NO_CLASS(file=path.name, kind=excerpt(kind), classes=Listing(classes[:MAX_NAMED])))


def own_game(path: Path, kind: str) -> str | None:
    """The id of the game that a class says it plays, itself or in a class of this file that it derives from."""
    classes = {node.name: node for node in parse_file(path).body if isinstance(node, ast.ClassDef)}
    seen: set[str] = set()
    waiting = [kind]
    while waiting:
        name = waiting.pop(0)
        if name in seen or name not in classes:
            continue
        seen.add(name)
        for node in classes[name].body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = getattr(node, "value", None)
            named = any(isinstance(target, ast.Name) and target.id == "game" for target in targets)
            if named and isinstance(value, ast.Constant) and isinstance(value.value, str):
                return value.value
        waiting += [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
    return None


def parse_file(path: Path) -> ast.Module:
    """A Python file as its syntax; raises `CannotLaunch` where it has none."""
    try:
        with warnings.catch_warnings():
            # What Python would like to say about a bot's code is said to the bot's author, when it runs.
            warnings.simplefilter("ignore")
            return ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, OSError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, SyntaxError) and error.lineno:
            why = excerpt(error.msg, 100)
            raise CannotLaunch(NOT_PYTHON(file=path.name, line=error.lineno, why=why)) from error
        # Memory is what code wants that lies too deep in itself.
        if is_machine_fault(error) and not isinstance(error, MemoryError):
            raise machine_fault(path.name, error) from error
        raise CannotLaunch(UNREADABLE_FILE(file=path.name)) from error


def _names(body: list[ast.stmt]) -> Iterator[str]:
    """What a module calls by name at its top: classes, what it imports, what it assigns."""
    for node in body:
        match node:
            case ast.ClassDef():
                yield node.name
            case ast.Import() | ast.ImportFrom():
                yield from (alias.asname or alias.name for alias in node.names)
            case ast.Assign():
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))
            case ast.If():
                yield from _names(node.body + node.orelse)
            case ast.Try():
                yield from _names(node.body + node.orelse + [stmt for part in node.handlers for stmt in part.body])


NOT_PYTHON = Sentence("Line {line} of {file} is not valid Python: {why}.")
UNREADABLE_FILE = Sentence("{file} cannot be read.")
NO_CLASS_AT_ALL = Sentence("{file} has no class “{kind}”, nor any other class.")
