"""The text of an Ostseeschach position: ranks, turn and ambers."""

import re
from collections.abc import Mapping

from schwarm.games.base import Game, InvalidPosition
from schwarm.games.notation import BOARD_FIELD, TURN_FIELD, read_rows, read_turn, split_fields, write_rows
from schwarm.games.ostseeschach.pieces import SQUARES, Kind, Kinds, Piece
from schwarm.games.outcome import Team
from schwarm.words import Sentence, excerpt

AMBER_FIELD = Sentence("ambers")
BAD_AMBERS = Sentence("“{text}” is not a count of ambers; write Red's and Blue's as two numbers, like 1:0.")

_AMBERS = re.compile("(0|[1-9][0-9]{0,5}):(0|[1-9][0-9]{0,5})")


def read(game: Game, text: str) -> tuple[int, int, int, Kinds, int, tuple[int, int]]:
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


def letters(pieces: Mapping[str, object]) -> dict[str, str]:
    """The letter of each occupied square."""
    return {square: letter(piece) for square, piece in pieces.items() if isinstance(piece, Piece)}


def letter(piece: Piece) -> str:
    """A piece in the notation: Red in capitals, a tower with a plus."""
    name = piece.kind.value if piece.team is Team.ONE else piece.kind.value.lower()
    return name + "+" if piece.tower else name


def write(game: Game, turn: int, letters: Mapping[str, str], ambers: tuple[int, int]) -> str:
    """The position as one line."""
    return f"{write_rows(game, letters)} {turn} {ambers[0]}:{ambers[1]}"
