"""A live service for games that others play, without a server around it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import schwarm
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.live_service import LiveService


def relay_games(tmp_path: Path, scenario: Callable[[LiveService], Awaitable[None]]) -> None:
    async def run() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(schwarm.game("piranhas-2026"))), 13050, store)
        try:
            await scenario(LiveService(games, Exhibition(games, enabled=False)))
        finally:
            await games.stop()
            store.close()

    asyncio.run(run())
