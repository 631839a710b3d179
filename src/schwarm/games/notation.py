"""The part of a position's text that all board games share: rows, runs of empty squares, the turn.

Knows letters and squares, not what the letters stand for.
"""

import re
from collections.abc import Mapping

from schwarm.games.base import Game, InvalidPosition
from schwarm.games.number import parse_whole
from schwarm.words import Listing, Sentence, excerpt

_RUN_OR_LETTER = re.compile(r"[0-9]+|.\+?", re.DOTALL)


def split_fields(text: str, names: tuple[Sentence, ...]) -> list[str]:
    """The fields of a position text, separated by single spaces."""
    if not isinstance(text, str):
        raise InvalidPosition(NOT_A_TEXT(given=excerpt(repr(text))))
    if text != text.strip():
        raise InvalidPosition(PADDED())
    fields = text.split(" ")
    if len(fields) != len(names):
        raise InvalidPosition(WRONG_FIELDS(n=len(fields), expected=len(names), fields=Listing(names)))
    return fields


def read_rows(game: Game, text: str) -> dict[str, str]:
    """The letter on each occupied square, from rows written top to bottom."""
    rows = text.split("/")
    if len(rows) != len(game.rows):
        raise InvalidPosition(WRONG_ROWS(n=len(rows), expected=len(game.rows)))
    letters: dict[str, str] = {}
    for label, row in zip(reversed(game.rows), rows, strict=True):
        column = 0
        after_run = False
        for token in _RUN_OR_LETTER.findall(row):
            is_run = token.isdecimal() and token.isascii()
            if is_run:
                if after_run or token.startswith("0"):
                    raise InvalidPosition(BAD_RUN(row=label, text=excerpt(row)))
                column += int(token) if len(token) < 3 else len(game.columns) + 1
            elif token not in game.pieces:
                allowed = " ".join(game.pieces)
                raise InvalidPosition(UNKNOWN_PIECE(letter=excerpt(token), row=label, allowed=allowed))
            elif column < len(game.columns):
                letters[game.columns[column] + label] = token
                column += 1
            else:
                column += 1
            after_run = is_run
        if column != len(game.columns):
            raise InvalidPosition(WRONG_WIDTH(row=label, text=excerpt(row), expected=len(game.columns)))
    return letters


def write_rows(game: Game, letters: Mapping[str, str]) -> str:
    """The rows of a board, top to bottom, with maximal runs."""
    rows = []
    for label in reversed(game.rows):
        row, run = "", 0
        for column in game.columns:
            letter = letters.get(column + label)
            if letter is None:
                run += 1
                continue
            row += (str(run) if run else "") + letter
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def read_turn(game: Game, text: str) -> int:
    """The number of moves made: a plain number without leading zeros, up to the last turn."""
    turn = parse_whole(text, 0, game.last_turn)
    if turn is None or str(turn) != text:
        raise InvalidPosition(BAD_TURN(text=excerpt(text), last=game.last_turn))
    return turn


NOT_A_TEXT = Sentence("A position is read from its text, like str(state), not from {given}.")
PADDED = Sentence("A position has no space and no line end before or after it; leave them out.")
WRONG_FIELDS = Sentence(
    "The position has {n} part, but it needs {expected}, separated by single spaces: {fields}.",
    "The position has {n} parts, but it needs {expected}, separated by single spaces: {fields}.",
)
WRONG_ROWS = Sentence(
    "The board has {n} row, but it needs {expected}, separated by “/”.",
    "The board has {n} rows, but it needs {expected}, separated by “/”.",
)
WRONG_WIDTH = Sentence("Row {row} (“{text}”) does not describe {expected} squares.")
BAD_RUN = Sentence(
    "Row {row} (“{text}”) writes empty squares in an unusual way; "
    "write each run of empty squares as one number without leading zeros."
)
UNKNOWN_PIECE = Sentence("“{letter}” in row {row} is not a piece of this game; its pieces are {allowed}.")
BAD_TURN = Sentence("“{text}” is not a turn; the turn is the number of moves made, from 0 to {last}.")

BOARD_FIELD = Sentence("board")
TURN_FIELD = Sentence("turn")
