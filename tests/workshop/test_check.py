"""Bots with the mistakes that bots have: each gets the right sentence, word for word; and a good one gets none."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cli.command import schwarm
from patience import PATIENCE
from schwarm.cli import main
from schwarm.games import InvalidMove, Outcome, Reason, State, Team
from schwarm.games.record import Record
from schwarm.launch import CannotLaunch, Sandbox
from schwarm.launch.sandbox import NO_WALL, can_wall
from schwarm.workshop import bot_check, check_game, diagnosis
from schwarm.workshop.bot_check import check
from schwarm.workshop.bot_project import create
from schwarm.workshop.check_game import CheckGame
from schwarm.workshop.cpu_load import load
from schwarm.workshop.finding import Weight
from schwarm.workshop.inspection import inspect
from schwarm.workshop.machine_load import BUSY
from schwarm.workshop.usage_meter import Usage

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

HEAD = "import os, sys, threading, time\nimport schwarm\nfrom schwarm.player import Player, run\n"
PLAYING = "        return state.legal_moves()[0]\n"
RED_FIRST = 3
"""With this seed a bot's first game is Red's: rounds and turns in sentences depend on that."""
TAIL = "\nif __name__ == '__main__':\n    run(Mine)\n"


def bot(choose: str = "", before: str = "", after: str = "") -> str:
    """A bot that plays the first legal move, and does something else first."""
    method = "    def choose(self, state, clock):\n" + "".join(f"        {line}\n" for line in choose.splitlines())
    return f"{HEAD}{before}\nclass Mine(Player):\n    game = 'piranhas-2026'\n{method}{PLAYING}{after}{TAIL}"


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

    def tell(code: str | None = None, script: str | None = None, *, limit: float = PATIENCE) -> list[str]:
        if code is not None:
            (folder / "bot.py").write_text(code)
        if script is not None:
            (folder / "start.sh").write_bytes(script.encode())
        found = check(folder, under_load=False, limit=limit, seed=RED_FIRST)
        told = (finding for finding in found if finding.weight is not Weight.GOOD)
        return [str(finding) for finding in told if finding.message.sentence not in (NO_WALL, BUSY)]

    return tell


def test_a_good_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "measure_busy_share", lambda: 0.0)
    give_time_to_end(monkeypatch, PATIENCE)
    found = list(check(folder, under_load=False, limit=PATIENCE))
    assert {finding.weight for finding in found} == ({Weight.GOOD} if can_wall() else {Weight.GOOD, Weight.HINT})
    assert str(found[0]) == "✓ start.sh is there, is executable and has Unix line endings."
    played = "✓ It played two games of Piranhas 2026 to their regular end, started in both ways the contest uses."
    assert played in map(str, found)


def test_as_root_nothing_is_started_without_a_sandbox(
    told: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no mistake of the bot, so it is not said to have crashed."""
    monkeypatch.setattr("schwarm.launch.sandbox.running_as_root", lambda: True)
    monkeypatch.setattr("schwarm.launch.sandbox.can_wall", lambda: False)
    assert told() == [
        "✗ No game was played, because as root bots run only in a sandbox, and bubblewrap is not installed or not "
        "allowed to work here; install it (Debian and Ubuntu: apt-get install bubblewrap), or check the bot as another "
        "user."
    ]


# -- what can be seen without starting it --------------------------------------------------------------------


def test_windows_line_ends(told: Callable[..., list[str]]) -> None:
    assert told(script='#!/bin/sh\r\ncd "$(dirname "$0")"\r\nexec python3 bot.py "$@"\r\n') == [
        "✗ start.sh has Windows line endings, so Linux cannot start it; save it with Unix line endings (LF)."
    ]


def test_the_wrong_main_file(told: Callable[..., list[str]]) -> None:
    assert told(script='#!/bin/sh\ncd "$(dirname "$0")"\nexec python3 main.py "$@"\n') == [
        "✗ start.sh starts main.py, which does not exist; there is bot.py. Write the right name in start.sh."
    ]


