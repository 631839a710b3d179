"""What things cost that grow, and how fast: seconds at three or more sizes, and the exponent.

The method:

- **Data** are made in seconds: a few games that are really played, and copies of them under other keys, written by the
  store's own functions (`growing/copies.py`). Pages are asked of `schwarm serve` over HTTP, as by a browser.
- **Cost** is processor time wherever that says it, since others use the machine, too: of the server alone where a row
  says "the server's part", else of the process that does the work. What waits or computes in several processes is
  measured by the clock and needs a quiet machine; such rows say so. NumPy computes with one thread: several that wait
  for each other on a busy machine use up ten times the processor time.
- **Repetitions**: everything is done once without being counted, then `--repeats` times, but no more once a size has
  taken `--seconds` in all and has three. They go round the sizes, so that a busy minute of the machine hits all alike.
- **Noise**: a figure is the median ± half the distance between the quartiles. What is smaller than that is not there.
- **Exponent**: the slope of the line through the logarithms of sizes and medians: 0 does not grow, 1 costs twice as
  much for twice the size, 2 four times. It describes these sizes and is no law: a fixed cost hides in it.
- **Before and after in one run**: never compare figures of two runs. `--against CHECKOUT` measures another checkout
  (with an environment of its own, as `make run` makes it) in the same repetitions, the two taking turns and changing
  who is first. "× 0.50 ± 0.03" is the median of the ratios of this tree to the other within each repetition, ± as
  above: half the cost; × 1.00 ± 0.03 is no change. What measures is this tree's for both.

Usage: python -m benchmarks.growth [--list] [--only NAME ...] [--quick] [--out FILE] [--against CHECKOUT]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.growing.scene import BYTES, CLOCK, NODES, PROCESSOR, Row, Scene, exponent, spread
from benchmarks.growing.scenes import SCENES

ROOT = Path(__file__).resolve().parent.parent
LEAST = 3
"""Repetitions that there are in any case."""


class Worker:
    """A process that measures a scene with the Schwarm of one checkout."""

    def __init__(self, checkout: Path, scene: Scene, sizes: Sequence[int]) -> None:
        own = checkout / ".venv/bin/python"
        python = sys.executable if checkout == ROOT else str(own)
        command = [python, "-m", "benchmarks.growing.worker", str(SCENES.index(scene)), *map(str, sizes)]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        found = Path(self._answer())
        if checkout != ROOT and checkout.resolve() not in found.resolve().parents:
            raise SystemExit(f"{own} runs another Schwarm: {found}")

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A measurement broke off; see above.")
        return json.loads(line)

    def measure(self, row: Row, size: int) -> float:
        assert self._process.stdin
        print(row.name, size, file=self._process.stdin)
        return float(self._answer())

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


@dataclass
class Measured:
    """What a row cost, by size; each a list of repetitions."""

    row: Row
    sizes: Sequence[int]
    after: dict[int, list[float]] = field(default_factory=dict)
    before: dict[int, list[float]] = field(default_factory=dict)
    """Of the other checkout, if there is one."""

    @property
    def exponent(self) -> float | None:
        return exponent(self.sizes, [median(self.after[size]) for size in self.sizes])

    def ratios(self, size: int) -> list[float]:
        return [after / before for after, before in zip(self.after[size], self.before.get(size, ()), strict=False)]

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "name": self.row.name,
            "about": self.row.about,
            "size": self.row.size,
            "unit": self.row.unit,
            "exponent": self.exponent,
            "figures": [
                {"size": size, "median": median(values), "spread": spread(values), "values": values}
                for size, values in self.after.items()
            ],
        }
        if self.before:
            found["before"] = [{"size": size, "values": values} for size, values in self.before.items()]
        return found

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Measured":
        row = Row(data["name"], data["size"], data["about"], data["unit"])
        after, before = (
            {each["size"]: each["values"] for each in data.get(name, ())} for name in ("figures", "before")
        )
        return cls(row, list(after), after, before)


def measure(scene: Scene, rows: Sequence[Row], asked: argparse.Namespace) -> Iterator[Measured]:
    """All rows of a scene, one after the other on the same data."""
    sizes = scene.quick if asked.quick else scene.sizes
    checkouts = [ROOT] + ([asked.against] if asked.against else [])
    workers = [Worker(checkout, scene, sizes) for checkout in checkouts]
    try:
        for row in rows:
            found = Measured(row, sizes, {size: [] for size in sizes}, {size: [] for size in sizes if asked.against})
            results = [found.after, found.before]
            taken = dict.fromkeys(sizes, 0.0)
            for repeat in range(asked.repeats + 1):
                for size in sizes:
                    if taken[size] > asked.seconds and repeat > LEAST:
                        continue
                    began = time.monotonic()
                    turns = list(zip(workers, results, strict=False))
                    for worker, values in turns if repeat % 2 else turns[::-1]:
                        cost = worker.measure(row, size)
                        if repeat:
                            values[size].append(cost)
                    taken[size] += time.monotonic() - began
            yield found
    finally:
        for worker in workers:
            worker.close()


# -- the table -------------------------------------------------------------------------------------------------------


def figure(values: Sequence[float], unit: str) -> str:
    """A median with its spread, both in the unit that suits the median."""
    middle, off = median(values), spread(values)
    if unit in (NODES, BYTES):
        return f"{middle:,.0f} ± {off:,.0f}"
    factor, name = next((each for each in ((1, "s"), (1e3, "ms")) if middle * each[0] >= 1), (1e6, "µs"))
    middle, off = factor * middle, factor * off
    digits = 0 if middle >= 100 else 1 if middle >= 10 else 2
    return f"{middle:.{digits}f} ± {off:.{digits}f} {name}"


def line(found: Measured, number: int) -> str:
    """A row of the table; as many figures as the row with most sizes has."""
    figures = [f"{size:,}: {figure(values, found.row.unit)}" for size, values in found.after.items()]
    if found.before:
        figures = [
            f"{shown} (× {median(ratios):.2f} ± {spread(ratios):.2f})"
            for shown, ratios in zip(figures, map(found.ratios, found.sizes), strict=True)
        ]
    slope = "–" if found.exponent is None else f"{found.exponent:+.2f}"
    cells = [found.row.name, found.row.size, *figures, *[""] * (number - len(figures)), slope, UNITS[found.row.unit]]
    return f"| {' | '.join(cells)} |"


UNITS = {PROCESSOR: "processor", CLOCK: "clock", NODES: NODES, BYTES: BYTES}


def head(number: int) -> str:
    cells = ["name", "sizes", *(f"size: median ± spread ({place})" for place in range(1, number + 1)), "exponent", "of"]
    return f"| {' | '.join(cells)} |\n|{'---|' * len(cells)}"


def table(found: Sequence[Measured]) -> str:
    number = max(len(each.sizes) for each in found)
    return "\n".join([head(number), *(line(each, number) for each in found)])


def keep(path: Path, found: Measured, where: Mapping[str, Any]) -> None:
    """Add a row to those that are kept, in place of an older one of its name; and write their table beside them."""
    order = [row.name for scene in SCENES for row in scene.rows]
    known = json.loads(path.read_text()) if path.exists() else []
    kept = {each["name"]: each for each in known} | {found.row.name: found.as_json() | {"where": dict(where)}}
    rows = sorted(kept.values(), key=lambda each: order.index(each["name"]))
    path.write_text(json.dumps(rows, indent=1) + "\n")
    measured = sorted({", ".join(f"{name} {row['where'][name]}" for name in MADE) for row in rows})
    loads = [row["where"]["load"] for row in rows]
    about = [*(f"- {each}" for each in measured), f"- load of the machine at the start: {min(loads)} to {max(loads)}"]
    title = f"# What grows: {path.stem}"
    text = [title, "", METHOD, "", *about, "", table([Measured.of(row) for row in rows]), ""]
    path.with_suffix(".md").write_text("\n".join(text))


MADE = ("date", "machine", "cores", "python", "commit")
METHOD = (
    "Measured with `python -m benchmarks.growth`, whose first lines explain the method; each figure is in the JSON."
)


def circumstances() -> dict[str, Any]:
    """When, where and on what was measured."""

    def git(*what: str) -> str:
        return subprocess.run(["git", *what], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    model = next((each for each in Path("/proc/cpuinfo").read_text().splitlines() if each.startswith("model name")), "")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "machine": model.partition(":")[2].strip() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        # What is measured, whatever was changed elsewhere since.
        "commit": git("log", "-1", "--format=%h", "--abbrev=12", "--", "src", "native"),
        "changed": bool(git("status", "--porcelain", "src", "native")),
    }


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What things cost that grow, and how fast.")
    parser.add_argument("--list", action="store_true", help="say what can be measured, and end")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these rows; the beginning of a name is enough")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it works, not what things cost")
    parser.add_argument("--repeats", type=int, default=7, help="of each measurement at most (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for a size before that (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep all rows as JSON, and a table beside it")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="measure another checkout in turns")
    asked = parser.parse_args()
    names = [row.name for scene in SCENES for row in scene.rows]
    for name in asked.only or ():
        if not any(each.startswith(name) for each in names):
            parser.error(f"there is no row “{name}”; see --list")
    if asked.against and not (asked.against / ".venv/bin/python").exists():
        parser.error(f"{asked.against} has no environment; run make run or make test there")
    return asked


def main() -> None:
    asked = parse()
    chosen = [
        (scene, rows)
        for scene in SCENES
        if (rows := [row for row in scene.rows if not asked.only or row.name.startswith(tuple(asked.only))])
    ]
    if asked.list:
        for row in (row for _, rows in chosen for row in rows):
            print(f"{row.name:<26} by {row.size:<11} {row.unit:<17} {row.about}")
        return
    number = max(len(scene.quick if asked.quick else scene.sizes) for scene, _ in chosen)
    where = circumstances()
    print(", ".join(f"{name} {value}" for name, value in where.items()), end="\n\n")
    print(head(number), flush=True)
    for scene, rows in chosen:
        for found in measure(scene, rows, asked):
            print(line(found, number), flush=True)
            if asked.out:
                keep(asked.out, found, where)


if __name__ == "__main__":
    main()
