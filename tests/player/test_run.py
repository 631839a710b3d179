"""The command line of a bot: the contest's options in any order, the bot's own, help, and the exit code."""

import gettext
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE
from player.one_move import OneMove
from player.scripted_server import Conversation, server
from schwarm.player import Clock, Player, Random, run
from schwarm.player.run import play
from schwarm.protocol.messages import JoinPrepared, JoinRoom
from schwarm.words import speaking

pytestmark = pytest.mark.slow


class Last(Player):
    """Plays the last legal move, or another one from the end."""

    def __init__(self, step: int) -> None:
        self.step = step

    @classmethod
    def options(cls, parser) -> None:
        parser.add_argument("--step", type=int, default=1)

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        return state.legal_moves()[-self.step]


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_options_in_any_order(order: tuple[int, ...], long: bool) -> None:
    script = OneMove()
    with server(script) as address:
        host, port, reservation = ("--host", "--port", "--reservation") if long else ("-h", "-p", "-r")
        options = [[host, address.host], [port, str(address.port)], [reservation, "a-b-c"]]
        assert play(Last, [word for index in order for word in options[index]]) == 0
    assert script.joined == JoinPrepared("a-b-c")
    assert script.move == script.state.legal_moves()[-1]


def test_equals_signs_the_bots_own_options_and_a_room() -> None:
    script = OneMove()
    with server(script) as address:
        args = [f"--host={address.host}", f"--port={address.port}", "--room=r", "--step", "2", "--limit", "0"]
        assert play(Last, args) == 0
    assert script.joined == JoinRoom("r")
    assert script.move == script.state.legal_moves()[-2]


def test_who_names_no_host_plays_on_this_computer() -> None:
    script = OneMove()
    with server(script) as address:
        assert play(Last, ["-p", str(address.port)]) == 0
    assert script.move == script.state.legal_moves()[-1]


@pytest.mark.parametrize("game", ["piranhas-2019", "ostseeschach-2022"])
def test_another_game(game: str) -> None:
    script = OneMove(game)
    with server(script) as address:
        args = ["--game", game, "-h", address.host, "-p", str(address.port), "--seed", "3", "--rules", "official"]
        assert play(Random, args) == 0
    assert script.move == Random(3).choose(script.state)


