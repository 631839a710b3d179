"""The fish and squids of Piranhas, and the text of a position: rows, turn and, in 2026, the credited side."""

from enum import Enum
from typing import NamedTuple

from schwarm.games.base import Game, InvalidPosition
from schwarm.games.notation import BOARD_FIELD, TURN_FIELD, read_rows, read_turn, split_fields, write_rows
from schwarm.games.outcome import Team
from schwarm.games.piranhas.geometry import SQUARES, names
from schwarm.words import Sentence, excerpt


class Squid(Enum):
    """The only inhabitant that never moves. Fish swim through it, but no move ends on it (000, 001)."""

    SQUID = "x"


SQUID = Squid.SQUID


class Fish(NamedTuple):
    """A fish of a side. It weighs 1 to 3 in 2026 and always 1 in 2019."""

    team: Team
    weight: int


class Swarm(NamedTuple):
    """Fish of one side that are connected, and what they weigh together."""

    squares: frozenset[str]
    weight: int


CREDITS = {"r": Team.ONE, "b": Team.TWO, "-": None}
CREDIT_LETTERS = {team: letter for letter, team in CREDITS.items()}


Planes = tuple[int, int, int, int, int]
"""The squares of red, blue, medium and large fish, and of squids."""


def read_position(game: Game, text: str, *, weighted: bool) -> tuple[int, Planes, Team | None]:
    """Turn, sets of squares and credit of a position text."""
    names_of_fields = (BOARD_FIELD, TURN_FIELD, CREDIT_FIELD) if weighted else (BOARD_FIELD, TURN_FIELD)
    fields = split_fields(text, names_of_fields)
    board = read_rows(game, fields[0])
    turn = read_turn(game, fields[1])
    credit = fields[2] if weighted else "-"
    if credit not in CREDITS:
        raise InvalidPosition(BAD_CREDIT(text=excerpt(credit)))

    def plane(wanted: str) -> int:
        return sum(SQUARES[square] for square, letter in board.items() if letter in wanted)

    return turn, (plane("FSML"), plane("fsml"), plane("Mm"), plane("Ll"), plane("x")), CREDITS[credit]


def piece_letters(planes: Planes, *, weighted: bool) -> dict[str, str]:
    """The letter of each occupied square: Red in capitals, the weight by its size."""
    red, blue, medium, large, squids = planes
    small = "sml" if weighted else "f"
    found = dict.fromkeys(names(squids), "x")
    for fish, alphabet in ((red, small.upper()), (blue, small)):
        for square in names(fish):
            here = SQUARES[square]
            found[square] = alphabet[2 if here & large else 1 if here & medium else 0]
    return found


def write_position(game: Game, turn: int, planes: Planes, credit: Team | None, *, weighted: bool) -> str:
    """The position as one line."""
    fields = [write_rows(game, piece_letters(planes, weighted=weighted)), str(turn)]
    if weighted:
        fields.append(CREDIT_LETTERS[credit])
    return " ".join(fields)


CREDIT_FIELD = Sentence("first swarm")
BAD_CREDIT = Sentence(
    "“{text}” does not say who is credited with the first swarm; write r for Red, b for Blue or - for nobody."
)
