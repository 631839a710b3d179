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
from schwarm.web.shell.background import search_threads
from schwarm.web.shell.fair_share import FairShare
from schwarm.web.shell.round_robin import RoundRobin
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
"""Searches of one client that may wait for their turn: a whole class often comes from one address."""
MAX_WAITING = 96
"""The same of all clients."""
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
        self._turns, self._waiting = RoundRobin(), FairShare(QUEUE, MAX_WAITING)
        self._give_way: Callable[[], None] | None = None
        """Ends the present search, once it has had its share."""
        self._engines: dict[Game, Engine] = {}

    def check(self, client: str) -> None:
        """Whether a client can ask a question now; raises `Refused`."""
        self._waiting.require(client)

    def _engine(self, game: Game) -> Engine:
        """One engine per game: it remembers what it has seen."""
        if game not in self._engines:
            self._engines[game] = Engine(game)
        return self._engines[game]

    def remark(self, game: Game) -> Message | None:
        """What visitors should know about the search in a game, if anything."""
        return self._engine(game).remark()

    async def analyse(self, state: State, client: str) -> AsyncIterator[AnalysisJson]:
        """What the engine thinks of a position, deeper and deeper."""
        engine = self._engine(state.game)

        def search(tell: Callable[[Analysis], None]) -> None:
            for analysis in engine.deepening(state, THOUGHT, LINES):
                tell(analysis)

        async for analysis in self._search(search, engine.stop, client, gives_way=True):
            yield analysis_json(state, analysis)

    async def hint(self, state: State, client: str) -> Move:
        """A good move."""
        engine = self._engine(state.game)
        self.check(client)
        async with self._in_turn(client):
            analysis = await asyncio.get_running_loop().run_in_executor(search_threads, engine.analyse, state, HINT, 1)
        return analysis.lines[0].move

    async def review(self, record: Record, client: str) -> AsyncIterator[tuple[int, int] | Review]:
        """What the engine thinks of a game: how far it is, again and again, and in the end all of it."""
        engine = self._engine(record.start.game)

        def search(tell: Callable[[tuple[int, int] | Review], None]) -> None:
            limit = SLOW_GLANCE if engine.slow else GLANCE
            tell(review(record, limit, engine=engine, progress=lambda done, all: tell((done, all))))

        async for found in self._search(search, engine.stop, client):
            yield found

    async def _search(
        self,
        search: Callable[[Callable[[T], None]], None],
        stop: Callable[[], None],
        client: str,
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

        async with self._in_turn(client, stop if gives_way else None):
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
    async def _in_turn(self, client: str, give_way: Callable[[], None] | None = None) -> AsyncIterator[None]:
        if self._give_way:
            self._give_way()
        with self._waiting.holding(client):
            async with self._turns.take(client):
                share = asyncio.get_running_loop().call_later(SHARE, self._share_over, give_way)
                try:
                    yield
                finally:
                    share.cancel()
                    self._give_way = None

    def _share_over(self, give_way: Callable[[], None] | None) -> None:
        """The present search has had its share: it ends as soon as somebody waits."""
        self._give_way = give_way
        if give_way and len(self._turns) > 1:
            give_way()


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
