"""Checks of handed-in versions: a queue with a round robin of teams, and one process per check, bounded in time.

The queue is in the store, so it survives interruptions. The process runs `schwarm.workshop.check_main`, which this
room knows by name alone: the words are those of `schwarm check`.
"""

import json
import logging
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from schwarm.arena.backoff import Backoff
from schwarm.games import TimeControl, game
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.errors import CannotLaunch, blaming_machine
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import versions
from schwarm.store.games import Store
from schwarm.store.leagues import FAULTY, Version, list_leagues
from schwarm.store.versions import Waiting
from schwarm.words import LANGUAGES, Message, SchwarmError, Sentence, language, sentence

log = logging.getLogger("schwarm.league")

MODULE = "schwarm.workshop.check_main"
MAX_CHECK_SECONDS = 420.0
"""With the contest's time; more where games may take longer."""
MAX_FINDINGS = 60
GOOD, HINT, FAULT = "good", "hint", "fault"


class CheckFinding(NamedTuple):
    """One sentence of a report, in both languages: it is kept, and read by others later."""

    weight: str
    en: str
    de: str

    def __str__(self) -> str:
        return self.de if language() == "de" else self.en


def to_finding(weight: str, message: Message) -> CheckFinding:
    english, german = (sentence(message, lang) for lang in LANGUAGES)
    return CheckFinding(weight, english, german)


def write_findings(findings: Sequence[CheckFinding]) -> str:
    return json.dumps(findings, ensure_ascii=False)


def read_findings(text: str) -> list[CheckFinding]:
    return [CheckFinding(*finding) for finding in json.loads(text or "[]")]


class CheckProcess:
    """One check; may be stopped from another thread."""

    def __init__(
        self, path: Path, name: str, game: str, *, time: TimeControl = CONTEST_TIME, seconds: float | None = None
    ) -> None:
        """The whole check may take `seconds`, by default more in slow leagues."""
        self._path, self._name, self._game, self._time = path, name, game, time
        self._seconds = MAX_CHECK_SECONDS * _slowness(time, game) if seconds is None else seconds
        self._process: subprocess.Popen[str] | None = None
        self._stopped = threading.Event()

    def run(self) -> list[CheckFinding] | None:
        """The findings; None if it was stopped or the zip is missing. Raises `MachineFault`. In these cases check again
        later."""
        with TemporaryFolder() as folder:
            # Under the name that the team knows: sentences say it.
            named = Path(folder) / plain_name(self._name)
            try:
                with blaming_machine(named.name):
                    shutil.copyfile(self._path, named)
            except OSError:
                return None
            return self._run(named)

    def _run(self, path: Path) -> list[CheckFinding] | None:
        process = self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", MODULE, str(path), self._game, str(self._time)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            # Ctrl-C stops the page, not its checks.
            start_new_session=True,
        )
        late = threading.Event()

        def end() -> None:
            late.set()
            self._kill(process)

        timer = threading.Timer(self._seconds, end)
        timer.start()
        with process:
            try:
                if self._stopped.is_set():
                    self._kill(process)
                assert process.stdout is not None
                # Its standard input stays open until here; if this process dies, end of file tells it and its bots.
                found = _parse(process.stdout.read())
                process.wait()
            finally:
                timer.cancel()
                self._kill(process)
        if self._stopped.is_set():
            return None
        if late.is_set():
            return [*found, to_finding(FAULT, TOO_LONG())]
        return found if process.returncode == 0 else [*found, to_finding(FAULT, BROKE_OFF())]

    @staticmethod
    def _kill(process: "subprocess.Popen[str]") -> None:
        with suppress(OSError):
            process.kill()

    def stop(self) -> None:
        self._stopped.set()
        if self._process is not None:
            self._kill(self._process)


def _slowness(time: TimeControl, game_id: str) -> float:
    """How many times as long as in the contest a game may take, at least 1."""
    return max(1.0, (time.total(game(game_id)) or 0.0) / (CONTEST_TIME.total(game(game_id)) or 1.0))


def _parse(said: str) -> list[CheckFinding]:
    found = []
    for line in said.splitlines()[:MAX_FINDINGS]:
        with suppress(ValueError, TypeError):
            found.append(CheckFinding(*json.loads(line)))
    return found


