"""A puzzle: a position with one clearly good move, proven by search, and graded by how hard that move is to find."""

import json
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from schwarm.engine.analysis import Line
from schwarm.engine.engine import Engine
from schwarm.engine.limit import Limit
from schwarm.games import Game, Move, State
from schwarm.games.move import Symmetry

FOLDER = Path(__file__).parent / "puzzles"
"""What is shipped: a file for each game, made by `scripts/puzzles`."""
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
"""So many moves to choose from, and so many turns to the end, are not yet hard."""
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
        """What is easier among puzzles of one difficulty: an end that is near, and few moves to choose from. To see
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
