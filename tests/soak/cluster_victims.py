"""A match on a cluster of which the worker, the scheduler or the match itself is killed."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

from patience import PATIENCE, until
from soak.contest_victims import MatchVictim
from soak.loss import Loss
from soak.victim import Process

NOWHERE = subprocess.DEVNULL
TIMEOUT = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"}


class Cluster:
    """A scheduler and a worker, each of which can be killed and begun again."""

    def __init__(self, victim: "ClusterVictim") -> None:
        self._victim = victim
        self.start_scheduler()

    def start_scheduler(self) -> None:
        """And a worker with it: the old one ends with its scheduler."""
        said = self._victim.folder / "scheduler"
        with said.open("w") as out:
            self.scheduler = self._start("scheduler", "--port", "0", out=out)
        until(lambda: self.scheduler.poll() is not None or said.read_text().endswith("\n"), what="the scheduler")
        found = re.search(r"schwarm worker ([\d.]+:\d+)", said.read_text())
        assert found, said.read_text()
        self.address = found[1]
        self.start_worker()

    def start_worker(self) -> None:
        self.worker = self._start("worker", self.address, "-j", "2")

    @property
    def key(self) -> Path:
        return self._victim.folder / "key.pem"

    def _start(self, *arguments: str, out: IO[str] | int = NOWHERE) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "schwarm", *arguments, "--cluster-key", str(self.key)]
        # Without the match's mark and folder: it outlives the match that is killed.
        environment = {**os.environ, "SCHWARM_LANG": "en", **TIMEOUT}
        return subprocess.Popen(command, env=environment, stdin=NOWHERE, stdout=out, stderr=NOWHERE)

    def close(self) -> None:
        for process in (self.worker, self.scheduler):
            process.kill()
            process.wait()


class ClusterVictim(MatchVictim):
    """The match on a cluster is killed itself."""

    kind = "match on a cluster"

    def play(self) -> None:
        self.cluster = Cluster(self)
        try:
            super().play()
        finally:
            self.cluster.close()

    def command(self, *, resume: bool) -> list[object]:
        return [*super().command(resume=resume), "--cluster", self.cluster.address, "--cluster-key", self.cluster.key]

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, **TIMEOUT}


class WorkerVictim(ClusterVictim):
    """The worker is killed; the match goes on as soon as there is another, and nobody resumes it."""

    kind = "worker of a cluster"

    def strike(self, process: Process) -> None:
        before = self.played()
        self.cluster.worker.kill()
        self.cluster.worker.wait()
        self.count(kills=1)
        self.cluster.start_worker()
        self.wait_for(process, min(self.games, before + 1))
        self.kill_quietly(process)

    def kill_quietly(self, process: Process) -> None:
        process.kill()
        process.wait()
        self.check_nobody_left()


class SchedulerVictim(ClusterVictim):
    """The scheduler is killed; everybody says so and ends, and the match is resumed with the next one."""

    kind = "scheduler of a cluster"

    def strike(self, process: Process) -> None:
        self.cluster.scheduler.kill()
        self.cluster.scheduler.wait()
        self.count(kills=1)
        try:
            codes = process.wait(PATIENCE), self.cluster.worker.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Loss("somebody waits for a scheduler that is gone") from None
        said = self.errors.strip().splitlines()
        # Whoever was just done has nothing to say.
        if codes[0] not in (0, 1) or codes[1] != 1 or (codes[0] and len(said) != 1):
            raise Loss(f"they ended with {codes}: {self.errors}")
        self.check_nobody_left()
        self.cluster.start_scheduler()
