"""The list of what users can rely on: every behaviour names tests, and every test that it names exists."""

import ast
from pathlib import Path

import pytest

EASILY_LOST = (
    # Bots and their machine
    "out of turn",
    "counted under control groups version 1, 2 and hybrid",
    "interpreter lies outside `/usr`",
    "learn their time",
    "cannot start loses nothing",
    # Games and their clocks
    "a finished game has no legal moves",
    "clocks survive restart",
    "clocks survive take-back",
    "clocks survive pause",
    "clocks start when both are there",
    "late and missing answers stay two reasons",
    "games from other packages bring their own reasons, overlays, colours and german",
    # Contests and leagues
    "one runner a contest over terminal, page and containers",
    "void leases are taken over",
    "same seed, same starts, same tables at home and on a cluster",
    "standing reservations",
    "nobody learns whom they meet",
    "a bot's words are its team's alone",
    "streams and records",
    # What is kept
    "a result is told only when it is on disk",
    "a locked database is said",
    "a full disk is said",
    "a read-only database is said",
    "`data backup`",
    # The page
    "without webassembly the server thinks",
    "the server moves for a silent browser",
    "hidden tabs give their streams back",
    "a player's hidden tab keeps its stream",
    "many tabs never block a move",
    "a move made offline waits and is sent",
    "one game in several tabs",
    "`localstorage` of older versions is read",
    "every table is there as csv and json",
    "sortable by its heads, and every part of a contest has an address",
    "content policy",
    "csrf header",
    "host check",
    "`--proxy`",
    "cookies",
    "token link",
    # The site
    "any folder with relative addresses",
    "offline after the first visit",
    "rewriting a site removes only old files of its own",
)
"""What a rebuild could lose unnoticed: the list names all of it, in these words."""


def read_rows(text: str) -> dict[str, list[str]]:
    """The tests of each behaviour, by its words."""
    rows: dict[str, list[str]] = {}
    words = ""
    for line in text.splitlines():
        if line.startswith("- "):
            words = line.removeprefix("- ")
            rows[words] = []
        elif line.startswith("  - "):
            rows[words].append(line.removeprefix("  - ").strip("`"))
        elif line.startswith("  ") and words:
            tests, whole = rows.pop(words), f"{words} {line.strip()}"
            words, rows[whole] = whole, tests
        else:
            words = ""
    return rows


def is_collected(root: Path, test: str) -> bool:
    """Whether pytest would find this test, looked up without importing its file."""
    path, _, name = test.partition("::")
    name, _, case = name.partition("[")
    file = root / path
    if not (file.name.startswith("test_") and file.is_file() and name.startswith("test_")):
        return False
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            return not case or any(mark.startswith("pytest.mark.parametrize") for mark in marks)
    return False


@pytest.fixture
def rows(root: Path) -> dict[str, list[str]]:
    return read_rows((root / "tests" / "BEHAVIOUR.md").read_text(encoding="utf-8"))


def test_every_behaviour_names_tests_that_exist(root: Path, rows: dict[str, list[str]]) -> None:
    assert len(rows) > 100
    assert not [words for words, tests in rows.items() if not tests]
    named = {test for tests in rows.values() for test in tests}
    assert not sorted(test for test in named if not is_collected(root, test))


def test_what_is_easily_lost_is_in_the_list(rows: dict[str, list[str]]) -> None:
    told = "\n".join(rows).lower()
    assert not [part for part in EASILY_LOST if part not in told]


def test_a_row_without_a_test_and_a_test_that_is_gone_are_noticed(root: Path) -> None:
    here = Path(__file__).relative_to(root).as_posix()
    own = f"{here}::test_what_is_easily_lost_is_in_the_list"
    rows = read_rows(f"# A room\n\n- One,\n  in two lines\n  - `{own}`\n- Two\n\n- Three\n  - `{here}::test_gone`\n")
    assert rows == {"One, in two lines": [own], "Two": [], "Three": [f"{here}::test_gone"]}
    assert is_collected(root, own)
    for gone in (f"{here}::test_gone", f"{here}::read_rows", f"tests/gone.py::{own}", f"{own}[case]"):
        assert not is_collected(root, gone)
    assert is_collected(root, "tests/launch/test_limits.py::test_the_kernel_counts_everything[Files]")
