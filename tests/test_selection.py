"""Every commit is judged by the same tests: marks say which ones `make test` runs, and nothing else does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import conftest

MOODY = {"date", "datetime", "git", "hash", "hashlib", "random", "secrets", "sha256", "time", "uuid"}
"""What is another one tomorrow, for another commit or in another process."""


def names(tree: ast.AST) -> Iterator[str]:
    """Everything that a piece of Python calls by name, modules in parts."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(module=name) | ast.alias(name=name) if name:
                yield from name.split(".")


def choices(tree: ast.Module) -> Iterator[ast.AST]:
    """Where a file decides which tests there are: decorators, marks, hooks, and what stands in the file itself."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) if name.startswith("pytest_"):
                yield node
            case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                yield from decorators
            case ast.If() | ast.For() | ast.While():
                yield node
            case ast.Assign(targets=[ast.Name(id="pytestmark")]):
                yield node


def test_no_selection_depends_on_commit_date_or_luck(root: Path) -> None:
    script = (root / "scripts/check").read_text()
    (run,) = re.findall(r"^exec \$bin/python -m pytest (.*)$", script, re.MULTILINE)
    assert run.endswith('--no-loadscope-reorder -m "$chosen" $seed "$@"')
    assert re.findall(r"\b(?:chosen|seed)=.*", script) == [
        'chosen="not alone and not thorough" seed=--hypothesis-seed=0',
        'chosen="not alone" seed=',
    ]
    for path in (root / "tests").rglob("*.py"):
        tree = ast.parse(path.read_text())
        guilty = {name for part in choices(tree) for name in names(part)} & MOODY
        assert not guilty, f"{path} chooses its tests by {guilty}"


def test_the_order_of_the_tests_leaves_none_out(root: Path) -> None:
    items: list[Any] = [SimpleNamespace(path=root / "tests" / name) for name in ("test_a.py", *conftest.LONGEST[:2])]
    ordered = list(items)
    conftest.pytest_collection_modifyitems(ordered)
    assert ordered == [*items[1:], items[0]]
