"""A bot that defines its player and ends: its author forgot to call `run`, and nothing else would ever say so."""

import ast
from pathlib import Path

from schwarm.launch.bot_game import files_of
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.python_class import parse_file
from schwarm.words import Message, Sentence, excerpt

MAX_FILE_BYTES = 1_000_000
"""Larger files are not looked at."""
STARTERS = ("run", "play", "Client")
"""What of the kit begins a game."""


def find_forgotten_run(script: Path) -> Message | None:
    """What to say about a script in whose Python files is a player and nothing that lets it play; else None."""
    found = None
    for path in files_of(script):
        try:
            module = parse_file(path) if path.stat().st_size <= MAX_FILE_BYTES else ast.Module([], [])
        except (CannotLaunch, OSError):
            continue
        never = [node for node in module.body if _is_misspelt_main(node)]
        if any(_starts(inner) for node in module.body if node not in never for inner in ast.walk(node)):
            return None
        if never and found is None:
            found = NEVER_TRUE(file=excerpt(path.name), line=never[0].lineno)
        kind = next((node.name for node in module.body if isinstance(node, ast.ClassDef) and _is_player(node)), None)
        if kind is not None and found is None:
            found = NEVER_RUNS(file=excerpt(path.name), kind=excerpt(kind))
    return found


def _is_player(node: ast.ClassDef) -> bool:
    return any(getattr(base, "id", getattr(base, "attr", "")) == "Player" for base in node.bases)


def _is_misspelt_main(node: ast.stmt) -> bool:
    """`if __name__ == "main"`, which is never so."""
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value=str(name))])
        ):
            return name != "__main__" and any(_starts(inner) for inner in ast.walk(node))
    return False


def _starts(node: ast.AST) -> bool:
    """Whether something of the kit that begins a game is used here, or imported under another name."""
    match node:
        case ast.Name():
            return node.id in STARTERS
        case ast.Attribute():
            # Not `play`, which every position has.
            return node.attr in ("run", "Client")
        case ast.ImportFrom():
            return any(alias.name in STARTERS and alias.asname for alias in node.names)
    return False


NEVER_RUNS = Sentence("{file} never calls run, so {kind} never plays; write at its end: run({kind})")
NEVER_TRUE = Sentence(
    '{file} never calls run, because its line {line} is never true; write: if __name__ == "__main__":'
)
