"""The house: what a module may import, and how a stranger finds his way."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import LONGEST, LONGEST_THOROUGHLY

# Names that docs/architecture.md asks a newcomer to learn: in all, and below the page. Lower them whenever names go;
# the goal is 48 and 32.
MAX_NAMES = 78
MAX_NAMES_BELOW_THE_PAGE = 32

# Modules of the standard library that Windows lacks.
POSIX_ONLY = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}


def modules(root: Path) -> list[Path]:
    return sorted((root / "src" / "schwarm").rglob("*.py"))


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_nothing_below_launch_imports_a_posix_only_module(root: Path) -> None:
    below = [module for module in modules(root) if "launch" not in module.parts]
    guilty = {str(module): imported(module) & POSIX_ONLY for module in below if imported(module) & POSIX_ONLY}
    assert not guilty


def test_a_game_is_played_where_posix_modules_are_missing() -> None:
    # posix itself stays: on this system Python's own os module is built on it.
    program = (
        "import sys;"
        f"sys.modules.update(dict.fromkeys({sorted(POSIX_ONLY - {'posix'})!r}));"
        "from schwarm.cli import main;"
        "main(['play', 'ostseeschach-2022', '--red', 'greedy', '--blue', 'random', '--seed', '1'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "SCHWARM_LANG": "en"},
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout.splitlines()[-1]


def test_every_module_says_what_it_is_for(root: Path) -> None:
    for module in modules(root):
        docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))
        assert docstring, f"{module} has no docstring"


@pytest.fixture
def names_to_learn(root: Path) -> tuple[list[str], list[str]]:
    """What docs/architecture.md calls things: below the page, and on it."""
    text = (root / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## What things are called")[2].partition("\n## ")[0]
    below, _, page = section.partition("\nOn the page:\n")
    return names_in_rows(below), names_in_rows(page)


def names_in_rows(table: str) -> list[str]:
    return [name for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(.*?)`", cell)]


def words_in(paths: list[Path]) -> set[str]:
    return set().union(*(re.findall(r"\w+", path.read_text(encoding="utf-8")) for path in paths))


def test_names_to_learn_become_fewer(names_to_learn: tuple[list[str], list[str]]) -> None:
    below, page = names_to_learn
    assert below
    assert page
    assert len(below) <= MAX_NAMES_BELOW_THE_PAGE
    assert len(below) + len(page) <= MAX_NAMES


def test_names_to_learn_are_names_in_the_source(root: Path, names_to_learn: tuple[list[str], list[str]]) -> None:
    below, page = names_to_learn
    folders = (root / "src", root / "frontend" / "src")
    scripts = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".js", ".ts", ".tsx"}]
    assert not set(below) - words_in([module for module in modules(root) if "web" not in module.parts])
    assert not set(page) - words_in([module for module in modules(root) if "web" in module.parts] + scripts)


@pytest.mark.parametrize("name", ["utils", "util", "helpers", "common", "misc", "manager"])
def test_names_say_something(name: str, root: Path) -> None:
    assert not [module for module in modules(root) if module.stem == name]


def test_help_needs_no_heavy_module() -> None:
    program = (
        "import sys; from schwarm.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('rich', 'schwarm.view', 'xml', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_the_files_that_take_longest_are_there(root: Path) -> None:
    assert not [name for name in LONGEST_THOROUGHLY + LONGEST if not (root / "tests" / name).exists()]


def test_what_make_quick_runs_is_there(root: Path) -> None:
    script = (root / "scripts/quick").read_text()
    statistics = re.search(r"for name in (.*?); do", script)
    assert statistics
    named = [f"tests/arena/test_{name}.py" for name in statistics[1].split()]
    named += re.findall(r" (tests/[\w/.]+)", script)
    assert len(named) > 10
    assert not [name for name in named if not (root / name).exists()]


@pytest.mark.parametrize("kind", ["templates", "scripts", "styles"])
def test_no_two_parts_of_the_page_have_a_file_of_the_same_name(kind: str, root: Path) -> None:
    """All parts serve them from one place: the second one would never be seen."""
    names = [path.name for path in (root / "src/schwarm/web").glob(f"*/{kind}/*")]
    assert sorted(names) == sorted(set(names))
