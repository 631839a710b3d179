"""`schwarm moves`: the legal moves of a position, and why a move is allowed or not."""

from typing import Any

import click

from schwarm.cli.position import find, position_help, position_params
from schwarm.games import End
from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "moves",
        callback=moves,
        help=say("List the legal moves of a position.") + "\n\n" + position_help(),
        params=[
            *position_params(),
            click.Option(["--explain"], metavar=say("MOVE"), help=say("Explain why this move is allowed or not.")),
        ],
    )


def moves(*, explain: str | None, **position: Any) -> None:
    state = find(**position).state
    if explain is not None:
        click.echo(str(state.explain(explain).message))
        return
    for move in state.legal_moves():
        click.echo(str(move))
    if outcome := state.outcome():
        sides = next(iter(state.game.sides.values()))
        # Beside the list: whatever reads it wants moves only.
        click.echo(str(End.GAME_OVER.value(why=outcome.sentence(*sides))), err=True)
