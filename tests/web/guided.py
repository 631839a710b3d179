"""A page with a guidebook of one's own, in a thread of this process."""

import asyncio
import threading
from pathlib import Path
from typing import Self

import schwarm
from patience import PATIENCE
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.app import create_app
from schwarm.web.live.live_games import LiveGames
from schwarm.web.server import PageServer, bind
from schwarm.web.settings import PageSettings


class Guided:
    """The page around a guidebook, from the beginning of the block to its end."""

    def __init__(self, guidebook: Path, data: Path) -> None:
        self._guidebook, self._data = guidebook, data
        self._socket = bind("127.0.0.1", 0)
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        store = open_store(self._data)
        games = LiveGames(Lobby(Settings(schwarm.game("piranhas-2026"))), 0, store)
        settings = PageSettings("token", guidebook=self._guidebook, exhibition=False)
        server = PageServer(create_app(games, settings), self._socket)
        self._loop, self._enough = asyncio.get_running_loop(), asyncio.Event()
        await server.start()
        self._ready.set()
        await self._enough.wait()
        await server.stop()
        await games.stop()
        store.close()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._enough.set)
        self._thread.join()