@pytest.mark.parametrize(
    "script",
    [
        'cd "$(dirname "$0")/src" || exit 1\nexec python3 main.py "$@"',
        'cd src; python3 main.py "$@"',
        'exec python3 bot.py "$@"  # before: python3 old.py',
        'if [ -f new.py ]; then python3 new.py "$@"; else python3 bot.py "$@"; fi',
        'if [ -f new.py ]; then\n  exec python3 new.py "$@"\nfi\nexec python3 bot.py "$@"',
        '[ -f new.py ] && exec python3 new.py "$@"\nexec python3 bot.py "$@"',
        'echo "starting python robot.py"\nexec python3 bot.py "$@"',
    ],
)
def test_scripts_that_may_work_are_left_to_the_game(script: str, folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "src" / "main.py").touch()
    (folder / "start.sh").write_text(f"#!/bin/sh\n{script}\n")
    assert [finding.weight for finding in inspect(folder / "start.sh")] == [Weight.GOOD]


def test_other_scripts_that_cannot_work(folder: Path, told: Callable[..., list[str]]) -> None:
    assert told(script='exec python3 bot.py "$@"\n') == [
        "✗ The first line of start.sh must name its interpreter; write: #!/bin/sh"
    ]
    assert told(script='\ufeff#!/bin/sh\nexec python3 bot.py "$@"\n') == [
        "✗ start.sh begins with a hidden character (a byte order mark), so Linux cannot start it; save it as UTF-8 "
        "without BOM."
    ]
    assert told(script='#!/no/such/bash -e\nexec python3 bot.py "$@"\n') == [
        "✗ The first line of start.sh names “/no/such/bash”, which does not exist on this computer; write: #!/bin/sh"
    ]
    (folder / "start.sh").chmod(0o644)
    assert told(script='#!/bin/sh\nexec python3 bot.py "$@"\n') == [
        "✗ start.sh is not executable; make it so with: chmod +x start.sh"
    ]
    (folder / "start.sh").rename(folder / "Start.sh")
    assert told() == ["✗ There is no start.sh, which the contest needs to start a bot, only Start.sh; rename it."]


# -- what shows when it plays --------------------------------------------------------------------------------


def test_a_missing_module(told: Callable[..., list[str]]) -> None:
    assert told(bot(before="import numpie")) == [
        "✗ It needs the module “numpie”, which is missing when it starts; put it in the folder, or do without "
        "it: the contest's computers have no internet."
    ]


def test_reading_input(told: Callable[..., list[str]]) -> None:
    assert told(bot("input('your move? ')")) == [
        "✗ It waits for somebody to type something; remove input() from the code, because nobody sits at the contest's "
        "keyboard."
    ]


def test_an_illegal_move(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 4:\n    return 'A1-A1'")) == [
        "✗ In round 3 it chose an illegal move: “A1-A1” stays where it is; a move needs two different squares. "
        "Choose only from state.legal_moves()."
    ]


def test_an_illegal_move_that_no_kit_holds_back(told: Callable[..., list[str]]) -> None:
    unchecked = "from schwarm.player.client import Client\nClient._check_move = lambda self, state, move: move\n"
    assert told(bot("if state.turn == 4:\n    return schwarm.Move('E5', 'E6')", before=unchecked)) == [
        "✗ In round 3 it played an illegal move; play only what the rules allow."
    ]


def test_taking_too_long(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 2:\n    time.sleep(2.1)"), limit=2.0) == [
        "✗ In round 2 it took more than 2 seconds for a move and so lost the game; "
        "stop thinking before clock.left is 0."
    ]


def test_printing_without_end(told: Callable[..., list[str]]) -> None:
    shouting = "def shout():\n    while True:\n        print('x' * 10_000)\n"
    begin = "threading.Thread(target=shout, daemon=True).start()\n"
    assert told(bot(before=shouting + begin)) == [
        "✗ It printed more than 1 MB in one game; print a few lines for each move at most: printing takes time."
    ]


def test_relative_paths(folder: Path, told: Callable[..., list[str]]) -> None:
    assert told(script=f'#!/bin/sh\nexec {sys.executable} bot.py "$@"\n') == [
        '✗ When started from another folder, it does not find “bot.py”; begin start.sh with: cd "$(dirname "$0")"'
    ]
    (folder / "weights.txt").write_text("1 2 3")
    script = f'#!/bin/sh\nexec {sys.executable} "$(dirname "$0")/bot.py" "$@"\n'
    assert told(bot(before="WEIGHTS = open('weights.txt').read()"), script) == [
        '✗ When started from another folder, it does not find “weights.txt”; begin start.sh with: cd "$(dirname "$0")"'
    ]


