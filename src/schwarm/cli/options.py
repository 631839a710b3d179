"""Options that several verbs share."""

from pathlib import Path
from typing import Any

import click

from schwarm.cli.verb import FILE, FOLDER, GAME, NUMBER, option, options
from schwarm.games import DEFAULT_GAME, TimeControl
from schwarm.games.time_control import CONTEST_TIME
from schwarm.words import Sentence

BOTS_HELP = Sentence(
    "A player is random, greedy, hecht:level=4, a bot's folder, a class like mybot.py:MyPlayer, a command, a "
    ".zip or a .jar."
)
PATH = click.Path(path_type=Path)


class TimeType(click.ParamType["TimeControl"]):
    """A time control, as an option takes it."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> TimeControl:
        return value if isinstance(value, TimeControl) else TimeControl.parse(value)


rules_option = option(
    "--rules",
    type=click.Choice(["documents", "official"]),
    default="documents",
    show_default=True,
    help=Sentence("Play by the rule documents or like the official server."),
)
played_game_option = option(
    "--game",
    "game_id",
    metavar=GAME,
    help=Sentence("What to play; by default what the bots' files name, else {game}.")(game=DEFAULT_GAME),
)
own_game_option = option(
    "--game", "game_id", metavar=GAME, help=Sentence("The game it plays; by default the one its files name.")
)
time_option = option(
    "--time",
    type=TimeType(),
    default=str(CONTEST_TIME),
    show_default=True,
    metavar=Sentence("TIME"),
    help=Sentence(
        "How long to think: 2s for a move (2s/10s: wait for it up to 10 s), 5m+3s for a game and what every move "
        "adds, none for no limit; see docs/arena.md."
    ),
)
data_option = option(
    "--data",
    metavar=FOLDER,
    help=Sentence("Where to keep games: a folder, or the URL of a database; by default your own data folder."),
)
key_option = option(
    "--cluster-key",
    type=PATH,
    metavar=FILE,
    help=Sentence("The key that all machines of the cluster share; by default cluster.pem in your own data folder."),
)
at_once_option = option(
    "-j",
    "--at-once",
    type=click.IntRange(1, 1024),
    metavar=NUMBER,
    help=Sentence("How many games to play at once; by default one per core."),
)
pool_options = options(
    at_once_option,
    option(
        "--sandbox/--no-sandbox",
        "sandboxed",
        default=True,
        show_default=True,
        help=Sentence(
            "Run bots in a sandbox: no network, and nothing to write to but a home and a copy of their folder."
        ),
    ),
    option(
        "--cluster",
        metavar="HOST:PORT",
        help=Sentence("Play on the machines of this dask scheduler; see docs/cluster.md."),
    ),
    key_option,
)
