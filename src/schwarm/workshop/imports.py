"""What a bot's Python files import that is only installed here, not in its folder. Nothing of it is run."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

from schwarm.launch.bot_facts import files_of
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.player_spec import parse_file

REQUIREMENTS = "requirements.txt"
MAX_FILE_BYTES = 1_000_000
KIT = "schwarm"


@dataclass(frozen=True, slots=True)
class ForeignImport:
    """Where a module that the bot does not bring along is imported first."""

    module: str
    file: str
    line: int


def foreign_imports(script: Path) -> list[ForeignImport]:
    """Modules that work here, but that `schwarm pack` would not take along, each once."""
    folder = script.parent
    there = {path.stem for path in folder.glob("*.py")} | {path.name for path in folder.iterdir() if path.is_dir()}
    known = sys.stdlib_module_names | there | {KIT}
    required = _required(folder)
    packages = packages_distributions()
    found: dict[str, ForeignImport] = {}
    for path in files_of(script):
        for module, line in _imported(path):
            names = {_plain(name) for name in (module, *packages.get(module, ()))}
            if module not in known and not names & required and _is_installed(module):
                found.setdefault(module, ForeignImport(module, path.name, line))
    return list(found.values())


def _imported(path: Path) -> Iterator[tuple[str, int]]:
    """The top names of what a file imports, anywhere in it; of what it only tries to import it can do without."""
    try:
        module = parse_file(path)
    except CannotLaunch:
        return  # the games say what is wrong with it
    tried = {id(inner) for node in ast.walk(module) if isinstance(node, ast.Try) for inner in ast.walk(node)}
    for node in ast.walk(module):
        if id(node) in tried:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0], node.lineno
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0], node.lineno


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _required(folder: Path) -> set[str]:
    """The packages that requirements.txt names."""
    path = folder / REQUIREMENTS
    # A pipe of that name would keep its reader waiting.
    if not path.is_file():
        return set()
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = file.read(MAX_FILE_BYTES).splitlines()
    except OSError:
        return set()
    return {_plain(name[0]) for line in lines if (name := re.match(r"\s*[A-Za-z0-9][\w.-]*", line))}


def _plain(name: str) -> str:
    """As packages are compared: Pillow_X and pillow-x are the same."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()