def plain_name(name: str) -> str:
    """A file's name as it may stand in any folder; always that of a zip."""
    last = re.split(r"[/\\]", name)[-1]
    stem = re.sub(r"[^\w.-]+", "_", last.removesuffix(".zip"))[:60].strip(".") or "bot"
    return f"{stem}.zip"


LOOK_SECONDS = 2.0
"""Seconds between two looks, for what other processes of the page took in."""


def order_queue(waiting: Sequence[Waiting]) -> list[Version]:
    """Round robin by team: next is the team whose last check is longest ago."""
    found: list[Version] = []
    left = list(waiting)
    last = {entry.version.team_id: entry.last_check for entry in waiting}
    while left:
        chosen = min(left, key=lambda entry: (last[entry.version.team_id], entry.version.id))
        left.remove(chosen)
        found.append(chosen.version)
        # After its turn a team goes behind all others.
        last[chosen.version.team_id] = max(last.values()) + 1.0
    return found


class CheckQueue:
    """Checks waiting versions one at a time, in a thread of its own."""

    def __init__(
        self,
        store: Store,
        zips: ZipFolder,
        *,
        no_programs: Message | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`no_programs` is the reason to start nothing here; then everything waits."""
        self._store, self._zips, self._no_programs, self._changed = store, zips, no_programs, changed
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._current: CheckProcess | None = None
        self.checking: int | None = None
        """The id of the version that is being checked."""

    def wake(self) -> None:
        """A new version waits."""
        self._wake.set()

    def stop(self) -> None:
        """End at once; the current check is repeated at the next start."""
        self._stopped.set()
        self._wake.set()
        if current := self._current:
            current.stop()

    def place(self, version: Version) -> int | None:
        """Where a version stands in the queue, from 1; 0 while it is checked, None when it was and while its zip is not
        on the server."""
        if version.id == self.checking:
            return 0
        ids = [waiting.id for waiting in self._ordered()]
        return ids.index(version.id) + 1 if version.id in ids else None

    def _ordered(self) -> list[Version]:
        """Versions that can be checked. One whose zip the server has lost waits until it is back."""
        waiting = [entry for entry in versions.list_waiting(self._store) if entry.version.id != self.checking]
        return order_queue([entry for entry in waiting if self._zips.holds(entry.version.zip)])

    def run(self) -> None:
        """Check until stopped."""
        backoff = Backoff()
        while not self._stopped.is_set():
            self._wake.clear()
            try:
                busy = self._no_programs is None and self.check_next()
                backoff.end()
            except SchwarmError as error:
                # Perhaps a full disk, which may have room later.
                log.warning("%s", error)
                busy = False
                backoff.lengthen()
            except Exception:
                log.exception("a check")
                busy = False
                backoff.lengthen()
            if not busy:
                self._wake.wait(max(LOOK_SECONDS, backoff.left))

    def check_next(self) -> bool:
        """Check the next version; False if nothing was checked."""
        queue = self._ordered()
        if not queue:
            return False
        version = queue[0]
        league_ids = {entry.version.id: entry.league_id for entry in versions.list_waiting(self._store)}
        known = {league.id: league for league in list_leagues(self._store)}
        league = known.get(league_ids.get(version.id, 0))
        if league is None:
            # Its league was deleted this very moment.
            return False
        self.checking = version.id
        try:
            self._changed()
            current = self._current = CheckProcess(
                self._zips.path(version.zip), version.file, league.game, time=league.time_control
            )
            if self._stopped.is_set():
                return False
            try:
                findings = current.run()
            except CannotLaunch as error:
                findings = [to_finding(FAULT, error.message)]
            if findings is None:
                return False
            ready = not any(finding.weight == FAULT for finding in findings)
            versions.record_check(self._store, version, write_findings(findings), ready=ready, faulty=FAULTY)
        finally:
            self.checking = self._current = None
        self._changed()
        return True


TOO_LONG = Sentence("The check was stopped because it took too long; the bot should answer faster and end when asked.")
BROKE_OFF = Sentence("The check broke off; that is our mistake, not yours. Hand the zip in again.")
