"""No two modules need each other at run time, not even inside a function. Types may be imported both ways."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

Graph = dict[str, set[str]]


def read_modules(source: Path) -> dict[str, ast.Module]:
    """Every module by its name; what is written in C++ is known by its stub."""
    found = {}
    for path in sorted([*source.rglob("*.py"), *source.rglob("*.pyi")]):
        parts = path.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below this one, without the bodies of `if TYPE_CHECKING`."""
    types_only = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    for child in node.orelse if isinstance(node, ast.If) and types_only else ast.iter_child_nodes(node):
        yield child
        yield from executed(child)


def imports(modules: dict[str, ast.Module]) -> Graph:
    """What each module imports at run time, wherever the import stands, as far as it is a module of ours."""
    graph: Graph = {name: set() for name in modules}
    for name, tree in modules.items():
        for node in executed(tree):
            if isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{name} imports relatively"
                # A name that is a module is that module; any other is the package's own, and so is what it imports.
                base = node.module or ""
                graph[name] |= {found if (found := f"{base}.{alias.name}") in modules else base for alias in node.names}
        graph[name] &= modules.keys()
    return graph


def find_circle(graph: Graph) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_no_module_imports_in_a_circle(root: Path) -> None:
    modules = read_modules(root / "src")
    assert "schwarm.core._native" in modules
    circle = find_circle(imports(modules))
    assert not circle, " is needed by ".join(circle)


def circle_through(hidden: str) -> set[str]:
    """The circle among three modules of a box, where the hinge has this source."""
    sources = {"box": "from box.lid import shut", "box.lid": "from box.hinge import Hinge", "box.hinge": hidden}
    return set(find_circle(imports({name: ast.parse(text) for name, text in sources.items()})))


@pytest.mark.parametrize(
    "hidden",
    [
        "from box.lid import Lid",
        "def open():\n    import box.lid",
        "def open():\n    from box import lid",
        "from box import shut",
        "if TYPE_CHECKING:\n    pass\nelse:\n    from box.lid import Lid",
    ],
)
def test_a_circle_is_found_wherever_the_import_hides(hidden: str) -> None:
    assert {"box.lid", "box.hinge"} <= circle_through(hidden)


def test_a_type_may_be_imported_upwards() -> None:
    assert not circle_through("if TYPE_CHECKING:\n    from box.lid import Lid")
