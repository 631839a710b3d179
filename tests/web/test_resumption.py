"""Contests of leagues go on after a restart, also where the page that ended a moment ago still seems to play them."""

import asyncio
from pathlib import Path

import pytest

from league.contests import begin, four_teams
from league.leagues import new_service
from patience import PATIENCE
from schwarm.arena import lease as leases
from schwarm.arena.lease import RUNS_ALREADY, AlreadyRunning, new_lease
from schwarm.league.league_service import LeagueService
from schwarm.store.contests import list_wanted, set_wanted
from schwarm.store.leases import take_lease
from schwarm.web.contests import resumption
from schwarm.web.contests.contest_service import ContestService
from schwarm.web.contests.resumption import resume_once_free, resume_wanted
from schwarm.web.contests.scoreboard import scoreboard_json


class Contests(ContestService):
    """Says which were gone on with."""

    def __init__(self, service: LeagueService) -> None:
        super().__init__(service.store, scoreboard_json)
        self.resumed: list[str] = []

    async def resume(self, event: str) -> None:
        if leases.is_running(self.store, event):
            raise AlreadyRunning(RUNS_ALREADY())
        self.resumed.append(event)


def test_what_another_container_seems_to_play_goes_on_once_its_claim_is_void(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resumption, "RETRY_EVERY", 0.01)
    service = new_service(tmp_path)
    league = four_teams(service)
    event = begin(service, league)
    set_wanted(service.store, event, wanted=True)
    elsewhere = new_lease(event, "killed")._replace(machine="a container that is gone")
    assert take_lease(service.store, elsewhere, lambda _: False)

    async def scenario() -> None:
        contests = Contests(service)
        claimed = await resume_wanted(contests)
        assert (claimed, contests.resumed) == ([event], [])
        # Nobody renews it.
        assert take_lease(service.store, elsewhere._replace(at=elsewhere.at - leases.STALE - 1), lambda _: True)
        async with asyncio.timeout(PATIENCE):
            await resume_once_free(contests, claimed)
        assert contests.resumed == [event]

    asyncio.run(scenario())
    assert list_wanted(service.store) == [event]
    service.store.close()


def test_what_somebody_else_plays_is_left_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resumption, "RETRY_EVERY", 0.01)
    service = new_service(tmp_path)
    event = begin(service, four_teams(service))
    set_wanted(service.store, event, wanted=True)
    assert take_lease(service.store, new_lease(event, "busy")._replace(machine="another one"), lambda _: False)

    async def scenario() -> None:
        contests = Contests(service)
        async with asyncio.timeout(PATIENCE):
            await resume_once_free(contests, await resume_wanted(contests))
        assert not contests.resumed

    asyncio.run(scenario())
    service.store.close()
