"""The search behind Hecht in plain Python: for games that the native core does not know, and where there is no core.

Alpha-beta that deepens step by step and remembers positions. It plays by the game's own rules and looks at a position
with the state's own `evaluate`; so it knows every game, some hundred times slower than the native one.
"""

import time
from typing import NamedTuple

from schwarm.engine import misjudgement
from schwarm.engine.analysis import DECIDED, WIN
from schwarm.games import Move, Outcome, State, Team

NAME = "Python"
POSITIONS_PER_MEGABYTE = 1_000
LOOKS_AT_CLOCK = 16
"""Nodes between two looks at the clock: a few milliseconds."""
MOST = DECIDED - 1
"""Of a score that is no proof."""


class _Seen(NamedTuple):
    """A table entry: bounds `low` and `high` of a score, to a depth; `whole` if no line was cut short."""

    depth: int
    low: int
    high: int
    best: Move | None
    whole: bool


class _Stopped(Exception):
    """A limit is reached, or the search was stopped."""


class PythonSearch:
    """One search after another: `begin`, then `deepen` as often as wanted; `lines` tells what was found."""

    name = NAME
    learned = False
    pick = staticmethod(misjudgement.pick)

    def __init__(self, memory: int) -> None:
        self._room = memory * POSITIONS_PER_MEGABYTE
        self._seen: dict[State, _Seen] = {}
        self._worked: dict[tuple[Team, Move], int] = {}
        self._stop = False
        self.depth = self.nodes = 0
        self._began = time.monotonic()

    def use_network(self, use: bool) -> None:
        """It has none: a game's own `evaluate` is all it knows."""

    def begin(self, state: State, depth: int, nodes: int, seconds: float, lines: int, threads: int) -> None:
        """Set the question and start the clock. It thinks on one thread, whatever is wished."""
        self._began = time.monotonic()
        self._state, self._most_depth, self._most_nodes = state, depth, nodes
        self._deadline = self._began + seconds
        self._wanted = lines
        self._stop = False
        self.depth = self.nodes = 0
        self._moves = state.legal_moves()
        self._found: list[tuple[int, Move]] = []

    def deepen(self) -> bool:
        """Search one ply deeper; False when a limit is reached or nothing is left to find."""
        if not self._moves:
            return False
        depth = self.depth + 1
        self._whole = True
        found: list[tuple[int, Move]] = []
        try:
            self._search_root(depth, found)
        except _Stopped:
            # The best move of the step before is tried first: who is ahead of it is better, whatever is left.
            if found and (found[0][0] > -DECIDED or self._is_lost()):
                self._found[:1] = found[:1]
            elif found:
                self._found[:1] = [self._glance_at(self._asked)]
            return False
        self.depth, self._found = depth, found
        first = [move for _, move in found]
        self._moves = first + [move for move in self._moves if move not in first]
        proven = all(abs(score) >= DECIDED for score, _ in found)
        return depth < self._most_depth and not self._whole and not proven

    def lines(self) -> list[tuple[int, tuple[Move, ...]]]:
        """Score and moves of the best lines found so far."""
        return [(score, self._line(move)) for score, move in self._found]

    def stop(self) -> None:
        """End a search from another thread."""
        self._stop = True

    def forget(self) -> None:
        """Empty the memory: the same question then gets the same answer."""
        self._seen.clear()
        self._worked.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since `begin`."""
        return time.monotonic() - self._began

    def evaluate(self, state: State, *, use_network: bool = False) -> int:
        """The score of a position without any search, for the side to move; there is no network here."""
        mover = state.to_move
        score = round(100 * (state.evaluate(mover) - state.evaluate(mover.opponent)))
        return max(-MOST, min(MOST, score))

    def _is_lost(self) -> bool:
        """Whether the step before found that every move loses."""
        return bool(self._found) and self._found[0][0] <= -DECIDED

    def _glance_at(self, move: Move) -> tuple[int, Move]:
        """The move that was looked at last when every one before it loses: it is no worse, and only a glance tells how
        good it is."""
        after = self._state.play(move)
        outcome = after.outcome()
        return -_score(outcome, after.to_move, 1) if outcome else -self.evaluate(after), move

    def _search_root(self, depth: int, found: list[tuple[int, Move]]) -> None:
        """Put the best moves into `found`, as many as are wanted, the best first."""
        for move in self._moves:
            self._asked = move
            low = found[-1][0] if len(found) == self._wanted else -WIN
            score = -self._search(self._state.beyond().play(move), depth - 1, -WIN, -low, 1)
            if score > low or len(found) < self._wanted:
                found.append((score, move))
                found.sort(key=lambda line: -line[0])
                del found[self._wanted :]

    def _search(self, state: State, depth: int, low: int, high: int, ply: int) -> int:
        """The score of a position for its side to move: exact between `low` and `high`, a bound outside."""
        self._count()
        outcome = state.outcome()
        if outcome is not None:
            return _score(outcome, state.to_move, ply)
        if depth == 0:
            self._whole = False
            return self.evaluate(state)
        seen = self._seen.get(state)
        if seen is not None and seen.depth >= depth:
            least, most = _from_here(seen.low, -ply), _from_here(seen.high, -ply)
            if least >= high or most <= low or least == most:
                self._whole = self._whole and seen.whole
                return least if least >= high or least == most else most
        return self._try_moves(state, depth, low, high, ply, seen.best if seen else None)

    def _try_moves(self, state: State, depth: int, low: int, high: int, ply: int, first: Move | None) -> int:
        mover, worked = state.to_move, self._worked
        beyond = state.beyond()  # The game is not over: `_search` has asked.
        moves = beyond.legal_moves()
        if not moves:
            return _score(state.adjudicated(), mover, ply)
        moves.sort(key=lambda move: (move != first, -worked.get((mover, move), 0)))
        before, self._whole = self._whole, True
        best, chosen, bound = -WIN, moves[0], low
        for number, move in enumerate(moves):
            after = beyond.play(move)
            # Who is probably no better is asked only whether it is; the first is asked how good it is.
            score = -self._search(after, depth - 1, -bound - 1 if number else -high, -bound, ply + 1)
            if number and bound < score < high:
                score = -self._search(after, depth - 1, -high, -bound, ply + 1)
            if score > best:
                best, chosen = score, move
            bound = max(bound, score)
            if bound >= high:
                worked[mover, move] = worked.get((mover, move), 0) + depth * depth
                break
        # Whether it is a score or a bound is told by the window it was searched with, which counts from the root.
        least = _from_here(best, ply) if best > low else -WIN
        most = _from_here(best, ply) if best < high else WIN
        self._remember(state, _Seen(depth, least, most, chosen, self._whole))
        self._whole = self._whole and before
        return best

    def _remember(self, state: State, seen: _Seen) -> None:
        if len(self._seen) >= self._room:
            self._seen.clear()
        self._seen[state] = seen

    def _count(self) -> None:
        self.nodes += 1
        # The first ply is always searched whole, so that there is an answer.
        if self.depth and (
            self._stop
            or self.nodes > self._most_nodes
            or (self.nodes % LOOKS_AT_CLOCK == 0 and time.monotonic() > self._deadline)
        ):
            raise _Stopped

    def _line(self, move: Move) -> tuple[Move, ...]:
        """A move and what the memory knows to follow it."""
        line, state = [move], self._state.play(move)
        while len(line) <= self.depth and state.outcome() is None:
            seen = self._seen.get(state)
            if seen is None or seen.best is None:
                break
            line.append(seen.best)
            state = state.play(seen.best)
        return tuple(line)


def _score(outcome: Outcome, mover: Team, ply: int) -> int:
    """The score of an end: sooner is better for the winner, and worse for the loser."""
    if outcome.winner is None:
        return 0
    return WIN - ply if outcome.winner is mover else ply - WIN


def _from_here(score: int, plies: int) -> int:
    """A proven score, moved `plies` nearer to its end: the table counts from the position, a search from its root."""
    if score >= DECIDED:
        return min(score + plies, WIN)
    return max(score - plies, -WIN) if score <= -DECIDED else score
