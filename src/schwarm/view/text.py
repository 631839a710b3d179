"""A state as text for the terminal: the notation's own letters, coloured where there is colour.

Readable without colour: Red has capital letters, and marks are brackets: [x] the last move, <x> a piece
picked up, (x) where it may go.
"""

from rich.text import Text

from schwarm.games import State
from schwarm.games.base import read_state
from schwarm.view.marks import Marks

EMPTY = "·"
STYLES = {
    "red": "bold red",
    "blue": "bold bright_blue",
    "white": "bold bright_white",
    "black": "bold bright_black",
    "green": "bold green",
    "yellow": "bold yellow",
}
NOTHING = Marks()


def text(state: State, marks: Marks = NOTHING, *, flipped: bool = False) -> str:
    """The board as plain text."""
    return rich_text(state, marks, flipped=flipped).plain


def rich_text(state: State, marks: Marks = NOTHING, *, flipped: bool = False, sides: str | None = None) -> Text:
    """The board as coloured text, for a rich console."""
    game = read_state(state).game
    letters = state.letters()
    width = max((len(letter) for letter in game.pieces), default=1)
    columns, rows = game.columns, game.rows[::-1]
    if flipped:
        columns, rows = columns[::-1], rows[::-1]
    styles = [STYLES[colour] for colour in game.side_colours(sides)]

    board = Text()
    header = "    " + "".join(f" {column:<{width}} " for column in columns).rstrip() + "\n"
    board.append(header, style="dim")
    for row in rows:
        board.append(f" {row}  ", style="dim")
        for column in columns:
            square = column + row
            left, right, mark_style = _mark(square, marks)
            team = state.owner(square)
            letter = letters.get(square, EMPTY)
            piece_style = styles[team.index] if team else ("dim" if letter == EMPTY else "magenta")
            board.append(left, style=mark_style)
            board.append(f"{letter:<{width}}" if len(letter) > 1 or width == 1 else letter, style=piece_style)
            board.append(right, style=mark_style)
            if width > 1 and len(letter) == 1:
                board.append(" " * (width - 1))
        board.append(f"  {row}\n", style="dim")
    board.append(header.rstrip("\n"), style="dim")
    return board


def _mark(square: str, marks: Marks) -> tuple[str, str, str]:
    """The brackets around a square."""
    if square == marks.selected:
        return "<", ">", "bold yellow"
    if square in marks.targets:
        return "(", ")", "bold green"
    if marks.last and square in marks.last:
        return "[", "]", "bold yellow"
    if marks.line and square in marks.line.line:
        return "-", "-", "dim"
    return " ", " ", ""
