"""The page: served beside the game server, with what happens there in plain words, or written as plain files."""

import os
import secrets
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.options import PATH, rules_option, time_option
from schwarm.cli.position import ONLY_FOR_FILES, find
from schwarm.cli.verb import FILE, FOLDER, GAME, NUMBER, argument, option, verb
from schwarm.games import DEFAULT_GAME, InvalidPosition, game
from schwarm.web.page_port import PAGE_PORT
from schwarm.words import Figure, SchwarmError, Sentence, excerpt, language, say, speaking

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from schwarm.games import Game, State, TimeControl
    from schwarm.referee.lobby import Settings
    from schwarm.referee.loop_delay import LoopDelay
    from schwarm.referee.room import Room
    from schwarm.referee.server import Server
    from schwarm.web.page import Page
    from schwarm.words import Message

PASSWORD = "SCHWARM_ADMIN_PASSWORD"
LOCAL = "127.0.0.1"
PORT = click.IntRange(0, 65535)


@verb(
    Sentence("Run a game server that clients of all three seasons can play on, and a page to play and watch."),
    Sentence("Administrators of the game server need the password in the environment variable {name}.")(name=PASSWORD),
)
@option("--host", metavar="HOST", help=Sentence("Address to listen on; by default 127.0.0.1, with --public 0.0.0.0."))
@option(
    "--port",
    type=PORT,
    default=13050,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Port to listen on; 0 for any free one."),
)
@option(
    "--page-port",
    type=PORT,
    metavar=NUMBER,
    help=Sentence("Port of the page; by default {port}, or any free one.")(port=PAGE_PORT),
)
@option("--open", "open_page", is_flag=True, help=Sentence("Open the page in a browser, if there is a display."))
@option(
    "--workers",
    "workers_port",
    type=PORT,
    metavar=NUMBER,
    help=Sentence("Let other machines play for leagues: they join at this port; organisers see how."),
)
@option("--no-page", is_flag=True, help=Sentence("Run only the game server, without the page."))
@option(
    "--public",
    is_flag=True,
    help=Sentence("Let everybody on the network watch and play; administration needs the page's token."),
)
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar=Sentence("ADDRESS"),
    help=Sentence("Address of a web server in front of the page; it is believed who its visitors are."),
)
@option(
    "--fan-out",
    metavar="URL",
    help=Sentence("Where nginx with nchan takes live updates of the page, to tell them to any number of spectators."),
)
@option(
    "--certificate", type=PATH, metavar=FILE, help=Sentence("Certificate of the page (PEM), for https; needs --key.")
)
@option("--key", type=PATH, metavar=FILE, help=Sentence("Private key of that certificate (PEM)."))
@option("--data", metavar=FOLDER, help=Sentence("Where the page keeps its games: a folder or the URL of a database."))
@option(
    "--game",
    "game_id",
    metavar=GAME,
    help=Sentence("The game for clients that name none; by default that of --start, or {game}.")(game=DEFAULT_GAME),
)
@rules_option
@option(
    "--start",
    metavar="POSITION",
    help=Sentence("Where games start: a position text, or a file with a saved game or replay."),
)
@option(
    "--turn", type=int, metavar=NUMBER, help=Sentence("Turn in that file at which games start; by default the last.")
)
@option("--replays", type=PATH, metavar=FOLDER, help=Sentence("Keep every finished game in this folder."))
@time_option
def serve(
    *,
    host: str | None,
    port: int,
    open_page: bool,
    no_page: bool,
    public: bool,
    game_id: str | None,
    rules: str,
    start: str | None,
    turn: int | None,
    replays: Path | None,
    time: "TimeControl",
    **page_options: Any,
) -> None:
    from schwarm.launch.limits import raise_open_files
    from schwarm.referee.loop_delay import LoopDelay
    from schwarm.referee.server import tell_accept_errors_once

    beginning = _beginning(start, game_id, rules, turn)
    played = game(game_id or (beginning.game.id if beginning else DEFAULT_GAME), rules)
    files = raise_open_files()
    settings = _settings(played, beginning, time, files)
    address = host or ("0.0.0.0" if public else LOCAL)
    # --host opens the game server to the network, not the page.
    page = None if no_page else _page(address if public else LOCAL, public, files, **page_options)
    loop_delay = LoopDelay()
    tell_accept_errors_once(loop_delay.loop, _on_trouble)
    try:
        server = _server(settings, page, loop_delay, replays)
        loop_delay.loop.run_until_complete(_run(server, page, loop_delay, address, port, open_page=open_page))
    finally:
        loop_delay.loop.close()


