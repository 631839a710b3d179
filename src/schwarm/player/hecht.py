"""Hecht as a player, at one of ten levels."""

import argparse
import math
from typing import ClassVar

from schwarm.engine import Engine, Limit
from schwarm.engine.analysis import Analysis
from schwarm.engine.engine import check_threads
from schwarm.engine.level import LEVELS, level
from schwarm.games import Move, State
from schwarm.player.clock import Clock
from schwarm.player.simple_players import Sparring
from schwarm.player.time_plan import Lateness, TimePlan
from schwarm.words import SchwarmError, Sentence, excerpt

UNHURRIED = 1.0
"""Seconds for a move without a limit."""
MARGIN = 0.05
"""Seconds that stay unused, at most two fifths and at least a twentieth of what is left: a loaded machine takes the
processor away now and then, and gives it back late (see docs/hecht.md)."""


class Hecht(Sparring):
    """The strong one. Level 10 thinks as long as the clock allows; lower levels answer at once."""

    quick = False
    lateness: ClassVar[Lateness] = Lateness()

    def __init__(
        self, seed: int | None = None, level: int = len(LEVELS), nodes: int | None = None, threads: int = 1
    ) -> None:
        super().__init__(seed)
        # What makes no sense is refused now, not in the middle of a game.
        Limit(nodes=nodes)
        check_threads(threads)
        self.level = _level(level)
        self.nodes = nodes
        self.threads = threads
        self.engine: Engine | None = None

    def choose(self, state: State, clock: Clock | None = None) -> Move:
        engine = self.engine
        if engine is None or engine.game is not state.game:
            engine = self.engine = Engine(state.game, threads=self.threads, seed=self._random.getrandbits(64))
        moves = self.moves(state)
        if len(moves) == 1:
            return moves[0]
        plan = self.plan(state, clock)
        seconds = plan.most if plan else self.seconds(clock)
        bounded = self.nodes or self.level.nodes or self.level.depth
        if seconds is None and (engine.slow or not bounded):
            seconds = UNHURRIED
        limit = Limit(seconds=seconds, nodes=self.nodes)
        with self.lateness.watch(seconds):
            line = engine.choose(state, limit, self.level, is_enough=plan.is_enough if plan else _never)
        self.note(str(NOTE(chance=round(100 * line.chance), line=" ".join(map(str, line.pv[:4])))))
        return line.move

    def __getstate__(self) -> dict[str, object]:
        # A copy, here or in another process, thinks with an engine of its own.
        return {**vars(self), "engine": None}

    def stop(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            # Release its memory at once instead of waiting for garbage collection.
            engine.stop()

    def seconds(self, clock: Clock | None) -> float | None:
        """How long to think: what the clock allows, less a margin and less what this machine was late by lately."""
        if not isinstance(clock, Clock | None):
            raise SchwarmError(NOT_A_CLOCK(given=excerpt(repr(clock))))
        left = clock.left if clock else math.inf
        return None if left == math.inf else self._in_time(left)

    def plan(self, state: State, clock: Clock | None) -> TimePlan | None:
        """How to think in a game with a time of its own; None in others."""
        if not isinstance(clock, Clock) or clock.remaining == math.inf:
            return None
        usable, moves = clock.usable(state)
        usable -= self.lateness.reserve(usable)
        return TimePlan(usable, clock.increment, moves, self._in_time(clock.until_late))

    def _in_time(self, left: float) -> float:
        margin = max(min(MARGIN, left * 2 / 5), left / 20) + self.lateness.reserve(left)
        return max(left - margin, 0.001)

    @classmethod
    def options(cls, parser: argparse.ArgumentParser) -> None:
        super().options(parser)
        parser.add_argument("--level", type=int, default=len(LEVELS), metavar="N", help=str(LEVEL(last=len(LEVELS))))
        parser.add_argument("--nodes", type=int, metavar="N", help=str(NODES()))
        parser.add_argument("--threads", type=int, default=1, metavar="N", help=str(THREADS()))


_level = level


def _never(found: Analysis) -> bool:
    return False


NOT_A_CLOCK = Sentence("{given} is not a clock; give one like Clock(2.0), or none.")
NOTE = Sentence("{chance} % chance to win; {line}")
LEVEL = Sentence("how strong, from 1 to {last}")
NODES = Sentence("search at most this many positions")
THREADS = Sentence("use this many processor cores")
