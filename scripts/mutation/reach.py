"""Which tests pass, how long they take and which lines each of them reaches, also through programs that it starts."""

import gzip
import json
import os
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutation.draw import ROOMS, Mutant

MARKS = "not thorough and not alone"
SETTINGS = """\
[run]
data_file = {folder}/data
parallel = true
context = ${{PYTEST_CURRENT_TEST-}}
include = {included}
patch = _exit
sigterm = true
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse, already-imported
"""


@dataclass(frozen=True)
class Reach:
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    failed: list[str]

    def tests_for(self, mutant: Mutant, most: float) -> list[str]:
        """The tests that may notice it, the room's own first and then the fastest, so many seconds of them at most."""
        reached = self.lines.get(mutant.file, {})
        wanted = mutant.lines or reached
        tests = {test for line in wanted for test in reached.get(line, ())}
        own = f"tests/{mutant.room}/"
        found, total = [], 0.0
        for test in sorted(tests, key=lambda test: (not test.startswith(own), self.seconds[test], test)):
            total += self.seconds[test]
            if found and total > most:
                break
            found.append(test)
        return found


def measure(tree: Path, folder: Path, tests: list[str], jobs: int) -> Reach:
    """Run all these tests in this copy of the tree."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = folder / "coverage.ini"
    included = ", ".join(f"{tree}/src/schwarm/{room}/*" for room in ROOMS)
    settings.write_text(SETTINGS.format(folder=folder, included=included))
    command = [
        tree / ".venv/bin/python",
        "-m",
        "pytest",
        "-q",
        "-p",
        "mutants_plugin",
        "-n",
        str(jobs),
        "--dist",
        "worksteal",
    ]
    command += [f"--basetemp={folder}/t", "--hypothesis-seed=0", "-m", MARKS, *tests]
    measuring = {"MUTANTS_MEASURED": str(folder), "COVERAGE_PROCESS_START": str(settings), "COVERAGE_CORE": "ctrace"}
    with (folder / "output").open("w") as output:
        subprocess.run(command, cwd=tree, env=os.environ | measuring, stdout=output, stderr=output, check=False)
    return read(tree, folder)


def read(tree: Path, folder: Path) -> Reach:
    from coverage import CoverageData

    users: dict[str, set[str]] = defaultdict(set)
    outcomes: dict[str, tuple[float, bool]] = {}
    for path in folder.glob("told-*.json"):
        told = json.loads(path.read_text())
        outcomes |= told["outcomes"]
        for name, tests in told["users"].items():
            users[name] |= set(tests)
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in folder.glob("data.*"):
        data = CoverageData(str(path))
        data.read()
        for file in data.measured_files():
            known = lines[str(Path(file).relative_to(tree))]
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    known[line] |= users.get(context) or {context.rsplit(" (", 1)[0]}
    passed = {test: seconds for test, (seconds, well) in outcomes.items() if well}
    found = {
        file: {line: sorted(tests & passed.keys()) for line, tests in known.items()} for file, known in lines.items()
    }
    return Reach(passed, found, sorted(outcomes.keys() - passed.keys()))


def kept(path: Path, state: str) -> Reach | None:
    """What was measured before, if sources and tests are still the same."""
    old: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
    if old.get("state") != state:
        return None
    tests = old["tests"]
    lines = {
        file: {int(line): [tests[number] for number in numbers] for line, numbers in known.items()}
        for file, known in old["lines"].items()
    }
    return Reach(old["seconds"], lines, old["failed"])


def keep(path: Path, state: str, reach: Reach) -> None:
    numbers = {test: number for number, test in enumerate(reach.seconds)}
    lines = {
        file: {line: [numbers[test] for test in tests] for line, tests in known.items()}
        for file, known in reach.lines.items()
    }
    told = {"state": state, "tests": list(numbers), "lines": lines, "seconds": reach.seconds, "failed": reach.failed}
    path.write_bytes(gzip.compress(json.dumps(told).encode()))
