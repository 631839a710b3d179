"""Verbs for contests on many machines: the scheduler that hands out games, and the workers that play them."""

from pathlib import Path

import click

from schwarm.cli.options import at_once_option, key_option
from schwarm.cli.verb import NUMBER, argument, option, verb
from schwarm.words import Sentence


@verb(
    Sentence(
        "Hand out the games of contests to workers, until Ctrl-C. The first time, it makes the key that all "
        "machines need."
    )
)
@option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help=Sentence("Address to listen on: this machine's own in your network, so that others can join."),
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8786,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Port to listen on; 0 for any free one."),
)
@key_option
def scheduler(*, host: str, port: int, cluster_key: Path | None) -> None:
    from functools import partial

    from schwarm.arena.scheduler import schedule
    from schwarm.cli.screen import tell

    schedule(host, port, cluster_key, partial(tell, whole=True))


@verb(
    Sentence("Play games for a contest that runs elsewhere, until Ctrl-C. ADDRESS is the address of a dask scheduler.")
)
@argument("address", metavar=Sentence("ADDRESS"))
@at_once_option
@option(
    "--host", metavar="HOST", help=Sentence("Address to listen on; by default the one that leads to the scheduler.")
)
@key_option
@option(
    "--secret",
    metavar=Sentence("SECRET"),
    envvar="SCHWARM_CLUSTER_SECRET",
    help=Sentence("The cluster's secret instead of its key, as the organiser's page or the scheduler shows it."),
)
def worker(
    *, address: str, at_once: int | None, host: str | None, cluster_key: Path | None, secret: str | None
) -> None:
    from schwarm.arena.worker import work
    from schwarm.cli.screen import tell

    work(address, at_once, host, cluster_key, secret, tell)
