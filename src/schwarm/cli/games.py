"""`schwarm games`: what can be played."""

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command("games", callback=games, help=say("List the games."))


def games() -> None:
    from rich.table import Table

    from schwarm.cli.screen import show_table
    from schwarm.games import all_games

    table = Table(box=None, pad_edge=False)
    # The name is what one types: where there is little room, everything else is cut first.
    table.add_column(say("Name"), no_wrap=True)
    table.add_column(say("Title"))
    table.add_column(say("Board"))
    table.add_column(say("Rounds"), justify="right")
    table.add_column(say("Rules"))
    for game in all_games():
        board = f"{len(game.columns)}×{len(game.rows)}"
        table.add_row(game.id, game.title, board, str(game.rounds), ", ".join(game.rulings))
    show_table(table)
