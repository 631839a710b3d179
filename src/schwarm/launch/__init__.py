"""One way to name any player, and to start it: built-in, Python class, command, zip, jar, or a client that connects."""

from typing import Any
from warnings import warn

from schwarm.launch.bot_game import check_game, game_for, game_of
from schwarm.launch.errors import CannotLaunch, MachineFault
from schwarm.launch.game_settings import GameSettings
from schwarm.launch.hosting import host_players, play, play_game
from schwarm.launch.last_words import LastWords, error_report, last_words, lines_at_end
from schwarm.launch.launched_players import LaunchedPlayers, seat_for
from schwarm.launch.notes import Note, NoteReader
from schwarm.launch.output import Output, OutputLine
from schwarm.launch.played_game import PlayedGame
from schwarm.launch.player_spec import (
    Builtin,
    Command,
    Jar,
    PlayerSpec,
    Present,
    PythonClass,
    Startable,
    Wait,
    Zip,
    parse_player,
)
from schwarm.launch.process import Process
from schwarm.launch.running_server import RunningServer
from schwarm.launch.sandbox import Sandbox
from schwarm.launch.start import start
from schwarm.launch.violation_report import report_violation

__all__ = [
    "Builtin",
    "CannotLaunch",
    "Command",
    "GameSettings",
    "Jar",
    "LastWords",
    "LaunchedPlayers",
    "MachineFault",
    "Note",
    "NoteReader",
    "Output",
    "OutputLine",
    "PlayedGame",
    "PlayerSpec",
    "Present",
    "Process",
    "PythonClass",
    "RunningServer",
    "Sandbox",
    "Startable",
    "Wait",
    "Zip",
    "check_game",
    "error_report",
    "game_for",
    "game_of",
    "host_players",
    "last_words",
    "lines_at_end",
    "parse_player",
    "play",
    "play_game",
    "report_violation",
    "seat_for",
    "start",
]

OLD_NAMES = {"Hosted": "PlayedGame", "recipe": "parse_player"}
"""Documented names of the version before; they go with the next one."""


def __getattr__(name: str) -> Any:
    if name not in OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn(f"schwarm.launch.{name} is now called {OLD_NAMES[name]}.", DeprecationWarning, stacklevel=2)
    return globals()[OLD_NAMES[name]]
