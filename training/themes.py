"""What a tactical position is about: the themes that training/tactics.py tells of."""

from dataclasses import dataclass

from schwarm.core import Board

LAST_TURN = 60
ENDLESS = 10**15


@dataclass(frozen=True)
class Proof:
    """The one best move, as the core numbers it, and what proves it."""

    move: int
    plies: int
    value: str


def theme(board: Board, proof: Proof) -> str:
    """The first theme that fits."""
    if credit_decides(board, proof):
        return "credit"
    others = [move for move in board.legal_moves() if move != proof.move]
    if board.turn % 2 == 0 and any(breakable(board, move) for move in others):
        return "breakable union"
    if board.turn % 2 == 0 and any(two_ambers(board, move) for move in others):
        return "answered amber"
    if proof.plies == LAST_TURN - board.turn:
        return "arithmetic"
    if proof.value == "win":
        return "union" if has_swarms(board) else "amber"
    return "break-up" if united(board, 0) and not united_after(board, proof.move) else "defence"


def has_swarms(board: Board) -> bool:
    return board.game.id.startswith("piranhas")


def united(board: Board, team: int) -> bool:
    return len(board.swarms_of(team)) == 1


def united_after(board: Board, move: int) -> bool:
    """Whether Red is united after a move."""
    board.push(move)
    red = united(board, 0)
    board.pop()
    return red


def breakable(board: Board, move: int) -> bool:
    """Whether Red unites with this move and Blue has an answer that divides it again."""
    board.push(move)
    found = united(board, 0) and any(not united_after(board, answer) for answer in board.legal_moves())
    board.pop()
    return found


def two_ambers(board: Board, move: int) -> bool:
    """Whether this move gives Red its second amber."""
    return not has_swarms(board) and rewards(board, move) and board.points()[0] >= 1


def rewards(board: Board, move: int) -> bool:
    """Whether a move unites its side or wins an amber."""
    side, before = board.turn % 2, board.points()
    board.push(move)
    found = united(board, side) if has_swarms(board) else board.points()[side] > before[side]
    board.pop()
    return found


def credit_decides(board: Board, proof: Proof) -> bool:
    """Whether the result within the proof's plies changes with the side that is credited with the first swarm."""
    if board.game.id != "piranhas-2026":
        return False
    here, plies = board.copy(), proof.plies
    if here.text().endswith("-"):
        here.push(proof.move)
        plies -= 1
    text, credit = here.text()[:-1], here.text()[-1]
    if credit == "-" or here.result() is not None:
        return False
    flipped = Board(board.game.parse(text + ("b" if credit == "r" else "r")))
    return here.solve(plies, ENDLESS) != flipped.solve(plies, ENDLESS)


def captures(board: Board, move: int) -> bool:
    """Whether the opponent has fewer fish or pieces, or the mover more ambers, after a move."""
    text = board.text()
    other = str.islower if board.turn % 2 == 0 else str.isupper
    board.push(move)
    after_it = board.text()
    board.pop()
    pieces = [sum(map(other, position.split()[0].replace("x", ""))) for position in (text, after_it)]
    return pieces[1] < pieces[0] or (not has_swarms(board) and rewards(board, move))
