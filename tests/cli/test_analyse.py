"""`schwarm analyse` and `schwarm hecht` as a user meets them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import schwarm as package
from cli.command import Terminal, schwarm

pytestmark = pytest.mark.slow

START = str(package.game("piranhas-2026").start(7))
WON = "8/8/8/4s3/3S+4/8/8/R7 0 1:1"
GAME = f"""\
Game: ostseeschach-2022
Start: {WON}
Red: Anna
Blue: Ben

a1-b3
e5-d4
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return path


# -- a position --------------------------------------------------------------------------------------------------


def test_a_position_with_several_lines() -> None:
    done = schwarm("analyse", START, "--nodes", "4000", "--lines", "3")
    assert done.returncode == 0, done.stderr
    position, facts, heads, *lines = done.stdout.splitlines()
    assert position.startswith("Round 1 of 30, Red to move")
    speed = r"\d+\.\d\d (million|thousand) positions per second"
    assert re.fullmatch(rf"Depth \d+ · 4.000 positions · \d+\.\d\d s · {speed}", facts)
    assert heads.split() == ["Chance", "for", "Red", "Score", "Line"]
    assert len(lines) == 3
    assert all(re.fullmatch(r" +\d+ % +[+−]\d+  [A-J]\d-[A-J]\d( [A-J]\d-[A-J]\d)*", line) for line in lines)
    assert "\x1b" not in done.stdout


def test_a_proven_win_in_german() -> None:
    done = schwarm("analyse", WON, "--depth", "3", lang="de")
    assert re.fullmatch(r" +100 %  gewinnt in [12] Zug(en|)  d4-e5.*", done.stdout.splitlines()[-1])
    assert "Chance für Rot" in done.stdout


def test_the_start_of_a_game_and_a_turn_of_a_file(file: Path) -> None:
    done = schwarm("analyse", "piranhas-2026", "--seed", "7", "--nodes", "500", "--json")
    assert json.loads(done.stdout)["position"] == START
    done = schwarm("analyse", str(file), "--turn", "1", "--depth", "2", "--json")
    found = json.loads(done.stdout)
    assert found["position"].split()[1] == "1"
    assert found["lines"][0]["pv"][0] == "e5-d4"
    assert found["lines"][0]["wins_in"] == 1
    assert found["chance"] == 1.0


def test_a_position_without_moves() -> None:
    done = schwarm("analyse", "8/8/8/8/4m3/3S4/8/8 20 2:0")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "There is nothing to analyse: the game is over."


def test_in_a_terminal_it_grows_and_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    terminal = Terminal("analyse", START, "--seconds", "60", home=tmp_path)
    terminal.read_until("Depth 4")
    terminal.type("\x03")
    assert terminal.leave() == 0


# -- a whole game ------------------------------------------------------------------------------------------------


def test_a_saved_game_with_its_mistakes(file: Path) -> None:
    done = schwarm("analyse", str(file), "--depth", "4")
    assert done.returncode == 0, done.stderr
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[0] == "Ostseeschach 2022: Anna against Ben"
    assert lines[1].split("  ")[0] == "Turn"
    assert lines[2].split() == ["1", "Red", "a1-b3??", "0", "%", "░░░░░░░░░░", "d4-e5", "blunder"]
    assert lines[3].split() == ["2", "Blue", "e5-d4", "0", "%", "░░░░░░░░░░", "best"]
    assert lines[4] == "Blue wins: more ambers."
    assert lines[5] == "Red: accuracy 0 %, 0 inaccuracies, 0 mistakes, 1 blunder"
    assert lines[6] == "Blue: accuracy 100 %, 0 inaccuracies, 0 mistakes, 0 blunders"
    german = schwarm("analyse", str(file), "--depth", "4", lang="de").stdout
    assert "grober Fehler" in german
    assert "Rot: Genauigkeit 0 %, 0 Ungenauigkeiten, 0 Fehler, 1 grober Fehler" in german


def test_the_graph_of_a_game(file: Path, tmp_path: Path) -> None:
    svg = tmp_path / "graph.svg"
    done = schwarm("analyse", str(file), "--depth", "3", "--svg", str(svg), "--theme", "dark")
    assert "Blue wins" in done.stdout
    root = ElementTree.parse(svg).getroot()
    assert root.get("class") == "sw-graph sw-dark"
    turns = {element.get("data-turn"): element for element in root.iter() if element.get("data-turn")}
    assert sorted(map(str, turns)) == ["0", "1", "2"]
    assert turns["1"][0].text == "Turn 1, a1-b3??: Red 0 % · blunder, d4-e5 is better"
    piped = schwarm("analyse", str(file), "--depth", "3", "--svg", "-").stdout
    assert piped.startswith("<svg")
    assert piped.endswith("</svg>")