def _settings(played: "Game", beginning: "State | None", time: "TimeControl", open_files: int | None) -> "Settings":
    from schwarm.launch.limits import share_open_files
    from schwarm.referee.lobby import MAX_CONNECTIONS, Settings

    # Set but empty counts as not set.
    chosen = os.environ.get(PASSWORD) or None
    return Settings(
        game=played,
        time=time,
        start=beginning,
        password=chosen or secrets.token_urlsafe(12),
        password_is_local=chosen is None,
        max_connections=share_open_files(open_files, MAX_CONNECTIONS),
    )


def _page(
    host: str,
    public: bool,
    open_files: int | None,
    *,
    page_port: int | None,
    workers_port: int | None,
    data: str | None,
    proxies: tuple[str, ...],
    fan_out: str | None,
    certificate: Path | None,
    key: Path | None,
) -> "Page | None":
    try:
        from schwarm.web.page import Page
    except ImportError as error:
        from schwarm.web.errors import MISSING_LIBRARY, NoPage

        message = MISSING_LIBRARY(library=error.name or "starlette")
        if page_port is not None or public or data or certificate or key:
            raise NoPage(message) from error
        click.echo(str(message), err=True)
        return None
    return Page.prepare(
        host,
        page_port,
        tell=click.echo,
        warn=partial(click.echo, err=True),
        data=data,
        public=public,
        proxies=proxies,
        fan_out=fan_out,
        open_files=open_files,
        certificate=(certificate, key),
        workers_port=workers_port,
    )


def _server(settings: "Settings", page: "Page | None", loop_delay: "LoopDelay", replays: Path | None) -> "Server":
    """The game server, which tells page and terminal what happens on it."""
    from schwarm.cli.files import CANNOT_WRITE, CannotWrite, trouble
    from schwarm.referee.server import Server

    try:
        return Server(
            settings,
            loop_delay=loop_delay,
            replays=replays,
            began=_on_page_and_terminal(page) if page else _on_began,
            recorded=page.on_recorded if page else lambda room: None,
            finished=_unless_own(_on_finished, page) if page else _on_finished,
            trouble=_on_trouble,
        )
    except OSError as error:
        raise CannotWrite(CANNOT_WRITE(path=replays, trouble=trouble(error))) from error


def _on_page_and_terminal(page: "Page") -> "Callable[[Room], None]":
    tell = _unless_own(_on_began, page)

    def began(room: "Room") -> None:
        page.on_began(room)
        tell(room)

    return began


def _unless_own(told: "Callable[[Room], None]", page: "Page") -> "Callable[[Room], None]":
    """What the terminal says about a game, unless it is one of the page's own.

    The terminal keeps its language, no matter which visitor of the page caused an event. The page tells of its own
    games itself, and more: here they would be lines about a program that left, without saying which."""
    lang = language()

    def tell(room: "Room") -> None:
        if not page.is_own(room):
            with speaking(lang):
                told(room)

    return tell


def _beginning(start: str | None, game_id: str | None, rules: str, turn: int | None) -> "State | None":
    """Where games begin, if not at random; by the server's rules, whatever the saved game was played by."""
    if start is None:
        if turn is not None:
            raise InvalidPosition(ONLY_FOR_FILES())
        return None
    found = find((start,), game_id, rules, None, turn, any_rules=True).state
    state = game(found.game.id, rules).parse(str(found))
    if state.outcome():
        raise InvalidPosition(OVER(turn=state.turn))
    return state