def test_run_ends_the_process() -> None:
    with server(OneMove()) as address, pytest.raises(SystemExit) as caught:
        run(Last, ["-h", address.host, "-p", str(address.port)])
    assert caught.value.code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["-p", "0"], "argument -p/--port: a port is a number from 1 to 65535"),
        (["-p", "65536"], "argument -p/--port: a port is a number from 1 to 65535"),
        (["--port", "²"], "argument -p/--port: a port is a number from 1 to 65535"),
        (["--limit", "nan"], "argument --limit: seconds are a number like 2 or 0.5"),
        (["--limit", "soon"], "argument --limit: seconds are a number like 2 or 0.5"),
    ],
)
def test_options_that_make_no_sense(args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        play(Last, args)
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {sentence}\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["-p", "abc"], "Argument -p/--port: ein Port ist eine Zahl von 1 bis 65535"),
        (["--hilfe"], "unbekannte Argumente: --hilfe"),
        (["--step"], "Argument --step: es fehlt ein Wert"),
        (["--step", "x"], "Argument --step: ungültiger Wert: 'x' (int)"),
    ],
)
def test_all_of_it_is_german(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    before = gettext.textdomain()
    with speaking("de"), pytest.raises(SystemExit) as caught:
        play(Last, args, program="bot.py")
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("Aufruf: bot.py [--help]")
    assert said.endswith(f"\nbot.py: Fehler: {sentence}\n")
    # What a bot itself says stays as its author wants it.
    assert (gettext.textdomain(), os.environ["LANGUAGE"]) == (before, "fr")


def test_help_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    with speaking("de"), pytest.raises(SystemExit):
        play(Last, ["--help"], program="bot.py")
    said = capsys.readouterr().out
    assert "\n\nOptionen:\n" in said
    assert "usage" not in said
    assert "options:" not in said


def test_help_is_not_h(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        play(Last, ["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    assert "--host HOST" in shown
    assert "--step" in shown


def test_an_unknown_game(caplog: pytest.LogCaptureFixture) -> None:
    assert play(Random, ["--game", "chess"]) == 1
    assert caplog.messages == [
        "There is no game “chess”; the games are piranhas-2026, ostseeschach-2022 and piranhas-2019."
    ]


def test_a_server_that_hangs_up(caplog: pytest.LogCaptureFixture) -> None:
    def script(talk: Conversation) -> None:
        talk.hear()

    with server(script) as address:
        assert play(Last, ["-h", address.host, "-p", str(address.port)]) == 1
    assert caplog.messages[-1].endswith(
        "closed the connection before the game began; is this the port of the game server, not of the page, does it "
        "play this game, and is the reservation right?"
    )


# -- as a process --------------------------------------------------------------------------------------------

BOT = """
import sys
from schwarm.player import Player, Random
import beside

print("loaded")

class Fine(Random):
    pass

class Broken(Player):
    def choose(self, state, clock):
        return beside.trouble()

class Unready(Player):
    def __init__(self):
        self.plan = open("no plan")

    def choose(self, state, clock): ...

class Unfinished(Player):
    pass

class NoPlayer:
    pass
"""


MISSING = "No module named 'unheard_of'"

CHATTY = """
import logging

class Chatty(Random):
    def choose(self, state, clock):
        assert 0 < clock.left <= 1.9
        print("<protocol/>")
        logging.info("thinking about it")
        self.note("a note without a listener")
        return super().choose(state, clock)
"""


def started(*args: str) -> tuple[OneMove, subprocess.CompletedProcess[str]]:
    script = OneMove()
    with server(script) as address:
        done = process(*args, "-p", str(address.port), "-h", address.host)
    return script, done


def process(*args: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schwarm.player", *args]
    variables = {**os.environ, "SCHWARM_LANG": "en"}
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=folder, env=variables)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    # A name that Python itself uses, as pupils choose them.
    (tmp_path / "random.py").write_text(BOT)
    (tmp_path / "beside.py").write_text("def trouble():\n    return 1 // 0\n")
    return tmp_path / "random.py"


def test_a_sparring_partner_as_a_process() -> None:
    script, done = started("greedy", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert script.move in script.state.legal_moves()
    assert "The game begins; we play Red." in done.stderr


def test_a_class_in_a_file(bot: Path) -> None:
    script, done = started(f"{bot}:Fine", "--seed", "4")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "loaded\n"
    assert script.move == Random(4).choose(script.state)


def test_a_bot_beside_one_that_is_called_like_a_module_of_python(bot: Path) -> None:
    (bot.parent / "mine.py").write_text("from schwarm.player import Random\n\nclass Mine(Random): ...\n")
    bot.write_text("raise SystemExit('This is another bot.')\n")
    script, done = started(f"{bot.parent / 'mine.py'}:Mine", "--seed", "4")
    assert done.returncode == 0, done.stderr
    assert script.move == Random(4).choose(script.state)


def test_options_in_the_name_of_a_class(bot: Path) -> None:
    script, done = started(f"{bot}:Fine:seed=4")
    assert done.returncode == 0, done.stderr
    assert script.move == Random(4).choose(script.state)


def test_what_a_bot_prints_and_logs_never_disturbs_its_game(bot: Path) -> None:
    bot.write_text(BOT + CHATTY)
    script, done = started(f"{bot}:Chatty")
    assert done.returncode == 0, done.stderr
    assert script.move in script.state.legal_moves()
    assert done.stdout == "loaded\n<protocol/>\n"
    assert "thinking about it" in done.stderr
    assert "a note without a listener" in done.stderr


def test_a_class_that_raises(bot: Path) -> None:
    script, done = started(f"{bot}:Broken")
    assert done.returncode == 1
    assert script.move is None
    assert "Broken stopped at move 1 with an error: ZeroDivisionError: " in done.stderr
    assert "schwarm/player" not in done.stderr
    assert 'beside.py", line 2, in trouble' in done.stderr


def test_a_class_that_cannot_be_made(bot: Path) -> None:
    done = process(f"{bot}:Unready")
    assert done.returncode == 1
    first, place, line, *_, last = done.stderr.splitlines()
    assert first.endswith("Unready stopped with an error: FileNotFoundError: " + last.partition(": ")[2])
    assert place == f'  File "{bot}", line 17, in __init__'
    assert line.strip() == 'self.plan = open("no plan")'
    assert last == "FileNotFoundError: [Errno 2] No such file or directory: 'no plan'"
    done = process(f"{bot}:Unfinished")
    assert done.returncode == 1
    assert done.stderr.endswith(
        " Unfinished (random.py, line 21) has no method choose, which every player needs; "
        "write: def choose(self, state, clock)\n"
    )


def test_a_file_that_cannot_be_loaded(bot: Path) -> None:
    bot.write_text("import unheard_of\n")
    done = process(f"{bot}:Fine")
    assert done.returncode == 1
    first, *rest = done.stderr.splitlines()
    assert first.endswith(f"{bot.name}:Fine stopped with an error: ModuleNotFoundError: {MISSING}")
    assert rest == [
        f'  File "{bot}", line 1, in <module>',
        "    import unheard_of",
        f"ModuleNotFoundError: {MISSING}",
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "-r",
            "Name a player first; players are random, greedy and hecht, and classes in files like mybot.py:MyPlayer.",
        ),
        (
            "wels",
            "There is no player “wels”; players are random, greedy and hecht, "
            "and classes in files like mybot.py:MyPlayer.",
        ),
        ("none.py:A", "There is no file {folder}/none.py."),
        ("mine.py:", "mine.py has no class “”; it has Fine, Broken, Unready and Unfinished."),
        ("mine.py:NoPlayer", "mine.py has no player “NoPlayer”; write in it: class NoPlayer(Player)"),
    ],
)
def test_names_that_mean_nothing(name: str, sentence: str, bot: Path) -> None:
    bot = bot.rename(bot.with_name("mine.py"))
    done = process(name, folder=bot.parent)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(sentence.format(folder=bot.parent.resolve()))
