"""`schwarm` and its verbs other than play."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageSequence

import schwarm as package
from cli.command import schwarm
from patience import PATIENCE
from schwarm.cli import VERBS
from schwarm.cli.position import games, rules
from schwarm.games import all_games, game
from schwarm.games.record import Record

pytestmark = pytest.mark.slow

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
SHORE = "rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0"


def test_the_version() -> None:
    assert schwarm("--version").stdout == f"Schwarm, version {package.__version__}\n"


@pytest.mark.parametrize("verb", ["", *VERBS])
@pytest.mark.parametrize(
    ("lang", "usage", "leave"),
    [
        pytest.param("en", "Usage:", "Show this", marks=pytest.mark.thorough),
        ("de", "Aufruf:", "Diese Hilfe"),
    ],
)
def test_help_in_both_languages(verb: str, lang: str, usage: str, leave: str) -> None:
    for arguments in ([verb, "--help", "--lang", lang], [f"--lang={lang}", verb, "-h"]):
        done = schwarm(*filter(None, arguments), lang="en" if lang == "de" else "de")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(usage)
        assert leave in done.stdout


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_verb_has_a_line_of_its_own_that_is_not_cut(lang: str) -> None:
    lines = schwarm("--help", lang=lang).stdout.splitlines()
    listed = [
        line.split()[0] for line in lines if line.startswith("  ") and line[14:15].isupper() and line[12:14] == "  "
    ]
    assert sorted(listed) == sorted(VERBS)
    assert not any("..." in line or len(line) > 80 for line in lines)


@pytest.mark.parametrize("verb", ["season", "data"])
def test_a_list_of_verbs_has_no_gaps(verb: str) -> None:
    _, _, listed = schwarm(verb, "--help").stdout.partition("Commands:\n")
    assert listed
    assert all(map(str.strip, listed.splitlines())), listed


def test_games_lists_all_three() -> None:
    listed = schwarm("games").stdout
    for id in [known.id for known in all_games()]:
        assert id in listed


def test_show_a_position_as_text() -> None:
    done = schwarm("show", START)
    assert " 5   S  ·  ·  ·  x  ·  ·  ·  ·  L   5" in done.stdout
    assert "Round 1 of 30, Red to move · Heaviest swarm 13:13 · first complete swarm: nobody" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_position_without_quotes() -> None:
    assert schwarm("show", *SHORE.split(" ")).stdout == schwarm("show", SHORE).stdout


def test_show_a_saved_game_at_a_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"Game: piranhas-2026\nStart: {START}\n\nA4-C4\nB0-B2\n")
    assert "Round 2 of 30, Red to move" in schwarm("show", str(file)).stdout
    done = schwarm("show", str(file), "--turn", "1")
    assert "[·] · [S]" in done.stdout
    done = schwarm("show", str(file), "--turn", "3")
    assert done.stderr == "Error: The saved game has no turn 3; its turns go from 0 to 2.\n"


def test_pick_line_and_flip() -> None:
    done = schwarm("show", START, "--pick", "A4", "--line", "A4-D4", "--flip")
    assert "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4." in done.stdout
    assert done.stdout.splitlines()[0].split() == list("JIHGFEDCBA")
    assert done.stdout.splitlines()[1].split()[0] == "0"


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("position", [START, SHORE])
def test_pictures(position: str, theme: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    done = schwarm("show", position, "--theme", theme, "--svg", str(svg), "--png", str(png), "--size", "300")
    assert done.returncode == 0, done.stderr
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert png.stat().st_mode & 0o044, "others may read the picture, as any file"


def test_a_saved_game_as_gif(tmp_path: Path) -> None:
    record = Record(game("piranhas-2026").start(7))
    for _ in range(3):
        record = record.then(record.final.legal_moves()[0])
    (tmp_path / "game.txt").write_text(str(record))
    film = tmp_path / "game.gif"
    done = schwarm("show", str(tmp_path / "game.txt"), "--turn", "2", "--gif", str(film), "--size", "100")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(film) as picture:
        assert sum(1 for _ in ImageSequence.Iterator(picture)) == 3


def test_a_picture_that_cannot_be_written() -> None:
    done = schwarm("show", START, "--svg", "/nowhere/board.svg")
    assert done.returncode == 1
    assert done.stderr == "Error: /nowhere/board.svg cannot be written: there is no such folder.\n"


def test_without_resvg_png_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "resvg_py.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, "-m", "schwarm", "show", START, "--png", str(tmp_path / "board.png")],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "SCHWARM_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stderr == (
        "Error: PNG pictures need the package resvg-py, which is not installed; "
        "install it with “pip install resvg-py”.\n"
    )


def test_moves_and_why() -> None:
    moves = schwarm("moves", START).stdout.split()
    assert moves[:3] == ["A1-A9", "A1-C3", "A1-C1"]
    assert len(moves) == len(set(moves)) == 48
    done = schwarm("moves", START, "--explain", "A4-D4")
    assert done.stdout == "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4.\n"


def test_moves_of_a_game_that_is_over() -> None:
    done = schwarm("moves", "10/10/10/10/10/10/5f4/9f/F9/F9 0", "--game", "piranhas-2019")
    assert done.stdout == ""
    assert done.stderr == "The game is over; Red wins: all fish in a single swarm.\n"


def test_perft() -> None:
    done = schwarm("perft", SHORE, "--depth", "2", "--divide")
    lines = done.stdout.splitlines()
    assert lines[0] == SHORE
    assert lines[-2].startswith("1 ")
    assert int(lines[-1].split()[1]) == sum(int(line.split()[1]) for line in lines[1:-2])


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        (
            ["foo"],
            "“foo” is neither a game (piranhas-2026, ostseeschach-2022 and piranhas-2019) "
            "nor a position text nor a readable file.",
            "„foo“ ist weder ein Spiel (piranhas-2026, ostseeschach-2022 und piranhas-2019) "
            "noch eine Stellung noch eine lesbare Datei.",
        ),
        (
            ["examples/no_such_game.txt"],
            "“examples/no_such_game.txt” is neither a game (piranhas-2026, ostseeschach-2022 and piranhas-2019) "
            "nor a position text nor a readable file.",
            "„examples/no_such_game.txt“ ist weder ein Spiel (piranhas-2026, ostseeschach-2022 und piranhas-2019) "
            "noch eine Stellung noch eine lesbare Datei.",
        ),
        (
            ["8/8/8 0 0:0"],
            "“8/8/8 0 0:0” is not a position of any game; add --game GAME to learn what is wrong with it.",
            "„8/8/8 0 0:0“ ist keine Stellung irgendeines Spiels; mit --game SPIEL erfährst du, was daran falsch ist.",
        ),
        (
            ["8/8/8 0 0:0", "--game", "ostseeschach-2022"],
            "The board has 3 rows, but it needs 8, separated by “/”.",
            "Das Brett hat 3 Zeilen, braucht aber 8, durch „/“ getrennt.",
        ),
        (
            [SHORE.replace("0:0", "0:")],
            "“0:” is not a count of ambers; write Red's and Blue's as two numbers, like 1:0.",
            "„0:“ zählt keine Bernsteine; schreibe die von Rot und Blau als zwei Zahlen, etwa 1:0.",
        ),
        (
            [START, "--pick", "K1"],
            "“K1” is not a square of this board; squares go from A0 to J9.",
            "„K1“ ist kein Feld dieses Brettes; die Felder gehen von A0 bis J9.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], english: str, german: str) -> None:
    for lang, expected in (("en", f"Error: {english}\n"), ("de", f"Fehler: {german}\n")):
        done = schwarm("show", *arguments, lang=lang)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", expected)


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m schwarm play --seed 1 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rules piranhas-2026 > /dev/full", "The output cannot be written: the disk is full; send it somewhere else."),
        (
            "rules piranhas-2026 --lang de > /dev/full",
            "Die Ausgabe lässt sich nicht schreiben: die Platte ist voll; leite sie woandershin.",
        ),
        # More than is kept back before it is written, and less.
        ("show piranhas-2026 --svg - > /dev/full", "The output cannot be written: the disk is full; send it"),
        ("moves piranhas-2026 > /dev/full", "The output cannot be written: the disk is full; send it"),
        ("show piranhas-2026 --svg /dev/full", "/dev/full cannot be written: the disk is full."),
        (
            "play --red greedy --blue random >&-",
            "The output is closed, so nothing can be shown; send it to a file, or to /dev/null if nobody reads it.",
        ),
        ("rules piranhas-2026 --lang de >&-", "Die Ausgabe ist geschlossen, also lässt sich nichts zeigen; leite"),
    ],
)
def test_an_output_that_takes_nothing_is_one_sentence(line: str, sentence: str) -> None:
    done = in_a_shell(line)
    assert done.returncode == 1
    assert done.stderr.partition(": ")[2].startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_a_closed_input_is_an_empty_one() -> None:
    done = in_a_shell("play --red greedy --blue random --seed 1 <&-")
    assert (done.returncode, done.stderr) == (0, "")


def in_a_shell(line: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SCHWARM_LANG": "en"}
    command = f"{sys.executable} -m schwarm {line}"
    return subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, timeout=PATIENCE)


def test_a_terminal_without_unicode_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schwarm", "show", START],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "SCHWARM_LANG": "de"},
        capture_output=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert b"Runde 1 von 30" in done.stdout


def test_swarms_are_listed_and_refused_where_there_are_none(tmp_path: Path) -> None:
    assert "  Red 13: A1 A2 A3 A4 A5 A6 A7 A8\n" in schwarm("show", START, "--swarms").stdout
    for more in ([], ["--svg", str(tmp_path / "board.svg")]):
        assert schwarm("show", SHORE, "--swarms", *more).stderr == "Error: This game has no swarms.\n"


def test_a_link_stays_a_link_and_a_dash_is_standard_output(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    schwarm("show", START, "--svg", str(tmp_path / "link.svg"))
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text().startswith("<svg")
    assert schwarm("show", START, "--svg", "-").stdout.startswith("<svg")


def test_the_rules_in_both_languages() -> None:
    assert "- A fish swims along a column, row or diagonal" in schwarm("rules", "piranhas-2026").stdout
    assert "- Gewinne als Erster zwei Bernsteine." in schwarm("rules", "ostseeschach-2022", lang="de").stdout
    # Every document says that who cannot move loses, and when nobody wins.
    for known in ("piranhas-2026", "piranhas-2019", "ostseeschach-2022"):
        told = schwarm("rules", known).stdout
        assert "when the side to move cannot; that side loses." in told
        assert "it is a draw." in told


def test_options_that_do_not_fit_are_refused() -> None:
    assert "--turn needs a file" in schwarm("show", "piranhas-2026", "--turn", "3").stderr
    assert "--seed needs the name of a game" in schwarm("show", START, "--seed", "3").stderr


@pytest.mark.parametrize("verb", ["show", "analyse", "moves"])
def test_a_game_that_is_not_the_position_s_is_refused(verb: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    saved.write_text(f"Game: piranhas-2026\nStart: {START}\n\n", "utf-8")
    for position in ("piranhas-2026", str(saved)):
        done = schwarm(verb, position, "--game", "ostseeschach-2022")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "Error: That is piranhas-2026, not ostseeschach-2022; leave out --game.\n"
        assert "There is no game “nope”" in schwarm(verb, position, "--game", "nope").stderr
    assert schwarm("show", str(saved), "--game", "piranhas-2026").returncode == 0


@pytest.mark.parametrize("verb", ["show", "analyse", "moves", "perft"])
def test_rules_that_are_not_those_of_a_saved_game_are_refused(verb: str, tmp_path: Path) -> None:
    for own, other in (("documents", "official"), ("official", "documents")):
        saved = tmp_path / f"{own}.txt"
        rules = "" if own == "documents" else "Rules: official\n"
        saved.write_text(f"Game: piranhas-2026\n{rules}Start: {START}\n\n", "utf-8")
        done = schwarm(verb, str(saved), "--rules", other)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (f"Error: That game is played by the rules “{own}”, not “{other}”; leave out --rules.\n")
    for typed in ((), ("--rules", "official")):
        assert schwarm("show", str(saved), *typed).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [["moves", ""], ["show", " "], ["analyse", ""], ["play", "--position", ""], ["perft", "", "--depth", "1"]],
)
def test_an_empty_position_is_said_to_be_one(arguments: list[str]) -> None:
    done = schwarm(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: The position is empty; write a position text, the name of a game (piranhas-2")


def test_an_empty_move_is_none() -> None:
    done = schwarm("moves", "piranhas-2026", "--explain", "")
    assert (done.stdout, done.stderr) == ("", "Error: “” is not a move; a move names two squares, like A1-C1.\n")


def test_a_terminal_that_does_not_know_its_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    games()
    assert "ostseeschach-2022  Ostseeschach 2022" in capsys.readouterr().out


def test_a_narrow_terminal_cuts_no_name_of_a_game_and_no_word_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    games()
    assert "piranhas-2026      Piranhas 2026      10×10      30  documents, official" in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    games()
    shown = capsys.readouterr().out
    assert all(each.id in shown for each in all_games())
    rules(game_id="piranhas-2026")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert "- Bring all your fish together in one " in lines
