"""One game between two players, whoever they are, from taking their seats to the last word: the same everywhere.

Whoever wants more than the game says what happens while it is on (`during`), or when a player cannot be started.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from os import PathLike

from schwarm.games import State, Team, TimeControl
from schwarm.games.base import read_state
from schwarm.games.splitmix import whole_seed
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.game_settings import MAX_WAIT_SECONDS, GameSettings
from schwarm.launch.launched_players import LaunchedPlayers
from schwarm.launch.played_game import PlayedGame
from schwarm.launch.player_spec import PlayerSpec, Present, parse_player
from schwarm.launch.running_server import RunningServer, run_server
from schwarm.launch.sandbox import Sandbox
from schwarm.referee.lobby import Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.words import Message

During = Callable[[LaunchedPlayers], AbstractAsyncContextManager[None]]
"""Begins when all have been started, and ends when the game is over and before they are stopped."""


def play(
    first: State,
    red: str | PathLike[str],
    blue: str | PathLike[str],
    *,
    time: TimeControl | str = CONTEST_TIME,
    patience: float = MAX_WAIT_SECONDS,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> PlayedGame:
    """Play one game and wait for its end. Raises `CannotLaunch` and `MachineFault`.

    Players are named as everywhere: built-in ones, classes, folders, commands, archives, as text or as a path, see
    `parse_player`. `time` is a time control or its text, such as "5m+3s". With a seed, built-in players choose the same
    again. `names` are what the record calls them. A `sandbox` is put around every player that is a process."""
    players = parse_player(red), parse_player(blue)
    seed = None if seed is None else whole_seed(seed)
    time = TimeControl.parse(time) if isinstance(time, str) else time
    return play_game(GameSettings(read_state(first), players, time, patience, seed, names, sandbox))


@asynccontextmanager
async def _only_play(launched: LaunchedPlayers) -> AsyncIterator[None]:
    yield


def play_game(
    settings: GameSettings,
    *,
    during: During = _only_play,
    on_absent: Callable[[Team, Message], None] = lambda team, why: None,
) -> PlayedGame:
    """The same with settings, on a server of its own.

    A player that cannot be started never comes to its game, and why is told in `troubles`. `on_absent` hears of it
    first, and may raise what ends the game."""
    loop_delay = LoopDelay()

    async def game() -> PlayedGame:
        server_settings = Settings(settings.start.game, time=settings.time)
        async with run_server(server_settings, loop_delay, has_doors=settings.has_wall) as server:
            return await _host_game(server, settings, during, on_absent)

    # Everything that was started is ended before Ctrl-C is passed on.
    return loop_delay.run(game())


async def _host_game(
    server: RunningServer, settings: GameSettings, during: During, on_absent: Callable[[Team, Message], None]
) -> PlayedGame:
    room = settings.open_room(server.lobby)
    launched = LaunchedPlayers(server, room, seed=settings.seed, sandbox=settings.sandbox)

    def mark_absent(team: Team, why: Message) -> None:
        on_absent(team, why)
        launched.mark_absent(team, why)

    try:
        return await host_players(
            launched,
            settings.players,
            max_wait_seconds=settings.max_wait_seconds,
            on_absent=mark_absent,
            during=during,
        )
    finally:
        room.cancel()


async def host_players(
    launched: LaunchedPlayers,
    players: tuple[PlayerSpec | Present, PlayerSpec | Present],
    *,
    max_wait_seconds: float,
    on_absent: Callable[[Team, Message], None],
    during: During = _only_play,
) -> PlayedGame:
    """Let both take their seats in a room that is open, and wait for the end of their game.

    However it ends, everything that was started ends with it. `on_absent` hears of who cannot be started, and why.
    Where that is this machine's fault, nobody has lost: raises `MachineFault`."""
    try:
        for team, player, opponent in zip(Team, players, reversed(players), strict=True):
            try:
                await launched.seat(team, player, opponent)
                await launched.settle(team, max_wait_seconds)
            except CannotLaunch as error:
                on_absent(team, error.message)
        async with during(launched):
            await launched.wait_until_begun(max_wait_seconds)
            await launched.over.wait()
            await launched.collect_last_output()
    finally:
        await launched.stop()
    return launched.played_game()
