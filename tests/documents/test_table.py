"""The page docs/rules.md and the tests agree: every sentence, every reading, every difference names its tests."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from documents.sentences import DOCUMENTS, sentences_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
HEADER = ["document", "sentence", "test"]

MODULES = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
OFFICIAL = ROOT / "tests" / "games" / "test_official_rules.py"


def plain(text):
    """A text with every run of white space as one blank."""
    return " ".join(text.split())


def table_rows():
    """Each row of the tables of sentences: document, sentence and the list of what its last cell names."""
    header = None
    for line in PAGE.splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = [plain(cell) for cell in line.strip().strip("|").split("|")]
        if header is None:
            header = cells
        elif header == HEADER and set(line) - set("|-: "):
            document, sentence, tests = cells
            yield document, sentence, [test.strip("` ") for test in tests.split("<br>")]


def named_in(path):
    """The tests a module defines, as the page writes them."""
    functions = (node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if hasattr(node, "name"))
    return {f"{path.relative_to(ROOT).as_posix()}::{name}" for name in functions if name.startswith("test_")}


def in_table():
    rows = table_rows()
    return {(document, text, test) for document, text, tests in rows for test in tests}


def at_tests():
    found = set()
    for path in MODULES:
        for name, test in inspect.getmembers(import_module(f"documents.{path.stem}"), inspect.isfunction):
            node = f"{path.relative_to(ROOT).as_posix()}::{name}"
            found |= {(document, plain(text), node) for document, text in sentences_of(test)}
    return found


def test_every_sentence_a_test_carries_is_in_the_table_with_that_test():
    missing = sorted(at_tests() - in_table())
    assert not missing, "not in docs/rules.md:\n" + "\n".join("| {} | {} | `{}` |".format(*row) for row in missing)


def test_every_row_of_the_table_names_tests_that_carry_its_sentence():
    missing = sorted(in_table() - at_tests())
    assert not missing, "no such test, or it does not carry the sentence:\n" + "\n".join(map(" | ".join, missing))


def test_every_sentence_has_one_row():
    sentences = [(document, sentence) for document, sentence, _ in table_rows()]
    assert {sentence for sentence in sentences if sentences.count(sentence) > 1} == set()
    assert {document for document, _ in sentences} == set(DOCUMENTS)


def test_every_row_names_tests():
    for _, sentence, tests in table_rows():
        assert all(re.fullmatch(r"tests/\w+/\w+\.py::test_\w+", test) for test in tests), sentence


@pytest.mark.parametrize("path", [*MODULES, OFFICIAL], ids=lambda path: path.stem)
def test_the_page_names_every_test_and_no_other(path):
    on_page = {test for test in re.findall(r"tests/[\w/]+\.py::\w+", PAGE) if f"/{path.name}::" in test}
    assert on_page == named_in(path)
    assert on_page


def test_the_page_names_tests_of_these_modules_only():
    modules = {ROOT / test for test in re.findall(r"(tests/[\w/]+\.py)::", PAGE)}
    assert modules == {*MODULES, OFFICIAL}
