"""`schwarm rules`: how a game goes, in a few sentences."""

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "rules",
        callback=rules,
        help=say("Explain the rules of a game in a few sentences."),
        params=[click.Argument(["game_id"], metavar=say("GAME"))],
    )


def rules(*, game_id: str) -> None:
    from schwarm.cli.screen import tell
    from schwarm.games import game

    known = game(game_id)
    tell(known.title)
    for sentence in known.brief:
        tell(f"- {sentence}")
    for letter in known.pieces:
        tell(f"{letter:>4}  {known.piece_name(letter)}")
