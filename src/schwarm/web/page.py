"""The server of a page from start to stop: what it consists of and how that is put together."""

import asyncio
import gc
import os
import secrets
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from schwarm.arena.cluster import JoiningWorkers
from schwarm.arena.cluster_key import FILE
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.pool import Pool
from schwarm.launch import Sandbox
from schwarm.launch.isolation import can_wall, keep_private, why_no_strangers
from schwarm.launch.limits import share_open_files
from schwarm.launch.temporary_folder import removing_leftovers
from schwarm.league.home_games import HomeGames, HomeSeats
from schwarm.league.league_service import LeagueService
from schwarm.referee.lobby import Lobby
from schwarm.referee.room import Room
from schwarm.store import open_store
from schwarm.store.errors import Busy, DiskFull
from schwarm.store.games import Store
from schwarm.web.app import create_app
from schwarm.web.certificate import Certificate
from schwarm.web.contests import scoreboard
from schwarm.web.contests.contest_service import ContestService
from schwarm.web.errors import NoPage
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.program_rules import ProgramRules
from schwarm.web.page_port import bind_page, describe_error, forget_page, note_page
from schwarm.web.server import PageServer, bind, own_address
from schwarm.web.settings import Bounds, PageSettings
from schwarm.web.shell.side_process import SideProcess
from schwarm.web.study import examples
from schwarm.words import Message, Sentence, excerpt, say

TOKEN = "SCHWARM_PAGE_TOKEN"
THREADS = 32
SWITCH_SECONDS = 0.0002
"""How long a thread keeps Python to itself while the event loop waits for its turn; Python's own five milliseconds for
each of many threads would add up to a late move."""


class Page:
    """A page that is about to be shown: its port and its store are there."""

    def __init__(
        self,
        bound: socket.socket,
        store: Store,
        settings: PageSettings,
        host: str,
        workers_port: int | None,
        tell: Callable[[Message | str], None],
        warn: Callable[[Message | str], None],
    ) -> None:
        self._tell, self._warn = tell, warn
        self._socket, self._store, self._settings, self._host = bound, store, settings, host
        self._workers_port = workers_port
        self._number = bound.getsockname()[1]
        self._address = ""
        self._pool: Pool | None = None
        self._live_games: LiveGames | None = None
        self._contest_service: ContestService | None = None
        self._league_service: LeagueService | None = None
        self._side_process: SideProcess | None = None
        self._server: PageServer | None = None
        self._stack = ExitStack()

    @classmethod
    def prepare(
        cls,
        host: str,
        port: int | None,
        *,
        tell: Callable[[Message | str], None],
        warn: Callable[[Message | str], None],
        data: str | None,
        public: bool,
        proxies: tuple[str, ...] = (),
        fan_out: str | None = None,
        open_files: int | None = None,
        certificate: tuple[Path | None, Path | None] = (None, None),
        workers_port: int | None = None,
    ) -> Self:
        """Take the port and open the store, before anything else is said. `tell` and `warn` write a line for the person
        who started the page."""
        settings = replace(
            make_settings(host, public, proxies, open_files),
            certificate=find_certificate(*certificate),
            fan_out=check_fan_out(fan_out or ""),
        )
        try:
            bound = bind_page(bind, host, port)
        except (OSError, UnicodeError) as error:
            raise NoPage(describe_error(error, host, port)) from error
        try:
            return cls(bound, open_store(data), settings, host, workers_port, tell, warn)
        except BaseException:
            bound.close()
            raise

    def on_began(self, room: Room) -> None:
        if self._live_games is not None:
            self._live_games.on_began(room)

    def on_recorded(self, room: Room) -> None:
        if self._live_games is not None:
            self._live_games.on_recorded(room)

    def is_own(self, room: Room) -> bool:
        return self._live_games is not None and self._live_games.is_own(room)

    async def open(self, lobby: Lobby, port: int, delay: Callable[[float], float]) -> str:
        """Show the page and, once it answers, say where; gives its address. In public, programs play behind a wall,
        or they do not play."""

        # Players that think must not keep others waiting for a thread.
        sys.setswitchinterval(SWITCH_SECONDS)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "schwarm"))
        settings = replace(self._settings, referee_port=port)
        no_programs = await asyncio.to_thread(why_no_strangers) if settings.public else None
        live_games = self._live_games = await self._make_live_games(lobby, settings, no_programs)
        if why := await live_games.store.write(Store.why_read_only):
            self._warn(say("Games cannot be saved. {why}", why=why))
            # What passes is tried again.
            settings = replace(settings, read_only=not isinstance(why, DiskFull | Busy))
        else:
            await live_games.store.write(examples.save_examples)
        await live_games.resume()
        await self._start_contests(lobby, live_games, settings, no_programs)
        self._server = self._make_server(live_games, settings, delay)
        await self._server.start()
        if self._contest_service and not settings.read_only:
            await self._contest_service.resume_all()
        # What is here now stays. Collecting all of it later would stop the event loop for 80 ms.
        gc.collect()
        gc.freeze()
        self._address = self._tell_address(settings, no_programs)
        return await asyncio.to_thread(note_page, self._store, self._address)

    async def _make_live_games(self, lobby: Lobby, settings: PageSettings, no_programs: Message | None) -> LiveGames:

        if not no_programs:
            # Found out once, and not in the event loop.
            await asyncio.to_thread(can_wall)
        programs = ProgramRules(Sandbox() if settings.public else None, no_programs)
        port, running = settings.referee_port, settings.bounds.running
        return LiveGames(lobby, port, self._store, running=running, programs=programs)

    async def _start_contests(
        self, lobby: Lobby, live_games: LiveGames, settings: PageSettings, no_programs: Message | None
    ) -> None:
        """Contests and leagues, which play on the same cores."""

        workers = await asyncio.to_thread(self._start_workers) if no_programs is None else None
        # Workers come first: their cores are needed by nothing else.
        pool = self._pool = Pool(workers, LocalExecutor()) if workers else Pool(LocalExecutor())
        self._contest_service = ContestService(
            self._store, scoreboard.scoreboard_json, no_programs=no_programs, pool=pool
        )
        home = HomeGames(HomeSeats(self._store, lobby), live_games.server)
        self._league_service = await asyncio.to_thread(self._start_leagues, settings, no_programs, home, pool, workers)

    def _tell_address(self, settings: PageSettings, no_programs: Message | None) -> str:
        """Say where the page is and what it does not do; gives its address."""

        host = own_address() if self._host in ("0.0.0.0", "") else self._host
        page = f"{'https' if settings.certificate else 'http'}://{host}:{self._number}/"
        self._tell(say("The page is at {address}", address=page))
        if settings.public:
            self._tell(describe_login(f"{page}login", settings.token))
        if no_programs:
            self._tell(f"{no_programs} {HOME_ONLY()}")
        return page

    def _make_server(
        self, live_games: LiveGames, settings: PageSettings, delay: Callable[[float], float]
    ) -> PageServer:
        self._side_process = SideProcess()
        app = create_app(
            live_games,
            settings,
            contest_service=self._contest_service,
            league_service=self._league_service,
            side_process=self._side_process,
            delay=delay,
        )
        return PageServer(app, self._socket, settings.bounds, settings.proxies, certificate=settings.certificate)

    def _start_leagues(
        self,
        settings: PageSettings,
        no_programs: Message | None,
        home: HomeGames,
        pool: Pool,
        workers: JoiningWorkers | None,
    ) -> LeagueService:
        """Leagues go on by themselves; contests play on the same cores."""

        # Bots of all teams lie there, and everything they printed.
        keep_private(folder := self._store.folder)
        self._stack.enter_context(removing_leftovers())
        service = LeagueService(
            self._store, folder / "leagues", no_programs=no_programs, pool=pool, home=home, workers=workers
        )
        if not settings.read_only:
            service.start()
        return service

    def _start_workers(self) -> JoiningWorkers | None:
        """Let other machines join, at the same address as the page."""
        if self._workers_port is None:
            return None
        return JoiningWorkers(self._host, self._workers_port, self._store.folder / FILE)

    async def close(self) -> None:
        """Disconnect all visitors. Games and leagues go on at the next start, contests when an organiser says so."""

        if self._contest_service is not None:
            await self._contest_service.close()
        if self._league_service is not None:
            await asyncio.to_thread(self._league_service.close)
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)
        if self._live_games is not None:
            await self._live_games.stop()
        if self._server is not None:
            await self._server.stop()
        if self._side_process is not None:
            await self._side_process.close()
        self._socket.close()
        if self._address:
            await asyncio.to_thread(forget_page, self._store, self._address)
        self._store.close()
        # All may go now, and nothing is left over when the program ends.
        gc.unfreeze()
        self._stack.close()