async def _run(
    server: "Server", page: "Page | None", loop_delay: "LoopDelay", host: str, port: int, *, open_page: bool
) -> None:
    """Serve until a signal stops it."""
    import asyncio
    import webbrowser

    from schwarm.cli import screen  # noqa: F401 - loaded before anybody plays
    from schwarm.web.page_port import has_display

    stopped = _stopped_by_signals()
    port = await _listen(server, page, host, port)
    click.echo(say("Listening on {host} port {port}; stop with Ctrl-C.", host=host, port=port))
    if server.lobby.settings.password_is_local:
        password = server.lobby.settings.password
        click.echo(say("Administrators of the game server, on this machine: password {password}", password=password))
    if page is not None:
        address = await page.open(server.lobby, port, loop_delay.delay)
        if open_page and has_display():
            await asyncio.to_thread(webbrowser.open, address)
    await stopped.wait()
    if page is not None:
        await page.close()
    await server.stop()
    if page is not None:
        click.echo(say("Stopped; games on the page continue at the next start, all others were cancelled."))
    else:
        click.echo(say("Stopped; running games were cancelled."))


def _stopped_by_signals() -> "asyncio.Event":
    import asyncio
    import signal

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stopped.set)
        except NotImplementedError:
            # Windows: Ctrl-C arrives as KeyboardInterrupt instead.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    return stopped


async def _listen(server: "Server", page: "Page | None", host: str, port: int) -> int:
    """Open the game server; gives its port. Where Schwarm is the one that has it, it says so."""
    import asyncio

    from schwarm.referee.server import PORT_TAKEN, CannotListen
    from schwarm.web.page_port import running_page

    try:
        return await server.listen(host, port)
    except CannotListen as error:
        if page is not None:
            await page.close()
            taken = error.message.sentence is PORT_TAKEN
            if taken and (there := await asyncio.to_thread(running_page)):
                raise CannotListen(RUNS_ALREADY(address=there)) from error
        raise


def _on_began(room: "Room") -> None:
    from schwarm.cli.screen import tell

    tell(BEGAN(room=room.id[:8], game=room.record.start.game.title, one=_name(room, 0), two=_name(room, 1)))


def _on_finished(room: "Room") -> None:
    from schwarm.cli.screen import tell

    outcome = room.record.outcome
    assert outcome is not None
    told = outcome.sentence(_name(room, 0), _name(room, 1))
    tell(FINISHED(room=room.id[:8], n=len(room.record.moves), told=told))
    # Clients get the contest's own words; their authors need to know more.
    for fault in room.faults:
        if fault.explanation:
            tell(f"          {fault.explanation.message}", style="dim")
        elif fault.sent:
            tell(f"          {SENT(text=excerpt(fault.sent, 400))}", style="dim")


def _on_trouble(message: "Message") -> None:
    click.echo(str(message), err=True)


def _name(room: "Room", index: int) -> object:
    game = room.record.start.game
    return room.names[index] or next(iter(game.sides.values()))[index]


@verb(
    Sentence("Write Schwarm as plain files for any web host."),
    Sentence(
        "People play against Hecht or each other, analyse and learn; everything happens in their browser, also "
        "without a network. Write to the same folder again after an update."
    ),
)
@argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar=FOLDER)
def site(*, folder: Path) -> None:
    from schwarm.cli.screen import tell

    try:
        from schwarm.web.site.writer import write_site
    except ImportError as error:
        from schwarm.web.errors import MISSING_LIBRARY

        raise SchwarmError(MISSING_LIBRARY(library=error.name or "jinja2")) from error
    files = write_site(folder)
    size = sum((folder / path).stat().st_size for path in files)
    tell(say("Written: {path}", path=folder / "index.html"), whole=True)
    facts = {"files": len(files), "size": Figure(size / 1e6, 1)}
    tell(say("{files} files, {size} MB. Put the folder on any web host, or try it here:", **facts))
    tell(f"python3 -m http.server --directory {folder}", whole=True)
    if not any(path.startswith("guide/") for path in files):
        tell(say("The guide is not in it: build it first with “make docs”."), style="yellow")


RUNS_ALREADY = Sentence(
    "Schwarm is already running, and its page is at {address}; open it there, or start a second one with --port NUMBER."
)
BEGAN = Sentence("{room}  {game}: {one} against {two}")
SENT = Sentence("This could not be read: {text}")
FINISHED = Sentence("{room}  over after {n} move. {told}", "{room}  over after {n} moves. {told}")
OVER = Sentence("At turn {turn} the game is already over; choose an earlier one with --turn, or another --start.")
