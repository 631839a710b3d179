"""One game between two players, whoever they are, on a server of its own or on one that runs already."""

from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.games import State, Team
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.launched_players import Hosted, Troupe, seat_for
from schwarm.launch.player_spec import Recipe, recipe
from schwarm.launch.sandbox import Sandbox
from schwarm.referee.lobby import Lobby
from schwarm.referee.loop_delay import Pulse
from schwarm.referee.seat import USUAL_LIMITS, Limits
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings

PATIENCE = 20.0
"""Seconds in which a player must have taken its seat."""


def play(
    first: State,
    red: str,
    blue: str,
    *,
    limits: Limits = USUAL_LIMITS,
    patience: float = PATIENCE,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> Hosted:
    """Play one game and wait for its end. Players are named as everywhere, see `recipe`; raises `CannotLaunch`.

    With a seed, built-in players choose the same again. `names` are what the record calls them. A `sandbox` is put
    around every player that is a process."""
    players = recipe(red), recipe(blue)
    pulse = Pulse()

    async def game() -> Hosted:
        server = Server(Settings(first.game, limits=limits), pulse=pulse)
        port = await server.listen(port=0)
        with TemporaryDirectory(prefix="schwarm-") as folder:
            socket = Path(folder) / "referee"
            if sandbox and sandbox.walled:
                await server.listen_at(socket)
            try:
                return await host(
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


async def host(
    lobby: Lobby,
    port: int,
    first: State,
    players: tuple[Recipe, Recipe],
    *,
    limits: Limits = USUAL_LIMITS,
    patience: float = PATIENCE,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
    socket: Path | None = None,
) -> Hosted:
    """The same on a server that runs already. However the game ends, everything that was started ends with it.

    A player that cannot be started never comes to its game, and why is told in `troubles`."""
    one, two = names or (players[0].title, players[1].title)
    seats = [seat_for(team, player, limits, name) for team, player, name in zip(Team, players, (one, two), strict=True)]
    room = lobby.open(first.game, (seats[0], seats[1]), start=first)
    troupe = Troupe(lobby, port, room, seed=seed, sandbox=sandbox, socket=socket)
    try:
        for team, player in zip(Team, players, strict=True):
            try:
                await troupe.seat(team, player)
            except CannotLaunch as error:
                troupe.will_not_come(team, error.message)
        await troupe.begun(patience)
        await troupe.over.wait()
        await troupe.listen_to_the_end()
    finally:
        room.cancel()
        await troupe.leave()
    return troupe.story()
