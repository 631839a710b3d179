"""What verbs share to show things: the console, the lines under a board, files written whole or not at all."""

import os
from pathlib import Path

from rich.console import Console

from schwarm.games import Game, Outcome, State, UnknownGame
from schwarm.words import Listing, SchwarmError, Sentence, excerpt, say


class CannotWrite(SchwarmError):
    """A file that cannot be written."""


def console() -> Console:
    """Where text goes. Colours follow the terminal and NO_COLOR."""
    return Console(highlight=False, markup=False, soft_wrap=True)


def announce(state: State, sides: str | None = None, *, outcome: Outcome | None = None) -> None:
    """Under the board: round, who is to move, what counts, and how it ended."""
    game = state.game
    one, two = game.sides[sides] if sides else next(iter(game.sides.values()))
    if outcome := outcome or state.outcome():
        first = str(outcome.sentence(one, two))
    else:
        mover = game.side(state.to_move, sides)
        first = say("Round {round} of {rounds}, {side} to move", round=state.round, rounds=game.rounds, side=mover)
    console().print(" · ".join([first, *(str(message) for message in state.standing())]))


def check_sides(game: Game, sides: str | None) -> None:
    """Whether a game's sides can be called that way."""
    if sides is not None and sides not in game.sides:
        raise UnknownGame(NO_SUCH_SIDES(sides=excerpt(sides), known=Listing(game.sides)))


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a reader never sees half of it, also after a crash."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CannotWrite(CANNOT_WRITE(path=path, error=error.strerror)) from error


CANNOT_WRITE = Sentence("{path} cannot be written: {error}.")
NO_SUCH_SIDES = Sentence("The sides cannot be called “{sides}” here; there are {known}.")
