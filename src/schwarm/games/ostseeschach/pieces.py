"""The four pieces of Ostseeschach, where each may step, as bitboards, and the text of a position.

A set of squares is one integer; square a1 is bit 0, h1 bit 7, h8 bit 63.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from schwarm.games.base import Game, InvalidPosition, Move
from schwarm.games.notation import BOARD_FIELD, TURN_FIELD, read_rows, read_turn, split_fields, write_rows
from schwarm.games.outcome import Team
from schwarm.words import Sentence, excerpt

FILES = "abcdefgh"
RANKS = "12345678"
SIZE = 8


class Kind(Enum):
    """The four kinds of pieces; the value is the letter of the German name."""

    COCKLE = "H"
    GULL = "M"
    STARFISH = "S"
    SEAL = "R"

    @property
    def light(self) -> bool:
        """004: the seal is the mightiest piece, "Die anderen Figuren bezeichnet man daher als Leichtfiguren"."""
        return self is not Kind.SEAL


class Piece(NamedTuple):
    """A piece or a tower of two. A tower counts and moves as its top piece (004)."""

    team: Team
    kind: Kind
    tower: bool = False


Kinds = tuple[int, int, int, int]
"""The squares of each kind of piece, in the order of `Kind`."""

# Steps as (files, ranks forward), in the order moves are listed.
_DIAGONALS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
STEPS = {
    # "jeweils ein Feld schräg nach vorne (so wie ein Schach-Bauer schlagen kann)"
    Kind.COCKLE: [(-1, 1), (1, 1)],
    # "auf ein in horizontaler oder vertikaler Richtung benachbartes Feld"
    Kind.GULL: [(0, -1), (-1, 0), (1, 0), (0, 1)],
    # "einen Schritt nach vorne oder in eine der vier Diagonalrichtungen"
    Kind.STARFISH: [*_DIAGONALS, (0, 1)],
    # "zwei Schritte in eine (horizontale oder vertikale) Richtung und ein Feld senkrecht zu dieser Richtung"
    Kind.SEAL: [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)],
}

# All steps of all pieces of either side: the neighbours clockwise from straight ahead, then the seal's jumps likewise.
DIRECTIONS = (
    *((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    *((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
)


def square(file: int, rank: int) -> str:
    return FILES[file] + RANKS[rank]


def index(square: str) -> int:
    return RANKS.index(square[1]) * SIZE + FILES.index(square[0])


SQUARES = {square(file, rank): 1 << (rank * SIZE + file) for rank in range(SIZE) for file in range(SIZE)}
NAMES = list(SQUARES)


def names(squares: int) -> Iterator[str]:
    """The squares of a set, rank by rank from a1."""
    while squares:
        lowest = squares & -squares
        yield NAMES[lowest.bit_length() - 1]
        squares ^= lowest


def _steps(team: Team, kind: Kind, start: str) -> tuple[tuple[Move, int], ...]:
    forward = 1 if team is Team.ONE else -1
    file, rank = FILES.index(start[0]), RANKS.index(start[1])
    targets = [(file + sideways, rank + forward * ahead) for sideways, ahead in STEPS[kind]]
    return tuple(
        (Move(start, square(*target)), SQUARES[square(*target)])
        for target in targets
        if 0 <= target[0] < SIZE and 0 <= target[1] < SIZE
    )


# For each side and kind, and each square by its bit's place: the moves of that piece on an empty board.
MOVES = {(team, kind): [_steps(team, kind, start) for start in NAMES] for team in Team for kind in Kind}

RANK = 2**SIZE - 1
# 004: "bis zur gegnerischen Startlinie"; Red starts on rank 1, Blue on rank 8.
FAR_LINE = {Team.ONE: RANK << SIZE * (SIZE - 1), Team.TWO: RANK}


def advance(team: Team, square: str) -> int:
    """How far a square is from a side's own start line."""
    rank = RANKS.index(square[1])
    return rank if team is Team.ONE else SIZE - 1 - rank


AMBER_FIELD = Sentence("ambers")
BAD_AMBERS = Sentence("“{text}” is not a count of ambers; write Red's and Blue's as two numbers, like 1:0.")

_AMBERS = re.compile("(0|[1-9][0-9]{0,5}):(0|[1-9][0-9]{0,5})")


def read_position(game: Game, text: str) -> tuple[int, int, int, Kinds, int, tuple[int, int]]:
    """Turn, red and blue squares, kinds, towers and ambers of a position text."""
    board, turn, ambers = split_fields(text, (BOARD_FIELD, TURN_FIELD, AMBER_FIELD))
    ranks = read_rows(game, board)
    count = _AMBERS.fullmatch(ambers)
    if count is None:
        raise InvalidPosition(BAD_AMBERS(text=excerpt(ambers)))

    def plane(wanted: str) -> int:
        return sum(SQUARES[square] for square, letter in ranks.items() if letter[0] in wanted)

    cockles, gulls, starfish, seals = (plane(kind.value + kind.value.lower()) for kind in Kind)
    return (
        read_turn(game, turn),
        plane("HMSR"),
        plane("hmsr"),
        (cockles, gulls, starfish, seals),
        sum(SQUARES[square] for square, letter in ranks.items() if letter.endswith("+")),
        (int(count[1]), int(count[2])),
    )


def piece_letters(pieces: Mapping[str, object]) -> dict[str, str]:
    """The letter of each occupied square."""
    return {square: piece_letter(piece) for square, piece in pieces.items() if isinstance(piece, Piece)}


def piece_letter(piece: Piece) -> str:
    """A piece in the notation: Red in capitals, a tower with a plus."""
    name = piece.kind.value if piece.team is Team.ONE else piece.kind.value.lower()
    return name + "+" if piece.tower else name


def write_position(game: Game, turn: int, letters: Mapping[str, str], ambers: tuple[int, int]) -> str:
    """The position as one line."""
    return f"{write_rows(game, letters)} {turn} {ambers[0]}:{ambers[1]}"
