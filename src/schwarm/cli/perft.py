"""`schwarm perft`: count move sequences, to compare implementations of the rules."""

from typing import Any

import click

from schwarm.cli.position import find, position_help, position_params
from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "perft",
        callback=count,
        help=say("Count move sequences, even past the end of a game.") + "\n\n" + position_help(),
        params=[
            *position_params(),
            click.Option(
                ["--depth"],
                type=click.IntRange(1, 8),
                default=3,
                show_default=True,
                metavar=say("NUMBER"),
                help=say("Length of the sequences."),
            ),
            click.Option(["--divide"], is_flag=True, help=say("Count each first move separately.")),
        ],
    )


def count(*, depth: int, divide: bool, **position: Any) -> None:
    from schwarm.games import perft

    state = find(**position).state
    click.echo(str(state))
    if divide:
        for move, sequences in perft.divide(state, depth).items():
            click.echo(f"{move} {sequences}")
    for length in range(1, depth + 1):
        click.echo(f"{length} {perft.perft(state, length)}")
