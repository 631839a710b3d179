"""Something that is killed again and again and must lose nothing: what all of them share."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from arena.leftovers import new_mark, nobody_is_left
from patience import LONG
from soak.loss import Loss
from soak.process_usage import Usage, check_flat
from soak.totals import Count, Totals

Process = subprocess.Popen[str]


class Victim(ABC):
    """Lives one life after the other, as its seed says: it is begun, killed and resumed some times, and ends well."""

    kind: ClassVar[str]

    def __init__(self, folder: Path, seed: int | str, totals: Totals) -> None:
        self.home, self.seed, self.totals = folder, seed, totals
        self.lives = 0
        self.random = random.Random()
        self.folder = folder
        self.mark = new_mark()

    def live(self) -> None:
        """One life; raises a `Loss` if something is lost on the way."""
        # What happens in a life depends on the seed and its number alone, whatever else runs at the same time.
        self.random.seed(f"{self.seed}/{self.kind}/{self.lives}")
        self.lives += 1
        self.home.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{self.lives}-", dir=self.home))
        self.temporary.mkdir()
        self.play()

    @abstractmethod
    def play(self) -> None:
        """Begin in the empty `folder`, be killed, resume, and check what is left."""

    def close(self) -> None:  # noqa: B027 (most have nothing to close)
        """End what outlives a life."""

    def count(self, *, kills: int = 0, games: int = 0, checked: int = 0) -> None:
        self.totals.add(self.kind, Count(kills, games, checked))

    def check_growth(self, before: Usage, pid: int) -> None:
        """Note how much a process has grown since; raises a `Loss` if it is too much."""
        with suppress(OSError):
            growth = Usage.of(pid).since(before)
            self.totals.add(self.kind, Count(growth=growth))
            check_flat(growth)

    # -- processes -------------------------------------------------------------------------------------

    @property
    def temporary(self) -> Path:
        """Where those that are killed keep what is not to last."""
        return self.folder / "tmp"

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SCHWARM_LANG": "en", "TMPDIR": str(self.temporary), self.mark: "1"}

    def start(self, *arguments: object) -> Process:
        """`schwarm` with arguments; what it says is kept in files of the folder, so that nobody must listen."""
        command = [sys.executable, "-m", "schwarm", *map(str, arguments)]
        with (self.folder / "said").open("w") as said, (self.folder / "errors").open("w") as errors:
            return subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=errors, text=True
            )

    @property
    def errors(self) -> str:
        """What the last one that was started said to its standard error."""
        return (self.folder / "errors").read_text()

    def kill(self, process: Process) -> None:
        """`kill -9`, and nothing that it had started outlives it."""
        alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.check_nobody_left()
        self.count(kills=int(alive))

    def check_nobody_left(self) -> None:
        try:
            nobody_is_left(self.mark)
        except AssertionError as error:
            raise Loss("processes outlived the one that started them") from error

    def run_to_the_end(self, *arguments: object) -> None:
        """Nobody disturbs it, and it removes also what those that were killed left behind long ago."""
        for folder in self.temporary.iterdir():
            os.utime(folder, (0, 0))
        process = self.start(*arguments)
        try:
            code = process.wait(LONG)
        finally:
            process.kill()
            process.wait()
        if code:
            raise Loss(f"{' '.join(map(str, arguments))} ended with {code}: {self.errors}")
        if left := list(self.temporary.iterdir()):
            raise Loss(f"temporary folders were left behind: {left}")

    def pause(self, seconds: float) -> None:
        """Any moment up to so many seconds."""
        time.sleep(self.random.uniform(0.0, seconds))
