"""The page with a PostgreSQL server: games, a crash, and a contest from the terminal in the same database; and with one
that cannot be written."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import save_contest
from schwarm.arena.lease import RUNS_ALREADY, hold_lease
from schwarm.arena.match import Match
from schwarm.store import open_store
from store import postgres
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

ME = {"kind": "person"}


def test_page_and_terminal_share_a_server() -> None:
    with postgres.server() as server, postgres.database(server) as url:
        with Arena(url) as before:
            visitor = Visitor(before.page_port)
            key = visitor.new_game({**ME, "name": "Anna"}, {"kind": "link"}, start={"seed": 7})
            code = visitor.facts(key)["you"]["invite"].rpartition("/")[2]
            ben = Visitor(before.page_port)
            ben.ask("/")
            assert ben.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
            assert visitor.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0}).status == 200
            before.wait_until_saved(key, 1)
            before.end(signal.SIGKILL)
        match = ["match", "random", "random", "-n", "2", "-j", "1", "--data", url]
        assert subprocess.run([sys.executable, "-m", "schwarm", *match], stdout=subprocess.DEVNULL).returncode == 0
        with Arena(url) as after:
            visitor.port = ben.port = after.page_port
            facts = visitor.facts(key)
            assert [move["move"] for move in facts["moves"]] == ["A4-C4"]
            assert (facts["live"], facts["names"]) == (True, ["Anna", "Ben"])
            assert "2 of 2 games" in visitor.ask("/contests").text
            assert visitor.ask("/game/%00").status == 404
            assert len(visitor.ask("/games").text) > 2000
            held_elsewhere(visitor, url)


def held_elsewhere(visitor: Visitor, url: str) -> None:
    """What somebody plays with the same server is not begun a second time."""
    store = open_store(url)
    event = save_contest(store, Match({"A": "greedy", "B": "random"}, Conditions("piranhas-2026"), 2))
    with hold_lease(store, event):
        assert "Being played in a terminal or elsewhere" in visitor.ask(f"/contests/{event}").text
        refused = visitor.ask(f"/api/v1/contests/{event}/go-on", {})
        assert (refused.status, refused.error.partition(";")[0]) == (409, str(RUNS_ALREADY()).partition(";")[0])
    assert "Not finished, and not being" in visitor.ask(f"/contests/{event}").text
    store.close()


def test_a_database_that_cannot_be_written_is_told_at_the_start_and_on_every_page(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with Arena(f"sqlite:///file:{tmp_path}/schwarm.sqlite?mode=ro&uri=true") as arena:
        visitor = Visitor(arena.page_port)
        for path in ("/", "/play", "/nowhere"):
            assert "Nothing can be saved here at the moment" in visitor.ask(path).text
        arena.end()
        said = arena.errors
    assert said.startswith("Games cannot be saved. The database ")
    assert "attempt to write a readonly database" in said
