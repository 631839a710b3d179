"""`mybot.py:MyPlayer`: whether the class is there, found out without running the bot's code, and how to start it."""

import ast
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

from schwarm.launch.errors import CannotLaunch, is_machine_fault, machine_fault
from schwarm.player.class_file import MAX_NAMED, NO_CLASS
from schwarm.words import Listing, Sentence, excerpt

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
        raise CannotLaunch(UNREADABLE(file=path.name)) from error


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
UNREADABLE = Sentence("{file} cannot be read.")
NO_CLASS_AT_ALL = Sentence("{file} has no class “{kind}”, nor any other class.")
