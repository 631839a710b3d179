"""The command `schwarm`. One thin file per verb; each imports what it needs only when it runs."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from schwarm import __version__
from schwarm.cli.language import chosen_language, language_option, speak
from schwarm.cli.usage_errors import explain_usage_error
from schwarm.cli.verb_group import VerbGroup
from schwarm.cli.verb_list import SECTIONS, VERBS
from schwarm.words import Message, SchwarmError, Sentence, say

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
        command = import_module(f"schwarm.cli.{cmd_name.replace('-', '_')}").command()
        assert isinstance(command, click.Command)
        command.params.append(language_option())
        command.options_metavar = say("[OPTIONS]")
        return command

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
        # Who closed it (`<&-`) has as much to say as an empty file.
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
        # Whoever read our output has seen enough (`| head`).
        forget_output()
        sys.exit(0)
    except OSError as error:
        if error.errno not in OUTPUT_ERRORS or error.filename:
            raise
        from schwarm.cli.files import trouble

        forget_output()
        fail(NO_OUTPUT(trouble=trouble(error)))


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
        options_metavar=say("[OPTIONS]"),
        subcommand_metavar=say("COMMAND …"),
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group.params.append(language_option())
    message = say("Schwarm, version {version}", version=__version__)
    return click.version_option(__version__, message=message, help=say("Show the version and exit."))(group)


CLOSED = Sentence(
    "The output is closed, so nothing can be shown; send it to a file, or to /dev/null if nobody reads it."
)
NO_OUTPUT = Sentence("The output cannot be written: {trouble}; send it somewhere else.")
