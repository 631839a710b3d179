"""What `schwarm serve` can be told."""

from pathlib import Path

import click

from schwarm.cli.contest import time_option
from schwarm.cli.options import rules_option
from schwarm.games import DEFAULT_GAME
from schwarm.words import say

PAGE_PORT = 8000
MAX_PAGE_PROCESSES = 64


def serve_options() -> list[click.Parameter]:
    return [*_server_options(), *_page_options(), *_game_options()]


def _server_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--host"],
            metavar="HOST",
            help=say("Address to listen on; by default 127.0.0.1, with --public 0.0.0.0."),
        ),
        click.Option(
            ["--port"],
            type=click.IntRange(0, 65535),
            default=13050,
            show_default=True,
            metavar=say("NUMBER"),
            help=say("Port to listen on; 0 for any free one."),
        ),
    ]


def _page_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--page-port"],
            type=click.IntRange(0, 65535),
            metavar=say("NUMBER"),
            help=say("Port of the page; by default {port}, or any free one.", port=PAGE_PORT),
        ),
        click.Option(
            ["--open", "open_page"], is_flag=True, help=say("Open the page in a browser, if there is a display.")
        ),
        click.Option(
            ["--page-processes"],
            type=click.IntRange(1, MAX_PAGE_PROCESSES),
            metavar=say("NUMBER"),
            help=say("How many processes serve the page; needs a PostgreSQL database (see --data)."),
        ),
        click.Option(
            ["--workers", "workers_port"],
            type=click.IntRange(0, 65535),
            metavar=say("NUMBER"),
            help=say("Let other machines play for leagues: they join at this port; organisers see how."),
        ),
        click.Option(["--no-page"], is_flag=True, help=say("Run only the game server, without the page.")),
        click.Option(
            ["--public"],
            is_flag=True,
            help=say("Let everybody on the network watch and play; administration needs the page's token."),
        ),
        click.Option(
            ["--proxy", "proxies"],
            multiple=True,
            metavar=say("ADDRESS"),
            help=say("Address of a web server in front of the page; it is believed who its visitors are."),
        ),
        click.Option(
            ["--certificate"],
            type=click.Path(path_type=Path),
            metavar=say("FILE"),
            help=say("Certificate of the page (PEM), for https; needs --key."),
        ),
        click.Option(
            ["--key"],
            type=click.Path(path_type=Path),
            metavar=say("FILE"),
            help=say("Private key of that certificate (PEM)."),
        ),
        click.Option(
            ["--data"],
            metavar=say("FOLDER"),
            help=say("Where the page keeps its games: a folder or the URL of a database."),
        ),
    ]


def _game_options() -> list[click.Parameter]:
    folder = click.Path(path_type=Path)
    return [
        click.Option(
            ["--game", "game_id"],
            metavar=say("GAME"),
            help=say("The game for clients that name none; by default that of --start, or {game}.", game=DEFAULT_GAME),
        ),
        *rules_option.make(),
        click.Option(
            ["--start"],
            metavar="POSITION",
            help=say("Where games start: a position text, or a file with a saved game or replay."),
        ),
        click.Option(
            ["--turn"],
            type=int,
            metavar=say("NUMBER"),
            help=say("Turn in that file at which games start; by default the last."),
        ),
        click.Option(
            ["--replays"],
            type=folder,
            metavar=say("FOLDER"),
            help=say("Keep every finished game in this folder."),
        ),
        time_option(),
    ]
