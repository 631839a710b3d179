"""A game server with leagues beside it, clients that wait there, and what can be seen of their games."""

import asyncio
import threading
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest

import schwarm
from league.leagues import GAME, InstantPool, new_league, team
from patience import PATIENCE, until
from referee.running import Client as RawClient
from referee.running import Running
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameProgress
from schwarm.games import Team
from schwarm.games.record import Record
from schwarm.launch import GameHost, RunningServer
from schwarm.league.game_watch import GameWatch
from schwarm.league.home_games import HomeGames, HomeSeats
from schwarm.league.league_schedule import Pairing
from schwarm.league.league_service import LeagueService
from schwarm.player import PLAYERS
from schwarm.player.client import Client
from schwarm.player.connection import Address
from schwarm.player.player_errors import CannotPlay
from schwarm.store import open_store
from schwarm.store.league_games import list_league_games


class House:
    """A game server and the leagues beside it."""

    def __init__(self, server: Running, folder: Path, **more: object) -> None:
        self.server, self.pool = server, InstantPool()
        store, lobby = open_store(folder), server.server.lobby
        home = server.inside(lambda: HomeGames(HomeSeats(store, lobby), RunningServer(lobby, server.port)))
        self.service = LeagueService(store, folder / "leagues", pool=self.pool, home=home, **more)  # type: ignore[arg-type]
        self.league = new_league(store)
        self._clients: list[threading.Thread] = []
        self._ended = threading.Event()

    def reserve(self, number: int) -> str:
        return self.service.reserve(team(self.service, self.league, number))

    def connect(self, code: str, player: str = "random") -> threading.Thread:
        """A client that comes again after every game, as the command line that teams are shown."""

        def play() -> None:
            while not self._ended.is_set():
                address = Address("127.0.0.1", self.server.port, code, None)
                with suppress(CannotPlay):
                    Client(PLAYERS[player](), schwarm.game(GAME), address).play()
                self._ended.wait(0.01)

        thread = threading.Thread(target=play, daemon=True)
        self._clients.append(thread)
        thread.start()
        return thread

    def games(self) -> list:
        return [game for _, game in list_league_games(self.service.store, self.league.id)]

    def present(self, number: int) -> int:
        return self.service.count_clients(team(self.service, self.league, number))

    def close(self) -> None:
        """End everything; the server has to be gone before clients notice."""
        self._ended.set()
        self.service.close()
        self.server.stop()
        for thread in self._clients:
            thread.join(PATIENCE)
        self.service.store.close()


class Watch(GameWatch):
    """Notes what can be seen of games."""

    def __init__(self) -> None:
        self.told: defaultdict[str, list[object]] = defaultdict(list)

    def begin(self, pairing: Pairing, fixture: Fixture) -> None:
        assert pairing.key == fixture.key
        self.told[pairing.key].append("begin")

    def on_progress(self, progress: GameProgress) -> None:
        self.told[progress.key].append(progress)

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        self.told[pairing.key].append(players)

    def end(self, pairing: Pairing, record: Record) -> None:
        self.told[pairing.key].append(("end", len(record.moves)))

    def drop(self, pairing: Pairing) -> None:
        self.told[pairing.key].append("drop")


def wait(house: House, code: str) -> RawClient:
    """A client that does nothing but wait."""
    return house.server.client().say(f'<protocol><joinPrepared reservationCode="{code}"/>')


def wait_for_clients(house: House, number: int) -> None:
    until(lambda: house.present(1) == number, what="a client")


class Preparing:
    """Holds a game that is prepared until it is told to go on."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Event()
        self._loop, self._go_on = house.server.loop_delay.loop, asyncio.Event()
        seat_at_once = GameHost.seat

        async def seat(launched: GameHost, team: Team, *more: object) -> None:
            self.began.set()
            await self._go_on.wait()
            await seat_at_once(launched, team, *more)  # type: ignore[arg-type]

        monkeypatch.setattr(GameHost, "seat", seat)

    def go_on(self) -> None:
        self._loop.call_soon_threadsafe(self._go_on.set)
