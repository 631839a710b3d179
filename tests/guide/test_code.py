"""All code in the guide runs, and prints what the page says."""

from pathlib import Path

import pytest

from guide.blocks import Block, Desk, blocks, pages
from quantity import mainly

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
WITH_CODE = [page for page in pages(ROOT) if any(block.reason is None for block in blocks(page))]
LONG = ("class-tournament.md", "learning.md", "lost-game.md")


@pytest.mark.parametrize(
    "page", mainly(WITH_CODE, lambda page: page.name not in LONG), ids=lambda page: str(page.relative_to(ROOT / "docs"))
)
def test_it_runs(page: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path, ROOT)
    for block in blocks(page):
        if block.reason is None:
            desk.run(block)


def test_what_is_not_run_has_a_reason() -> None:
    for page in pages(ROOT):
        for block in blocks(page):
            assert block.reason is None or len(block.reason) > 10, f"{block} is not run, and nobody says why"


def test_every_page_of_the_guide_is_looked_at() -> None:
    names = {page.relative_to(ROOT / "docs").as_posix() for page in WITH_CODE}
    assert {"games/piranhas-2026.md", "games/ostseeschach-2022.md", "api/player.md", "hecht.md"} <= names


def block(kind: str, code: str, remark: str = "") -> Block:
    return Block(Path("page.md"), 1, kind, code, remark)


@pytest.mark.parametrize(
    "broken",
    [
        block("python", "print(1 + 1)  # 3\n"),
        block("sh", "false\ntrue\n"),
        block("sh", "schwarm swim\n"),
        block("console", "$ echo one\ntwo\n"),
        block("console", "$ echo one\n"),
    ],
    ids=lambda broken: broken.code,
)
def test_what_is_wrong_is_noticed(broken: Block, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Desk(tmp_path, ROOT).run(broken)


def test_kinds_of_blocks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not run: needs two machines -->\n```sh\nfalse\n```\n"
        "<!-- file: bots/one.py -->\n```python\nprint('one')\n```\n"
        "1. Now\n   ```console\n   $ python bots/one.py\n   o…e\n   ```\n"
        "```text\nnothing\n```\n"
    )
    one, two, three = blocks(page)
    assert one.reason == "needs two machines"
    desk = Desk(tmp_path, ROOT)
    desk.run(two)
    desk.run(three)
