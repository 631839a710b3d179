"""What a board for searches begins with; anything else gets one sentence, on every board the same."""

from schwarm.games.base import Game
from schwarm.words import SchwarmError, Sentence, excerpt


def game_of(position: object) -> Game:
    """The game of a state or of another board; raises `SchwarmError` for what is neither."""
    game = getattr(position, "game", None)
    if not isinstance(game, Game):
        raise SchwarmError(NOT_A_POSITION(given=excerpt(repr(position))))
    return game


NOT_A_POSITION = Sentence("A board begins with a state, like game.start() or game.parse(text), not with {given}.")
