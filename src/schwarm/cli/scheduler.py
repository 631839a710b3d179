"""`schwarm scheduler`: hand out the games of contests to workers on many machines."""

from pathlib import Path

import click

from schwarm.cli.contest import key_option
from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "scheduler",
        callback=scheduler,
        help=say(
            "Hand out the games of contests to workers, until Ctrl-C. The first time, it makes the key that all "
            "machines need."
        ),
        params=[
            click.Option(
                ["--host"],
                default="127.0.0.1",
                show_default=True,
                metavar="HOST",
                help=say("Address to listen on: this machine's own in your network, so that others can join."),
            ),
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65535),
                default=8786,
                show_default=True,
                metavar=say("NUMBER"),
                help=say("Port to listen on; 0 for any free one."),
            ),
            key_option(),
        ],
    )


def scheduler(*, host: str, port: int, cluster_key: Path | None) -> None:
    from functools import partial

    from schwarm.arena.scheduler import schedule
    from schwarm.cli.screen import tell

    schedule(host, port, cluster_key, partial(tell, whole=True))
