"""Breakthrough comes as a package of its own, and nothing in Schwarm knows it: every verb works for it all the same."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import schwarm

pytestmark = pytest.mark.slow

GAME = "breakthrough-6x6"


@pytest.fixture(autouse=True)
def installed(breakthrough: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(breakthrough))


def python(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_in_schwarm_names_it(root: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (root / "src" / "schwarm").rglob("*.py"))
    assert "breakthrough" not in text.lower()


def test_it_conforms(data: Path) -> None:
    program = (
        "import schwarm, pathlib; from schwarm import conformance;"
        f"conformance.check(schwarm.game({GAME!r}), golden=pathlib.Path({str(data / GAME)!r})); print('yes')"
    )
    assert python(program) == "yes\n"


def test_it_is_listed_and_searched_in_python() -> None:
    assert "Breakthrough 6×6" in schwarm("games").stdout
    done = schwarm("analyse", GAME, "--depth", "3", "--lines", "2")
    assert done.stdout.startswith("Round 1 of 45, White to move\nDepth 3")
    assert done.stderr == (
        "Hecht searches Breakthrough 6×6 in Python here, which is a hundred times slower than the native core and sees "
        "less far.\n"
    )


def test_its_reasons_are_reasons() -> None:
    program = (
        "import copy, pickle, schwarm; from schwarm import Outcome, Reason, Team\n"
        "reason = Reason('captured-all')\n"  # also before anybody asked for the game
        "assert isinstance(reason, Reason) and reason in list(Reason) and reason.regular and not reason.violation\n"
        "assert pickle.loads(pickle.dumps(reason)) is reason is copy.deepcopy(reason)\n"
        f"assert reason in schwarm.game({GAME!r}).reasons\n"
        "print(reason.name, repr(reason), reason.word, Outcome(Team.TWO, reason).sentence('Anna', 'Ben'))"
    )
    assert (
        python(program) == "CAPTURED_ALL Reason.read('captured-all') all captured Ben wins: Anna has no piece left.\n"
    )


def test_hecht_plays_it_at_the_terminal_and_gives_hints() -> None:
    players = ("--red", "person", "--blue", "hecht:level=3")
    done = schwarm("play", GAME, *players, typed="hint\nb2-b3\nundo\nhelp\nswarms\nresign\n")
    assert done.returncode == 0, done.stderr
    assert "Try " in done.stdout
    assert "Black plays " in done.stdout
    assert "This game has no swarms." in done.stdout
    assert "Black wins: White resigned." in done.stdout
    whole = schwarm("play", GAME, "--red", "hecht:level=5", "--blue", "random", "--seed", "1")
    assert whole.stdout.rstrip().endswith("White wins: a piece broke through.")


def test_a_game_goes_through_a_replay_file_and_back(tmp_path: Path) -> None:
    schwarm("play", GAME, "--red", "greedy", "--blue", "random", "--seed", "3", "--save", "game.txt", cwd=tmp_path)
    for name in ("game.xml.gz", "game.xml"):
        assert schwarm("replay", "game.txt", "--to", name, cwd=tmp_path).returncode == 0
        assert schwarm("replay", name, "--to", "again.txt", cwd=tmp_path).returncode == 0
        again = (tmp_path / "again.txt").read_text()
        assert [line.split()[0] for line in (tmp_path / "game.txt").read_text().splitlines() if "-" in line[:3]] == [
            line for line in again.splitlines() if "-" in line[:3]
        ]
        assert "Result: Red, breakthrough, " in again
        (tmp_path / "again.txt").unlink()
    assert "White wins: a piece broke through." in schwarm("replay", "game.xml", cwd=tmp_path).stdout
    reviewed = schwarm("analyse", "game.xml", "--depth", "1", "--svg", "graph.svg", cwd=tmp_path)
    assert reviewed.returncode == 0, reviewed.stderr
    graph = (tmp_path / "graph.svg").read_text()
    assert "white-water" in graph
    assert "red-" not in graph


def test_a_match_of_a_bot_class_and_the_engine(tmp_path: Path) -> None:
    assert schwarm("new", "mybot", "--game", GAME, cwd=tmp_path).returncode == 0
    done = schwarm(
        *("match", "mybot/bot.py:Mybot", "hecht:level=1", "--game", GAME, "-n", "2", "--data", str(tmp_path / "data")),
        *("--csv", "games.csv"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "never joined" not in done.stdout
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        assert {row["reason"] for row in csv.DictReader(file)} <= {"breakthrough", "captured-all"}


def test_a_new_bot_passes_its_check(tmp_path: Path) -> None:
    assert schwarm("new", "mybot", "--game", GAME, cwd=tmp_path).returncode == 0
    done = schwarm("check", "mybot", cwd=tmp_path, patience=120)
    assert "It played two games of Breakthrough 6×6 to their regular end" in done.stdout


def test_a_tournament(tmp_path: Path) -> None:
    done = schwarm(
        "tournament", "random", "greedy", "hecht:level=1", "--game", GAME, "-n", "2", "--data", str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    assert "pieces left on average" in done.stdout
    assert "1.  greedy" in done.stdout


def test_a_season_is_played_and_published(tmp_path: Path) -> None:
    text = (
        f'title = "Breakthrough cup"\ngame = "{GAME}"\nseed = 1\n[games]\nper_encounter = 2\n[final_eight]\nteams = 2\n'
    )
    for number, bot in enumerate(("random", "greedy", "random")):
        text += f'[[team]]\nname = "T{number}"\nbot = "{bot}"\n'
    (tmp_path / "season.toml").write_text(text)
    ran = schwarm("season", "run", str(tmp_path), "--publish", str(tmp_path / "site"), patience=120)
    assert ran.returncode == 0, ran.stderr
    board = (tmp_path / "site" / "en" / "board.js").read_text()
    assert "a1: white piece" in board
    assert len(list((tmp_path / "site" / "games").iterdir())) >= 8
