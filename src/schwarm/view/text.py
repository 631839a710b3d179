"""A position as text and in words: a coloured board for the terminal, a description for readers who cannot see it."""

from rich.text import Text

from schwarm.games import Game, State
from schwarm.games.base import Group, read_state
from schwarm.view.scene import Marks
from schwarm.words import Listing, Message, Sentence

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


MAY_GO = Sentence("{square} may go to {squares}.")
MAY_NOT_GO = Sentence("{square} may go nowhere.")
LAST = Sentence("Last move: {move}.")
ARROWS = Sentence("Arrows: {moves}.")
GROUP = Sentence("{side}, weight {weight}: {squares}")


def describe(state: State, marks: Marks = NOTHING) -> str:
    """Which pieces stand where, and what the marks point out."""
    game, letters = read_state(state).game, state.letters()
    kinds = [letter for letter in game.pieces if letter in letters.values()]
    standing = {
        letter: Listing(square for square in game.squares() if letters.get(square) == letter) for letter in kinds
    }
    found = ["; ".join(f"{game.piece_name(letter)}: {squares}" for letter, squares in standing.items()) + "."]
    if marks.selected:
        said = MAY_GO if marks.targets else MAY_NOT_GO
        found.append(str(said(square=marks.selected, squares=Listing(marks.targets))))
    if marks.line:
        found.append(f"{marks.line.move}: {marks.line}")
    if marks.last:
        found.append(str(LAST(move=marks.last)))
    if marks.arrows:
        found.append(str(ARROWS(moves=Listing(marks.arrows))))
    if overlay := game.overlay(marks.overlay):
        found.append("; ".join(str(_outlined(game, group)) for group in overlay.groups(state)) + ".")
    return " ".join(found)


def _outlined(game: Game, group: Group) -> Message:
    squares = Listing(square for square in game.squares() if square in group.squares)
    return GROUP(side=game.side(group.team), weight=group.weight, squares=squares)
