"""What was seen by kind of victim, added up over all runs in a file outside version control."""

import json
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from soak.process_usage import NOTHING, Usage


@dataclass(slots=True)
class Count:
    """What was seen of one kind."""

    kills: int = 0
    games: int = 0
    checked: int = 0
    """Results that were looked at after a kill; the same one again after the next."""
    faults: int = 0
    growth: Usage = field(default=NOTHING)
    """The largest that was seen."""

    def add(self, other: "Count") -> None:
        self.kills += other.kills
        self.games += other.games
        self.checked += other.checked
        self.faults += other.faults
        self.growth = self.growth.most(other.growth)


class Totals:
    """Counts by kind. Safe to use from several threads."""

    def __init__(self, *, kills: float = float("inf"), seconds: float = float("inf")) -> None:
        self.kinds: dict[str, Count] = {}
        self._lock = threading.Lock()
        self._kills, self._deadline = kills, time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether enough was killed, or the time is up."""
        with self._lock:
            killed = sum(count.kills for count in self.kinds.values())
        return killed >= self._kills or time.monotonic() >= self._deadline

    def stop(self) -> None:
        """It is enough."""
        self._deadline = 0.0

    def add(self, kind: str, count: Count) -> None:
        with self._lock:
            self.kinds.setdefault(kind, Count()).add(count)

    def save(self, path: Path) -> "Totals":
        """Add all of it to what a file has, and give the sums."""
        sums = Totals.load(path)
        for kind, count in self.kinds.items():
            sums.add(kind, count)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({kind: asdict(count) for kind, count in sorted(sums.kinds.items())}, indent=2)
        draft = path.with_suffix(".draft")
        draft.write_text(text + "\n", encoding="utf-8")
        draft.replace(path)
        return sums

    @classmethod
    def load(cls, path: Path) -> "Totals":
        """What a file has; nothing if there is none."""
        found = cls()
        if path.exists():
            for kind, facts in json.loads(path.read_text(encoding="utf-8")).items():
                found.kinds[kind] = Count(**{**facts, "growth": Usage(**facts["growth"])})
        return found

    def lines(self) -> list[str]:
        """A table for people."""
        head = f"{'kind':34}{'kills':>8}{'games':>9}{'checked':>9}{'faults':>8}  largest growth"
        rows = [head]
        whole = Count()
        for kind, count in sorted(self.kinds.items()):
            rows.append(_row(kind, count))
            whole.add(count)
        return [*rows, _row("all", whole)]


def _row(name: str, count: Count) -> str:
    return f"{name:34}{count.kills:>8}{count.games:>9}{count.checked:>9}{count.faults:>8}  {count.growth}"
