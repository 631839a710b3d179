"""Ostseeschach 2022 a second time: slow, simple, and written from the rule document alone.

The board is a dict from square name to piece: a letter, and a "+" after it for a tower of two. It shares
nothing with the package, so that a mistake has to be made twice to stay unseen. It judges no input: texts
that break the notation are the package's business.
"""

from collections.abc import Iterator
from dataclasses import dataclass

FILES = "abcdefgh"
RANKS = "12345678"
# Steps (to the side, forward) as Red sees the board; Blue's forward is down.
STEPS = {
    "H": [(-1, 1), (1, 1)],
    "M": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "S": [(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)],
    "R": [(-1, 2), (1, 2), (-1, -2), (1, -2), (-2, 1), (2, 1), (-2, -1), (2, -1)],
}
LIGHT = "HMS"  # "Die anderen Figuren" than the Robbe
LAST_TURN = 60  # "spätestens jedoch nach 30 Runden", and a round is one move of each side


@dataclass
class Position:
    board: dict[str, str]  # occupied squares only
    turn: int
    ambers: dict[str, int]


def parse(text: str) -> Position:
    rows, turn, ambers = text.split(" ")
    board: dict[str, str] = {}
    for rank, line in zip(reversed(RANKS), rows.split("/"), strict=True):
        file = 0
        for character in line:
            if character == "+":
                board[FILES[file - 1] + rank] += "+"
            elif character.isdigit():
                file += int(character)
            else:
                board[FILES[file] + rank] = character
                file += 1
    red, blue = ambers.split(":")
    return Position(board, int(turn), {"ONE": int(red), "TWO": int(blue)})


def text(position: Position) -> str:
    rows = []
    for rank in reversed(RANKS):
        line, empty = "", 0
        for file in FILES:
            piece = position.board.get(file + rank)
            if piece is None:
                empty += 1
                continue
            line += (str(empty) if empty else "") + piece
            empty = 0
        rows.append(line + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {position.turn} {position.ambers['ONE']}:{position.ambers['TWO']}"


def side_of(piece: str) -> str:
    return "ONE" if piece[0].isupper() else "TWO"


def mover(position: Position) -> str:
    return "ONE" if position.turn % 2 == 0 else "TWO"


def other(side: str) -> str:
    return "TWO" if side == "ONE" else "ONE"


def is_light(piece: str) -> bool:
    return piece[0].upper() in LIGHT


def advanced(square: str, side: str) -> int:
    """How far a square is from the side's own start line; 7 is the other side's start line."""
    rank = RANKS.index(square[1])
    return rank if side == "ONE" else 7 - rank


def legal_moves(position: Position) -> Iterator[str]:
    side = mover(position)
    forward = 1 if side == "ONE" else -1
    for square, piece in position.board.items():
        if side_of(piece) != side:
            continue
        # "Ein Turm zieht immer wie die Figur, die oben liegt."
        for aside, ahead in STEPS[piece[0].upper()]:
            file, rank = FILES.index(square[0]) + aside, RANKS.index(square[1]) + ahead * forward
            if file not in range(8) or rank not in range(8):
                continue
            target = FILES[file] + RANKS[rank]
            # "entweder auf einem freien Feld oder einer gegnerischen Figur"; nothing stands in a Robbe's way.
            if target not in position.board or side_of(position.board[target]) != side:
                yield f"{square}-{target}"


def play(position: Position, move: str, _rules: str) -> Position:
    """Both rulings move alike; they are asked for only because those of Piranhas do not."""
    start, target = move.split("-")
    side = mover(position)
    board, ambers = dict(position.board), dict(position.ambers)
    piece, captured = board.pop(start), board.pop(target, "")
    height = sum(1 + stack.count("+") for stack in (piece, captured) if stack)
    # "einen Turm der Höhe drei oder vier erreichen", which happens by capturing only
    high = bool(captured) and height >= 3
    arrived = is_light(piece) and advanced(target, side) == 7
    # "Wenn man beide Bedingungen in einem Zug erfüllt, erhält man zwei Bernsteine."
    ambers[side] += high + arrived
    if not high and not arrived:  # else all of it leaves the board, with everything under it
        board[target] = piece[0] + ("+" if height == 2 else "")
    return Position(board, position.turn + 1, ambers)


def points(position: Position, _rules: str) -> tuple[int, int]:
    """The secondary criterion of the ranking."""
    return position.ambers["ONE"], position.ambers["TWO"]


def light_distances(position: Position, side: str) -> list[int]:
    """How far each light piece is from home, the farthest first; a tower counts as its top piece."""
    pieces = [(square, piece) for square, piece in position.board.items() if side_of(piece) == side]
    return sorted((advanced(square, side) for square, piece in pieces if is_light(piece)), reverse=True)


def outcome(position: Position, rules: str) -> tuple[str | None, str] | None:
    """Who won (None: nobody) and why; None while the game goes on."""
    one, two = points(position, rules)
    # Turn 0 counts, too, as in the rule vectors: a board set up with two ambers is over at once.
    round_ended = position.turn % 2 == 0
    if round_ended and (one >= 2 or two >= 2 or position.turn == LAST_TURN):
        if one != two:
            return ("ONE" if one > two else "TWO"), "ambers"
        # "bis bei mindestens einem Spieler keine Leichtfigur mehr übrig ist": the longer list's rest is moot.
        pairs = zip(light_distances(position, "ONE"), light_distances(position, "TWO"), strict=False)
        for red, blue in pairs:
            if red != blue:
                return ("ONE" if red > blue else "TWO"), "advanced"
        return None, "draw"
    # "Sollte es vorkommen, dass kein Zug möglich ist, führt dies automatisch zum Verlust": the official
    # server asks for a move all the same.
    if rules == "documents" and not any(legal_moves(position)):
        return other(mover(position)), "blocked"
    return None
