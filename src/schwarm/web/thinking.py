"""The engine for everybody at the page: one search at a time, each bounded, stopped when nobody waits for it.

Where the engine is missing, everything else works, and one sentence says so.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from importlib import import_module
from typing import Any

from schwarm.games import Move, State
from schwarm.games.record import Record
from schwarm.player import Greedy
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.words import Sentence

LINES = 3
LONGEST = 20.0
"""Seconds of thought about one position."""
GLANCE = 0.15
"""Seconds of thought about each move of a whole game."""
HINT = 1.0
QUEUE = 24

Facts = dict[str, Any]


class Thinking:
    """Hecht at the page."""

    def __init__(self, engine: Any = None) -> None:
        """`engine` stands in for the package in tests."""
        self.engine = engine if engine is not None else _engine()
        self._turn = asyncio.Lock()
        self._waiting = 0

    @property
    def available(self) -> bool:
        return self.engine is not None

    def check(self) -> None:
        if not self.available:
            raise Refused(NO_ENGINE(), 503)
        if self._waiting >= QUEUE:
            raise Refused(TOO_MANY(), 503)

    async def about(self, state: State) -> AsyncIterator[Facts]:
        """What the engine thinks of a position, deeper and deeper."""
        searcher = self.engine.Engine(state.game)
        limit = self.engine.Limit(seconds=LONGEST)
        async for analysis in self._searched(lambda: searcher.deepening(state, limit, LINES), searcher.stop):
            yield told(state, analysis)

    async def hint(self, state: State) -> Move:
        """A good move; without the engine one that looks good."""
        if not self.available:
            return await asyncio.to_thread(Greedy().choose, state)
        searcher = self.engine.Engine(state.game)
        async with self._in_turn():
            analysis = await asyncio.to_thread(searcher.analyse, state, self.engine.Limit(seconds=HINT), 1)
        best: Move = analysis.lines[0].move
        return best

    async def review(self, record: Record) -> AsyncIterator[Facts]:
        """What the engine thinks of every move of a game, one after the other."""
        limit = self.engine.Limit(seconds=GLANCE)
        stopped: list[bool] = []
        async for verdict in self._searched(lambda: self.engine.review(record, limit), lambda: stopped.append(True)):
            yield judged(verdict)

    async def _searched(self, begin: Callable[[], Iterable[Any]], stop: Callable[[], None]) -> AsyncIterator[Any]:
        """The results of a search that runs in a thread; it is stopped when nobody takes them any more."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Any] = asyncio.Queue()
        left = False

        def search() -> None:
            for result in begin():
                if left:
                    return
                loop.call_soon_threadsafe(found.put_nowait, result)

        async with self._in_turn():
            work = loop.run_in_executor(None, search)
            work.add_done_callback(lambda _: found.put_nowait(None))
            try:
                while (result := await found.get()) is not None:
                    yield result
                await work
            finally:
                left = True
                stop()
                with contextlib.suppress(Exception):
                    await asyncio.shield(work)

    @contextlib.asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1


def _engine() -> Any:
    try:
        engine = import_module("schwarm.engine")
    except ImportError:
        return None
    return engine if engine.available() else None


def told(state: State, analysis: Any) -> Facts:
    """An analysis for the page; chances are Red's, whoever moves."""
    return {
        "position": str(state),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 2),
        "lines": [
            {
                "move": str(line.move),
                "from": line.move.start,
                "to": line.move.to,
                "pv": [str(move) for move in line.pv[:12]],
                "score": line.score,
                "chance": round(_reds(line.chance, state.to_move.index), 4),
            }
            for line in analysis.lines
        ],
    }


def judged(verdict: Any) -> Facts:
    """The verdict on one move; chances are Red's."""
    side = verdict.turn % 2
    return {
        "turn": verdict.turn,
        "before": round(_reds(verdict.before, side), 4),
        "after": round(_reds(verdict.after, side), 4),
        "best": str(verdict.best),
        "verdict": str(getattr(verdict.verdict, "value", verdict.verdict)),
    }


def _reds(chance: float, side: int) -> float:
    return 1 - chance if side else chance


NO_ENGINE = Sentence(
    "The engine Hecht is not built on this machine, so there is no analysis here; everything else works."
)
