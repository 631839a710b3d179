"""Bots with the mistakes that bots have: each gets the right sentence, word for word."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schwarm.games import InvalidMove
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import Sandbox
from schwarm.launch.isolation import can_wall
from schwarm.workshop import bot_check, diagnosis
from schwarm.workshop.inspection import Weight, inspect
from workshop.broken_bots import TAIL, bot
from workshop.conftest import give_time_to_end

pytestmark = pytest.mark.slow


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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_an_illegal_move_that_no_kit_holds_back(told: Callable[..., list[str]]) -> None:
    unchecked = "type(state).play = lambda self, move: self"
    assert told(bot(f"if state.turn == 4:\n    {unchecked}\n    return schwarm.Move('E5', 'E6')")) == [
        "✗ In round 3 it played an illegal move; play only what the rules allow."
    ]


def test_taking_too_long(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 2:\n    time.sleep(2.1)"), time=CONTEST_TIME) == [
        "✗ In round 2 it took more than 2 seconds for a move and so lost the game; "
        "stop thinking before clock.left is 0."
    ]


@pytest.mark.thorough
def test_printing_without_end(told: Callable[..., list[str]]) -> None:
    shouting = "def shout():\n    while True:\n        print('x' * 10_000)\n"
    begin = "threading.Thread(target=shout, daemon=True).start()\n"
    assert told(bot(before=shouting + begin)) == [
        "✗ It printed more than 1 MB in one game; print a few lines for each move at most: printing takes time."
    ]


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_too_much_memory(told: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "Sandbox", lambda: Sandbox(memory=200_000_000))
    # It is seen shortly before it is stopped, with a little less; that is not worth a word any more.
    monkeypatch.setattr(diagnosis, "MUCH_MEMORY", 10_000_000)
    assert told(bot("if state.turn == 2:\n    self.much = b'x' * 400_000_000\n    time.sleep(1)")) == [
        "✗ It was stopped because it used more than 200 MB of memory. That is as much as a bot may have; look for what "
        "grows with every move."
    ]


@pytest.mark.thorough
def test_a_bot_that_does_nothing(told: Callable[..., list[str]]) -> None:
    assert told("print('hello')\n") == [
        "✗ It exits at once without taking its seat; start it by hand to see why.",
        "! Its last words: “hello”",
    ]


@pytest.mark.thorough
def test_a_bot_that_nobody_runs(told: Callable[..., list[str]]) -> None:
    assert told(bot().removesuffix(TAIL)) == [
        "✗ bot.py never calls run, so Mine never plays; write at its end: run(Mine)"
    ]


@pytest.mark.thorough
def test_a_class_that_cannot_play(told: Callable[..., list[str]]) -> None:
    assert told(bot().replace("(self, state, clock)", "(self, state)")) == [
        "✗ It crashed, and its last words were: choose (bot.py, line 7) has the wrong parameters; "
        "write: def choose(self, state, clock)"
    ]


@pytest.mark.thorough
def test_a_bot_that_leaves(told: Callable[..., list[str]]) -> None:
    assert told(bot("if state.turn == 4:\n    os._exit(0)")) == [
        "✗ In round 3 it left the game without a word; look for where the program ends."
    ]


@pytest.mark.thorough
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
