"""Breakthrough on a board of 6 × 6: who reaches the far row or captures everything wins.

Invented by Dan Troyka in 2000. White begins. A piece goes one square forward, straight or diagonally, and captures
diagonally only.
"""

from dataclasses import dataclass, replace
from typing import Self

from schwarm.games import (
    Explanation,
    Game,
    IllegalMove,
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
from schwarm.games.base import WHITE_AND_BLACK
from schwarm.games.notation import BOARD_FIELD, TURN_FIELD, read_rows, read_turn, split_fields, write_rows
from schwarm.words import Sentence

COLUMNS, ROWS = "abcdef", "123456"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
LETTERS = {"W": Team.ONE, "b": Team.TWO}

BREAKTHROUGH = Reason.declare(
    "breakthrough", sentence=Sentence("{winner} wins: a piece broke through."), word=Sentence("breakthrough")
)
CAPTURED_ALL = Reason.declare(
    "captured-all", sentence=Sentence("{winner} wins: {loser} has no piece left."), word=Sentence("all captured")
)


class Step(Rule):
    FREE = Sentence("{to} is free.")
    CAPTURE = Sentence("{start} captures on {to}.")
    NOT_YOURS = Sentence("There is no piece of yours on {start}.")
    NOT_FORWARD = Sentence("A piece goes one square forward, straight or diagonally; {to} is none of these.")
    BLOCKED = Sentence("{to} is taken; a piece captures diagonally, and only opponents.")


def steps(square: str, team: Team) -> list[str]:
    """The squares before a piece: straight ahead first."""
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1]) + (1 if team is Team.ONE else -1)
    if not 0 <= row < len(ROWS):
        return []
    return [COLUMNS[x] + ROWS[row] for x in (column, column - 1, column + 1) if 0 <= x < len(COLUMNS)]


STEPS = {(square, team): steps(square, team) for square in SQUARES for team in Team}


@dataclass(frozen=True, slots=True, repr=False)
class Board(State):
    game: Game
    turn: int
    sides: tuple[frozenset[str], frozenset[str]]

    def _judge(self, move: Move) -> Step:
        mover = self.to_move
        own, other = self.sides[mover.index], self.sides[mover.opponent.index]
        if move.start not in own:
            return Step.NOT_YOURS
        if move.to not in STEPS[move.start, mover]:
            return Step.NOT_FORWARD
        if move.to in own or (move.to in other and move.to[0] == move.start[0]):
            return Step.BLOCKED
        return Step.CAPTURE if move.to in other else Step.FREE

    def _moves(self) -> list[Move]:
        own = self.sides[self.to_move.index]
        moves = [Move(start, to) for start in SQUARES if start in own for to in STEPS[start, self.to_move]]
        return [move for move in moves if self._judge(move) in (Step.FREE, Step.CAPTURE)]

    def _play(self, move: Move) -> Self:
        explanation = self._explain(move)
        if not explanation.legal:
            raise IllegalMove(explanation.message, explanation)
        own, other = self.sides[self.to_move.index] - {move.start} | {move.to}, self.sides[self.to_move.opponent.index]
        both = (own, other - {move.to})
        return replace(self, turn=self.turn + 1, sides=both if self.to_move is Team.ONE else both[::-1])

    def outcome(self) -> Outcome | None:
        for team, far in ((Team.ONE, ROWS[-1]), (Team.TWO, ROWS[0])):
            if any(square[1] == far for square in self.sides[team.index]):
                return Outcome(team, BREAKTHROUGH, self.points())
            if not self.sides[team.opponent.index]:
                return Outcome(team, CAPTURED_ALL, self.points())
        return None

    def points(self) -> tuple[int, int]:
        return len(self.sides[0]), len(self.sides[1])

    def evaluate(self, team: Team) -> float:
        """Pieces, and how far the first of them is."""
        rows = [
            ROWS.index(square[1]) if team is Team.ONE else 5 - ROWS.index(square[1])
            for square in self.sides[team.index]
        ]
        return 0.5 * len(rows) + 0.2 * max(rows, default=0)

    def _explain(self, move: Move) -> Explanation:
        rule = self._judge(move)
        return Explanation(move, rule, rule in (Step.FREE, Step.CAPTURE), rule.value(start=move.start, to=move.to))

    def pieces(self) -> dict[str, object]:
        return {square: team for square in SQUARES for team in Team if square in self.sides[team.index]}

    def letters(self) -> dict[str, str]:
        return {
            square: letter for square in SQUARES for letter, team in LETTERS.items() if square in self.sides[team.index]
        }

    def transformed(self, symmetry: Symmetry) -> Self:
        turned = [frozenset(symmetry.squares[square] for square in side) for side in self.sides]
        one, two = reversed(turned) if symmetry.swaps_teams else turned
        return replace(self, turn=self.turn ^ 1 if symmetry.swaps_teams else self.turn, sides=(one, two))

    def __str__(self) -> str:
        return f"{write_rows(self.game, self.letters())} {self.turn}"


class Breakthrough(Game):
    def start(self, seed: int | None = None) -> Board:
        return self.parse("bbbbbb/bbbbbb/6/6/WWWWWW/WWWWWW 0")

    def parse(self, text: str) -> Board:
        rows, turn = split_fields(text, (BOARD_FIELD, TURN_FIELD))
        letters = read_rows(self, rows)
        one, two = (frozenset(square for square in letters if LETTERS[letters[square]] is team) for team in Team)
        if not one and not two:
            raise InvalidPosition(EMPTY())
        return Board(self, read_turn(self, turn), (one, two))

    def example_move(self) -> str:
        return "b2-b3"


EMPTY = Sentence("There is no piece on the board.")

GAME = register(
    {"documents": Breakthrough},
    id="breakthrough-6x6",
    title="Breakthrough 6×6",
    season=2000,
    columns=COLUMNS,
    rows=ROWS,
    rounds=45,
    criterion=Sentence("pieces left on average"),
    pieces={"W": Sentence("white piece"), "b": Sentence("black piece")},
    sides={"white-black": WHITE_AND_BLACK},
    reasons=(BREAKTHROUGH, CAPTURED_ALL),
    brief=(
        Sentence("A piece goes one square forward, straight or diagonally; it captures diagonally."),
        Sentence("Reach the far row, or capture all, and you win."),
    ),
    symmetries=(Symmetry("mirror", {square: "fedcba"[COLUMNS.index(square[0])] + square[1] for square in SQUARES}),),
)
