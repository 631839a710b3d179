"""The rules of all games as pure values. No drawing, no network, no native code."""

from schwarm.games.base import (
    Beyond,
    End,
    Example,
    Explanation,
    Game,
    Group,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Lesson,
    Move,
    Overlay,
    Rule,
    Rules,
    State,
    Symmetry,
)
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.games.registry import DEFAULT_GAME, UnknownGame, all_games, game, register
from schwarm.games.time_control import InvalidTime, TimeControl

__all__ = [
    "DEFAULT_GAME",
    "Beyond",
    "End",
    "Example",
    "Explanation",
    "Game",
    "Group",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidTime",
    "Lesson",
    "Move",
    "Outcome",
    "Overlay",
    "Reason",
    "Rule",
    "Rules",
    "State",
    "Symmetry",
    "Team",
    "TimeControl",
    "UnknownGame",
    "all_games",
    "game",
    "register",
]
