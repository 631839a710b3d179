"""`schwarm check`: the contest's own test of a bot and more, with a report in plain sentences."""

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from schwarm.cli.contest import time_option
from schwarm.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schwarm.games import TimeControl
    from schwarm.workshop.inspection import Finding


def command() -> click.Command:
    return click.Command(
        "check",
        callback=check,
        help=say(
            "Check a bot the way the contest does, and more: every finding in one sentence, with what to do about it."
        )
        + "\n\n"
        + say(
            "BOT is its folder, a zip file, or a single .py or .jar file. Exit code 1 means that something needs "
            "fixing."
        ),
        params=[
            click.Argument(["bot"], metavar="BOT", type=click.Path(path_type=Path)),
            click.Option(
                ["--game", "game_id"],
                metavar=say("GAME"),
                help=say("The game it plays; by default the one its files name."),
            ),
            click.Option(
                ["--python"],
                default="3.12",
                show_default=True,
                help=say("The contest's Python version; a zip is started with it if this computer has it."),
            ),
            click.Option(
                ["--load/--no-load", "under_load"],
                default=True,
                help=say("Also test it while the machine is kept busy; --no-load skips that."),
            ),
            time_option(),
            click.Option(
                ["--seed"],
                type=click.IntRange(0),
                metavar=say("NUMBER"),
                help=say("Repeat the games of an earlier check; its report says the number. Otherwise by lot."),
            ),
        ],
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
