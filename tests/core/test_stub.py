"""The stub says what the binary has: every name, parameter, default, type and word of help, both ways."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from schwarm import core

pytestmark = pytest.mark.core


def described(tree: ast.Module) -> dict[str, list[str]]:
    """Each function of the stub with its signatures and what is told of them, each property with its type."""
    found: dict[str, list[str]] = {}
    for item in tree.body:
        if isinstance(item, ast.FunctionDef):
            found.setdefault(item.name, []).append(signature(item))
        if isinstance(item, ast.ClassDef):
            for member in item.body:
                if isinstance(member, ast.FunctionDef):
                    found.setdefault(f"{item.name}.{member.name}", []).append(signature(member))
    return found


def signature(function: ast.FunctionDef) -> str:
    assert function.returns is not None
    told = ast.get_docstring(function)
    assert told, f"nobody says what {function.name} is for"
    return plain(f"({ast.unparse(function.args)}) -> {ast.unparse(function.returns)}") + "\n" + told


def built() -> dict[str, list[str]]:
    """The same, from the binary."""
    from schwarm.core.backend import backend

    found = {}
    owners = {"": backend, "Batch.": backend.Batch, "Board.": backend.Board, "Hecht.": backend.Hecht}
    for prefix, owner in owners.items():
        for name, value in vars(owner).items():
            function = value.fget if isinstance(value, property) else value
            if signatures := getattr(function, "__nb_signature__", None):
                found[prefix + name] = [f"{filled(text, defaults)}\n{told}" for text, told, defaults in signatures]
    return found


def filled(text: str, defaults: tuple[object, ...] | None) -> str:
    """A signature with its defaults in place, without its name."""
    text = re.sub(r"\\(\d+)", lambda match: repr((defaults or ())[int(match[1])]), text)
    return plain(text[text.index("(") :])


def plain(text: str) -> str:
    for prefix in ("schwarm.core._native.", "collections.abc."):
        text = text.replace(prefix, "")
    # The binary knows more of an array: where it lies, and whether it is written to.
    text = re.sub(r"ndarray\[dtype=(\w+)[^\]]*\]", r"NDArray[np.\1]", text)
    text = re.sub(r"(?<=\d)_(?=\d)", "", text).replace(", /", "").replace("arg: ", "self: ")
    return re.sub(r"\(self: [A-Za-z]+", "(self", text).replace(" = ", "=")


@pytest.mark.skipif(core.kind != "native", reason="the stub describes the native core")
def test_the_stub_and_the_binary_agree(root: Path) -> None:
    stub = described(ast.parse((root / "src/schwarm/core/_native.pyi").read_text(encoding="utf-8")))
    binary = built()
    # What Python is handed is checked there; the binary knows it as any object.
    for name in ("on_refusal", "on_wrong_number"):
        assert told_of(stub.pop(name)) == told_of(binary.pop(name))
    assert stub == binary


def told_of(signatures: list[str]) -> list[str]:
    return [text.split("\n", 1)[1] for text in signatures]


def test_help_says_what_every_method_of_a_board_does() -> None:
    from schwarm.core import Board, portable

    for kind in (Board, portable.Board):
        for name in (name for name in dir(kind) if not name.startswith("_") and name != "game"):
            told = inspect.getdoc(getattr(kind, name)) or ""
            assert told.endswith("."), f"help({kind}.{name}) says nothing"
