"""Verbs that look inside: the parts that this machine has, its speed, and Hecht line by line."""

import sys

import click

from schwarm.cli.verb import verb
from schwarm.words import Sentence, in_figures, say


@verb(
    Sentence("Talk to Hecht line by line in the style of UCI, on standard input and output."),
    Sentence("Start with “uci” and end with “quit”. docs/hecht.md describes all commands."),
)
def hecht() -> None:
    from schwarm import __version__
    from schwarm.engine.console import Console, lines

    console = Console(click.echo, __version__)
    at_once = True
    try:
        for line in lines(sys.stdin.buffer):
            if not console.hear(line):
                return
        at_once = False
    finally:
        # At the end of a piped script the last question still gets its answer; after quit or Ctrl-C it is not wanted.
        console.leave(at_once=at_once)


@verb(
    Sentence(
        "Search a fixed set of positions with Hecht: prints a signature of the search and the speed of this machine."
    )
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


@verb(Sentence("Show which optional parts of Schwarm this machine has, and how to get the rest."))
def doctor() -> None:
    from schwarm.cli.screen import tell
    from schwarm.workshop.doctor import parts

    for part in parts():
        tell(f"{'✓' if part.present else '–'} {part}", style=None if part.present else "yellow", whole=True)
