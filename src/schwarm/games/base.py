"""What every game has in common: the shape of a game and of a state.

No rule of any particular game is here, and nothing here draws, connects or stores.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, Literal, NamedTuple, Self, TypeVar

from schwarm.games.move import Explanation, IllegalMove, InvalidMove, InvalidPosition, Move, Rule, Symmetry, read_move
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.words import Message, SchwarmError, Sentence, excerpt


class Group(NamedTuple):
    """Squares of a side that belong together, and what they weigh."""

    team: Team
    squares: frozenset[str]
    weight: int


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """An annotated game: its name, what it teaches, and a sentence for some of its moves by turn."""

    name: Sentence
    about: Sentence
    notes: Mapping[int, Sentence]
    file: Path
    """The game as a record; read only when it is shown."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One rule to try."""

    name: Sentence
    text: Sentence
    position: str
    """As text; `game.parse` reads it."""


COLOURS = ("red", "blue", "white", "black", "green", "yellow")
"""What a side can be painted in."""
AVERAGE = Sentence("points on average")
RED_AND_BLUE = (Sentence("Red"), Sentence("Blue"))
WHITE_AND_BLACK = (Sentence("White"), Sentence("Black"))


def colours_of(names: tuple[Sentence, Sentence]) -> tuple[str, str]:
    """The colours that two sides are called by; red and blue where those are no colours."""
    one, two = (name.one.lower() for name in names)
    return (one, two) if one != two and {one, two} <= set(COLOURS) else ("red", "blue")


__all__ = [
    "RED_AND_BLUE",
    "WHITE_AND_BLACK",
    "Beyond",
    "End",
    "Explanation",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "Overlay",
    "Rule",
    "Rules",
    "State",
    "Symmetry",
]

Rules = Literal["documents", "official"]
Position = TypeVar("Position", bound="State")


class End(Rule):
    """The rule that every game has."""

    GAME_OVER = Sentence("The game is over; {why}")


