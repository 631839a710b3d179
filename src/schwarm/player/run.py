"""From the command line into a game: the contest's options, the bot's own, and the exit code.

A bot is started as `start.sh -h HOST -p PORT -r RESERVATION`, with short or long options in any order. So `-h` is the
host here, and help is `--help`.
"""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from schwarm.games import game as game_by_id
from schwarm.games.number import parse_number, parse_whole
from schwarm.player.clock import LIMIT
from schwarm.player.notes import VARIABLE as NOTES_VARIABLE
from schwarm.player.player import Player
from schwarm.player.player_check import check_class, check_making
from schwarm.player.player_errors import PlayerFailed, player_failed
from schwarm.words import SchwarmError, Sentence
from schwarm.words.borrowed import lending

log = logging.getLogger("schwarm.player")

LIMIT_VARIABLE = "SCHWARM_LIMIT"
MAX_LIMIT_SECONDS = 1_000_000.0
MAX_PORT = 65_535
RULES_VARIABLE = "SCHWARM_RULES"
"""Variables for the seconds per move and the rules, which reach a bot even through a start.sh that knows neither."""


def run(player: type[Player], args: Sequence[str] | None = None, *, program: str | None = None) -> NoReturn:
    """Play one game with a new player of this class, as the command line says, and end the process.

    The exit code is 0 when the game came to its end, 1 when it did not, 2 when the options make no sense. To go on
    afterwards, use `schwarm.player.client.Client`."""
    sys.exit(play(player, args, program=program))


def play(player: type[Player], args: Sequence[str] | None = None, *, program: str | None = None) -> int:
    """The same without ending the process: returns the exit code."""
    log_to_stderr()
    # Only here, so that a program that only wants a sparring partner needs no sockets and no XML.
    from schwarm.player.client import Client
    from schwarm.player.connection import Address

    try:
        options, made = _make_player(player, _parser(program), args)
        game = game_by_id(options["game"] or player.game, options["rules"])
        address = Address(options["host"], options["port"], options["reservation"], options["room"])
        Client(made, game, address, limit=options["limit"] or None).play()
    except PlayerFailed as error:
        log.error("%s", error.report)
        return 1
    except SchwarmError as error:
        log.error("%s", error)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def log_to_stderr() -> None:
    """Log what happens, for a person at a terminal. A referee that started this process knows all that and gets only
    errors and the bot's own messages."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    if os.environ.get(NOTES_VARIABLE):
        log.setLevel(logging.WARNING)


def _make_player(
    player: type[Player], parser: argparse.ArgumentParser, args: Sequence[str] | None
) -> tuple[dict[str, Any], Player]:
    """The options, and a new player with its own among them."""
    player = check_class(player)
    known = set(vars(parser.parse_args([])))
    try:
        player.options(parser)
        with lending():
            options = vars(parser.parse_args(args))
        own = {name: value for name, value in options.items() if name not in known}
        check_making(player, own)
        return options, player(**own)
    except SchwarmError:
        # It says itself what is wrong with an option.
        raise
    except Exception as error:
        raise player_failed(player.__name__, error) from error


def _parser(program: str | None) -> argparse.ArgumentParser:
    with lending():
        parser = argparse.ArgumentParser(program, add_help=False, allow_abbrev=False)
    parser.add_argument("--help", action="help", help=str(HELP()))
    parser.add_argument("-h", "--host", default="localhost", metavar="HOST", help=str(HOST()))
    parser.add_argument("-p", "--port", default=13050, type=_port, metavar="PORT", help=str(PORT()))
    parser.add_argument("-r", "--reservation", metavar="CODE", help=str(RESERVATION()))
    parser.add_argument("--room", metavar="ID", help=str(ROOM()))
    parser.add_argument("--game", metavar="GAME", help=str(GAME()))
    rules = os.environ.get(RULES_VARIABLE, "documents")
    parser.add_argument("--rules", default=rules, metavar="RULES", help=str(RULES()))
    limit = os.environ.get(LIMIT_VARIABLE, str(LIMIT))
    parser.add_argument("--limit", default=limit, type=_seconds, metavar="SECONDS", help=str(SECONDS()))
    return parser


def _port(text: str) -> int:
    port = parse_whole(text, 1, MAX_PORT)
    if port is None:
        raise argparse.ArgumentTypeError(str(NOT_A_PORT()))
    return port


def _seconds(text: str) -> float:
    seconds = parse_number(text, 0.0, MAX_LIMIT_SECONDS)
    if seconds is None:
        raise argparse.ArgumentTypeError(str(NOT_SECONDS()))
    return seconds


HELP = Sentence("Show this message and exit.")
HOST = Sentence("the computer the server runs on")
PORT = Sentence("the server's port")
RESERVATION = Sentence("the code of the seat reserved for this player")
ROOM = Sentence("the room to join if no seat is reserved")
GAME = Sentence("the game to play, if not the player's own")
RULES = Sentence("“documents”, or “official” for the official server's rulings")
SECONDS = Sentence("seconds per move, where the server does not say; 0 for as many as it takes")
NOT_A_PORT = Sentence("a port is a number from 1 to 65535")
NOT_SECONDS = Sentence("seconds are a number like 2 or 0.5")
