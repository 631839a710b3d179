"""The command `schwarm`: all verbs by purpose. Each is a function in a module here that is imported when it runs."""

import errno
import gettext
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from schwarm import __version__, words
from schwarm.cli.usage_errors import explain_usage_error
from schwarm.cli.verb import VerbGroup, is_verb, to_command
from schwarm.words import Message, SchwarmError, Sentence, say

SECTIONS: dict[Sentence, dict[str, Sentence]] = {
    Sentence("Play and understand"): {
        "play": Sentence("Play a game in the terminal"),
        "serve": Sentence("Run the page to play, watch and hold contests, and the game server"),
        "site": Sentence("Write the page as plain files for any web host"),
        "analyse": Sentence("Analyse a position or a whole game with Hecht"),
        "replay": Sentence("Show a saved game move by move, or convert it"),
        "show": Sentence("Show a position"),
        "rules": Sentence("Explain the rules of a game in a few sentences"),
        "games": Sentence("List the games"),
        "moves": Sentence("List the legal moves of a position"),
    },
    Sentence("Write a bot"): {
        "new": Sentence("Create a folder with a bot that already plays"),
        "check": Sentence("Check a bot the way the contest does, and more"),
        "ladder": Sentence("Find out how strong a bot is"),
        "pack": Sentence("Pack a bot into a zip for the contest"),
        "hand-in": Sentence("Hand in a bot to a league"),
        "bot": Sentence("Have a player join one game on a server"),
    },
    Sentence("Hold contests"): {
        "match": Sentence("Play many games between two players: who is stronger?"),
        "tournament": Sentence("Play a tournament of any number of players"),
        "season": Sentence("Hold a whole season, from groups to the Final Eight"),
        "scheduler": Sentence("Hand out the games of contests to many machines"),
        "worker": Sentence("Play games for a contest that runs elsewhere"),
    },
    Sentence("Look inside"): {
        "hecht": Sentence("Talk to Hecht line by line, in the style of UCI"),
        "perft": Sentence("Count move sequences"),
        "data": Sentence("Export games as columns for machine learning"),
        "bench": Sentence("Measure how fast Hecht is on this machine"),
        "doctor": Sentence("Show which parts this machine has, and how to get the rest"),
    },
}
"""All verbs by purpose, each in one line that fits a terminal."""
VERBS = tuple(verb for section in SECTIONS.values() for verb in section)
MODULES = (
    dict.fromkeys(("show", "moves", "perft", "rules", "games"), "position")
    | dict.fromkeys(("new", "check", "pack", "bot"), "bots")
    | dict.fromkeys(("hecht", "bench", "doctor"), "machine")
    | dict.fromkeys(("scheduler", "worker"), "cluster")
    | {"site": "serve"}
)
"""Where verbs are that have no module of their own name."""

BLAS_THREADS = "OPENBLAS_NUM_THREADS"
OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What goes wrong with an output that was there at the start. Other errors of the system are our mistakes."""


class Schwarm(VerbGroup):
    """Finds its verbs by name, so that starting one does not load the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"schwarm.cli.{MODULES.get(cmd_name, name)}")
        found = getattr(module, name)
        # A verb, or what makes a group of verbs.
        return to_command(cmd_name, found) if is_verb(found) else found()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        wide = max(map(len, VERBS))
        for title, verbs in SECTIONS.items():
            with formatter.section(str(title)):
                formatter.write_dl([(verb.ljust(wide), str(brief)) for verb, brief in verbs.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SchwarmError as error:
            raise click.ClickException(str(error)) from error


def main(args: Sequence[str] | None = None) -> None:
    """Run the command. Ctrl-C, a closed pipe and an output that takes no more end it without a traceback."""
    arguments = list(sys.argv[1:] if args is None else args)
    # NumPy's library reads this once, when it is loaded. Its threads, one per core, wait for each other beside games.
    os.environ.setdefault(BLAS_THREADS, "1")
    speak(chosen_language(arguments))
    if sys.stdin is None:
        # Closed by the shell (`<&-`): the same as an empty file.
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        # The next file that is opened, perhaps the database, would take its place, and bots would write into it.
        fail(CLOSED())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that lacks a character shows a question mark, never a traceback.
            stream.reconfigure(errors="replace")
    try:
        code = root().main(arguments, prog_name="schwarm", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        # click would say in four lines how the command goes, and then what is wrong.
        verb = next((word for word in arguments if word in VERBS), "")
        click.ClickException(str(explain_usage_error(error, f"schwarm {verb}".strip()))).show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo(say("Aborted!"), err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of our output has seen enough (`| head`).
        forget_output()
        sys.exit(0)
    except OSError as error:
        if error.errno not in OUTPUT_ERRORS or error.filename:
            raise
        from schwarm.cli.files import trouble

        forget_output()
        fail(NO_OUTPUT(trouble=trouble(error)))


def chosen_language(arguments: Sequence[str]) -> str:
    """What `--lang` asks for anywhere on the command line, or the user's own language."""
    for place, argument in enumerate(arguments):
        name, is_assignment, value = argument.partition("=")
        if name == "--lang":
            wanted = value if is_assignment else "".join(arguments[place + 1 : place + 2])
            if wanted in words.LANGUAGES:
                return wanted
    return words.detect()


def speak(lang: str) -> None:
    """Use a language for our own texts and for those that click writes ("Usage", "No such option")."""
    words.use(lang)
    os.environ["LANGUAGE"] = lang
    # Bots that we start speak it, too.
    os.environ["SCHWARM_LANG"] = lang
    gettext.bindtextdomain(words.DOMAIN, words.LOCALE)
    gettext.textdomain(words.DOMAIN)


def forget_output() -> None:
    """Let what was not yet written go nowhere, so that Python does not complain about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: Message) -> NoReturn:
    click.ClickException(str(message)).show()
    sys.exit(1)


def root() -> click.Group:
    """The group of all verbs, with its texts in the language spoken right now."""
    group = Schwarm(
        help=say("Piranhas 2026, Piranhas 2019 and Ostseeschach 2022: play them, write bots, hold contests."),
        epilog=say("Start with “schwarm play”, or write your own bot with “schwarm new mybot”."),
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    message = say("Schwarm, version {version}", version=__version__)
    return click.version_option(__version__, message=message, help=say("Show the version and exit."))(group)


CLOSED = Sentence(
    "The output is closed, so nothing can be shown; send it to a file, or to /dev/null if nobody reads it."
)
NO_OUTPUT = Sentence("The output cannot be written: {trouble}; send it somewhere else.")
