"""Other machines that play for a server: a scheduler that lives as long as it does, and whoever joins there."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from schwarm.arena.cluster import ClusterWorkers, require_dask
from schwarm.arena.cluster_key import NoCluster, make_key, secret_of
from schwarm.arena.game_processes import GamePool, OnProgress
from schwarm.arena.joined_pool import JoinedPool
from schwarm.arena.shared_workers import SharedWorkers
from schwarm.words import Sentence

STOPPING_SECONDS = 10.0


class JoiningWorkers:
    """Starts a scheduler, tells how to join, and lets games be played there, too. Raises `NoCluster` at its start."""

    def __init__(self, host: str, port: int, key: Path) -> None:
        require_dask()
        if secret_of(key) is None:
            # A key of an older version cannot be told in a line.
            make_key(key)
        self._host, self.port, self._key = host, port, key
        self._process = self._start()
        self._workers = SharedWorkers(self._connect)

    def line(self, host: str) -> str:
        """What to type on another machine, to which this one is known as `host`."""
        return f"schwarm worker {host}:{self.port} --secret {secret_of(self._key)}"

    def places(self) -> int:
        """How many games others can play at once, right now."""
        return self._workers.capacity

    def join(self, here: GamePool, on_progress: OnProgress | None = None) -> GamePool:
        """A pool for games that are played there, and here; `on_progress` hears of the moves of those there."""
        return JoinedPool(here, self._workers.join(on_progress))

    def close(self) -> None:
        self._workers.close()
        self._end()

    def _start(self) -> "subprocess.Popen[str]":
        command = [
            sys.executable,
            "-P",
            "-m",
            "schwarm.arena.scheduler_main",
            self._host,
            str(self.port),
            str(self._key),
        ]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
        assert process.stdout is not None
        if not (said := process.stdout.readline()):
            process.wait()
            raise NoCluster(NO_SCHEDULER(port=self.port))
        self.port = int(said)
        return process

    def _end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # It ends when nobody could write to it any more.
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _connect(self, on_progress: OnProgress) -> ClusterWorkers:
        # A scheduler that died begins again at the same port: the line by which to join holds as long as the server.
        if self._process.poll() is not None:
            self._end()
            self._process = self._start()
        return ClusterWorkers(f"127.0.0.1:{self.port}", key=self._key, on_progress=on_progress, has_home=True)


NO_SCHEDULER = Sentence("Other machines cannot join at port {port}; is another scheduler running there?")
