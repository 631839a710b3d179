"""`schwarm serve`: the game server, with what happens on it in plain words."""

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.position import find, rules_option
from schwarm.words import Sentence, say

if TYPE_CHECKING:
    from schwarm.referee.room import Room
    from schwarm.referee.server import Server
    from schwarm.words import Message

PASSWORD = "SCHWARM_ADMIN_PASSWORD"


def command() -> click.Command:
    folder = click.Path(file_okay=False, path_type=Path)
    return click.Command(
        "serve",
        callback=serve,
        help=say("Run a game server that clients of all three seasons can play on.")
        + "\n\n"
        + say("Administrators need the password in the environment variable {name}.", name=PASSWORD),
        params=[
            click.Option(
                ["--host"],
                default="127.0.0.1",
                metavar="HOST",
                help=say("Address to listen on; 0.0.0.0 for everybody."),
            ),
            click.Option(
                ["--port"], type=click.IntRange(0, 65535), default=13050, metavar=say("NUMBER"), help=say("Port.")
            ),
            click.Option(
                ["--game", "game_id"],
                default="piranhas-2026",
                metavar=say("GAME"),
                help=say("The game of clients that name none."),
            ),
            rules_option(),
            click.Option(["--start"], help=say("Position text at which games begin.")),
            click.Option(["--replays"], type=folder, help=say("Keep every finished game in this folder.")),
            _limit("--soft", 2.0, say("Seconds after which a move is too late; 0 for no limit.")),
            _limit("--hard", 10.0, say("Seconds after which nobody waits for a move; 0 for no limit.")),
        ],
    )


def _limit(name: str, default: float, help: str) -> click.Option:
    return click.Option([name], type=click.FloatRange(0, 86400), default=default, metavar=say("SECONDS"), help=help)


def serve(
    *,
    host: str,
    port: int,
    game_id: str,
    rules: str,
    start: str | None,
    replays: Path | None,
    soft: float,
    hard: float,
) -> None:
    from schwarm.games import game
    from schwarm.referee.pulse import Pulse
    from schwarm.referee.seat import Limits
    from schwarm.referee.server import Server
    from schwarm.referee.settings import Settings

    pulse = Pulse()
    chosen = os.environ.get(PASSWORD)
    password = chosen or secrets.token_urlsafe(12)
    beginning = find((start,), game_id, rules, None, None).state if start else None
    settings = Settings(
        game=game(game_id, rules),
        limits=Limits(soft or None, hard or None),
        start=beginning,
        password=password,
        password_is_local=chosen is None,
    )
    server = Server(settings, pulse=pulse, replays=replays, began=_began, finished=_finished, trouble=_trouble)
    try:
        pulse.loop.run_until_complete(_run(server, host, port, None if chosen else password))
    finally:
        pulse.loop.close()


async def _run(server: "Server", host: str, port: int, password: str | None) -> None:
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
    port = await server.listen(host, port)
    click.echo(say("Listening on {host} port {port}; stop with Ctrl-C.", host=host, port=port))
    if password:
        click.echo(say("Administrators on this machine: password {password}", password=password))
    await stopped.wait()
    await server.stop()
    click.echo(say("Stopped; running games ended as cancelled."))


def _began(room: "Room") -> None:
    from schwarm.cli.screen import tell

    tell(BEGAN(room=room.id[:8], game=room.record.start.game.title, one=_name(room, 0), two=_name(room, 1)))


def _finished(room: "Room") -> None:
    from schwarm.cli.screen import tell

    outcome = room.record.outcome
    assert outcome is not None
    told = outcome.sentence(_name(room, 0), _name(room, 1))
    tell(FINISHED(room=room.id[:8], turns=len(room.record.moves), told=told))


def _trouble(message: "Message") -> None:
    click.echo(str(message), err=True)


def _name(room: "Room", index: int) -> object:
    game = room.record.start.game
    return room.names[index] or next(iter(game.sides.values()))[index]


BEGAN = Sentence("{room}  {game}: {one} against {two}")
FINISHED = Sentence("{room}  over after {turns} moves. {told}")
