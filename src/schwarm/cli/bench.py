"""`schwarm bench`: one number per game that changes only when Hecht's search changes, and the speed of this machine."""

import click

from schwarm.words import in_figures, say


def command() -> click.Command:
    return click.Command(
        "bench",
        callback=bench,
        help=say(
            "Search a fixed set of positions with Hecht: prints a signature of the search and the speed of this "
            "machine."
        ),
    )


def bench() -> None:
    from schwarm import core
    from schwarm.engine.signature import signature
    from schwarm.games import all_games

    core.need()
    for game in all_games():
        try:
            found = signature(game)
        except core.NotInCore:
            continue
        speed = say("{speed} million positions per second", speed=in_figures(found.nodes / found.seconds / 1e6))
        click.echo(f"{game.id:<18} {found.nodes:>10}  {speed}")
