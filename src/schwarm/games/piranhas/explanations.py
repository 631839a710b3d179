"""Why a fish may swim somewhere or not: the rule that decides, and its sentence."""

from typing import NamedTuple

from schwarm.games.base import Explanation, InvalidMove, Move, Rule
from schwarm.games.piranhas.geometry import DIRECTIONS, SQUARES, SWIM_BY_DIRECTION, SWIM_BY_MOVE, Swim, names
from schwarm.words import Sentence, excerpt


class Pieces(NamedTuple):
    """The board as the side to move sees it: sets of squares."""

    own: int
    other: int
    squids: int

    def count(self, line: int) -> int:
        """The fish of both sides on a line."""
        return (line & (self.own | self.other)).bit_count()


class SwimRule(Rule):
    """What the documents say about a move, in the order they ask."""

    NO_FISH = Sentence("There is no fish on {start}; a move starts on a fish of the side to move.")
    OTHER_SIDE = Sentence("The fish on {start} is the opponent's; a move starts on a fish of the side to move.")
    NO_LINE = Sentence("{to} is not on a line with {start}; fish swim along columns, rows and diagonals.")
    WRONG_DISTANCE = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; that is {landing}, not {to}.",
        "{start} moves {n} squares on this line because {n} fish are on it; that is {landing}, not {to}.",
    )
    EDGE = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; the edge of the board is closer.",
        "{start} moves {n} squares on this line because {n} fish are on it; the edge of the board is closer.",
    )
    OPPONENT_IN_THE_WAY = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; an opponent on {at} is in the way.",
        "{start} moves {n} squares on this line because {n} fish are on it; an opponent on {at} is in the way.",
    )
    SQUID = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; there is a squid on {at}, where no move "
        "may end.",
        "{start} moves {n} squares on this line because {n} fish are on it; there is a squid on {at}, where no "
        "move may end.",
    )
    OWN_FISH = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; {at} is taken by a fish of the same side.",
        "{start} moves {n} squares on this line because {n} fish are on it; {at} is taken by a fish of the same side.",
    )
    EATS = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; it eats the fish on {at}.",
        "{start} moves {n} squares on this line because {n} fish are on it; it eats the fish on {at}.",
    )
    FREE = Sentence(
        "{start} moves {n} square on this line because {n} fish is on it; {to} is free.",
        "{start} moves {n} squares on this line because {n} fish are on it; {to} is free.",
    )


LEGAL = (SwimRule.EATS, SwimRule.FREE)

NOT_A_DIRECTION = Sentence("“{direction}” is not a direction; directions are {directions}.")


def explain(pieces: Pieces, move: Move) -> Explanation:
    """The rule that allows or forbids a move."""
    swim = SWIM_BY_MOVE.get(move)
    if wrong_start := _wrong_start(pieces, move):
        return wrong_start
    if swim is None:
        return _decide(SwimRule.NO_LINE, move)
    fish = pieces.count(swim.line)
    if fish == swim.distance:
        return _judge(pieces, swim)
    landing = SWIM_BY_DIRECTION.get((move.start, swim.direction, fish))
    if landing is None:
        return _decide(SwimRule.EDGE, move, swim, fish)
    return _decide(SwimRule.WRONG_DISTANCE, move, swim, fish, landing=landing.move.to)


def explain_direction(pieces: Pieces, start: str, direction: str) -> Explanation:
    """The rule that allows or forbids swimming in a direction; the distance follows from the line."""
    if direction not in DIRECTIONS:
        raise InvalidMove(NOT_A_DIRECTION(direction=excerpt(direction), directions=", ".join(DIRECTIONS)))
    one_step = SWIM_BY_DIRECTION.get((start, direction, 1))
    if wrong_start := _wrong_start(pieces, Move(start, start)):
        return wrong_start
    if one_step is None:
        # The fish looks at the edge: its line lies behind it, seen from the opposite direction.
        dx, dy = DIRECTIONS[direction]
        back = next(name for name, step in DIRECTIONS.items() if step == (-dx, -dy))
        behind = SWIM_BY_DIRECTION.get((start, back, 1))
        line = behind.line if behind else SQUARES[start]
        return _decide(SwimRule.EDGE, Move(start, start), behind, pieces.count(line))
    fish = pieces.count(one_step.line)
    swim = SWIM_BY_DIRECTION.get((start, direction, fish))
    if swim is None:
        return _decide(SwimRule.EDGE, Move(start, start), one_step, fish)
    return _judge(pieces, swim)


def _wrong_start(pieces: Pieces, move: Move) -> Explanation | None:
    start = SQUARES.get(move.start, 0)
    if start & pieces.own:
        return None
    rule = SwimRule.OTHER_SIDE if start & pieces.other else SwimRule.NO_FISH
    return _decide(rule, move)


def _judge(pieces: Pieces, swim: Swim) -> Explanation:
    """A fish that swims the right distance: what is in the way, and what is at the target?"""
    rule, at = SwimRule.FREE, swim.move.to
    if in_the_way := swim.between & pieces.other:
        rule, at = SwimRule.OPPONENT_IN_THE_WAY, _nearest(in_the_way, swim)
    elif swim.target & pieces.squids:
        rule = SwimRule.SQUID
    elif swim.target & pieces.own:
        rule = SwimRule.OWN_FISH
    elif swim.target & pieces.other:
        rule = SwimRule.EATS
    return _decide(rule, swim.move, swim, swim.distance, at=at)


def _nearest(squares: int, swim: Swim) -> str:
    """The first of some squares that a swim reaches."""
    passed = (SWIM_BY_DIRECTION[swim.move.start, swim.direction, step] for step in range(1, swim.distance))
    return next(place.move.to for place in passed if place.target & squares)


def _decide(rule: SwimRule, move: Move, swim: Swim | None = None, fish: int = 0, **facts: object) -> Explanation:
    message = rule.value(start=move.start, to=move.to, n=fish, **facts)
    at, landing = facts.get("at"), facts.get("landing")
    return Explanation(
        move=move,
        rule=rule,
        legal=rule in LEGAL,
        message=message,
        line=tuple(names(swim.line)) if swim else (),
        fish=fish,
        at=at if isinstance(at, str) else None,
        landing=landing if isinstance(landing, str) else None,
    )
