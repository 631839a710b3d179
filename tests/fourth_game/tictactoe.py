"""Tic-tac-toe in one file: the proof that a game can join from outside without anything central being edited."""

from dataclasses import dataclass, replace
from typing import Self

from schwarm.games import (
    Explanation,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Move,
    Outcome,
    Reason,
    Rule,
    State,
    Symmetry,
    Team,
    register,
)
from schwarm.games.notation import read_rows, read_turn, write_rows
from schwarm.words import Sentence, excerpt

COLUMNS, ROWS = "abc", "123"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
THREES = [{column + row for row in ROWS} for column in COLUMNS]
THREES += [{column + row for column in COLUMNS} for row in ROWS]
THREES += [{"a1", "b2", "c3"}, {"a3", "b2", "c1"}]


class Mark(Move):
    """A mark is put on a square; it comes from nowhere."""

    def __str__(self) -> str:
        return self.to


class Marking(Rule):
    FREE = Sentence("{to} is free.")
    TAKEN = Sentence("{to} is taken already; a mark goes on a free square.")


@dataclass(frozen=True, slots=True, repr=False)
class Board(State):
    game: Game
    turn: int
    marks: tuple[tuple[str, Team], ...]

    def _moves(self) -> list[Move]:
        taken = dict(self.marks)
        return [Mark("", square) for square in SQUARES if square not in taken]

    def _play(self, move: Move) -> Self:
        explanation = self._explain(move)
        if not explanation.legal:
            raise IllegalMove(explanation.message)
        return replace(self, turn=self.turn + 1, marks=tuple(sorted([*self.marks, (move.to, self.to_move)], key=str)))

    def outcome(self) -> Outcome | None:
        for team in Team:
            own = {square for square, mark in self.marks if mark is team}
            if any(three <= own for three in THREES):
                return Outcome(team, Reason.GOAL)
        return None if len(self.marks) < len(SQUARES) else Outcome(None, Reason.DRAW)

    def _explain(self, move: Move) -> Explanation:
        rule = Marking.TAKEN if move.to in dict(self.marks) else Marking.FREE
        return Explanation(move, rule, rule is Marking.FREE, rule.value(to=move.to))

    def pieces(self) -> dict[str, object]:
        return dict(self.marks)

    def letters(self) -> dict[str, str]:
        return {square: "X" if team is Team.ONE else "o" for square, team in self.marks}

    def transformed(self, symmetry: Symmetry) -> Self:
        turned = [(symmetry.squares[square], team) for square, team in self.marks]
        return replace(self, marks=tuple(sorted(turned, key=str)))

    def __str__(self) -> str:
        return f"{write_rows(self.game, self.letters())} {self.turn}"


class TicTacToe(Game):
    def start(self, seed: int | None = None) -> Board:
        return Board(self, 0, ())

    def parse(self, text: str) -> Board:
        rows, _, turn = text.partition(" ")
        teams = {"X": Team.ONE, "o": Team.TWO}
        marks = sorted(((square, teams[letter]) for square, letter in read_rows(self, rows).items()), key=str)
        board = Board(self, read_turn(self, turn), tuple(marks))
        if board.turn != len(marks):
            raise InvalidPosition(WRONG_TURN(n=len(marks)))
        return board

    def parse_move(self, text: str) -> Move:
        if not self.is_square(text):
            raise InvalidMove(NO_SQUARE(text=excerpt(text)))
        return Mark("", text)

    def example_move(self) -> str:
        return "b2"


WRONG_TURN = Sentence("There is {n} mark, so the turn is {n}.", "There are {n} marks, so the turn is {n}.")
NO_SQUARE = Sentence("“{text}” is not a square; squares go from a1 to c3.")

GAME = register(
    {"documents": TicTacToe},
    id="tictactoe",
    title="Tic-tac-toe",
    season=1952,
    wire_name="tictactoe",
    columns=COLUMNS,
    rows=ROWS,
    rounds=5,
    pieces={"X": Sentence("cross"), "o": Sentence("nought")},
    sides={"marks": (Sentence("Crosses"), Sentence("Noughts"))},
    symmetries=(Symmetry("mirror", {square: "cba"[COLUMNS.index(square[0])] + square[1] for square in SQUARES}),),
)
