"""One game between two players, whoever they are, on a server of its own or on one that runs already."""

from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.games import State, Team
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.launched_players import LaunchedPlayers, PlayedGame, seat_for
from schwarm.launch.player_spec import PlayerSpec, parse_player
from schwarm.launch.sandbox import Sandbox
from schwarm.referee.lobby import Lobby
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.seat import DEFAULT_LIMITS, Limits
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings

MAX_WAIT_SECONDS = 20.0
"""Seconds in which a player must have taken its seat."""


def play(
    first: State,
    red: str,
    blue: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    patience: float = MAX_WAIT_SECONDS,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> PlayedGame:
    """Play one game and wait for its end. Players are named as everywhere, see `recipe`; raises `CannotLaunch`.

    With a seed, built-in players choose the same again. `names` are what the record calls them. A `sandbox` is put
    around every player that is a process."""
    players = parse_player(red), parse_player(blue)
    pulse = LoopDelay()

    async def game() -> PlayedGame:
        server = Server(Settings(first.game, limits=limits), pulse=pulse)
        port = await server.listen(port=0)
        with TemporaryDirectory(prefix="schwarm-") as folder:
            socket = Path(folder) / "referee"
            if sandbox and sandbox.has_wall:
                await server.listen_at(socket)
            try:
                return await host_game(
                    *(server.lobby, port, first, players),
                    limits=limits,
                    patience=patience,
                    seed=seed,
                    names=names,
                    sandbox=sandbox,
                    socket=socket,
                )
            finally:
                await server.stop()

    # Everything that was started is ended before Ctrl-C is passed on.
    return pulse.run(game())


async def host_game(
    lobby: Lobby,
    port: int,
    first: State,
    players: tuple[PlayerSpec, PlayerSpec],
    *,
    limits: Limits = DEFAULT_LIMITS,
    patience: float = MAX_WAIT_SECONDS,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
    socket: Path | None = None,
) -> PlayedGame:
    """The same on a server that runs already. However the game ends, everything that was started ends with it.

    A player that cannot be started never comes to its game, and why is told in `troubles`."""
    one, two = names or (players[0].title, players[1].title)
    seats = [seat_for(team, player, limits, name) for team, player, name in zip(Team, players, (one, two), strict=True)]
    room = lobby.open(first.game, (seats[0], seats[1]), start=first)
    launched = LaunchedPlayers(lobby, port, room, seed=seed, sandbox=sandbox, socket=socket)
    try:
        for team, player in zip(Team, players, strict=True):
            try:
                await launched.seat(team, player)
            except CannotLaunch as error:
                launched.mark_absent(team, error.message)
        await launched.wait_until_begun(patience)
        await launched.over.wait()
        await launched.collect_last_output()
    finally:
        room.cancel()
        await launched.stop()
    return launched.played_game()
