"""`schwarm pack`: a bot as one zip that the contest takes, checked as it will be used."""

import sys
from pathlib import Path

import click

from schwarm.words import say


def command() -> click.Command:
    path = click.Path(path_type=Path)
    return click.Command(
        "pack",
        callback=pack,
        help=say("Pack a bot's folder into a zip for the contest, with everything it needs, and check the zip.")
        + "\n\n"
        + say("Packages named in the folder's requirements.txt are fetched for 64-bit Linux and included."),
        params=[
            click.Argument(["folder"], metavar="BOT", type=path),
            click.Option(["-o", "--output"], type=path, help=say("The zip file; by default next to the folder.")),
            click.Option(["--python"], default="3.12", show_default=True, help=say("The contest's Python version.")),
            click.Option(
                ["--core/--no-core", "core"],
                default=True,
                help=say("Include the native core, compiled for that Python if necessary; --no-core leaves it out."),
            ),
            click.Option(
                ["--game", "game_id"],
                metavar=say("GAME"),
                help=say("The game it plays; by default the one its files name."),
            ),
        ],
    )


def pack(*, folder: Path, output: Path | None, python: str, core: bool, game_id: str | None) -> None:
    from schwarm.cli.check import report
    from schwarm.cli.screen import tell
    from schwarm.workshop.bot_check import check
    from schwarm.workshop.packing import pack as packed

    parcel = packed(folder, output, python, core=core, tell=tell)
    tell(parcel.message, whole=True)
    code = report(check(parcel.path, game_id, under_load=False, python=python), say("It is ready for the contest."))
    if code:
        tell(say("Do not submit {zip} yet.", zip=parcel.path.name), style="red")
    sys.exit(code)
