"""What a drawing shows on top of a position: the last move, what may move where, lines and groups."""

from dataclasses import dataclass

from schwarm.games import Explanation, Move, State


@dataclass(frozen=True, slots=True)
class Marks:
    """All optional; an empty one shows the bare position."""

    last: Move | None = None
    """The move that led here."""
    selected: str | None = None
    """The square of a piece that was picked up."""
    targets: tuple[str, ...] = ()
    """Where it may go."""
    line: Explanation | None = None
    """The movement line of a move with its number of fish, as `state.explain` gives it."""
    overlay: str = ""
    """Outline the groups of this overlay of the game, such as `swarms`, with their weights."""
    arrows: tuple[Move, ...] = ()
    """Moves to point at, the most important first."""

    @classmethod
    def picking(cls, state: State, square: str, *, last: Move | None = None) -> "Marks":
        """A piece picked up and all its targets."""
        state.game.check_square(square)
        targets = tuple(move.to for move in state.legal_moves() if move.start == square)
        return cls(last=last, selected=square, targets=targets)
