"""The text of a Piranhas position: rows, turn and, in 2026, who is credited with the first swarm."""

from typing import TYPE_CHECKING

from schwarm.games.base import InvalidPosition
from schwarm.games.notation import BOARD_FIELD, TURN_FIELD, read_rows, read_turn, split_fields, write_rows
from schwarm.games.outcome import Team
from schwarm.games.piranhas.geometry import SQUARES, names
from schwarm.words import Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.games.piranhas.seasons import Piranhas
    from schwarm.games.piranhas.state import PiranhasState

CREDITS = {"r": Team.ONE, "b": Team.TWO, "-": None}
CREDIT_LETTERS = {team: letter for letter, team in CREDITS.items()}

CREDIT_FIELD = Sentence("first swarm")
BAD_CREDIT = Sentence(
    "“{text}” does not say who is credited with the first swarm; write r for Red, b for Blue or - for nobody."
)

Planes = tuple[int, int, int, int, int]


def read(game: "Piranhas", text: str) -> tuple[int, Planes, Team | None]:
    """Turn, sets of squares and credit of a position text."""
    names_of_fields = (BOARD_FIELD, TURN_FIELD, CREDIT_FIELD) if game.weighted else (BOARD_FIELD, TURN_FIELD)
    fields = split_fields(text, names_of_fields)
    board = read_rows(game, fields[0])
    turn = read_turn(game, fields[1])
    credit = fields[2] if game.weighted else "-"
    if credit not in CREDITS:
        raise InvalidPosition(BAD_CREDIT(text=excerpt(credit)))

    def plane(wanted: str) -> int:
        return sum(SQUARES[square] for square, letter in board.items() if letter in wanted)

    return turn, (plane("FSML"), plane("fsml"), plane("Mm"), plane("Ll"), plane("x")), CREDITS[credit]


def letters(state: "PiranhasState") -> dict[str, str]:
    """The letter of each occupied square: Red in capitals, the weight by its size."""
    small = "sml" if state.game.weighted else "f"
    found = dict.fromkeys(names(state.squids), "x")
    for fish, alphabet in ((state.red, small.upper()), (state.blue, small)):
        for square in names(fish):
            found[square] = alphabet[state.weight(SQUARES[square]) - 1]
    return found


def write(state: "PiranhasState") -> str:
    """The position as one line."""
    fields = [write_rows(state.game, letters(state)), str(state.turn)]
    if state.game.weighted:
        fields.append(CREDIT_LETTERS[state.credit])
    return " ".join(fields)
