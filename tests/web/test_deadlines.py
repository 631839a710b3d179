"""The deadline of a league: shown before it has passed, in the reader's language, and kept after it."""

import os
import re
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from web.arena import Answer, Arena, Visitor
from web.leagues import MadeLeague, enter, make

pytestmark = pytest.mark.slow

OVER = "The league is over, and everybody's last version counts; the organiser can move its end."


def written(at: float) -> str:
    """As a browser's field writes it."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%dT%H:%M")


def set_end(arena: Arena, league: MadeLeague, at: str) -> Answer:
    return Visitor(arena.page_port).ask(league.api("settings"), {"starts": "", "ends": at, "opens": "", "closes": ""})


def test_the_deadline_is_told_before_it_has_passed(arena: Arena) -> None:
    end = time.time() + 3 * 24 * 3600 + 600
    league = make(arena, ends=written(end))
    guest, german = Visitor(arena.page_port), Visitor(arena.page_port, "de")
    own = enter(arena, league.codes[1])
    assert own.ask(league.api("team"), {"name": "Sharks", "fish": "shark"}).status == 200
    english = re.compile(r"Hand in until \d+ \w+ \d{4}, \d\d:\d\d \(3 days left\)")
    for page in (
        guest.ask(f"/leagues/{league.key}").text,
        guest.ask(league.api("table")).json["html"],
        own.ask(league.page("teams/1")).text,
        own.ask(league.api("teams/1/state")).json["deadline"],
        guest.ask(league.api("wall")).json["deadline"],
    ):
        assert english.search(page), page[:3000]
    for page in (german.ask(f"/leagues/{league.key}").text, german.ask(league.api("wall")).json["deadline"]):
        assert re.search(r"Abgabe bis \d\d\.\d\d\.\d{4}, \d\d:\d\d \(noch 3 Tage\)", page)
    assert set_end(arena, league, written(time.time() + 2.5 * 3600)).status == 200
    assert "(2 hours left)" in own.ask(league.page("teams/1")).text
    assert set_end(arena, league, written(time.time() + 130)).status == 200
    assert re.search(r"\(\d minutes? left\)", guest.ask(f"/leagues/{league.key}").text)
    assert set_end(arena, league, "").status == 200
    assert "Hand in until" not in own.ask(league.page("teams/1")).text


def test_an_end_in_the_past_is_refused(arena: Arena) -> None:
    league = make(arena, ends=written(time.time() + 86400))
    sentence = "That end is in the past; choose one that is still to come, or leave it empty."
    for past in (written(time.time() - 60), "2024-01-01T00:00", "2024-01-01"):
        refused = set_end(arena, league, past)
        assert (refused.status, refused.error) == (400, sentence)
        made = Visitor(arena.page_port).ask(
            "/api/v1/leagues",
            {
                "title": "x",
                "game": "piranhas-2026",
                "time": "2s",
                "teams": 2,
                "cores": 1,
                "hours": 24,
                "ends": past,
            },
        )
        assert (made.status, made.error) == (400, sentence)


def test_after_the_deadline_nothing_is_taken_in(arena: Arena, tmp_path: Path) -> None:
    league = make(arena)
    own = enter(arena, league.codes[1])
    assert own.ask(league.api("team"), {"name": "Sharks", "fish": "shark"}).status == 200
    assert "Choose your zip" in own.ask(league.page("teams/1")).words
    # The next full minute is the earliest that the form can say.
    end = 60 * (time.time() // 60 + 1)
    assert set_end(arena, league, written(end)).status == 200
    while time.time() < end + 0.1:
        time.sleep(0.2)
    page = own.ask(league.page("teams/1")).words
    assert OVER in page
    assert "Choose your zip" not in page
    assert "Hand in until" not in page
    assert "Ended on" in Visitor(arena.page_port).ask(f"/leagues/{league.key}").text
    refused = own.ask(league.api("versions"), b"zip")
    assert (refused.status, refused.error) == (409, OVER)
    # Other settings can still be saved with the end that is there.
    assert set_end(arena, league, written(end)).status == 200
    # In the terminal it is one sentence, and nothing is packed before.
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "start.sh").write_text("#!/bin/sh\n")
    command = [sys.executable, "-m", "schwarm", "--lang", "en", "hand-in", str(folder), "--to", arena.address]
    environment = os.environ | {"SCHWARM_LEAGUE_CODE": league.codes[1]}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    said = [line for line in (ended.stdout + ended.stderr).splitlines() if line.strip()]
    assert ended.returncode != 0
    assert " ".join(said).endswith(OVER)
    assert not list(tmp_path.glob("*.zip"))
