"""Tic-tac-toe from another package with all that a game may bring: a reason, an overlay, colours, and its German."""

from pathlib import Path

from fourth_game.tictactoe import COLUMNS, ROWS, THREES, TicTacToe
from fourth_game.tictactoe import Board as Marks
from schwarm.games import Outcome, Overlay, Reason, State, Team, register
from schwarm.games.base import Group
from schwarm.words import Sentence, add_catalogue

add_catalogue(Path(__file__).with_name("locale"), "lines")
LINE = Reason.declare("line", sentence=Sentence("{winner} win: a line is full."), word=Sentence("full line"))


class Board(Marks):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        found = super().outcome()
        return Outcome(found.winner, LINE) if found and found.winner else found


class Lines(TicTacToe):
    def start(self, seed: int | None = None) -> Board:
        return Board(self, 0, ())

    def parse(self, text: str) -> Board:
        read = super().parse(text)
        return Board(self, read.turn, read.marks)


def find_pairs(state: State) -> list[Group]:
    """Two marks of a side on one line."""
    pieces = state.pieces()
    own = {team: {square for square, mark in pieces.items() if mark is team} for team in Team}
    found = [(team, frozenset(three & own[team])) for team in Team for three in THREES]
    return [Group(team, squares, len(squares)) for team, squares in found if len(squares) == 2]


GAME = register(
    {"documents": Lines},
    id="lines",
    title="Lines",
    season=1953,
    columns=COLUMNS,
    rows=ROWS,
    rounds=5,
    pieces={"X": Sentence("cross"), "o": Sentence("nought")},
    sides={"marks": (Sentence("Crosses"), Sentence("Noughts"))},
    colours={"marks": ("green", "yellow")},
    reasons=(LINE,),
    brief=(Sentence("Three in a line win."),),
    overlays=(
        Overlay(
            "pairs",
            Sentence("pairs"),
            show=Sentence("Show the pairs"),
            tell=Sentence("list the pairs"),
            groups=find_pairs,
        ),
    ),
)
