"""A puzzle: a position with one clearly good move, proven by search, and graded by how hard that move is to find."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from schwarm.engine.analysis import Line
from schwarm.engine.engine import Engine
from schwarm.engine.limit import Limit
from schwarm.games import Game, Move, State
from schwarm.games.move import Symmetry
from schwarm.games.record import Record

FOLDER = Path(__file__).parent / "puzzles"
"""Shipped puzzles: a file for each game, made by `scripts/puzzles`."""
PROOF = Limit(nodes=500_000)
"""As long as Hecht looks before it believes in a puzzle."""
GAP = 0.35
"""How much winning chance every other move must give away where nothing is proven."""
GOOD = 0.65
"""The least winning chance that such a puzzle leads to."""
HELD = 0.30
"""The least winning chance that is worth being held where everything else loses."""
NOT_WON = 0.70
"""The most that any other move may promise where one wins by force."""
HARDEST = 5
CROWD = 20
SOON = 4
"""Moves to choose from and turns to the end that are not yet hard."""
MAX_LINE = 8
"""Moves of the solution that are told."""


class Goal(Enum):
    """What the one good move does: it wins by force, all others lose by force, or it is far better than they are."""

    WIN = "win"
    HOLD = "hold"
    GAIN = "gain"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position with its solution."""

    state: State
    goal: Goal
    line: tuple[Move, ...]
    """The solution, and how the game would go on."""
    turns: int
    """In how many turns it wins, or all else loses; 0 where neither is proven."""
    difficulty: int
    """From 1, seen at first glance, to 5."""

    @property
    def move(self) -> Move:
        """The one good move."""
        return self.line[0]

    @property
    def effort(self) -> tuple[int, int]:
        """Sort key among puzzles of one difficulty, the easier first: an end that is near, few moves to choose from. To
        see
        what all others lose by is more than to see what wins, and so is to count at the end of the last round."""
        state, more = self.state, {Goal.WIN: 0, Goal.HOLD: 2, Goal.GAIN: 4}[self.goal]
        counted = self.goal is not Goal.GAIN and state.turn + self.turns >= 2 * state.game.rounds
        return self.turns + more + counted, len(state.legal_moves())

    def write(self) -> str:
        """As a line of a file."""
        line = " ".join(map(str, self.line))
        return json.dumps([str(self.state), line, self.difficulty, self.goal.value, self.turns], separators=(",", ":"))


def read_puzzle(game: Game, text: str) -> Puzzle:
    """A puzzle from a line of a file."""
    position, line, difficulty, goal, turns = json.loads(text)
    moves = tuple(game.parse_move(move) for move in line.split(" "))
    return Puzzle(game.parse(position), Goal(goal), moves, turns, difficulty)


def puzzle_file(game: Game) -> Path:
    """Where the puzzles of a game are; there need not be any."""
    return FOLDER / f"{game.id}.jsonl"


@cache
def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that are shipped for a game, the easy ones first."""
    file = puzzle_file(game)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return tuple(read_puzzle(game, line) for line in lines)


# -- proving -------------------------------------------------------------------------------------------------------


def goal_of(best: Line, second: Line, gap: float = GAP) -> Goal | None:
    """Why only the first of two lines is good, if that is so."""
    if best.wins_in is not None:
        return Goal.WIN if second.chance <= NOT_WON else None
    if second.loses_in is not None:
        return Goal.HOLD if best.loses_in is None and best.chance >= HELD else None
    return Goal.GAIN if best.chance >= GOOD and best.chance - second.chance >= gap else None


def make_puzzle(state: State, best: Line, second: Line, depth: int, better: int) -> Puzzle | None:
    """The puzzle that a position is, by its two best lines, if it is one.

    `depth` is how far one must look to see the solution, `better` how many moves look better at first glance."""
    goal = goal_of(best, second)
    if goal is None:
        return None
    turns = best.wins_in if goal is Goal.WIN else second.loses_in if goal is Goal.HOLD else 0
    # Among many moves, an end that is far away is harder to see than one that comes at once.
    crowded = len(state.legal_moves()) > CROWD and (not turns or turns > SOON)
    return Puzzle(state, goal, best.pv[:MAX_LINE], turns or 0, difficulty_of(depth, better, crowded=crowded))


def difficulty_of(depth: int, better: int, *, crowded: bool) -> int:
    """From 1 to 5: every two plies that one must look further and every heap of more tempting moves make it harder."""
    seen = sum(depth > step for step in (1, 3, 5))
    hidden = sum(better > step for step in (0, 5))
    return min(HARDEST, 1 + seen + hidden + crowded)


def is_proven(engine: Engine, puzzle: Puzzle, gap: float = GAP) -> bool:
    """Whether a fresh search finds the solution, and nothing else that is nearly as good."""
    engine.forget()
    lines = engine.analyse(puzzle.state, PROOF, lines=2).lines
    return len(lines) == 2 and lines[0].move == puzzle.move and goal_of(lines[0], lines[1], gap) is not None


def same_puzzle(state: State) -> frozenset[str]:
    """The texts of a position and of all that are the same turned around or mirrored; the moment does not count."""
    seen, fresh = {state}, [state]
    while fresh:
        turned = {known.transformed(symmetry) for known in fresh for symmetry in _turns(known.game)}
        fresh = list(turned - seen)
        seen |= turned
    return frozenset(str(known).split(" ")[0] for known in seen)


def _turns(game: Game) -> list[Symmetry]:
    return [symmetry for symmetry in game.symmetries if not symmetry.swaps_teams]


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
        """Positions where a player erred, or did better than a glance can tell: only there can one good move have been
        missed. Most positions are dropped here."""
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
