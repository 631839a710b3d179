"""Tests speak to Schwarm from outside: no private name of the product, and no test module imports another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ALLOWED = {
    # Public in spite of their names, for every named tuple, every picture in a notebook and every process.
    "_replace",
    "_repr_svg_",
    "os._exit",
    # Python has no other way to end a process without taking everything apart that it imported.
    "threading._shutdown",
    "atexit._run_exitfuncs",
    # Playwright holds an event loop that no other one could run beside.
    "asyncio._set_running_loop",
}
"""Private names, alone or with their owner, that are none of Schwarm's."""
BY_NAME = {"delattr", "getattr", "hasattr", "setattr"}
"""Functions and methods that take an attribute's name as a text."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def own_names(tree: ast.AST) -> set[str]:
    """What a file itself gives a name to."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
    return found


def find_inside(text: str) -> Iterator[str]:
    """What in a file of tests is not from outside."""
    tree = ast.parse(text)
    own = own_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if is_private(name) and name in own:
                pass
            # A game's author, too, fills in what lies below the public methods.
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name) if (
                is_private(name) and name in own
            ):
                pass
            case ast.Attribute(attr=name) if is_private(name) and not {name, ast.unparse(node)} & ALLOWED:
                yield ast.unparse(node)
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases if is_inside(alias.name))
            case ast.ImportFrom(module=module, names=aliases):
                whole = [f"{module}.{alias.name}" for alias in aliases]
                yield from (name for name in whole if is_inside(name))
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=given) if called in BY_NAME:
                for argument in given:
                    match argument:
                        case ast.Constant(value=str(name)) if any(map(is_private, name.split("."))):
                            yield name


def is_inside(module: str) -> bool:
    """Whether what is imported is private, or a module of tests."""
    parts = module.split(".")
    return any(map(is_private, parts)) or any(part.startswith("test_") for part in parts)


def test_tests_speak_to_schwarm_from_outside(root: Path) -> None:
    files = sorted((root / "tests").rglob("*.py"))
    assert len(files) > 300
    found = {str(path.relative_to(root)): list(find_inside(path.read_text(encoding="utf-8"))) for path in files}
    assert not {path: names for path, names in found.items() if names}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("room._seats", ["room._seats"]),
        ("self.room._seats", ["self.room._seats"]),
        ("play()._seats = 3", ["play()._seats"]),
        ("class Mine(Room):\n    def sit(self):\n        self._seats", ["self._seats"]),
        ("from schwarm.room import _seats", ["schwarm.room._seats"]),
        ("from schwarm.core import _native", ["schwarm.core._native"]),
        ("import schwarm.core._native", ["schwarm.core._native"]),
        ("from arena.test_room import seats", ["arena.test_room.seats"]),
        ("from arena import test_room", ["arena.test_room"]),
        ("import arena.test_room", ["arena.test_room"]),
        ("monkeypatch.setattr(room, '_seats', 3)", ["_seats"]),
        ("monkeypatch.setattr('schwarm.room._seats', 3)", ["schwarm.room._seats"]),
        ("getattr(room, '_seats')", ["_seats"]),
    ],
)
def test_what_comes_from_inside_is_found(text: str, found: list[str]) -> None:
    assert list(find_inside(text)) == found


def test_what_a_file_names_itself_is_its_own() -> None:
    text = "import os\nfrom schwarm.room import Room\n_limit = 3\nclass Mine(Room):\n    def __init__(self):\n        "
    text += "self._seats = _limit\n    def _sit(self):\n        return super()._sit(self._seats)\nos._exit(0)"
    assert list(find_inside(text)) == []
