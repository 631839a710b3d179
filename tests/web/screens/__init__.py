"""The page as its users know it: one class a screen, found by roles, labels and visible words.

Tests name what a person does and reads; only this package knows how the page is made. Words are given in English, as
the program says them, and looked for in the language of the person.
"""

from web.screens.board import Board
from web.screens.contest import Contest, NewContest
from web.screens.form import Form
from web.screens.game import Game
from web.screens.home import Home
from web.screens.league import CodeSheet, League, NewLeague, Organising, TeamPage
from web.screens.new_game import NewGame
from web.screens.screen import Screen
from web.screens.study import Editor, Position, Rules, Study
from web.screens.trainer import Learn, Trainer
from web.screens.wall import Wall
from web.screens.watching import Embedded, Watching

__all__ = [
    "Board",
    "CodeSheet",
    "Contest",
    "Editor",
    "Embedded",
    "Form",
    "Game",
    "Home",
    "League",
    "Learn",
    "NewContest",
    "NewGame",
    "NewLeague",
    "Organising",
    "Position",
    "Rules",
    "Screen",
    "Study",
    "TeamPage",
    "Trainer",
    "Wall",
    "Watching",
]
