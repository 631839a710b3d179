"""Piranhas 2026 and 2019 a second time: slow, simple, and written from the rule documents alone.

The board is a dict from square name to letter, swarms are flood fills, moves are walks along a line. It
shares nothing with the package, so that a mistake has to be made twice to stay unseen. It judges no input:
texts that break the notation are the package's business.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

COLUMNS = "ABCDEFGHIJ"
ROWS = "0123456789"
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
SQUID = "x"
# A fish of 2019 (F) has no weight of its own; counting it as 1 makes "heaviest" mean "most fish".
WEIGHT = {"S": 1, "M": 2, "L": 3, "F": 1}
LAST_TURN = 60  # "spätestens jedoch nach 30 Runden", and a round is one move of each side
CREDIT = {"r": "ONE", "b": "TWO"}


@dataclass
class Position:
    board: dict[str, str]  # occupied squares only
    turn: int
    credit: str | None  # 2026: r, b or -; 2019 knows no credit: None


def parse(text: str) -> Position:
    rows, turn, *credit = text.split(" ")
    board = {}
    for row, line in zip(reversed(ROWS), rows.split("/"), strict=True):
        # "10" is the only number of two digits: an empty row.
        squares = "." * 10 if line == "10" else "".join("." * int(c) if c.isdigit() else c for c in line)
        for column, letter in zip(COLUMNS, squares, strict=True):
            if letter != ".":
                board[column + row] = letter
    return Position(board, int(turn), credit[0] if credit else None)


def text(position: Position) -> str:
    rows = []
    for row in reversed(ROWS):
        line, empty = "", 0
        for column in COLUMNS:
            letter = position.board.get(column + row)
            if letter is None:
                empty += 1
                continue
            line += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(line + (str(empty) if empty else ""))
    credit = "" if position.credit is None else f" {position.credit}"
    return f"{'/'.join(rows)} {position.turn}{credit}"


@cache
def ahead(square: str, direction: tuple[int, int]) -> list[str]:
    """The squares from here to the edge of the board, the nearest first."""
    column, row = COLUMNS.index(square[0]) + direction[0], ROWS.index(square[1]) + direction[1]
    if column not in range(10) or row not in range(10):
        return []
    following = COLUMNS[column] + ROWS[row]
    return [following, *ahead(following, direction)]


@cache
def line(square: str, direction: tuple[int, int]) -> set[str]:
    """The whole line through a square, from edge to edge."""
    return {*ahead(square, direction), square, *ahead(square, (-direction[0], -direction[1]))}


@cache
def beside(square: str) -> set[str]:
    """The up to eight squares around: "senkrecht, waagerecht und diagonal nebeneinanderliegende Felder"."""
    return {way[0] for direction in DIRECTIONS if (way := ahead(square, direction))}


def fish(position: Position, side: str) -> set[str]:
    letters = "SMLF" if side == "ONE" else "smlf"
    return {square for square, letter in position.board.items() if letter in letters}


def mover(position: Position) -> str:
    return "ONE" if position.turn % 2 == 0 else "TWO"


def other(side: str) -> str:
    return "TWO" if side == "ONE" else "ONE"


def legal_moves(position: Position) -> Iterator[str]:
    own, foes = fish(position, mover(position)), fish(position, other(mover(position)))
    everyone = own | foes
    for square in own:
        for direction in DIRECTIONS:
            way = ahead(square, direction)
            # "genauso viele Felder, wie insgesamt Fische (beider Farben) auf dieser Linie sind": no squids
            distance = len(line(square, direction) & everyone)
            if distance > len(way):
                continue
            *between, target = way[:distance]
            # Own fish and squids may be jumped, foes may not; a move ends on an empty square or on a foe.
            if target not in own and position.board.get(target) != SQUID and not foes.intersection(between):
                yield f"{square}-{target}"


def play(position: Position, move: str, rules: str) -> Position:
    start, target = move.split("-")
    board = dict(position.board)
    board[target] = board.pop(start)
    after = Position(board, position.turn + 1, position.credit)
    if after.credit == "-":
        together = [side for side in ("ONE", "TWO") if united(after, side)]
        if together:
            # "unabhängig davon, ob es ein eigener oder der des Gegners ist": the documents credit who moved,
            # the official server the side that is united.
            credited = together[0] if rules == "official" else mover(position)
            after.credit = "r" if credited == "ONE" else "b"
    return after


def swarms(position: Position, side: str) -> list[set[str]]:
    loose, found = fish(position, side), []
    while loose:
        swarm, edge = set(), [loose.pop()]
        while edge:
            square = edge.pop()
            swarm.add(square)
            edge += beside(square) & loose
            loose -= beside(square)
        found.append(swarm)
    return found


def heaviest(position: Position, side: str) -> int:
    weights = [sum(WEIGHT[position.board[s].upper()] for s in swarm) for swarm in swarms(position, side)]
    return max(weights, default=0)


def united(position: Position, side: str) -> bool:
    return len(swarms(position, side)) == 1


def points(position: Position, rules: str) -> tuple[int, int]:
    """The secondary criterion of the ranking: the heaviest swarm of 2026, the largest of 2019."""
    # The official server of 2026 reports −1 for a side without fish.
    none = -1 if rules == "official" and position.credit is not None else 0
    one, two = (heaviest(position, side) or none for side in ("ONE", "TWO"))
    return one, two


def outcome(position: Position, rules: str) -> tuple[str | None, str] | None:
    """Who won (None: nobody) and why; None while the game goes on."""
    return _outcome_2019(position, rules) if position.credit is None else _outcome_2026(position, rules)


def _outcome_2026(position: Position, rules: str) -> tuple[str | None, str] | None:
    union = united(position, "ONE") or united(position, "TWO")
    if _round_ended(position) and (union or position.turn == LAST_TURN):
        return _weighed(position, rules, union)
    if not any(legal_moves(position)):
        if union and rules == "official":  # ... which looks at unions first, also in the middle of a round
            return _weighed(position, rules, union)
        return other(mover(position)), "blocked"
    return None


def _weighed(position: Position, rules: str, union: bool) -> tuple[str | None, str]:
    one, two = points(position, rules)
    if one != two:
        return ("ONE" if one > two else "TWO"), "heavier"
    # The documents keep a credit even if the swarm was broken up again, the official server does not.
    if position.credit in CREDIT and (union or rules == "documents"):
        return CREDIT[position.credit], "first-swarm"
    return None, "draw"


def _outcome_2019(position: Position, rules: str) -> tuple[str | None, str] | None:
    one, two = heaviest(position, "ONE"), heaviest(position, "TWO")
    together = [side for side in ("ONE", "TWO") if united(position, side)]
    if rules == "official":  # ... for which no fish at all are united, too
        together = [side for side in ("ONE", "TWO") if len(swarms(position, side)) <= 1]
    plays_on = rules == "official" and len(together) == 2 and one == two and position.turn < LAST_TURN
    if _round_ended(position) and (together or position.turn == LAST_TURN) and not plays_on:
        if len(together) == 1:
            return together[0], "swarm"
        if one != two:
            return ("ONE" if one > two else "TWO"), "heavier"
        return None, "draw"
    if rules == "documents" and not any(legal_moves(position)):
        return other(mover(position)), "blocked"
    return None


def _round_ended(position: Position) -> bool:
    # Turn 0 counts, too, as in the rule vectors: a board set up with a union is over at once.
    return position.turn % 2 == 0