def find_certificate(certificate: Path | None, key: Path | None) -> Certificate | None:
    """The two files for https, if they were named; raises `SchwarmError` where they cannot be used."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise NoPage(BOTH_FILES())
    found = Certificate(certificate.absolute(), key.absolute())
    found.check()
    # Where bots run as the same user, they could read it, and what they print is shown to their teams.
    keep_private(found.key)
    return found


def check_fan_out(address: str) -> str:
    """Raises `NoPage` where this is no address for http."""
    parts = urlsplit(address)
    if address and (parts.scheme != "http" or not parts.hostname):
        raise NoPage(NO_FAN_OUT(address=excerpt(address)))
    return address


def make_settings(host: str, public: bool, proxies: tuple[str, ...], open_files: int | None) -> PageSettings:
    """Raises `NoPage` where an address of a web server in front makes no sense."""
    for proxy in proxies:
        try:
            ip_address(proxy)
        except ValueError as error:
            raise NoPage(NO_PROXY(address=excerpt(proxy))) from error
    bounds = Bounds()
    return PageSettings(
        token=os.environ.get(TOKEN) or secrets.token_urlsafe(15),
        chosen=bool(os.environ.get(TOKEN)),
        public=public,
        proxies=proxies,
        hosts=(host,),
        bounds=replace(bounds, connections=share_open_files(open_files, bounds.connections)),
    )


def describe_login(address: str, token: str) -> Message:
    """Where the page is administered. A chosen token is a secret and is not printed."""
    if os.environ.get(TOKEN):
        return CHOSEN_TOKEN(name=TOKEN, address=address)
    return PRINTED_TOKEN(address=f"{address}?token={token}")


HOME_ONLY = Sentence("Only clients that connect by themselves take part in leagues here.")
BOTH_FILES = Sentence("For https the page needs both files: --certificate FILE and --key FILE.")
NO_PROXY = Sentence("“{address}” is not the address of a computer; write --proxy like --proxy 127.0.0.1.")
NO_FAN_OUT = Sentence(
    "“{address}” is not an address of http; write --fan-out like --fan-out http://127.0.0.1:8001/publish."
)
CHOSEN_TOKEN = Sentence("Administration of the page, with the token from {name}: {address}")
PRINTED_TOKEN = Sentence("Administration of the page, with its token: {address}")
