"""A game from what was shown of it: the moves between states, and by whose rules it was played.

Official servers rule credit and end of a game differently from the documents; a game is taken as played by the
documents unless only the official rulings explain it.
"""

from collections.abc import Iterable
from dataclasses import replace

from schwarm.games import Move, Outcome, State
from schwarm.games import game as game_by_id
from schwarm.games.record import Played, Record
from schwarm.protocol.messages import ResultShown, StateShown
from schwarm.words import SchwarmError


class NoSuchMove(Exception):
    """No legal move leads from the state of this turn to the next one."""

    def __init__(self, turn: int) -> None:
        super().__init__(turn)
        self.turn = turn


def rebuild(shown: list[StateShown], result: ResultShown | None, rules: Iterable[str]) -> Record:
    """The record of a game from its states; of all rules that explain the states, the first that explains the end
    too, otherwise the first. Raises `NoSuchMove`."""
    shown = [first for first, after in zip(shown, [*shown[1:], None], strict=True) if not _same(first, after)]
    fits: list[Record] = []
    failure: NoSuchMove | None = None
    for ruling in rules:
        game = game_by_id(shown[0].state.game.id, ruling)
        states = [game.parse(str(event.state)) for event in shown]
        try:
            moves = [_between(states[turn], states[turn + 1], shown[turn + 1].last) for turn in range(len(states) - 1)]
        except NoSuchMove as error:
            failure = failure or error
            continue
        record = _record(states, moves, result)
        if _explains_end(states, result, record.outcome):
            return record
        fits.append(record)
    if fits:
        return fits[0]
    assert failure is not None
    raise failure


def _same(first: StateShown, after: StateShown | None) -> bool:
    """A pause shows a state again."""
    return after is not None and first.state == after.state


def _between(before: State, after: State, last: Move | None) -> Move:
    """The move from one state to the next; what was said about it is tried first."""
    candidates = [last] if last else before.beyond().legal_moves()
    for move in candidates:
        try:
            if before.beyond().play(move) == after:
                return move
        except SchwarmError:
            break
    raise NoSuchMove(before.turn)


def _record(states: list[State], moves: list[Move], result: ResultShown | None) -> Record:
    final = states[-1]
    record = Record(states[0], tuple(Played(move) for move in moves), played_out=final)
    if result is None:
        return record
    return replace(record, outcome=_outcome(final, result.outcome))


def _outcome(final: State, told: Outcome) -> Outcome:
    """What a result means, knowing the last position: the wire does not tell all regular reasons apart, and seasons
    take points from those who break rules."""
    judged = final.outcome()
    if told.reason.regular:
        same = judged and judged.winner is told.winner and judged.points == told.points
        return judged if judged and same else told
    return Outcome(told.winner, told.reason, final.points()) if told.reason.violation else told


def _explains_end(states: list[State], result: ResultShown | None, outcome: Outcome | None) -> bool:
    """Whether these rules end the game where it ended, and as it ended."""
    if any(state.outcome() for state in states[:-1]):
        return False
    if result is None or not result.outcome.reason.regular:
        return result is None or states[-1].outcome() is None
    return states[-1].outcome() == outcome
