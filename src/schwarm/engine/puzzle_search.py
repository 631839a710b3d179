"""Looks for puzzles: quick looks sort out most positions, only what is left is proven and graded."""

from collections.abc import Iterator, Sequence

from schwarm.engine.analysis import Line
from schwarm.engine.engine import Engine
from schwarm.engine.limit import Limit
from schwarm.engine.puzzle import GAP, PROOF, Puzzle, goal_of, make_puzzle
from schwarm.games import Game, Move, State
from schwarm.games.record import Record

GLANCE = Limit(nodes=2_000)
"""What every position of a game gets."""
LOOKS = ((Limit(nodes=12_000), 0.2), (Limit(nodes=80_000), 0.3))
"""How long to look, and by how much the best move must then be ahead for a longer look, and at last for the proof."""
GRADING = Limit(nodes=60_000)
UNSEEN = 99
"""A depth for what is not found at all."""
SURPRISE = 0.2
"""What a move gives away, or turns out to be worth, for a position to be looked at."""
FIRST_TURN = 4
FAR_APART = 6
"""Turns between two puzzles of one game."""


class PuzzleSearch:
    """Looks for puzzles of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._scout = Engine(game, memory=1)
        self._prover = Engine(game)

    def in_record(self, record: Record) -> Iterator[Puzzle]:
        """The puzzles of a game that was played, not too close to each other."""
        states = list(record.states())
        last = -FAR_APART
        for state in self._surprises(states):
            if state.turn < max(FIRST_TURN, last + FAR_APART):
                continue
            puzzle = self.look(state)
            if puzzle is not None:
                last = state.turn
                yield puzzle

    def look(self, state: State) -> Puzzle | None:
        """The puzzle that a position is, if it is one."""
        if not all(self._two_best(self._scout, state, limit, gap) for limit, gap in LOOKS):
            return None
        lines = self._two_best(self._prover, state, PROOF, GAP)
        if not lines:
            return None
        best, second = lines
        return make_puzzle(state, best, second, self._seen_from(state, best.move), self._better(state, best.move))

    def _two_best(self, engine: Engine, state: State, limit: Limit, gap: float) -> tuple[Line, ...]:
        """The two best lines; none where the second is good, too."""
        engine.forget()
        lines = engine.analyse(state, limit, lines=2).lines
        return lines if len(lines) == 2 and goal_of(*lines, gap=gap) else ()

    def _surprises(self, states: Sequence[State]) -> list[State]:
        """Where somebody erred, or did better than a glance can tell: nowhere else can there be one good move that
        was missed. Most positions are sorted out here."""
        worth = [self._worth(state) for state in states]
        return [
            here
            for here, now, after in zip(states, worth, worth[1:], strict=False)
            if abs(now - (1 - after)) >= SURPRISE
        ]

    def _worth(self, state: State) -> float:
        """The winning chance of the side to move."""
        return self._scout.analyse(state, GLANCE).chance

    def _seen_from(self, state: State, move: Move) -> int:
        """The depth from which on a search that has learned nothing plays a move."""
        self._scout.forget()
        seen = UNSEEN
        for found in self._scout.deepening(state, GRADING, use_network=False):
            seen = min(seen, max(found.depth, 1)) if found.move == move else UNSEEN
        return seen

    def _better(self, state: State, move: Move) -> int:
        """How many moves look better at first glance."""
        self._scout.forget()
        moves = len(state.legal_moves())
        found = [*self._scout.deepening(state, Limit(depth=1), moves, use_network=False)][-1].lines
        own = next((line.score for line in found if line.move == move), None)
        return moves if own is None else sum(line.score > own for line in found)


__all__ = ["FAR_APART", "PuzzleSearch"]
