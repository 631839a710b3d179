"""The figures of the example bots in docs/figures.md are what `scripts/figures` writes, but for the numbers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from patience import LONG
from quantity import quantity

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


def shape(text: str) -> str:
    """A text without its numbers and with every difference written alike."""
    text = re.sub(r"\| [^|]*[+−?][^|]* \|", "| ELO |", text)
    return re.sub(r"\d+(\.\d+)*", "N", text)


def test_the_figures_are_what_the_command_writes(tmp_path: Path) -> None:
    written = tmp_path / "figures.md"
    games = str(quantity(2, 10))
    # A twentieth of a second the steps leave unused; there is no need for them to think well.
    seconds = "0.06"
    command = [sys.executable, str(ROOT / "scripts" / "figures"), "--games", games, "--seconds", seconds]
    subprocess.run([*command, "--output", str(written)], check=True, timeout=LONG)
    kept = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert shape(kept) == shape(written.read_text(encoding="utf-8"))
    assert kept.count("| ") > 20


def test_each_step_beats_the_one_before() -> None:
    rows = re.findall(r"^\| \w+ – \w+ \| (\d+) \| \d+ \| (\d+) \|", (ROOT / "docs" / "figures.md").read_text(), re.M)
    assert len(rows) == 3
    for won, lost in rows:
        assert int(won) > int(lost)