def test_a_crash(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 6:\n    1 / 0")) == [
        "✗ It crashed in bot.py, line 9, and its last words were: ZeroDivisionError: division by zero"
    ]
    assert told(bot("if state.turn == 6:\n    state.play('J9-J9')")) == [
        "✗ It crashed in bot.py, line 9, and its last words were: "
        f"{InvalidMove.__module__}.InvalidMove: “J9-J9” stays where it is; a move needs two different squares."
    ]
    assert told(bot("if state.turn == 6:\n    return None")) == [
        "✗ It crashed, and its last words were: choose (bot.py, line 7) returned None, which is not a move; "
        "a move is one of state.legal_moves() or a text like A1-C1."
    ]


def test_too_much_memory(told: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "Sandbox", lambda: Sandbox(memory=200_000_000))
    # It is seen shortly before it is stopped, with a little less; that is not worth a word any more.
    monkeypatch.setattr(diagnosis, "MUCH_MEMORY", 10_000_000)
    assert told(bot("if state.turn == 2:\n    self.much = b'x' * 400_000_000\n    time.sleep(1)")) == [
        "✗ It was stopped because it used more than 200 MB of memory. That is as much as a bot may have; look for what "
        "grows with every move."
    ]


def test_a_bot_that_does_nothing(told: Callable[..., list[str]]) -> None:
    assert told("print('hello')\n") == [
        "✗ It exits at once without taking its seat; start it by hand to see why.",
        "! Its last words: “hello”",
    ]


def test_a_bot_that_nobody_runs(told: Callable[..., list[str]]) -> None:
    assert told(bot().removesuffix(TAIL)) == [
        "✗ bot.py never calls run, so Mine never plays; write at its end: run(Mine)"
    ]


def test_a_class_that_cannot_play(told: Callable[..., list[str]]) -> None:
    assert told(bot().replace("(self, state, clock)", "(self, state)")) == [
        "✗ It crashed, and its last words were: choose (bot.py, line 7) has the wrong parameters; "
        "write: def choose(self, state, clock)"
    ]


def test_a_bot_that_leaves(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 4:\n    os._exit(0)")) == [
        "✗ In round 3 it left the game without a word; look for where the program ends."
    ]


def test_a_bot_that_never_ends(told: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    give_time_to_end(monkeypatch, 2.0)
    waiting = "threading.Thread(target=time.sleep, args=(60,)).start()\n"
    assert told(bot(before=waiting)) == [
        "✗ It was still running 2 seconds after its game; end the program and its threads when the game is over."
    ]


def test_writing_and_the_network(told: Callable[..., list[str]]) -> None:
    if not can_wall():
        assert os.environ.get("CI") != "true", "bubblewrap is missing"
        pytest.skip("bubblewrap is missing")
    assert told(bot(before="open('/etc/schwarm-was-here', 'w')")) == [
        "✗ It tries to write /etc/schwarm-was-here, but the contest lets it write only to its own folder and its "
        "temporary folder; write nothing, or use the module tempfile."
    ]
    connecting = "import socket\nsocket.create_connection(('192.0.2.1', 80), 2)\n"
    assert told(bot(before=connecting)) == [
        "✗ It tries to use the internet, which the contest does not have; put what it needs in the folder."
    ]


def test_no_bot_knows_the_games_of_its_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[object, ...]] = []

    def play(start: State, bot: object, team: Team, sandbox: Sandbox, *, seed: int, limit: float) -> CheckGame:
        played.append((start, team, seed))
        record = Record(start).then(start.legal_moves()[0], seconds=0.1)
        record = record.then(record.final.legal_moves()[0], seconds=0.1)
        ended = record.ended(Outcome(team, Reason.HEAVIER_SWARM))
        return CheckGame(ended, team, (), 0, None, 0, Usage())

    monkeypatch.setattr(bot_check, "play_check_game", play)
    monkeypatch.setattr(bot_check, "load", nullcontext)

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
    assert repeats(Path(folder.name), "piranhas-2019") == said.format(f"{folder.name} --game piranhas-2019")
    folder.rename("my bot")
    assert repeats(Path("my bot")) == said.format("'my bot'")
    slow = next(str(finding) for finding in check(Path("my bot"), seed=7, limit=0.5) if "--seed" in str(finding))
    assert slow == said.format("'my bot' --soft 0.5")


@pytest.mark.parametrize(("busy", "tries"), [(1.0, 3), (0.6, 1)])
@pytest.mark.parametrize("late", [Reason.TIMEOUT, Reason.NEVER_CAME, Reason.HEAVIER_SWARM])
def test_who_is_late_on_a_busy_machine_gets_another_try(
    folder: Path, monkeypatch: pytest.MonkeyPatch, late: Reason, busy: float, tries: int
) -> None:
    played: list[State] = []

    def play(start: State, bot: object, team: Team, sandbox: Sandbox, *, seed: int, limit: float) -> CheckGame:
        """Twice it is late, or does not end."""
        played.append(start)
        record = Record(start).then(start.legal_moves()[0], seconds=0.1)
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


