"""How both seasons of Piranhas put squares and moves on the wire: `x` is the column, `y` the row, a move is a start and
a direction. The rules fix the distance, so the state is asked for it; it is never computed here."""

from dataclasses import replace

from schwarm.games import IllegalMove, Move, State, Team
from schwarm.games.piranhas import DIRECTIONS, Fish, PiranhasState
from schwarm.games.piranhas.geometry import SQUARES as BITS
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.messages import Leave, SentMove

COLUMNS, ROWS = "ABCDEFGHIJ", "0123456789"
SQUARES = [[column + row for row in ROWS] for column in COLUMNS]
"""The squares by `x` and `y`."""
PLACES = {square: (x, y) for x, column in enumerate(SQUARES) for y, square in enumerate(column)}
_BY_STEP = {step: name for name, step in DIRECTIONS.items()}


def square_at(place: tuple[int, int] | None) -> str | None:
    if place is None:
        return None
    x, y = place
    return SQUARES[x][y] if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS) else None


def direction(move: Move) -> str | None:
    """The direction of a move along a line."""
    (x, y), (to_x, to_y) = PLACES[move.start], PLACES[move.to]
    dx, dy = to_x - x, to_y - y
    if dx and dy and abs(dx) != abs(dy):
        return None
    return _BY_STEP.get(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


def resolve_move(state: State, sent: SentMove) -> Move:
    """The move that a start and a direction mean. To every official server a start off the board is not a move."""
    assert isinstance(state, PiranhasState)
    square = square_at(sent.start)
    if square is None or sent.direction is None:
        raise BadPacket(Leave.NONSENSE)
    return state.towards(square, sent.direction)


def to_wire(state: State, move: Move) -> SentMove:
    """The inverse of `resolve_move`; raises `IllegalMove` for a move that is not along a line."""
    towards = direction(move)
    if towards is None:
        explanation = state.beyond().explain(move)
        raise IllegalMove(explanation.message, explanation)
    return SentMove(PLACES[move.start], towards)


def last_move(state: State, start: str, towards: str) -> Move | None:
    """The move that led here, of which the wire says the start and the direction.

    The fish that moved stands somewhere on that ray. For each fish there, it is put back and the rules are asked
    whether it would come here, having eaten something or not. None if more than one move fits, or none."""
    assert isinstance(state, PiranhasState)
    mover = state.to_move.opponent
    if state.turn == 0 or state[start] is not None or towards not in DIRECTIONS:
        return None
    (x, y), (dx, dy) = PLACES[start], DIRECTIONS[towards]
    found = []
    while (square := square_at((x := x + dx, y := y + dy))) is not None:
        fish = state[square]
        if isinstance(fish, Fish) and fish.team is mover:
            move = Move(start, square)
            found += [move for before in _befores(state, move) if _leads_to(before, towards, move)]
    return found[0] if len(found) == 1 else None


def _befores(state: PiranhasState, move: Move) -> list[PiranhasState]:
    """The positions before a move: with nothing at its end, and with a fish that was eaten."""
    start, end = BITS[move.start], BITS[move.to]
    mover = state.to_move.opponent
    own, other = state.fish(mover) ^ end | start, state.fish(mover.opponent)
    befores = []
    for others in (other, other | end):
        red, blue = (own, others) if mover is Team.ONE else (others, own)
        befores.append(replace(state, turn=state.turn - 1, red=red, blue=blue))
    return befores


def _leads_to(before: PiranhasState, towards: str, move: Move) -> bool:
    try:
        return before.towards(move.start, towards) == move
    except IllegalMove:
        return False
