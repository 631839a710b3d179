"""What a board says to moves in all forms, right and wrong ones. As a program: what the board of the kit says here."""

from collections.abc import Callable
from typing import Any

import schwarm

START = schwarm.game("piranhas-2026").start(7)
MOVE = START.legal_moves()[3]


class OtherWhole:
    """A whole number that is not Python's own, as arrays have them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


GIVEN: dict[str, Callable[[Any], object]] = {
    "a number": lambda board: board.number(MOVE),
    "another kind of number": lambda board: OtherWhole(board.number(MOVE)),
    "a move": lambda board: MOVE,
    "a text": lambda board: str(MOVE),
    "two squares that are one": lambda board: schwarm.Move("A1", "A1"),
    "squares of another board": lambda board: schwarm.Move("Z9", "A1"),
    "an illegal move": lambda board: schwarm.Move("A1", "A2"),
    "no move": lambda board: "right",
    "nothing": lambda board: None,
    "a list": lambda board: [MOVE],
    "half a number": lambda board: 0.5,
    "zero": lambda board: 0,
    "a negative number": lambda board: -1,
    "a huge number": lambda board: 2**70,
}


def answers(kind: Callable[[schwarm.State], Any]) -> dict[str, list[str]]:
    """By what was given: what `push` made of it, what `move` did."""
    found: dict[str, list[str]] = {}
    for name, make in GIVEN.items():
        board = kind(START)

        def pushed(given: object, board: Any = board) -> object:
            board.push(given)
            return board

        found[name] = [said(ask, make(board)) for ask in (pushed, kind(START).move)]
    return found


def said(ask: Callable[[Any], object], given: object) -> str:
    try:
        return str(ask(given))
    except schwarm.SchwarmError as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    import json

    from schwarm.player import Board

    print(json.dumps(answers(Board)))
