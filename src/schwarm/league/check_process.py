"""Checks a zip in a process of its own, with the words of `schwarm check`, within bounds.

The process is another room's module (`schwarm.workshop.check_main`), known here by its name alone.
"""

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from schwarm.games import TimeControl, game
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.errors import blaming_machine
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.words import LANGUAGES, Message, Sentence, language, sentence

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
        """What was found; None if somebody stopped it, or if the zip is not there. Raises `MachineFault`. In all these
        cases it can be checked later."""
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
            # Ctrl-C is for whoever runs the page.
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
                # Its standard input stays open until here: when we die, it notices, and so do its bots.
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


TOO_LONG = Sentence("The check was stopped because it took too long; the bot should answer faster and end when asked.")
BROKE_OFF = Sentence("The check broke off; that is our mistake, not yours. Hand the zip in again.")
