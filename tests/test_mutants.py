"""The changes that `make mutants` is told not to count: each is still about a line that is there, and says why."""

import tomllib
from pathlib import Path


def test_equivalent_changes_are_about_lines_that_are_there(root: Path) -> None:
    seen = set()
    for mutant in tomllib.loads((root / "tests/mutants/equivalent.toml").read_text(encoding="utf-8"))["mutant"]:
        assert mutant.keys() == {"file", "before", "after", "reason"}
        lines = [line.strip() for line in (root / mutant["file"]).read_text(encoding="utf-8").splitlines()]
        assert mutant["before"] in " ".join(lines), f"{mutant['file']} has no more: {mutant['before']}"
        assert mutant["before"] != mutant["after"]
        assert len(mutant["reason"]) > 10
        name = (mutant["file"], mutant["before"], mutant["after"])
        assert name not in seen, f"listed twice: {name}"
        seen.add(name)
