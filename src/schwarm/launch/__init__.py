"""One way to name any player, and to start it: built-in, Python class, command, zip, jar, or a client that connects."""

from schwarm.launch.errors import CannotLaunch
from schwarm.launch.hosting import host, play
from schwarm.launch.last_words import LastWords, at_the_end, last_words, report
from schwarm.launch.launched_players import Hosted, Troupe, seat_for
from schwarm.launch.notes import Note, NoteReader
from schwarm.launch.output import Line, Output
from schwarm.launch.player_spec import Builtin, Command, Jar, PythonClass, Recipe, Startable, Wait, Zip, recipe
from schwarm.launch.process import Process
from schwarm.launch.sandbox import Sandbox
from schwarm.launch.start import start
from schwarm.launch.violation_report import account

__all__ = [
    "Builtin",
    "CannotLaunch",
    "Command",
    "Hosted",
    "Jar",
    "LastWords",
    "Line",
    "Note",
    "NoteReader",
    "Output",
    "Process",
    "PythonClass",
    "Recipe",
    "Sandbox",
    "Startable",
    "Troupe",
    "Wait",
    "Zip",
    "account",
    "at_the_end",
    "host",
    "last_words",
    "play",
    "recipe",
    "report",
    "seat_for",
    "start",
]
