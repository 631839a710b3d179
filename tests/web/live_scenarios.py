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
from schwarm.web.shell.access import Visitor

GAME = schwarm.game("piranhas-2026")
ANNA, BEN, ADMIN = (Visitor(id, admin=id == "admin", client=id, local=False) for id in ("anna", "ben", "admin"))

Scenario = Callable[[LiveService], Awaitable[None]]


def play_scenario(folder: Path, scenario: Scenario) -> None:
    """Play a scenario with a live service of its own."""

    async def play() -> None:
        store = open_store(folder)

        def on_recorded(room: Room) -> None:
            games.on_recorded(room)

        games = LiveGames(Lobby(Settings(GAME), recorded=on_recorded), 13050, store)
        service = LiveService(games, Exhibition(games, enabled=False))
        try:
            await scenario(service)
        finally:
            await games.stop()
            store.close()

    asyncio.run(play())


async def refusal(service: LiveService, key: str, visitor: Visitor, command: Command) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        await service.handle(key, visitor, command)
    return refused.value.status, str(refused.value)
