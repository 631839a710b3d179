"""The figures of the example bots in docs/figures.md are what `scripts/figures` writes, but for the numbers."""

import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from quantity import quantity

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


def shape(text: str) -> str:
    """A text without its numbers and with every difference written alike."""
    text = re.sub(r"\| [^|]*[+−?][^|]* \|", "| ELO |", text)
    return re.sub(r"\d+(\.\d+)*", "N", text)


def test_the_figures_are_what_the_command_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = tmp_path / "figures.md"
    # A twentieth of a second the steps leave unused; there is no need for them to think well.
    command = ["figures", "--games", str(quantity(2, 10)), "--seconds", "0.06", "--output", str(written)]
    monkeypatch.setattr(sys, "argv", command)
    script = runpy.run_path(str(ROOT / "scripts" / "figures"))["main"].__globals__
    play, (first, second, *_) = script["played"], script["STEPS"]
    matches: list[dict[str, Any]] = []

    def stand_in(new: str, old: str, *how: object) -> dict[str, Any]:
        """Unless there is time, the quickest match is played and stands for all."""
        matches.append(matches[0] if matches else play(second, first, *how))
        return matches[0] | {"players": [step.partition(":")[2] for step in (new, old)]}

    if quantity(1, 0):
        monkeypatch.setitem(script, "played", stand_in)
    script["main"]()
    kept = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert shape(kept) == shape(written.read_text(encoding="utf-8"))
    assert kept.count("| ") > 20


def test_each_step_beats_the_one_before() -> None:
    rows = re.findall(r"^\| \w+ – \w+ \| (\d+) \| \d+ \| (\d+) \|", (ROOT / "docs" / "figures.md").read_text(), re.M)
    assert len(rows) == 3
    for won, lost in rows:
        assert int(won) > int(lost)
