"""A disk that is full for a while: everybody reads why nothing is saved and nobody where, leagues say that they stand
still, and what was told is on disk once there is room."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import until
from schwarm.store import open_store
from web.arena import Arena, Visitor
from web.full_disk import Disk, LimitedDisk, MountedDisk
from web.leagues import read_codes
from web.studies import TEXT

ME = {"kind": "person"}
LEAGUE = {"title": "Class 10b", "game": "piranhas-2026", "time": "2s/10s", "teams": 3, "cores": 1, "hours": 24}
CONTEST = {"kind": "match", "game": "piranhas-2026", "players": ["greedy", "random"], "games": 2, "time": "2s/10s"}
NO_ROOM = "The server's disk is nearly full, so nothing can be handed in or saved; tell the organiser."
KEIN_PLATZ = "Die Festplatte des Servers ist fast voll, deshalb kann nichts abgegeben oder gespeichert werden"
STILL = "Stands still: the server's disk is nearly full. It goes on by itself once there is room."
NOT_YET = "This game cannot be saved right now; the server keeps trying, and if it stops before, it is lost."


@pytest.fixture(params=["limited", "mounted"])
def disk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = LimitedDisk(tmp_path, monkeypatch) if request.param == "limited" else MountedDisk(tmp_path)
    yield disk
    disk.close()


class League:
    """A league with its organiser, and a team that came in."""

    def __init__(self, arena: Arena) -> None:
        self.organiser, self.team = Visitor(arena.page_port), Visitor(arena.page_port)
        made = self.organiser.ask("/api/v1/leagues", LEAGUE)
        assert made.status == 201, made.text
        self.page = made.json["address"]
        self.codes = read_codes(made)
        assert self.team.ask("/api/v1/leagues/enter", {"code": self.codes[1]}).status == 200

    def api(self, path: str) -> str:
        return f"/api/v1{self.page}/{path}"

    def stand_still(self) -> list[bool]:
        """Which of its pages say so."""
        told = [self.team.ask(f"{self.page}{path}").text for path in ("", "/live", "/games", "/teams/1")]
        told.append(self.organiser.ask(f"{self.page}/manage").text)
        told += [self.team.ask(self.api(path)).json["html"] for path in ("table", "teams/1/state")]
        told.append(self.team.ask(self.api("wall")).json["state"])
        return [STILL in text.replace("&#39;", "'") for text in told]


def finished(disk: Disk, key: str) -> bool:
    store = open_store(disk.data)
    try:
        kept = store.get(key)
        return kept is not None and kept.summary.finished
    finally:
        store.close()


def test_what_cannot_be_saved_is_said_without_where(disk: Disk) -> None:
    with Arena(disk.data) as arena:
        league = League(arena)
        team, organiser = league.team, league.organiser
        study = organiser.ask("/api/v1/studies", {"text": TEXT}).json
        changed = {"text": TEXT + "; more\n", "secret": study["secret"], "version": 1}
        asked: list[tuple[Visitor, str, Any]] = [
            (organiser, "/api/v1/leagues", LEAGUE),
            (organiser, "/api/v1/leagues/invite", {}),
            (organiser, league.api("codes"), {"whose": 2}),
            (organiser, league.api("settings"), {"hours": 12}),
            (organiser, "/api/v1/contests", CONTEST),
            (organiser, "/api/v1/studies", {"text": TEXT}),
            (organiser, f"/api/v1/studies/{study['key']}", changed),
            (team, league.api("team"), {"name": "Crabs", "fish": "crab"}),
            (team, league.api("versions"), b"PK\5\6" + bytes(18)),
            (team, league.api("home"), {"what": "code"}),
            (Visitor(arena.page_port), "/api/v1/leagues/enter", {"code": league.codes[2]}),
        ]
        disk.fill()
        for visitor, path, body in asked:
            answer = visitor.ask(path, body)
            assert (answer.status, answer.error) == (507, NO_ROOM), path
        german = Visitor(arena.page_port, lang="de").ask("/api/v1/leagues", LEAGUE)
        assert german.status == 507
        assert KEIN_PLATZ in german.error
        disk.empty()
        for visitor, path, body in asked[:-3]:
            assert visitor.ask(path, body).status < 300, path
        arena.end()
        assert "schwarm.sqlite cannot be used: database or disk is full" in arena.errors, (
            "the server's own log says where"
        )


def test_a_league_says_that_it_stands_still(disk: Disk) -> None:
    with Arena(disk.data) as arena:
        league = League(arena)
        assert not any(league.stand_still())
        disk.fill()
        # What was drawn a moment ago is shown for a moment more.
        until(lambda: all(league.stand_still()), what="saying it")
        disk.empty()
        until(lambda: not any(league.stand_still()), what="going on")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_result_that_was_told_is_kept_once_there_is_room(disk: Disk, how: signal.Signals) -> None:
    with Arena(disk.data) as arena:
        visitor = Visitor(arena.page_port)
        key = visitor.new_game(ME, ME, start={"seed": 7})
        arena.wait_until_saved(key, 0)
        disk.fill()
        assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
        until(lambda: visitor.facts(key)["outcome"], what="the result")
        assert visitor.facts(key)["notSaved"] == NOT_YET
        disk.empty()
        if how is signal.SIGKILL:
            until(lambda: visitor.facts(key)["notSaved"] is None, what="saving")
            assert finished(disk, key)
        # An orderly stop tries at once.
        arena.end(how)
    assert finished(disk, key)
    with Arena(disk.data) as arena:
        visitor.port = arena.page_port
        facts = visitor.facts(key)
        assert (facts["live"], facts["outcome"]["sentence"]) == (False, "Blue wins: Red resigned.")


def test_a_start_on_a_full_disk_is_no_start_for_readers_only(disk: Disk) -> None:
    with Arena(disk.data) as before:
        visitor = Visitor(before.page_port)
        key = visitor.new_game(ME, ME, start={"seed": 7})
        before.wait_until_saved(key, 0)
        # Without its two files beside it SQLite opens nothing on a full disk, and the server says so and ends.
        before.end(signal.SIGKILL)
    disk.fill()
    with Arena(disk.data) as arena:
        visitor.port = arena.page_port
        assert visitor.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0}).status == 200
        disk.empty()
        arena.wait_until_saved(key, 1)
        assert "Nothing can be saved here" not in visitor.ask("/").text
        assert visitor.ask("/api/v1/leagues", LEAGUE).status == 201
        arena.end()
        assert arena.errors.startswith("Games cannot be saved. The database ")
