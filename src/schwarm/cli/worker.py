"""`schwarm worker`: play games for a contest that runs on another machine."""

import click

from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "worker",
        callback=worker,
        help=say(
            "Play games for a contest that runs elsewhere, until Ctrl-C. ADDRESS is the address of a dask scheduler."
        ),
        params=[
            click.Argument(["address"], metavar=say("ADDRESS")),
            click.Option(
                ["-j", "--at-once"],
                type=click.IntRange(1, 1024),
                metavar=say("NUMBER"),
                help=say("How many games to play at once; by default one per core."),
            ),
        ],
    )


def worker(*, address: str, at_once: int | None) -> None:
    from schwarm.arena.cluster import work
    from schwarm.cli.screen import tell

    work(address, at_once, tell)