def test_a_game_as_json(file: Path) -> None:
    found = json.loads(schwarm("analyse", str(file), "--depth", "3", "--json").stdout)
    assert found["players"] == ["Anna", "Ben"]
    assert found["outcome"] == {"winner": "TWO", "reason": "ambers"}
    assert (found["chances"], found["after_end"]) == ([1.0, 0.0, 0.0], 0)
    assert found["moves"][0] == {
        "turn": 1,
        "team": "ONE",
        "move": "a1-b3",
        "best": "d4-e5",
        "before": 1.0,
        "after": 0.0,
        "verdict": "blunder",
    }
    assert found["accuracy"] == {"ONE": 0.0, "TWO": 1.0}
    assert [analysis["position"].split()[1] for analysis in found["analyses"]] == ["0", "1", "2"]


def test_moves_after_the_end_are_not_dropped_in_silence(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    # Blue has won, and Red plays on.
    file.write_text(f"{GAME}b3-a1\n")
    done = schwarm("analyse", str(file), "--depth", "2")
    assert done.returncode == 0, done.stderr
    assert "By the rules the game is over at turn 2; the move after that is not judged.\n" in done.stdout
    found = json.loads(schwarm("analyse", str(file), "--depth", "2", "--json").stdout)
    assert (len(found["moves"]), found["after_end"]) == (2, 1)


def test_a_game_without_moves(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text(f"Game: ostseeschach-2022\nStart: {WON}\n\n")
    done = schwarm("analyse", str(file), "--depth", "2", "--svg", str(tmp_path / "graph.svg"))
    assert (done.returncode, done.stdout) == (0, "Ostseeschach 2022: Red against Blue\n")
    assert (tmp_path / "graph.svg").exists()


# -- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "german"),
    [
        (
            ["{file}", "--lines", "2"],
            "--lines gehört zu einer Stellung; für eine aus einem gespeicherten Spiel nimm --turn dazu.",
        ),
        (
            [WON, "--svg", "x.svg"],
            "--svg zeichnet den Verlauf eines ganzen gespeicherten Spiels; eine Stellung zeichnet „schwarm show“.",
        ),
        (
            ["{file}", "--json", "--svg", "-"],
            "--json und --svg - können nicht beide auf die Standardausgabe; nenne für das Bild eine Datei.",
        ),
        (
            ["{file}", "--turn", "9"],
            "Das gespeicherte Spiel hat keinen Zug 9; seine Züge gehen von 0 bis 2.",
        ),
        (
            ["{file}", "--seed", "9"],
            "--seed gehört zum Namen eines Spiels; andere Stellungen werden nicht ausgelost.",
        ),
    ],
)
def test_options_that_do_not_fit(arguments: list[str], german: str, file: Path) -> None:
    arguments = [argument.format(file=file) for argument in arguments]
    done = schwarm("analyse", *arguments, lang="de")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Fehler: {german}\n")


def test_a_graph_that_cannot_be_written_costs_only_the_graph(file: Path) -> None:
    done = schwarm("analyse", str(file), "--depth", "2", "--svg", "/nowhere/graph.svg")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: /nowhere/graph.svg cannot be written: there is no such folder.\n",
    )
    assert "Blue wins" in done.stdout


def test_without_the_core_it_thinks_in_python_and_says_so(file: Path) -> None:
    program = (
        "import schwarm.core; schwarm.core.available = False\n"
        "from schwarm.cli import main; import sys; main(sys.argv[1:])"
    )

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program, *arguments, "--lang", "en"]
        return subprocess.run(command, capture_output=True, text=True, input=typed)

    for subject in (str(file), WON):
        done = run("analyse", subject, "--depth", "1")
        assert (done.returncode, done.stderr.count("in Python here")) == (0, 1)
    assert re.search(r"\d+\.\d\d thousand positions per second", done.stdout)
    said = run("hecht", typed="uci\ngo depth 1\n").stdout
    assert said.splitlines()[0].endswith(" (Python)")
    assert "info string Hecht searches Piranhas 2026 in Python here" in said
    assert "bestmove " in said


# -- line by line ------------------------------------------------------------------------------------------------


def test_hecht_answers_a_piped_script() -> None:
    script = "uci\nposition start 7\nwhat\ngo nodes 3000\n"
    done = schwarm("hecht", typed=script)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert "uciok" in lines
    assert any(line.startswith("info string “what” is not a command") for line in lines)
    assert lines[-1].startswith("bestmove ")
    assert "kein Befehl" in schwarm("hecht", "--lang", "de", typed="what\nquit\n").stdout


def test_hecht_leaves_at_once_when_told() -> None:
    done = schwarm("hecht", typed="position start 7\ngo infinite\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
