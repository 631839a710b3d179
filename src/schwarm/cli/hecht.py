"""`schwarm hecht`: the engine for other programs, one line in and one line out."""

import sys

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "hecht",
        callback=hecht,
        help=say("Talk to Hecht line by line in the style of UCI, on standard input and output.")
        + "\n\n"
        + say("Start with “uci” and end with “quit”. docs/hecht.md describes all commands."),
    )


def hecht() -> None:
    from schwarm import __version__
    from schwarm.engine.console import Console, lines

    console = Console(click.echo, __version__)
    at_once = True
    try:
        for line in lines(sys.stdin.buffer):
            if not console.hear(line):
                return
        at_once = False
    finally:
        # At the end of a piped script the last question still gets its answer; after quit or Ctrl-C nobody wants it.
        console.leave(at_once=at_once)
