"""One way to name any player, and to start it: built-in, Python class, command, zip, jar, or a client that connects."""

from schwarm.launch.bot_facts import check_game, game_for, game_of
from schwarm.launch.crash_output import LastWords, error_report, last_words, lines_at_end, report_violation
from schwarm.launch.errors import CannotLaunch, MachineFault
from schwarm.launch.game_host import (
    GameHost,
    PlayedGame,
    Present,
    RunningServer,
    play,
    seat_for,
)
from schwarm.launch.isolation import Sandbox
from schwarm.launch.output import Note, NoteReader, Output, OutputLine
from schwarm.launch.player_spec import (
    Builtin,
    Command,
    Jar,
    PlayerSpec,
    PythonClass,
    Startable,
    Wait,
    Zip,
    parse_player,
)
from schwarm.launch.process import Process, start

__all__ = [
    "Builtin",
    "CannotLaunch",
    "Command",
    "GameHost",
    "Jar",
    "LastWords",
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
    "last_words",
    "lines_at_end",
    "parse_player",
    "play",
    "report_violation",
    "seat_for",
    "start",
]
