"""`schwarm new`: a folder with a bot that plays, to begin with."""

from pathlib import Path
from shlex import quote

import click

from schwarm.games import DEFAULT_GAME
from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "new",
        callback=new,
        help=say("Create a folder with a bot that plays, a test, a README and the start.sh for the contest."),
        params=[
            click.Argument(["name"], metavar="NAME"),
            click.Option(
                ["--game", "game_id"],
                default=DEFAULT_GAME,
                show_default=True,
                metavar=say("GAME"),
                help=say("What to play."),
            ),
        ],
    )


def new(*, name: str, game_id: str) -> None:
    from schwarm.cli.screen import tell
    from schwarm.workshop.bot_project import class_name, create

    folder = create(Path(name), game_id)
    bot = quote(f"{name.rstrip('/')}/bot.py:{class_name(folder.name)}")
    tell(say("Your bot is in {folder}; start with its README.md.", folder=folder), whole=True)
    tell(say("Watch it play: {command}", command=f"schwarm play {game_id} --red {bot} --blue random"), whole=True)
