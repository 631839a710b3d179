"""The tests of the page speak its users' words: only `screens` knows ids, classes and attributes."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LOOK_UPS = {"locator", "wait_for_selector", "query_selector", "query_selector_all", "eval_on_selector"}
LOOK_UPS |= {"eval_on_selector_all", "get_by_test_id", "frame_locator", "to_have_id", "to_have_class"}
SCRIPTS = re.compile(r"querySelector|getElements?By|\.classList\b|\.dataset\b|\.matches\(|\.closest\(")
PLAYWRIGHT = re.compile(r"^(web\.browsing|playwright\.)")
WORDS = re.compile(r"[A-ZÄÖÜ]")


def find_look_ups(source: str) -> list[str]:
    """Look-ups by what only somebody knows who has read the page's source."""
    tree = ast.parse(source)
    found: list[str] = []
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    if not any(PLAYWRIGHT.match(name) for name in imported):
        return []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [f"{node.lineno}: {script[0]}" for script in SCRIPTS.finditer(node.value)]
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, first = node.func.attr, node.args[0] if node.args else None
        if method in LOOK_UPS:
            found.append(f"{node.lineno}: {method}")
        # A button is pressed by its name; keys are the keyboard's.
        elif method in ("press", "tab_to") and not ast.unparse(node.func.value).endswith("keyboard"):
            text = first.value if isinstance(first, ast.Constant) else first
            if isinstance(text, ast.JoinedStr) or (isinstance(text, str) and not WORDS.match(text)):
                found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def list_tests() -> list[str]:
    return sorted(path.name for path in HERE.glob("*.py"))


@pytest.mark.parametrize("name", list_tests())
def test_nothing_is_found_by_id_class_or_attribute(name: str) -> None:
    assert not find_look_ups((HERE / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "wrong",
    ['page.locator("#x")', "page.evaluate(\"document.querySelector('p')\")", 'anna.press("[data-act=undo]")'],
)
def test_a_look_up_is_noticed(wrong: str) -> None:
    imported = "from web.browsing import person\n"
    assert find_look_ups(imported + wrong)
    assert not find_look_ups(imported + 'anna.press("Resign"); page.keyboard.press("f"); anna.game.moves')
