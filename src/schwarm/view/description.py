"""What a drawing shows, in words: for those who cannot see it."""

from schwarm.games import Game, State
from schwarm.games.base import Group, read_state
from schwarm.view.marks import Marks
from schwarm.words import Listing, Message, Sentence

MAY_GO = Sentence("{square} may go to {squares}.")
MAY_NOT_GO = Sentence("{square} may go nowhere.")
LAST = Sentence("Last move: {move}.")
ARROWS = Sentence("Arrows: {moves}.")
GROUP = Sentence("{side}, weight {weight}: {squares}")
NOTHING = Marks()


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
