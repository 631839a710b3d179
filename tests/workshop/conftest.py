"""A bot that is checked, and what is said about it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from patience import PATIENCE, PATIENT
from schwarm.games import TimeControl
from schwarm.launch.isolation import NO_WALL
from schwarm.workshop import bot_check, check_game, diagnosis
from schwarm.workshop.bot_check import check
from schwarm.workshop.bot_project import create
from schwarm.workshop.inspection import Weight
from schwarm.workshop.load import BUSY

RED_FIRST = 3
"""With this seed a bot's first game is Red's: rounds and turns in sentences depend on that."""


def give_time_to_end(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """How long a bot may run after its game."""
    for module in (check_game, diagnosis):
        monkeypatch.setattr(module, "MAX_EXIT_SECONDS", seconds)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return create(tmp_path / "mybot", "piranhas-2026")


@pytest.fixture
def told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """What is said about a bot, apart from what is good. It has as much time as the busiest machine may need, where its
    mistake is another one."""
    give_time_to_end(monkeypatch, PATIENCE)
    monkeypatch.setattr(bot_check, "MAX_TRIES", 1)

    def tell(code: str | None = None, script: str | None = None, *, time: TimeControl = PATIENT) -> list[str]:
        if code is not None:
            (folder / "bot.py").write_text(code)
        if script is not None:
            (folder / "start.sh").write_bytes(script.encode())
        found = check(folder, under_load=False, time=time, seed=RED_FIRST)
        told = (finding for finding in found if finding.weight is not Weight.GOOD)
        return [str(finding) for finding in told if finding.message.sentence not in (NO_WALL, BUSY)]

    return tell
