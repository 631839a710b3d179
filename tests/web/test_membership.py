"""Codes at the door: many networks that guess keep nobody else out."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from league.leagues import new_league, new_service
from schwarm.league.code import hash_code, new_code
from schwarm.store import leagues
from schwarm.web.errors import Refused
from schwarm.web.leagues import membership
from schwarm.web.settings import PageSettings
from schwarm.web.shell.access import Access, Visitor


def test_ten_networks_that_guess_keep_nobody_else_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "SECONDS_AFTER_WRONG", 0.0)
    service = new_service(tmp_path)
    league, code = new_league(service.store), new_code()
    leagues.add_organiser(service.store, hash_code(code), league.id)
    state = SimpleNamespace(access=Access(PageSettings(token="x", public=True)), league_service=service)

    def come(network: str) -> Request:
        visitor = Visitor("somebody", False, network, False)
        scope = {"type": "http", "headers": [], "app": SimpleNamespace(state=state), "state": {"visitor": visitor}}
        return Request(scope)

    async def guess() -> None:
        for network in range(20):
            with pytest.raises(Refused, match="No team and no organiser"):
                await membership.check_code(come(f"10.0.{network}.1"), "AAAA-AAAA-AAAA")
            for _ in range(membership.MAX_GUESSES):
                with pytest.raises(Refused):
                    await membership.check_code(come(f"10.0.{network}.1"), "hello")
            with pytest.raises(Refused) as refused:
                await membership.check_code(come(f"10.0.{network}.1"), code)
            assert refused.value.status == 429
        assert (await membership.check_code(come("10.1.2.3"), code)).league_id == league.id
        monkeypatch.setattr(membership, "MAX_HASHES_WAITING", 0)
        with pytest.raises(Refused):
            await membership.check_code(come("10.1.2.3"), code)

    asyncio.run(guess())
    service.store.close()
