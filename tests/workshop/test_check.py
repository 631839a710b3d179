"""How a bot is checked: a good one is told so, games are drawn by lot, and a busy machine is not held against it."""

import re
import subprocess
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cli.command import schwarm
from patience import PATIENCE, PATIENT
from schwarm.cli import main
from schwarm.games import Outcome, Reason, State, Team, TimeControl
from schwarm.games.record import Record
from schwarm.launch import CannotLaunch, Sandbox
from schwarm.launch.isolation import can_wall
from schwarm.workshop import bot_check
from schwarm.workshop.bot_check import check
from schwarm.workshop.check_game import CheckGame
from schwarm.workshop.inspection import Weight
from schwarm.workshop.load import Usage, load_machine
from workshop.broken_bots import bot
from workshop.conftest import give_time_to_end

pytestmark = pytest.mark.slow


def test_a_good_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "measure_busy_share", lambda: 0.0)
    give_time_to_end(monkeypatch, PATIENCE)
    found = list(check(folder, under_load=False, time=PATIENT))
    assert {finding.weight for finding in found} == ({Weight.GOOD} if can_wall() else {Weight.GOOD, Weight.HINT})
    assert str(found[0]) == "✓ start.sh is there, is executable and has Unix line endings."
    played = "✓ It played two games of Piranhas 2026 to their regular end, started in both ways the contest uses."
    assert played in map(str, found)


def test_as_root_nothing_is_started_without_a_sandbox(
    told: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no mistake of the bot, so it is not said to have crashed."""
    monkeypatch.setattr("schwarm.launch.isolation.running_as_root", lambda: True)
    monkeypatch.setattr("schwarm.launch.isolation.can_wall", lambda: False)
    monkeypatch.setattr("schwarm.launch.isolation.can_unshare", lambda: False)
    assert told() == [
        "✗ No game was played, because as root bots run only in a sandbox, and bubblewrap is not installed or not "
        "allowed to work here; install it (Debian and Ubuntu: apt-get install bubblewrap), or check the bot as another "
        "user."
    ]


def test_what_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(CannotLaunch, match=r"nothing is not a bot; name a folder with a start\.sh, a zip file, or a"):
        list(check(tmp_path / "nothing"))


@pytest.mark.parametrize("version", ["abc", "2.7", "3", "3.12.1"])
def test_what_is_no_version_of_python(folder: Path, version: str) -> None:
    done = schwarm("check", str(folder), "--python", version, "--no-load")
    assert done.stderr == f"Error: “{version}” is not a Python version; write it like this: --python 3.12\n"
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.thorough
def test_no_bot_knows_the_games_of_its_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[object, ...]] = []

    def play(start: State, bot: object, team: Team, sandbox: Sandbox, *, seed: int, time: TimeControl) -> CheckGame:
        played.append((start, team, seed))
        record = Record(start, time=time).then(start.legal_moves()[0], seconds=0.1)
        record = record.then(record.final.legal_moves()[0], seconds=0.1)
        ended = record.ended(Outcome(team, Reason.HEAVIER_SWARM))
        return CheckGame(ended, team, (), 0, None, 0, Usage())

    monkeypatch.setattr(bot_check, "play_check_game", play)
    monkeypatch.setattr(bot_check, "load_machine", nullcontext)

    def games(seed: int | None) -> tuple[list[tuple[object, ...]], str]:
        played.clear()
        said = [str(finding) for finding in check(folder, seed=seed)]
        return list(played), next(line for line in said if "--seed" in line)

    drawn, said = games(None)
    assert drawn[0][1:2] != drawn[1][1:2], "it plays as Red and as Blue"
    assert len({start for start, _, _ in drawn}) == 3
    assert games(None)[0] != drawn
    again = re.search(r"--seed (\d+)", said)
    assert again
    assert games(int(again[1])) == (drawn, said)
    assert {games(seed)[0][0][1] for seed in range(8)} == set(Team), "either side may come first"

    def repeats(bot: Path, game: str | None = None) -> str:
        return next(str(finding) for finding in check(bot, game, seed=7) if "--seed" in str(finding))

    # Whoever types what is quoted gets these games: it names the bot as it was named, and the game if that is needed.
    said = "✓ Starts and sides were drawn by lot; “schwarm check {} --seed 7” repeats them."
    assert repeats(folder) == repeats(folder, "piranhas-2026") == said.format(folder)
    monkeypatch.chdir(folder.parent)
    with (folder / "bot.py").open("a") as file:
        file.write("# it plays piranhas-2019, too\n")
    assert repeats(Path(folder.name), "piranhas-2019") == said.format(f"{folder.name} --game piranhas-2019")
    folder.rename("my bot")
    assert repeats(Path("my bot")) == said.format("'my bot'")
    slow = next(
        str(finding)
        for finding in check(Path("my bot"), seed=7, time=TimeControl.parse("0.5s"))
        if "--seed" in str(finding)
    )
    assert slow == said.format("'my bot' --time 0.5s")


@pytest.mark.parametrize(("busy", "tries"), [(1.0, 3), (0.6, 1)])
@pytest.mark.parametrize("late", [Reason.TIMEOUT, Reason.NEVER_CAME, Reason.HEAVIER_SWARM])
def test_who_is_late_on_a_busy_machine_gets_another_try(
    folder: Path, monkeypatch: pytest.MonkeyPatch, late: Reason, busy: float, tries: int
) -> None:
    played: list[State] = []

    def play(start: State, bot: object, team: Team, sandbox: Sandbox, *, seed: int, time: TimeControl) -> CheckGame:
        """Twice it is late, or does not end."""
        played.append(start)
        record = Record(start, time=time).then(start.legal_moves()[0], seconds=0.1)
        record = record.then(record.final.legal_moves()[0], seconds=0.1)
        reason = late if len(played) < 3 else Reason.HEAVIER_SWARM
        ended = record.ended(Outcome(team if reason.regular else team.opponent, reason))
        return CheckGame(ended, team, (), 0, None, None if len(played) < 3 else 0, Usage())

    class Meter:
        share = busy

    monkeypatch.setattr(bot_check, "play_check_game", play)
    monkeypatch.setattr(bot_check, "BusyMeter", Meter)
    found = list(check(folder, under_load=False))
    assert played[:tries] == [played[0]] * tries
    assert any(finding.weight is Weight.FAULT for finding in found) == (tries == 1)


@pytest.mark.thorough
def test_the_verb_in_german(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # In this process: how much time a bot has to end is nobody's choice at the command.
    patience = ["--time", str(PATIENT)]
    give_time_to_end(monkeypatch, PATIENCE)
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(SystemExit) as ready:
        main(["--lang", "de", "check", str(folder), *patience])
    said = capsys.readouterr().out
    assert ready.value.code == 0, said
    assert said.splitlines()[-1].startswith("Er spielt, wie er soll. Pack ihn für den Wettbewerb: schwarm pack ")
    assert "Wenn der Rechner viel zu tun hat" in said
    (folder / "bot.py").write_text(bot(before="import numpie"))
    with pytest.raises(SystemExit) as unready:
        main(["--lang", "de", "check", str(folder), "--no-load"])
    said = capsys.readouterr().out
    assert unready.value.code == 1
    assert "✗ Er braucht das Modul „numpie“, das beim Start nicht da ist" in said
    assert said.splitlines()[-1] == "Da ist noch etwas in Ordnung zu bringen."


def test_nothing_stays_busy_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **settings: Any) -> None:
            super().__init__(*args, **settings)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with load_machine(2):
        assert len(started) == 2
        assert all(process.poll() is None for process in started)
    assert all(process.poll() is not None for process in started)
