"""Playing in the terminal, as a person does."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.command import Terminal, schwarm
from patience import PATIENCE
from quantity import mainly
from schwarm.games.record import Record

pytestmark = pytest.mark.slow

TWO_PERSONS = ("play", "piranhas-2026", "--seed", "3", "--red", "person", "--blue", "person")


def test_without_a_terminal_it_shows_a_game_and_explains_itself() -> None:
    done = schwarm("play", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "There is no terminal to play in, so here is a game between two computer players." in done.stdout
    assert "To play yourself, run this in a terminal: schwarm play (or, in a clone, make run)." in done.stdout
    assert re.search(r"(wins: |A draw)", done.stdout.splitlines()[-1])


def test_moves_in_any_handwriting() -> None:
    done = schwarm(*TWO_PERSONS, typed="a4 c4\nB0B2\nA3-c5\nb2 → b3\n")
    assert "Round 2 of 30, Blue to move" in done.stdout
    assert "“b2 → b3” is neither a move nor a command; type a move like A1-C1, or help." in done.stdout


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    done = schwarm(*TWO_PERSONS, typed="A4-D4\n")
    assert "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4." in done.stdout
    assert "Blue to move" not in done.stdout


def test_undo_takes_back_the_computers_answer_too() -> None:
    done = schwarm("play", "piranhas-2026", "--seed", "3", typed="A4-C4\nundo\nundo\n")
    assert done.stdout.count("Round 1 of 30, Red to move") == 2
    assert "There is no move to take back." in done.stdout


def test_a_square_shows_where_its_fish_may_go() -> None:
    done = schwarm(*TWO_PERSONS, typed="A4\n")
    assert "<L> · (·)" in done.stdout


def test_hint_why_moves_swarms_and_help() -> None:
    done = schwarm(*TWO_PERSONS, typed="hint\nwhy A1-A2\nwhy\nmoves\nswarms\nhelp\n")
    assert re.search(r"Try [A-J]\d-[A-J]\d\. Then: Heaviest swarm \d+:\d+, first complete swarm: nobody\.", done.stdout)
    assert "A1 moves 8 squares on this line because 8 fish are on it; that is A9, not A2." in done.stdout
    assert "Which move? For example: why A1-A9" in done.stdout
    assert "A4 → C4 C2" in done.stdout
    assert "Red 16: A1 A2 A3 A4 A5 A6 A7 A8" in done.stdout
    assert "after the game: the same start with sides swapped" in done.stdout


def test_moves_of_what_has_none() -> None:
    done = schwarm(*TWO_PERSONS, typed="moves E4\nmoves B0\nmoves A4-C4\nmoves a4\n")
    assert [line for line in done.stdout.splitlines() if line.startswith("Red > ")][:4] == [
        "Red > There is no fish on E4; a move starts on a fish of the side to move.",
        "Red > The fish on B0 is the opponent's; a move starts on a fish of the side to move.",
        "Red > Which square? For example: moves A1",
        "Red >   A4 → C4 C2",
    ]


def test_german_commands_and_answers() -> None:
    done = schwarm("play", "ostseeschach-2022", "--seed", "3", typed="tipp\nhilfe\nzüge\nschwärme\n", lang="de")
    assert "Versuche " in done.stdout
    assert "speichern" in done.stdout
    assert "In diesem Spiel gibt es keine Schwärme." in done.stdout
    assert "Runde 1 von 30, Rot ist am Zug · Bernsteine 0:0 · vorderste Leichtfigur 0:0" in done.stdout


def test_save_and_continue(tmp_path: Path) -> None:
    done = schwarm(*TWO_PERSONS, typed="A4-C4\nsave game.txt\n", cwd=tmp_path)
    assert "Saved; continue later with: schwarm play --continue game.txt" in done.stdout
    assert [str(played.move) for played in Record.parse((tmp_path / "game.txt").read_text()).moves] == ["A4-C4"]
    done = schwarm("play", "--continue", "game.txt", typed="B0-B2\n", cwd=tmp_path)
    assert "Round 2 of 30, Red to move" in done.stdout
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert len(record.moves) == 2
    assert record.moves[1].seconds is not None
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    done = schwarm(*TWO_PERSONS, typed="A4-C4\nsave my game.txt\n", cwd=tmp_path)
    assert "Saved; continue later with: schwarm play --continue 'my game.txt'" in done.stdout


def test_every_move_is_saved_when_asked_to(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    schwarm(*TWO_PERSONS, "--save", str(file), typed="A4-C4\nB0-B2\nundo\n")
    assert len(Record.parse(file.read_text()).moves) == 1


def test_a_foreign_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "essay.txt"
    file.write_text("dear diary")
    done = schwarm(*TWO_PERSONS, "--save", str(file))
    assert done.returncode == 1
    assert "already exists; choose another name, or continue that game with --continue" in done.stderr
    done = schwarm(*TWO_PERSONS, typed=f"save {file}\n")
    assert "already exists; save under another name." in done.stdout
    assert file.read_text() == "dear diary"


def test_a_file_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    done = schwarm(*TWO_PERSONS, "--save", str(tmp_path / "nowhere" / "game.txt"), typed="A4-C4\nB0-B2\n")
    assert done.returncode == 1
    assert "cannot be written: there is no such folder." in done.stderr


def test_an_unsaved_game_says_so() -> None:
    done = schwarm(*TWO_PERSONS, typed="A4-C4\n")
    assert "The game was not saved; use --save FILE to save it after every move." in done.stdout


def test_white_and_black() -> None:
    done = schwarm("play", "piranhas-2019", "--sides", "white-black", "--seed", "1", typed="")
    assert "White to move" in done.stdout
    done = schwarm("play", "piranhas-2026", "--sides", "white-black")
    assert "There are no sides called “white-black” here; the sides are red-blue." in done.stderr


def test_an_unknown_player_or_game() -> None:
    done = schwarm("play", "piranhas-2026", "--red", "wels")
    assert (
        "“wels” is neither a player nor a bot's folder here; players are random, greedy, hecht and wait, "
        in done.stderr
    )
    done = schwarm("play", "schach", lang="de")
    assert done.returncode == 1
    assert done.stderr == (
        "Fehler: Es gibt kein Spiel „schach“; es gibt piranhas-2026, ostseeschach-2022 und piranhas-2019.\n"
    )


def test_a_position_to_begin_with() -> None:
    text = "10/10/10/10/10/10/10/10/S9/LS7s 1 -"
    done = schwarm("play", "--position", text, "--red", "person", "--blue", "person", typed="J0-J1\nA0-A1\n")
    assert "Red wins: the heavier swarm. · Heaviest swarm 5:1" in done.stdout


def test_official_rules_leave_a_blocked_player_sitting() -> None:
    done = schwarm("play", "--position", "8/8/8/8/8/8/8/h6H 1 0:0", "--rules", "official", "--blue", "person")
    assert "Blue cannot move, and by these rules the game does not end." in done.stdout
    done = schwarm("play", "--position", "8/8/8/8/8/8/8/h6H 1 0:0", "--blue", "person")
    assert "Red wins: Blue cannot move." in done.stdout


def test_two_computers_play_the_same_game_from_the_same_seed() -> None:
    games = {schwarm("play", "ostseeschach-2022", "--red", "greedy", "--seed", "5").stdout for _ in range(2)}
    assert len(games) == 1


@pytest.mark.parametrize("after", ["", "A4-C4\r"])
def test_ctrl_c_leaves_cleanly_and_keeps_the_game(after: str, tmp_path: Path) -> None:
    terminal = Terminal(*TWO_PERSONS, home=tmp_path)
    terminal.read_until("Red > ")
    if after:
        terminal.type(after)
        terminal.read_until("Blue > ")
    terminal.interrupt("The game is saved; continue with: schwarm play --continue " if after else "\n")
    assert terminal.leave() == 0
    kept = list(tmp_path.rglob("*.txt"))
    assert [len(Record.parse(path.read_text()).moves) for path in kept] == ([1] if after else [])


def test_two_answers_start_a_game(tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", "3", home=tmp_path)
    terminal.read_until("Which game?")
    terminal.read_until("[1] > ")
    terminal.type("\r")
    terminal.read_until("Who plays?")
    terminal.read_until("[1] > ")
    terminal.type("4\r")
    terminal.read_until("Red > ")
    terminal.type("resign\r")
    terminal.read_until("Blue wins: Red resigned.")
    terminal.read_until("The game is over (undo, rematch, save, quit) > ")
    terminal.type("rematch\r")
    terminal.read_until("Round 1 of 30, Red to move")
    terminal.type("quit\r")
    assert terminal.leave() == 0


def test_ctrl_c_in_the_menu_leaves_cleanly(tmp_path: Path) -> None:
    terminal = Terminal("play", home=tmp_path)
    terminal.read_until("[1] > ")
    terminal.interrupt("Aborted!")
    assert terminal.leave() == 1


def test_undo_takes_back_a_resignation_alone() -> None:
    terminal_answers = "A4-C4\nresign\n"
    done = schwarm(*TWO_PERSONS, typed=terminal_answers)
    assert "Red wins: Blue resigned." in done.stdout


def test_undo_before_the_own_first_move_leaves_the_computers_opening() -> None:
    done = schwarm("play", "piranhas-2026", "--seed", "3", "--red", "greedy", "--blue", "person", typed="undo\n")
    assert "There is no move to take back." in done.stdout
    assert done.stdout.count("Red plays ") == 1


def test_captures_and_ambers_are_told() -> None:
    done = schwarm("play", "--position", "1m+6/1M6/8/8/8/8/8/m7 0 0:0", "--blue", "person", typed="b7 b8\n")
    assert "The gull on b7 captures on b8 with a tower involved and reaches the far line: two ambers." in done.stdout


def test_commands_without_umlauts_and_by_their_beginning() -> None:
    done = schwarm("play", "piranhas-2026", "--seed", "3", typed="zuege A4\nschw\nregeln\nrev\n", lang="de")
    assert "A4 → C4 C2\n" in done.stdout
    assert "A1 → " not in done.stdout
    assert "Rot 16: A1 A2" in done.stdout
    assert "Ein Fisch zieht" in done.stdout
    assert "Das Spiel ist noch nicht aus." in done.stdout


def test_a_square_without_moves_says_why() -> None:
    done = schwarm(*TWO_PERSONS, typed="B0\nE5\n")
    assert "The fish on B0 is the opponent's; a move starts on a fish of the side to move." in done.stdout
    assert "There is no fish on E5; a move starts on a fish of the side to move." in done.stdout


def test_continue_goes_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    schwarm(*TWO_PERSONS, "--save", str(file), typed="A4-C4\n")
    done = schwarm("play", "piranhas-2019", "--continue", str(file))
    assert done.stderr == ("Error: --continue resumes a saved game; leave out GAME, --position, --seed and --rules.\n")


def test_sides_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    begun = ("play", "piranhas-2019", "--seed", "7", "--sides", "white-black", "--save", str(file), "--blue", "person")
    schwarm(*begun, typed="A4-C4\n")
    done = schwarm("play", "--continue", str(file), typed="help\n")
    assert "Black to move" in done.stdout
    assert "fish of White" in done.stdout


def test_a_game_that_is_over_at_its_start() -> None:
    done = schwarm("play", "--position", "10/10/10/10/10/10/10/10/S9/LS7s 60 -", "--blue", "person", typed="A0-A1\n")
    assert "Red wins: the heavier swarm." in done.stdout
    assert "Red > " not in done.stdout


def test_no_value_reaches_the_screen_unspoken() -> None:
    typed = "A4-C4\nB0\nfoo\nhelp\nrules\nmoves\nhint\nswarms\nwhy A1-A2\nresign\n"
    for lang in ("en", "de"):
        done = schwarm(*TWO_PERSONS, typed=typed, lang=lang)
        assert "Message(" not in done.stdout
        assert "Sentence(" not in done.stdout


def test_two_bots_play_each_other_and_a_crash_shows_the_last_words(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Brief(Player):\n"
        "    def choose(self, state, clock):\n"
        "        if state.turn > 5:\n"
        "            raise RuntimeError('out of ideas')\n"
        "        return state.legal_moves()[0]\n"
    )
    done = schwarm(
        "play", "piranhas-2026", "--seed", "3", "--red", f"{bot}:Brief", "--blue", "random", "--save", "game.txt",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert "Piranhas 2026: Brief against random" in done.stdout
    assert "Blue wins: Red crashed." in done.stdout
    told = done.stdout[done.stdout.index("    File ") :]
    assert told.splitlines() == [
        f'    File "{bot}", line 5, in choose',
        "      raise RuntimeError('out of ideas')",
        "  RuntimeError: out of ideas",
    ]
    assert len(Record.parse((tmp_path / "game.txt").read_text()).moves) == 6
    done = schwarm("play", "piranhas-2026", "--red", f"{bot}:Brief", "--blue", "person")
    assert "A person can play against a person, random, greedy or hecht here" in done.stderr


def test_what_a_bot_prints_stands_below_its_moves(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import logging\n"
        "from schwarm.player import Player\n"
        "class Chatty(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('turn', state.turn)\n"
        "        if state.turn == 0:\n"
        "            logging.info('thinking')\n"
        "        if state.turn == 2:\n"
        "            print('line\\n' * 29 + 'line')\n"
        "        return state.legal_moves()[0]\n"
    )
    done = schwarm("play", "piranhas-2026", "--seed", "3", "--red", f"{bot}:Chatty", "--blue", "random")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("  1  Chatty"))
    # They come through two pipes, in any order.
    assert set(lines[first + 1 : first + 3]) == {"     turn 0", "     thinking"}
    assert lines[first + 3].startswith("  2  random")
    assert "     … and 20 more lines" in lines
    assert lines.count("     line") == 10


def test_a_bots_folder_says_what_is_played(tmp_path: Path) -> None:
    schwarm("new", "old", "--game", "piranhas-2019", cwd=tmp_path)
    done = schwarm("play", "--red", "old", "--blue", "random", "--seed", "3", cwd=tmp_path)
    assert done.stdout.startswith("Piranhas 2019: old against random\n"), done.stderr
    done = schwarm("play", "piranhas-2026", "--red", "random", "--blue", "old", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "“old” plays piranhas-2019, not piranhas-2026." in done.stderr
    done = schwarm("match", "random", "old", "-n", "2", "--data", str(tmp_path / "data"), cwd=tmp_path)
    assert "largest swarm" in done.stdout or "random against old" in done.stdout, done.stderr
    schwarm("new", "sea", "--game", "ostseeschach-2022", cwd=tmp_path)
    done = schwarm("tournament", "old", "sea", "-n", "2", "--data", str(tmp_path / "data"), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "“sea” plays ostseeschach-2022, not piranhas-2019." in done.stderr


def test_who_names_both_players_is_not_told_about_terminals() -> None:
    done = schwarm("play", "--red", "greedy", "--blue", "random", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "no terminal" not in done.stdout
    assert "no terminal" in schwarm("play", "--blue", "random", "--seed", "3").stdout


def test_a_replay_is_not_overwritten_and_bots_go_on_with_all_its_moves(tmp_path: Path) -> None:
    schwarm(*TWO_PERSONS, typed="A4-C4\nB0-B2\nresign\nsave a.txt\n", cwd=tmp_path)
    schwarm(*TWO_PERSONS, "--save", "a.txt", typed="A4-C4\nB0-B2\n", cwd=tmp_path)
    schwarm("replay", "a.txt", "--to", "a.xml", cwd=tmp_path)
    before = (tmp_path / "a.xml").read_bytes()
    schwarm("play", "--continue", "a.xml", "--red", "random", "--blue", "random", cwd=tmp_path)
    assert (tmp_path / "a.xml").read_bytes() == before
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\nclass First(Player):\n"
        "    def choose(self, state, clock):\n        return state.legal_moves()[0]\n"
    )
    done = schwarm(
        "play", "--continue", "a.xml", "--red", f"{bot}:First", "--blue", "random", "--save", "b.txt", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    record = Record.parse((tmp_path / "b.txt").read_text())
    assert record.start.turn == 0
    assert [str(played.move) for played in record.moves[:2]] == ["A4-C4", "B0-B2"]


@pytest.mark.parametrize(
    "command",
    mainly(
        ["play piranhas-2026 --red bot.zip --blue random", "match bot.zip random -n 2 --data data", "check bot.zip"],
        "check bot.zip".__eq__,
    ),
)
def test_a_full_disk_is_one_sentence(command: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\n")
    # Processes that this one starts find the same disk, too.
    (tmp_path / "sitecustomize.py").write_text(
        "import errno, os, zipfile\n"
        "def fail(*args): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), 'bot.zip')\n"
        "zipfile.ZipFile.extract = fail\n"
    )
    environment = {**os.environ, "SCHWARM_LANG": "en", "COLUMNS": "400", "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-m", "schwarm", *command.split()],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    said = ended.stdout + ended.stderr
    assert ended.returncode == 1, said
    assert said.count("cannot be started now, through no fault of its own: the system says “No space left on") == 1
    assert "Traceback" not in said
