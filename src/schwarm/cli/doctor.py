"""`schwarm doctor`: which optional parts are present on this machine, and how to get the others."""

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "doctor",
        callback=doctor,
        help=say("Show which optional parts of Schwarm this machine has, and how to get the rest."),
    )


def doctor() -> None:
    from schwarm.cli.screen import tell
    from schwarm.workshop.doctor import parts

    for part in parts():
        tell(f"{'✓' if part.present else '–'} {part}", style=None if part.present else "yellow", whole=True)
