"""What verbs share to show things: the console, sentences, the lines under a board."""

import shutil
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from schwarm.games import Game, Outcome, Overlay, State, UnknownGame
from schwarm.words import Listing, SchwarmError, Sentence, excerpt, say

if TYPE_CHECKING:
    from rich.table import Table

UNBROKEN = 10_000
"""Columns of a file: more than any table has."""

_aside: ContextVar[bool] = ContextVar("aside", default=False)


class NothingToShow(SchwarmError):
    """Something was asked for that this game does not have."""


def console() -> Console:
    """Where text goes. Colours follow the terminal and NO_COLOR; lines are broken only where a person reads them."""
    screen = Console(highlight=False, markup=False, stderr=_aside.get())
    if not screen.width:
        # COLUMNS is 0 where a terminal does not know how wide it is.
        screen.width = shutil.get_terminal_size().columns
    screen.soft_wrap = not screen.is_terminal
    return screen


def make_room_for(*files: Path | None) -> None:
    """Where a file goes to standard output (“-”), what people read goes to the other one from here on."""
    if any(str(file) == "-" for file in files):
        _aside.set(True)


def tell(thing: object = "", style: str | None = None, *, whole: bool = False) -> None:
    """Print a line; messages are put into words. Lines to be copied stay `whole`."""
    console().print(str(thing), style=style, soft_wrap=whole or None)


def show_table(table: "Table") -> None:
    """Print a table. Like every line, those of a table are broken only where a person reads them."""
    screen = console()
    if not screen.is_terminal:
        screen.width = UNBROKEN
    screen.print(table)


def announce(state: State, sides: str | None = None, *, outcome: Outcome | None = None) -> None:
    """Under the board: round, who is to move, what counts, and how it ended."""
    game = state.game
    one, two = game.sides[sides] if sides else next(iter(game.sides.values()))
    if outcome := outcome or state.outcome():
        first = str(outcome.sentence(one, two))
    else:
        mover = game.side(state.to_move, sides)
        first = say("Round {round} of {rounds}, {side} to move", round=state.round, rounds=game.rounds, side=mover)
    tell(" · ".join([first, *(str(message) for message in state.standing())]))


def list_groups(state: State, overlay: Overlay, sides: str | None = None) -> None:
    """Every group of an overlay with its weight."""
    check_overlay(state, overlay)
    for group in overlay.groups(state):
        squares = " ".join(sorted(group.squares))
        tell(f"  {state.game.side(group.team, sides)} {group.weight:>2}: {squares}")


def check_overlay(state: State, overlay: Overlay) -> None:
    """Whether a game has such groups at all."""
    if overlay not in state.game.overlays:
        raise NothingToShow(NO_GROUPS(groups=overlay.name))


def check_sides(game: Game, sides: str | None) -> None:
    """Whether a game's sides can be called that way."""
    if sides is not None and sides not in game.sides:
        raise UnknownGame(NO_SUCH_SIDES(sides=excerpt(sides), known=Listing(game.sides)))


NO_SUCH_SIDES = Sentence("There are no sides called “{sides}” here; the sides are {known}.")
NO_GROUPS = Sentence("This game has no {groups}.")
