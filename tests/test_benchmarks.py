"""The table of what grows: `benchmarks/growth.py` with few and small rows."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from patience import LONG

pytestmark = [pytest.mark.slow, pytest.mark.core]


def test_small_rows_have_figures_with_spread_and_an_exponent(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "small.json"
    command = [sys.executable, "-m", "benchmarks.growth", "--quick", "--repeats", "3", "--out", str(out)]
    done = subprocess.run(
        [*command, "--only", "xml", "batch-env-by-games"], cwd=root, capture_output=True, text=True, timeout=LONG
    )
    assert done.returncode == 0, done.stderr
    head, line, *rows = [each for each in done.stdout.splitlines() if each.startswith("|")]
    assert [cell.strip() for cell in head.strip("|").split("|")] == [
        *("name", "sizes"),
        *(f"size: median ± spread ({place})" for place in (1, 2, 3)),
        *("exponent", "of"),
    ]
    assert line == "|---|---|---|---|---|---|---|"
    costs = r"( \d+: [\d.]+ ± [\d.]+ (s|ms|µs) \|){3} [+-]\d\.\d\d \| processor \|"
    assert len(rows) == 2
    assert re.fullmatch(rf"\| xml \| moves \|{costs}", rows[0])
    assert re.fullmatch(rf"\| batch-env-by-games \| games \|{costs}", rows[1])
    kept = json.loads(out.read_text())
    assert {row["name"]: [len(each["values"]) for each in row["figures"]] for row in kept} == {
        "xml": [3, 3, 3],
        "batch-env-by-games": [3, 3, 3],
    }
    xml = next(row for row in kept if row["name"] == "xml")
    # A game of four times as many moves takes longer, but not for ever.
    assert 0.3 < xml["exponent"] < 2
    assert all(row in out.with_suffix(".md").read_text() for row in rows)


def test_unknown_rows_and_checkouts_are_refused(root: Path, tmp_path: Path) -> None:
    for arguments, said in (
        (["--only", "nothing"], "there is no row “nothing”"),
        (["--against", str(tmp_path)], "has no environment"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.growth", *arguments], cwd=root, capture_output=True, text=True
        )
        assert done.returncode == 2
        assert said in done.stderr
