"""`schwarm data backup` while the page runs: the copy is a data folder in which everything is as it was."""

import re
from pathlib import Path

import pytest

from cli.command import schwarm
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

ANNA, BEN = {"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}
LEAGUE = {"title": "Class 10b", "game": "piranhas-2026", "time": "2s/10s", "teams": 2, "cores": 1, "hours": 24}
BOT = b"PK\5\6" + bytes(18)
"""The shortest zip; what is in it does not matter here."""


def test_a_copy_of_a_page_that_runs_is_a_page(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with Arena(tmp_path / "data") as arena:
        anna = Visitor(arena.page_port)
        key = anna.new_game(ANNA, BEN, start={"seed": 7})
        assert anna.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0}).status == 200
        arena.wait_until_saved(key, 1)
        league = anna.ask("/api/v1/leagues", LEAGUE).json
        code = re.findall(r'class="code">([\w-]+)<', league["html"])[1]
        team = Visitor(arena.page_port)
        assert team.ask("/api/v1/leagues/enter", {"code": code}).status == 200
        assert team.ask(f"/api/v1{league['address']}/versions", BOT).status == 201
        copied = schwarm("data", "backup", str(copy), "--data", str(tmp_path / "data"))
        assert copied.returncode == 0, copied.stderr
        assert f"schwarm serve --data {copy}" in copied.stdout
        # What comes later is not in it, and a second copy does not lie over the first.
        later = anna.new_game(ANNA, BEN)
        arena.wait_until_saved(later, 0)
        again = schwarm("data", "backup", str(copy), "--data", str(tmp_path / "data"))
        assert again.returncode == 1
        assert again.stderr == f"Error: There is something in {copy} already; name a new folder for the backup.\n"
    with Arena(copy) as restored:
        anna.port = restored.page_port
        facts = anna.facts(key)
        assert ([move["move"] for move in facts["moves"]], facts["names"]) == (["A4-C4"], ["Anna", "Ben"])
        # Whoever played goes on, and codes of leagues still count.
        assert facts["you"]["mine"] == [0, 1]
        assert anna.ask(f"/game/{later}").status == 404
        assert "Class 10b" in anna.ask(league["address"]).text
        team = Visitor(restored.page_port)
        assert team.ask("/api/v1/leagues/enter", {"code": code}).status == 200
        assert team.ask(f"{league['address']}/teams/1/version-1.zip").body == BOT
