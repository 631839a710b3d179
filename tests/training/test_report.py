"""What pairs of games of the training program say."""

import subprocess
import sys
from pathlib import Path

HEAD = "match piranhas-2026 seed 7 nodes 200 seconds 0.1 one two\n"


def report(root: Path, text: str, *options: str) -> str:
    command = [sys.executable, str(root / "training/report.py"), *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def line(number: int, first: int, second: int) -> str:
    return f"{number} {first} {second} 2000000 1000000 3000000 1000000\n"


def test_the_score_with_its_error_and_speed(root: Path) -> None:
    told = report(root, HEAD + "".join(line(number, 2, number % 2) for number in range(100)))
    assert told.startswith("62.5 % of 200 games; Elo +89 (95 %: ")
    assert "million positions a second 2.00 and 3.00" in told
    assert report(root, HEAD) == "No game was played.\n"


def test_a_decided_test_stops_reading_and_takes_pairs_in_order(root: Path) -> None:
    won = [line(number, 2, 2) for number in range(60)]
    told = report(root, HEAD + "".join(won), "--sprt", "0", "200")
    assert "Passed: 200 Elo" in told
    assert "of 120 games" not in told
    # Which pair ended first changes nothing.
    assert report(root, HEAD + "".join(reversed(won)), "--sprt", "0", "200") == told
    assert "normalized Elo" in report(root, HEAD + line(0, 1, 1), "--sprt", "0", "5", "--elo", "normalized")
