"""The engine for everybody at the page: one search at a time, each bounded, stopped when nobody waits for it.

Who looks at a position alone gets a long thought; where others wait for their turn, everybody gets a short one.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from schwarm.engine import Analysis, Engine, Limit, Review, Verdict, review
from schwarm.games import Game, Move, State
from schwarm.games.record import Record
from schwarm.web.board.position_json import move_json
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.web.shell.background import search_threads
from schwarm.web.study.contract import AnalysisJson, ReviewJson, VerdictName
from schwarm.words import Message

LINES = 3
THOUGHT = Limit(seconds=20)
"""About one position that somebody looks at."""
GLANCE = Limit(nodes=60_000, seconds=2)
"""About each position of a whole game."""
SLOW_GLANCE = Limit(nodes=1_000, seconds=1)
"""The same where Hecht searches in Python."""
HINT = Limit(seconds=1)
QUEUE = 24
"""Searches that may wait for their turn."""
SHARE = 2.0
"""Seconds of a thought when others wait: a class of 25 then sees its answers within a minute."""

VERDICTS: dict[Verdict, VerdictName] = {
    Verdict.BEST: "best",
    Verdict.GOOD: "good",
    Verdict.INACCURACY: "inaccuracy",
    Verdict.MISTAKE: "mistake",
    Verdict.BLUNDER: "blunder",
}
T = TypeVar("T")


class Left(Exception):
    """Nobody waits for the answer any more."""


class EngineQueue:
    """Hecht at the page."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._give_way: Callable[[], None] | None = None
        """Ends the present search, once it has had its share."""
        self._engines: dict[Game, Engine] = {}

    def check(self) -> None:
        """Whether a question can be asked now; raises one sentence."""
        if self._waiting >= QUEUE:
            raise Refused(TOO_MANY(), 503)

    def _engine(self, game: Game) -> Engine:
        """One engine per game: it remembers what it has seen."""
        if game not in self._engines:
            self._engines[game] = Engine(game)
        return self._engines[game]

    def remark(self, game: Game) -> Message | None:
        """What visitors should know about the search in a game, if anything."""
        return self._engine(game).remark()

    async def analyse(self, state: State) -> AsyncIterator[AnalysisJson]:
        """What the engine thinks of a position, deeper and deeper."""
        engine = self._engine(state.game)

        def search(tell: Callable[[Analysis], None]) -> None:
            for analysis in engine.deepening(state, THOUGHT, LINES):
                tell(analysis)

        async for analysis in self._search(search, engine.stop, gives_way=True):
            yield analysis_json(state, analysis)

    async def hint(self, state: State) -> Move:
        """A good move."""
        engine = self._engine(state.game)
        self.check()
        async with self._in_turn():
            analysis = await asyncio.get_running_loop().run_in_executor(search_threads, engine.analyse, state, HINT, 1)
        return analysis.lines[0].move

    async def review(self, record: Record) -> AsyncIterator[tuple[int, int] | Review]:
        """What the engine thinks of a game: how far it is, again and again, and in the end all of it."""
        engine = self._engine(record.start.game)

        def search(tell: Callable[[tuple[int, int] | Review], None]) -> None:
            limit = SLOW_GLANCE if engine.slow else GLANCE
            tell(review(record, limit, engine=engine, progress=lambda done, all: tell((done, all))))

        async for found in self._search(search, engine.stop):
            yield found

    async def _search(
        self,
        search: Callable[[Callable[[T], None]], None],
        stop: Callable[[], None],
        *,
        gives_way: bool = False,
    ) -> AsyncIterator[T]:
        """The results of a search that runs in a thread; it is stopped when nobody takes them any more, or when it has
        had its share and gives way to others."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[T | None] = asyncio.Queue()
        left = False

        def tell(result: T) -> None:
            if left:
                raise Left
            loop.call_soon_threadsafe(found.put_nowait, result)

        def searching() -> None:
            with contextlib.suppress(Left):
                search(tell)

        async with self._in_turn(stop if gives_way else None):
            work = loop.run_in_executor(search_threads, searching)
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
    async def _in_turn(self, give_way: Callable[[], None] | None = None) -> AsyncIterator[None]:
        self._waiting += 1
        self._let_others()
        try:
            async with self._turn:
                share = asyncio.get_running_loop().call_later(SHARE, self._share_over, give_way)
                try:
                    yield
                finally:
                    share.cancel()
                    self._give_way = None
        finally:
            self._waiting -= 1

    def _share_over(self, give_way: Callable[[], None] | None) -> None:
        self._give_way = give_way
        self._let_others()

    def _let_others(self) -> None:
        """Ends the present search if it has had its share and somebody waits."""
        if self._give_way and self._waiting > 1:
            self._give_way()


def analysis_json(state: State, analysis: Analysis) -> AnalysisJson:
    """An analysis for the page; chances are Red's, whoever moves."""
    return {
        "position": str(state),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 2),
        "lines": [
            {
                **move_json(line.move),
                "pv": [str(move) for move in line.pv[:12]],
                "chance": round(1 - line.chance if state.to_move.index else line.chance, 4),
            }
            for line in analysis.lines
        ],
    }


def review_json(found: Review, mark: str) -> ReviewJson:
    """A reviewed game for the page; the mark says which game it is about."""
    return {
        "chances": [round(chance, 4) for chance in found.chances],
        "moves": [
            {
                "turn": move.turn,
                "best": str(move.best),
                "from": move.best.start,
                "to": move.best.to,
                "verdict": VERDICTS[move.verdict],
            }
            for move in found.moves
        ],
        "mark": mark,
    }
