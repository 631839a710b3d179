"""Why a piece may step somewhere or not: the rule that decides, and its sentence."""

from collections.abc import Callable

from schwarm.games.base import Explanation, Move, Rule
from schwarm.games.ostseeschach.pieces import FAR_LINE, MOVES, SQUARES, Kind, Piece, index
from schwarm.games.outcome import Team
from schwarm.words import Message, Sentence


class StepRule(Rule):
    """What document 004 says about a move, in the order it asks."""

    NO_PIECE = Sentence("There is no piece on {start}; a move starts on a piece of the side to move.")
    OTHER_SIDE = Sentence("The piece on {start} is the opponent's; a move starts on a piece of the side to move.")
    NOT_ITS_STEP = Sentence("{kind} on {start} cannot reach {to}: {steps}.")
    OWN_PIECE = Sentence("{kind} on {start} cannot step on {to}: a piece of its own side is there.")
    TWO_AMBERS = Sentence(
        "{kind} on {start} captures on {to} with a tower involved and reaches the far line: two ambers."
    )
    HIGH_TOWER = Sentence(
        "{kind} on {start} captures on {to} with a tower involved: an amber, and all leave the board."
    )
    ARRIVES = Sentence("{kind} on {start} reaches the far line on {to}: an amber, and it leaves the board.")
    BUILDS_TOWER = Sentence("{kind} on {start} steps on the opponent on {to}: a tower.")
    FREE = Sentence("{kind} on {start} steps on {to}, which is free.")


LEGAL = (StepRule.TWO_AMBERS, StepRule.HIGH_TOWER, StepRule.ARRIVES, StepRule.BUILDS_TOWER, StepRule.FREE)

# The piece as the subject of a sentence, and how it steps.
THE_KIND = {
    Kind.COCKLE: Sentence("The cockle"),
    Kind.GULL: Sentence("The gull"),
    Kind.STARFISH: Sentence("The starfish"),
    Kind.SEAL: Sentence("The seal"),
}
ITS_STEPS = {
    Kind.COCKLE: Sentence("it goes one square diagonally forward"),
    Kind.GULL: Sentence("it goes one square along a rank or file"),
    Kind.STARFISH: Sentence("it goes one square forward or diagonally"),
    Kind.SEAL: Sentence("it leaps two squares along a rank or file and one to the side"),
}


def explain(move: Move, mover: Team, piece_on: Callable[[str], Piece | None]) -> Explanation:
    """The rule that allows or forbids a move."""
    piece = piece_on(move.start)
    if piece is None:
        return _decide(StepRule.NO_PIECE, move, start=move.start)
    if piece.team is not mover:
        return _decide(StepRule.OTHER_SIDE, move, start=move.start)
    kind = THE_KIND[piece.kind]
    if move not in (step for step, _ in MOVES[mover, piece.kind][index(move.start)]):
        return _decide(
            StepRule.NOT_ITS_STEP, move, start=move.start, to=move.to, kind=kind, steps=ITS_STEPS[piece.kind]
        )
    there = piece_on(move.to)
    rule = StepRule.FREE
    if there and there.team is mover:
        rule = StepRule.OWN_PIECE
    else:
        too_high = there is not None and (piece.tower or there.tower)
        arrives = piece.kind.light and bool(SQUARES[move.to] & FAR_LINE[mover])
        if too_high and arrives:
            rule = StepRule.TWO_AMBERS
        elif too_high:
            rule = StepRule.HIGH_TOWER
        elif arrives:
            rule = StepRule.ARRIVES
        elif there is not None:
            rule = StepRule.BUILDS_TOWER
    return _decide(rule, move, start=move.start, to=move.to, kind=kind)


def _decide(rule: StepRule, move: Move, **facts: object) -> Explanation:
    message: Message = rule.value(**facts)
    return Explanation(move=move, rule=rule, legal=rule in LEGAL, message=message, at=move.to)
