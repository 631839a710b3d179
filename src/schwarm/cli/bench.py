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
    from schwarm.engine.signature import signature
    from schwarm.games import all_games
    from schwarm.workshop.load import BUSY, MAX_BUSY_SHARE, measure_busy_share

    if (busy := measure_busy_share()) > MAX_BUSY_SHARE:
        click.echo(str(BUSY(percent=round(busy * 100))), err=True)
    for game in all_games():
        found = signature(game)
        speed = found.nodes / found.seconds
        if found.search == "native":
            words = say("{speed} million positions per second", speed=in_figures(speed / 1e6))
        elif found.search == "wasm":
            words = say("{speed} million positions per second, searched in WebAssembly", speed=in_figures(speed / 1e6))
        else:
            words = say("{speed} thousand positions per second, searched in Python", speed=in_figures(speed / 1e3))
        if found.search != "Python":
            evaluated = say("evaluated by a trained network") if found.learned else say("evaluated by counted features")
            words = f"{words}, {evaluated}"
        click.echo(f"{game.id:<18} {found.nodes:>10}  {words}")