# -- around it -----------------------------------------------------------------------------------------------


def test_a_zip_must_bring_everything_along(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "mybot.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    assert [str(finding) for finding in check(packed, under_load=False) if finding.weight is Weight.FAULT] == [
        "✗ It needs Schwarm's kit, which is missing in the zip; “schwarm pack” and the bot's folder make one with it."
    ]


def test_what_is_only_installed_here(told: Callable[..., list[str]], folder: Path) -> None:
    """Whatever works here because somebody installed it once is told before the zip is made."""
    (folder / "helper.py").write_text("try:\n    import pytest\nexcept ImportError:\n    pytest = None\n")
    text = bot(before="import helper, json\nfrom babel.dates import format_date")
    assert told(text) == [
        "! bot.py imports “babel” (line 5), which the contest's computers may not have; name it in requirements.txt, "
        "and “schwarm pack” takes it along."
    ]
    (folder / "requirements.txt").write_text("Babel>=2 # for dates\n")
    assert told(text) == []


def test_what_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(CannotLaunch, match=r"nothing is not a bot; name a folder with a start\.sh, a zip file, or a"):
        list(check(tmp_path / "nothing"))


@pytest.mark.parametrize("version", ["abc", "2.7", "3", "3.12.1"])
def test_what_is_no_version_of_python(folder: Path, version: str) -> None:
    done = schwarm("check", str(folder), "--python", version, "--no-load")
    assert done.stderr == f"Error: “{version}” is not a Python version; write it like this: --python 3.12\n"
    assert (done.returncode, done.stdout) == (1, "")


def test_the_game_is_the_one_its_class_names(told: Callable[..., list[str]], folder: Path) -> None:
    """Whatever else a remark or a file beside it speaks of."""
    (folder / "notes.py").write_text("# what my bot for piranhas-2026 did better\n")
    assert told(bot().replace("piranhas-2026", "ostseeschach-2022")) == []


@pytest.mark.parametrize("name", ["alone.py", "alone.jar"])
def test_a_single_file_is_checked_as_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With both kinds of options, in its own folder, whatever other bots lie there."""
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" "$@"\n')
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
    (tmp_path / "other.py").write_text("import babel\n" + bot().replace("piranhas-2026", "ostseeschach-2022"))
    (tmp_path / "data.txt").touch()
    (tmp_path / name).write_text(bot("open('data.txt').close()"))
    found = [str(finding) for finding in check(tmp_path / name, under_load=False, limit=PATIENCE)]
    assert found[0] == (
        f"! {name} is a single file, which can play here; the contest wants a start.sh beside it, and “schwarm new” "
        "makes one you can copy."
    )
    assert [sentence for sentence in found if sentence.startswith("✓ It played two games of Piranhas 2026")], found
    assert not [sentence for sentence in found if sentence.startswith("✗") or "babel" in sentence], found


def test_a_single_file_with_a_mistake(folder: Path) -> None:
    (folder / "bot.py").write_text(bot("1 / 0"))
    done = schwarm("check", str(folder / "bot.py"), "--no-load")
    assert done.stdout.startswith(
        "! bot.py is checked on its own, but the contest uses the start.sh beside it; check the folder, too: schwarm "
        f"check {folder}\n"
    )
    assert "✗ It crashed in bot.py, line 8, and its last words were: ZeroDivisionError: division by zero" in done.stdout
    assert done.stdout.endswith("Something needs fixing.\n")
    (folder / "start.sh").unlink()
    (folder / "bot.py").write_text(bot())
    assert schwarm("check", str(folder / "bot.py"), "--no-load").stdout.endswith("\nIt plays as it should.\n")


def test_a_bot_for_another_game(folder: Path) -> None:
    *_, last = check(folder, "ostseeschach-2022", under_load=False)
    assert str(last) == f"✗ “{folder.name}” plays piranhas-2026, not ostseeschach-2022."


def test_the_verb_in_german(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # In this process: how much time a bot has to end is nobody's choice at the command.
    patience = ["--soft", str(PATIENCE)]
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
    with load(2):
        assert len(started) == 2
        assert all(process.poll() is None for process in started)
    assert all(process.poll() is not None for process in started)
