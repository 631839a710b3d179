"""Scenarios with a live service, who takes part in them, and what the service refuses."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import schwarm
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.errors import Refused
from schwarm.web.live.commands import Command
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.live_service import LiveService
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.remote_live_service import RemoteLiveService
from schwarm.web.shell.access import Visitor
from web.page_link import reached_by_socket

GAME = schwarm.game("piranhas-2026")
ANNA, BEN, ADMIN = (Visitor(id, admin=id == "admin", client=id, local=False) for id in ("anna", "ben", "admin"))

Scenario = Callable[[LiveService], Awaitable[None]]


def play_scenario(folder: Path, scenario: Scenario, *, elsewhere: bool = False) -> None:
    """Play a scenario with the service itself, or `elsewhere`: as a process of the page that reaches it by a socket."""

    async def play() -> None:
        store = open_store(folder)

        def on_recorded(room: Room) -> None:
            games.on_recorded(room)

        games = LiveGames(Lobby(Settings(GAME), recorded=on_recorded), 13050, store)
        service = LocalLiveService(games, Exhibition(games, enabled=False))
        try:
            if not elsewhere:
                await scenario(service)
            else:
                async with reached_by_socket(service) as (_, link):
                    await scenario(RemoteLiveService(link))
        finally:
            await games.stop()
            store.close()

    asyncio.run(play())


async def refusal(service: LiveService, key: str, visitor: Visitor, command: Command) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        await service.handle(key, visitor, command)
    return refused.value.status, str(refused.value)
