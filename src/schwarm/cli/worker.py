"""`schwarm worker`: play games for a contest that runs on another machine."""

from pathlib import Path

import click

from schwarm.cli.contest import key_option
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
            click.Option(
                ["--host"],
                metavar="HOST",
                help=say("Address to listen on; by default the one that leads to the scheduler."),
            ),
            key_option(),
            click.Option(
                ["--secret"],
                metavar=say("SECRET"),
                envvar="SCHWARM_CLUSTER_SECRET",
                help=say("The cluster's secret instead of its key, as the organiser's page or the scheduler shows it."),
            ),
        ],
    )


def worker(
    *, address: str, at_once: int | None, host: str | None, cluster_key: Path | None, secret: str | None
) -> None:
    from schwarm.arena.worker import work
    from schwarm.cli.screen import tell

    work(address, at_once, host, cluster_key, secret, tell)
