"""What a process holds at a moment: memory, open files, threads. It must not grow while games come and go."""

import re
from dataclasses import dataclass
from pathlib import Path

from soak.loss import Loss


@dataclass(frozen=True, slots=True)
class Usage:
    memory_kb: int
    files: int
    threads: int

    @classmethod
    def of(cls, pid: int) -> "Usage":
        """What a process of this machine holds now; an `OSError` if it is gone."""
        place = Path(f"/proc/{pid}")
        found = re.search(r"^Threads:\s+(\d+)", (place / "status").read_text(), re.MULTILINE)
        # What it shares with others and what can be read again is not its own.
        own = re.search(r"^Private_Dirty:\s+(\d+)", (place / "smaps_rollup").read_text(), re.MULTILINE)
        if found is None or own is None:
            raise OSError("it is gone")
        return cls(int(own[1]), len(list((place / "fd").iterdir())), int(found[1]))

    def since(self, before: "Usage") -> "Usage":
        """How much more it is than before."""
        return Usage(self.memory_kb - before.memory_kb, self.files - before.files, self.threads - before.threads)

    def most(self, other: "Usage") -> "Usage":
        """The larger of each."""
        return Usage(
            max(self.memory_kb, other.memory_kb), max(self.files, other.files), max(self.threads, other.threads)
        )

    def __str__(self) -> str:
        return f"{self.memory_kb / 1024:+.1f} MB, {self.files:+} files, {self.threads:+} threads"


NOTHING = Usage(0, 0, 0)
MAX_GROWTH = Usage(memory_kb=48 * 1024, files=16, threads=8)


def check_flat(growth: Usage) -> None:
    """Raise a `Loss` if a process has grown by more than caches and a busy moment explain."""
    if growth.most(MAX_GROWTH) != MAX_GROWTH:
        raise Loss(f"it grew by {growth}; at most {MAX_GROWTH} is allowed")
