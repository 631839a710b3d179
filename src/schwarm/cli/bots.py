"""Verbs for the author of a bot: begin one, check it, pack it for the contest, let it join a game."""

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from schwarm.cli.options import PATH, own_game_option, time_option
from schwarm.cli.verb import GAME, NUMBER, argument, option, verb
from schwarm.games import DEFAULT_GAME
from schwarm.words import Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schwarm.games import TimeControl
    from schwarm.workshop.inspection import Finding


@verb(Sentence("Create a folder with a bot that plays, a test, a README and the start.sh for the contest."))
@argument("name", metavar="NAME")
@option("--game", "game_id", default=DEFAULT_GAME, show_default=True, metavar=GAME, help=Sentence("What to play."))
def new(*, name: str, game_id: str) -> None:
    from schwarm.cli.screen import tell
    from schwarm.workshop.bot_project import class_name, create

    folder = create(Path(name), game_id)
    bot = quote(f"{name.rstrip('/')}/bot.py:{class_name(folder.name)}")
    tell(say("Your bot is in {folder}; start with its README.md.", folder=folder), whole=True)
    tell(say("Watch it play: {command}", command=f"schwarm play {game_id} --red {bot} --blue random"), whole=True)


@verb(
    Sentence(
        "Check a bot the way the contest does, and more: every finding in one sentence, with what to do about it."
    ),
    Sentence(
        "BOT is its folder, a zip file, or a single .py or .jar file. Exit code 1 means that something needs fixing."
    ),
)
@argument("bot", metavar="BOT", type=PATH)
@own_game_option
@option(
    "--python",
    default="3.12",
    show_default=True,
    help=Sentence("The contest's Python version; a zip is started with it if this computer has it."),
)
@option(
    "--load/--no-load",
    "under_load",
    default=True,
    help=Sentence("Also test it while the machine is kept busy; --no-load skips that."),
)
@time_option
@option(
    "--seed",
    type=click.IntRange(0),
    metavar=NUMBER,
    help=Sentence("Repeat the games of an earlier check; its report says the number. Otherwise by lot."),
)
def check(
    *, bot: Path, game_id: str | None, python: str, under_load: bool, time: "TimeControl", seed: int | None
) -> None:
    from schwarm.workshop.bot_check import check as findings

    found = findings(bot, game_id, under_load=under_load, python=python, time=time, seed=seed)
    sys.exit(report(found, _advice(bot)))


def _advice(bot: Path) -> str:
    """What to do with a bot that has no fault. A folder with Python is played with all that is installed here: only its
    zip shows whether it needs nothing else. A single file cannot be handed in."""
    from schwarm.workshop.candidate import LONE

    if bot.is_dir() and any(bot.glob("*.py")):
        return say(
            "It plays as it should. Pack it for the contest: {command}", command=f"schwarm pack {quote(str(bot))}"
        )
    if bot.suffix.lower() in LONE:
        return say("It plays as it should.")
    return say("It is ready for the contest.")


def report(findings: "Iterable[Finding]", ready: str) -> int:
    """Tell every finding as it comes, and at the end how it stands; gives the exit code."""
    from schwarm.cli.screen import tell
    from schwarm.workshop.inspection import Weight

    styles = {Weight.GOOD: None, Weight.HINT: "yellow", Weight.FAULT: "red"}
    faults = 0
    for finding in findings:
        tell(finding, style=styles[finding.weight])
        faults += finding.weight is Weight.FAULT
    tell(say("Something needs fixing.") if faults else ready)
    return 1 if faults else 0


@verb(
    Sentence("Pack a bot's folder into a zip for the contest, with everything it needs, and check the zip."),
    Sentence("Packages named in the folder's requirements.txt are fetched for 64-bit Linux and included."),
)
@argument("folder", metavar="BOT", type=PATH)
@option("-o", "--output", type=PATH, help=Sentence("The zip file; by default next to the folder."))
@option("--python", default="3.12", show_default=True, help=Sentence("The contest's Python version."))
@option(
    "--core/--no-core",
    "core",
    default=True,
    help=Sentence("Include the native core, compiled for that Python if necessary; --no-core leaves it out."),
)
@own_game_option
def pack(*, folder: Path, output: Path | None, python: str, core: bool, game_id: str | None) -> None:
    from schwarm.cli.screen import tell
    from schwarm.workshop.bot_check import check as findings
    from schwarm.workshop.packing import pack as make_parcel

    parcel = make_parcel(folder, output, python, core=core, tell=tell)
    tell(parcel.message, whole=True)
    code = report(findings(parcel.path, game_id, under_load=False, python=python), say("It is ready for the contest."))
    if code:
        tell(say("Do not submit {zip} yet.", zip=parcel.path.name), style="red")
    sys.exit(code)


@verb(
    Sentence("Have a player join one game on a server: schwarm bot hecht -h HOST -p PORT -r CODE."),
    Sentence(
        "NAME is a sparring partner or a class like mybot.py:MyPlayer; “schwarm bot NAME --help” lists its options."
    ),
    # What follows the name belongs to the player: -h is the host there.
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar=Sentence("NAME …"))
def bot(*, arguments: tuple[str, ...]) -> None:
    from schwarm.player.__main__ import main

    sys.exit(main(arguments, program="schwarm bot"))
