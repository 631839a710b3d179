"""`schwarm bot`: a sparring partner or a class in a file plays one game on a server, as the contest starts a bot."""

import sys

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "bot",
        callback=bot,
        help=say("Have a player join one game on a server: schwarm bot hecht -h HOST -p PORT -r CODE.")
        + "\n\n"
        + say(
            "NAME is a sparring partner or a class like mybot.py:MyPlayer; “schwarm bot NAME --help” lists its options."
        ),
        # What follows the name belongs to the player: -h is the host there.
        context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED, metavar=say("NAME …"))],
    )


def bot(*, arguments: tuple[str, ...]) -> None:
    from schwarm.player.__main__ import main

    sys.exit(main(arguments, program="schwarm bot"))