class State(ABC):
    """One position of a game: an immutable, hashable value. It has no history; a record does."""

    __slots__ = ()

    game: "Game"
    """The game that this is a position of."""
    turn: int
    """The number of moves made."""

    painter: ClassVar[Callable[["State"], str] | None] = None
    """Draws a state as SVG for notebooks; whatever can draw is set here."""

    @property
    def to_move(self) -> Team:
        """Red (`Team.ONE`) moves on even turns."""
        return Team.TWO if self.turn % 2 else Team.ONE

    @property
    def round(self) -> int:
        """The round being played, from 1; after the last move it stays the last round."""
        return min(self.turn // 2 + 1, max(self.game.rounds, 1))

    @property
    def round_over(self) -> bool:
        """Whether both sides have made the same number of moves."""
        return self.turn % 2 == 0

    def legal_moves(self) -> list[Move]:
        """All legal moves, in a fixed order; none once the game is over."""
        return list(self._moves()) if self.outcome() is None else []

    def play(self, move: Move | str) -> Self:
        """The state after a move, given as a move or as its text. This state stays as it is.

        Raises `InvalidMove` for what is not a move and `IllegalMove` for what the rules forbid, which is every move
        once the game is over.
        """
        if type(move) is not Move:
            move = read_move(self.game, move)
        if over := self._explain_end(move):
            raise IllegalMove(over.message, over)
        return self.beyond().play(move)

    def explain(self, move: Move | str) -> Explanation:
        """Why a move is allowed or not."""
        move = read_move(self.game, move)
        return self._explain_end(move) or self._explain(move)

    def beyond(self) -> "Beyond[Self]":
        """The position as the movement rules alone see it, whether or not the game is over: for counting, analysis and
        records that go on after the end."""
        return Beyond(self)

    def _explain_end(self, move: Move) -> Explanation | None:
        """Why no move is allowed any more, or None while the game goes on."""
        outcome = self.outcome()
        if outcome is None:
            return None
        why = outcome.sentence(*(self.game.side(team) for team in Team))
        return Explanation(move, End.GAME_OVER, legal=False, message=End.GAME_OVER.value(why=why))

    @abstractmethod
    def _moves(self) -> Iterable[Move]:
        """What the movement rules allow, in a fixed order; whether the game is over is not asked."""

    @abstractmethod
    def _play(self, move: Move) -> Self:
        """Play one move by the movement rules, or raise `IllegalMove`."""

    @abstractmethod
    def _explain(self, move: Move) -> Explanation:
        """Why the movement rules allow a move or not."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def adjudicated(self) -> Outcome:
        """The outcome if the game ended here, whether or not the rules end it."""
        return self.outcome() or Outcome(None, Reason.DRAW, self.points())

    def points(self) -> tuple[int, int]:
        """The season's secondary criterion for Red and Blue, as it stands now."""
        return 0, 0

    def evaluate(self, team: Team) -> float:
        """How good the position looks for a side at first glance, in logits: one more than the opponent's is a winning
        chance of about 73 %. No search: it guides `greedy` and the search in Python. By default pieces and points."""
        pieces = sum(1 for square in self.pieces() if self.owner(square) is team)
        return (pieces + self.points()[team.index]) / 2

    def flags(self, team: Team) -> tuple[bool, ...]:
        """What the rules remember beyond pieces and turn, from a side's view; learners (`schwarm.learn`) see it too."""
        return ()

    def standing(self) -> tuple[Message, ...]:
        """What the rules will count at the end, as it stands now, in words."""
        return ()

    @abstractmethod
    def pieces(self) -> dict[str, object]:
        """What stands on each occupied square."""

    def owner(self, square: str) -> Team | None:
        """Whose piece is on a square: what is there is a team or has one."""
        piece = self.pieces().get(square)
        owner = piece if isinstance(piece, Team) else getattr(piece, "team", None)
        return owner if isinstance(owner, Team) else None

    @abstractmethod
    def letters(self) -> dict[str, str]:
        """The notation's letter for each occupied square."""

    @abstractmethod
    def transformed(self, symmetry: Symmetry) -> Self:
        """This position turned or mirrored."""

    def __getitem__(self, square: str) -> object:
        """What stands on a square, or None."""
        self.game.check_square(square)
        return self.pieces().get(square)

    @abstractmethod
    def __str__(self) -> str:
        """The position as one line; `game.parse` reads it back."""

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({str(self)!r})"

    def _repr_svg_(self) -> str | None:
        return State.painter(self) if State.painter else None


@dataclass(frozen=True, slots=True)
class Beyond(Generic[Position]):
    """A position without the end of the game: what the movement rules allow, up to the last turn."""

    state: Position

    def legal_moves(self) -> list[Move]:
        """All moves the movement rules allow, in a fixed order."""
        return list(self.state._moves())

    def can_move(self) -> bool:
        """Whether there is such a move."""
        return any(True for _ in self.state._moves())

    def play(self, move: Move | str) -> Position:
        """The state after a move. Raises as `State.play` does, but of all ends it knows only the last turn."""
        game = self.state.game
        if type(move) is not Move:
            move = read_move(game, move)
        if self.state.turn >= game.last_turn:
            raise IllegalMove(NO_MORE_TURNS(rounds=game.rounds))
        return self.state._play(move)

    def explain(self, move: Move | str) -> Explanation:
        """Why the movement rules allow a move or not."""
        return self.state._explain(read_move(self.state.game, move))


@dataclass(frozen=True, slots=True)
class Overlay:
    """One kind of groups that can be shown over a position. All words are for people; `id` is for addresses."""

    id: str
    name: Sentence
    """What the groups are called, and what one types at the terminal to see them: `swarms`."""
    show: Sentence
    """On a button: “Show the swarms”."""
    tell: Sentence
    """In a list of commands: “list the swarms and their weights”."""
    groups: Callable[[State], list[Group]]
    """The groups of a position; each side's heaviest first."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Game(ABC):
    """A game: its facts as data, and the ways into it. There is one instance per id and rules."""

    id: str
    """What users call it, e.g. `piranhas-2026`."""
    title: str
    """What it is called on screen, e.g. `Piranhas 2026`."""
    season: int
    """The year of its contest."""
    wire_name: str = ""
    """What the contest's protocol calls it; a game that was in no contest is called by its id."""
    columns: str
    """The columns' labels, from the corner where they are lowest."""
    rows: str
    """The rows' labels, likewise."""
    rounds: int
    """The most rounds that are played; a round is one move by each side."""
    pieces: Mapping[str, Sentence]
    """Every letter of the notation and what it stands for."""
    most: Mapping[str, int] = field(default_factory=dict)
    """How many pieces a game has at most, by the letters that are counted together."""
    sides: Mapping[str, tuple[Sentence, Sentence]]
    """Names of the two sides, by style; the first style is the usual one."""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """In which of `sides.COLOURS` the two sides are painted, by style; without, in those that they are called by."""
    criterion: Sentence = AVERAGE
    """What decides between teams with equally many win points: what `State.points` counts, on average."""
    least_final_games: int = 0
    """How many games its rules ask for in an encounter of the Final Eight; 0: they do not say."""
    brief: tuple[Sentence, ...] = ()
    """The rules in a few sentences, for beginners."""
    shown_by: tuple[str, ...] = ()
    """Which moves show what each sentence of `brief` is about, as far as there are any: a regular expression for the
    letters of the piece and of what it lands on, such as `H-` or `H-s`, whichever side moves."""
    rules: Rules = "documents"
    """By which rules this instance plays."""
    rulings: tuple[Rules, ...] = ("documents", "official")
    """By which rules the game can be played."""
    reasons: tuple[Reason, ...] = ()
    """Why it can end, beyond what every game has (`Reason.declare`), or in words of its own (`Reason.reworded`)."""
    lessons: tuple[Lesson, ...] = ()
    """Small positions on the page of its rules, each to try one of them."""
    example: Example | None = None
    """A whole game with remarks, to replay from the first day on."""
    overlays: tuple[Overlay, ...] = ()
    """Groups that can be shown over a position, such as swarms."""
    symmetries: tuple[Symmetry, ...] = ()
    """How its board can be turned or mirrored without changing the rules."""
    directions: tuple[tuple[int, int], ...] = ()
    """Where a piece can go, as (columns, rows) without a common divisor, in a game where a start and a direction never
    leave two legal moves; learners then number moves by these (`schwarm.learn`), otherwise by their two squares."""

    def __post_init__(self) -> None:
        if not self.wire_name:
            object.__setattr__(self, "wire_name", self.id)

    @abstractmethod
    def start(self, seed: int | None = None) -> State:
        """A start position. The same seed gives the same start, forever and everywhere."""

    @abstractmethod
    def parse(self, text: str) -> State:
        """Read a position; raises `InvalidPosition` with one sentence."""

    def remembered(self, flags: tuple[bool, ...], team: Team) -> str:
        """What stands in a position's text after board and turn where a side has these `State.flags`."""
        return ""

    def parse_move(self, text: str) -> Move:
        """Read a move; raises `InvalidMove` with one sentence."""
        if not isinstance(text, str):
            return read_move(self, text)
        squares = text.split("-")
        if len(squares) != 2:
            raise InvalidMove(NOT_A_MOVE(text=excerpt(text), example=self.example_move()))
        for square in squares:
            self.check_square(square)
        if squares[0] == squares[1]:
            raise InvalidMove(STAYS_PUT(text=excerpt(text)))
        return Move(*squares)

    @property
    def last_turn(self) -> int:
        """The number of moves after which the game is over in any case."""
        return 2 * self.rounds

    def squares(self) -> list[str]:
        """All squares, row by row from the lowest corner."""
        return [column + row for row in self.rows for column in self.columns]

    def is_square(self, square: str) -> bool:
        """Whether the board has such a square."""
        return isinstance(square, str) and len(square) == 2 and square[0] in self.columns and square[1] in self.rows

    def check_square(self, square: str) -> None:
        """Raise `InvalidMove` with one sentence for what is not a square."""
        if not self.is_square(square):
            low, high = self.columns[0] + self.rows[0], self.columns[-1] + self.rows[-1]
            raise InvalidMove(NOT_A_SQUARE(square=excerpt(str(square)), low=low, high=high))

    def side(self, team: Team, style: str | None = None) -> Sentence:
        """What a side is called: Red or Blue, or by another of the game's styles."""
        return (self.sides[style] if style else next(iter(self.sides.values())))[team.index]

    def side_colours(self, style: str | None = None) -> tuple[str, str]:
        """The colours of the two sides: declared, or by their names; red and blue where those are no colours."""
        style = style or next(iter(self.sides))
        return self.colours.get(style) or colours_of(self.sides[style])

    def piece_name(self, letter: str, style: str | None = None) -> Message:
        """What a letter of the notation stands for, the sides called by a style."""
        return self.pieces[letter]()

    def overlay(self, id: str) -> Overlay | None:
        """What the game can show over a position under this id."""
        return next((overlay for overlay in self.overlays if overlay.id == id), None)

    def example_move(self) -> str:
        """A text that is a move, for error messages."""
        return f"{self.columns[0]}{self.rows[1]}-{self.columns[2]}{self.rows[1]}"

    def __repr__(self) -> str:
        rules = "" if self.rules == "documents" else f", rules={self.rules!r}"
        return f"schwarm.game({self.id!r}{rules})"


def read_state(given: object) -> State:
    """The state itself; raises `SchwarmError` for what is none, such as a board, which changes."""
    if not isinstance(given, State):
        raise SchwarmError(NO_STATE(given=excerpt(repr(given))))
    return given


def game_of(position: object) -> Game:
    """The game of a state or of another board; raises `SchwarmError` for what is neither."""
    game = getattr(position, "game", None)
    if not isinstance(game, Game):
        raise SchwarmError(NOT_A_POSITION(given=excerpt(repr(position))))
    return game


NO_MORE_TURNS = Sentence("The game ends after {rounds} rounds; there are no moves after that.")
NOT_A_MOVE = Sentence("“{text}” is not a move; a move names two squares, like {example}.")
NOT_A_SQUARE = Sentence("“{square}” is not a square of this board; squares go from {low} to {high}.")
STAYS_PUT = Sentence("“{text}” stays where it is; a move needs two different squares.")
NO_STATE = Sentence("A position is a state, like game.start(), game.parse(text) or board.state(), not {given}.")
NOT_A_POSITION = Sentence("A board begins with a state, like game.start() or game.parse(text), not with {given}.")
