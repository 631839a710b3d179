"""Contests whose bots have changed since they began: nobody mixes the games of two bots without knowing."""

import os
import sys
from pathlib import Path

import pytest

from cli.command import schwarm
from schwarm.arena.game_job import check_startable
from schwarm.arena.season_file import contest_key, note_bots, read_season
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.launch.bot_facts import fingerprint
from schwarm.store import open_store

FIRST = """from schwarm.player import Player
import helper, os
class Mine(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]
"""


def test_games_of_an_older_version_are_not_mixed_in(tmp_path: Path) -> None:
    bot, helper, other = (tmp_path / name for name in ("mine.py", "helper.py", "other.py"))
    bot.write_text(FIRST)
    helper.touch()
    typed = "match", f"{bot}:Mine", "random", "--data", str(tmp_path / "data")
    assert schwarm(*typed, "-n", "2").returncode == 0
    # Another bot's file is no part of it; a module that it imports is.
    other.write_text("pass\n")
    more = schwarm(*typed, "-n", "4", "--resume")
    assert more.returncode == 0, more.stderr
    helper.write_text("BETTER = True\n")
    mixed = schwarm(*typed, "-n", "6", "--resume")
    assert (mixed.returncode, mixed.stdout) == (1, "")
    assert mixed.stderr == (
        "Error: The files of “Mine” have changed since this contest began, so its games would be those of two bots; "
        "put the old files back, or start a new contest.\n"
    )
    helper.write_text("")
    assert schwarm(*typed, "-n", "6", "--resume").returncode == 0


def test_what_a_bot_notes_while_it_plays_does_not_make_it_another_one(tmp_path: Path) -> None:
    start = tmp_path / "start.sh"
    start.write_text("#!/bin/sh\n")
    start.chmod(0o755)

    def now() -> str:
        return fingerprint(check_startable(str(start)))

    before = now()
    (tmp_path / "debug.log").write_text("I play F5\n")
    assert now() == before
    (tmp_path / "weights.txt").write_text("1 2 3\n")
    assert now() != before


def test_who_writes_into_its_own_folder_goes_on_all_the_same(tmp_path: Path) -> None:
    """Behind a wall it gets a copy for each game; without one, what it writes stays."""
    assert schwarm("new", str(tmp_path / "mine")).returncode == 0
    start = tmp_path / "mine" / "start.sh"
    start.write_text(f'#!/bin/sh\ncd "$(dirname "$0")"\necho game >> seen.txt\nexec {sys.executable} bot.py "$@"\n')
    typed = "match", str(tmp_path / "mine"), "random", "--no-sandbox", "--data", str(tmp_path / "data")
    assert schwarm(*typed, "-n", "2").returncode == 0
    assert (tmp_path / "mine" / "seen.txt").read_text() == "game\n" * 2
    more = schwarm(*typed, "-n", "4", "--resume")
    assert more.returncode == 0, more.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a folder has such things where there is a /dev")
def test_pipes_and_devices_in_a_bots_folder_are_not_read(tmp_path: Path) -> None:
    """Whoever hands one in would keep everybody's contest from beginning."""
    start = tmp_path / "start.sh"
    start.write_text("#!/bin/sh\n")
    start.chmod(0o755)
    before = fingerprint(check_startable(str(start)))
    os.mkfifo(tmp_path / "to-engine")
    (tmp_path / "noise").symlink_to("/dev/zero")
    assert fingerprint(check_startable(str(start))) == before
    # It calls itself a file; for root it is one whose reader waits until the system has something new to say.
    (tmp_path / "messages").symlink_to("/proc/kmsg")
    assert fingerprint(check_startable(str(start))) != before


def test_a_season_says_which_bots_are_new(tmp_path: Path) -> None:
    """They may be replaced at any time; whoever looks at the tables knows that by then."""
    (tmp_path / "season.toml").write_text(
        'title = "Cup"\ngame = "piranhas-2026"\nseed = 3\n[games]\nper_encounter = 2\n'
        '[[team]]\nname = "A"\nbot = "a.py:Mine"\n[[team]]\nname = "B"\nbot = "random"\n'
    )
    (tmp_path / "a.py").write_text(FIRST)
    (tmp_path / "helper.py").touch()
    season, store = read_season(tmp_path), open_store(tmp_path)
    event = contest_key(season, store)
    assert note_bots(store, event, season) == []
    (tmp_path / "a.py").write_text(FIRST + "# better\n")
    assert note_bots(store, event, season) == [], "nothing was played"
    record = Record(season.conditions.game.start(seed=1), players=("A", "B"))
    store.add(f"{event}/earlier", record.ended(Outcome(Team.ONE, Reason.RESIGNED)), event=event)
    (tmp_path / "a.py").write_text(FIRST)
    store.close()
    ran = schwarm("season", "run", str(tmp_path), "--data", str(tmp_path))
    assert ran.stdout.startswith(
        "New files since this season was last played: A; earlier results stay, and what is left is played with them.\n"
    )
    assert "New files" not in schwarm("season", "run", str(tmp_path), "--data", str(tmp_path)).stdout
