"""Hecht: asks a search, deepening step by step, and answers in moves and chances.

The core, native or as WebAssembly, searches the games that it knows; a search in Python does the others, and
all where there is no core.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Lock, current_thread, main_thread
from typing import NoReturn, TypeVar

from schwarm import core
from schwarm.engine.analysis import Analysis, Line
from schwarm.engine.core_search import CoreSearch
from schwarm.engine.level import Level, level
from schwarm.engine.limit import Limit, check_limit
from schwarm.engine.python_search import PythonSearch
from schwarm.games import Game, Move, State
from schwarm.games.base import read_state
from schwarm.games.number import check_number, check_whole
from schwarm.games.registry import given_game
from schwarm.games.splitmix import SplitMix64, fresh_seed
from schwarm.words import Message, SchwarmError, Sentence

T = TypeVar("T")

GLANCE = 0.2
"""Seconds between two looks at whether the work is done; some systems deliver Ctrl-C only then."""


def run_interruptibly(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """What the work gives or raises. Ctrl-C calls `stop`, which is to bring the work to its end.

    It is called again until that is so: work that had not begun yet may not have heard it.
    """
    interrupted = False
    with ThreadPoolExecutor(1) as pool:
        # The language that is spoken belongs to the context, and the work may speak.
        future = pool.submit(copy_context().run, work)
        while True:
            try:
                if wait([future], timeout=GLANCE).done:
                    return future.result()
            except KeyboardInterrupt:
                interrupted = True
            if interrupted:
                stop()


MEMORY = 32
"""Megabytes for positions that were seen."""
MAX_MEMORY_MB = 4_096
MAX_THREADS = 256


class InvalidSetting(SchwarmError, ValueError):
    """More threads or memory than there can be, or none."""


class GameOver(SchwarmError, ValueError):
    """A move was asked for, but there is none."""


class WrongGame(SchwarmError, ValueError):
    """A position of a different game than the engine's."""


class Engine:
    """Hecht for one game. One question at a time: a new one ends the one before.

    `search` says which search answers: "native"; "wasm", at more than half that speed and on one thread; or "Python",
    which knows every game but is some hundred times slower and thinks on one thread, too.
    """

    def __init__(self, game: Game | str, *, threads: int = 1, memory: int = MEMORY, seed: int | None = None) -> None:
        game = given_game(game)
        check_threads(threads)
        memory = check_whole("memory", memory)
        if not 1 <= memory <= MAX_MEMORY_MB:
            raise InvalidSetting(NO_MEMORY(memory=memory, most=MAX_MEMORY_MB))
        try:
            self._search = _search(game, memory)
        except MemoryError:
            raise InvalidSetting(TOO_MUCH_MEMORY(memory=memory)) from None
        self.game = game
        self.threads = threads
        self._numbers = SplitMix64(fresh_seed() if seed is None else seed)
        self._lock = Lock()
        self._question = 0

    @property
    def search(self) -> str:
        """Which search answers: `native`, `wasm` or `Python`."""
        return self._search.name

    @property
    def learned(self) -> bool:
        """Whether a trained network evaluates positions at full strength; otherwise a game's counted features do."""
        return self._search.learned

    @property
    def slow(self) -> bool:
        """Whether it is the search in Python: who sets a limit for all games gives this one less to do."""
        return isinstance(self._search, PythonSearch)

    def remark(self) -> Message | None:
        """What users should know about the search, if anything."""
        return IN_PYTHON(game=self.game.title) if self.slow else None

    def analyse(self, state: State, limit: Limit, lines: int = 1, *, use_network: bool = True) -> Analysis:
        """What Hecht finds within a limit: that many lines, the best first. Ctrl-C ends it at once."""
        check_limit(limit)
        found = self.deepening(state, limit, lines, use_network=use_network)
        if limit.short or current_thread() is not main_thread():
            return _last(found, state)
        interrupted = Event()

        def stop() -> None:
            interrupted.set()
            self.stop()

        last = run_interruptibly(lambda: _last(found, state), stop)
        if interrupted.is_set():
            raise KeyboardInterrupt
        return last

    def deepening(self, state: State, limit: Limit, lines: int = 1, *, use_network: bool = True) -> Iterator[Analysis]:
        """The same, one analysis after another, each a ply deeper; without the network as levels below 10 see it."""
        self._check_game(state)
        check_limit(limit)
        if state.outcome() is not None:
            yield Analysis(state, (), 0, 0, 0.0)
            return
        lines = check_number("lines", lines, 1)
        # An earlier search would otherwise hold the lock until its ply is done, which may be never.
        self._search.stop()
        with self._lock:
            self._question += 1
            question = self._question
            self._search.use_network(use_network)
            self._search.begin(state, *limit.numbers(), lines, self.threads)
        before = Analysis(state, (), 0, 0, 0.0)
        while True:
            with self._lock:
                if question != self._question:
                    return
                deeper = self._search.deepen()
                told = tuple(Line(score, moves) for score, moves in self._search.lines())
                depth, nodes, seconds = self._search.depth, self._search.nodes, self._search.elapsed
            # A step that was cut short may have found a better move, but of the others it knows nothing new.
            ordered = _by_score(told) if depth > before.depth else _ahead(told[:1], before.lines)
            if ordered and nodes > before.nodes:
                before = Analysis(state, ordered, depth, nodes, seconds)
                yield before
            if not deeper:
                return

    def stop(self) -> None:
        """End the running search soon, from another thread; what was found so far is its answer."""
        self._search.stop()

    def forget(self) -> None:
        """Forget all games: the same question then gets the same answer."""
        with self._lock:
            self._search.forget()

    def choose(
        self,
        state: State,
        limit: Limit,
        strength: int | Level = 10,
        *,
        is_enough: Callable[[Analysis], bool] = lambda found: False,
    ) -> Line:
        """The line that Hecht plays at a level (1 to 10); only 10 thinks as long as it may, with all it learned.

        `is_enough` is asked after every depth, and may end the search before its limit. Raises `GameOver` if there is
        no move."""
        check_limit(limit)
        wanted = strength if isinstance(strength, Level) else level(strength)
        narrow = Limit(
            seconds=limit.seconds,
            nodes=_least(limit.nodes, wanted.nodes),
            depth=_least(limit.depth, wanted.depth),
        )
        if not wanted.error:
            deepening = self.deepening(state, narrow, use_network=wanted == Level())
            return _first(_last(_until(is_enough, deepening), state))
        # A level that errs looks at all moves, each with a fresh mind, and misjudges them a little.
        self._check_game(state)
        moves = state.legal_moves()
        if not moves:
            raise GameOver(NOTHING_TO_PLAY())
        self.forget()
        found_by_search = _last(self.deepening(state, narrow, len(moves), use_network=False), state)
        lines = {line.move: line for line in found_by_search.lines}
        if not lines:
            raise GameOver(NOTHING_TO_PLAY())
        # In the order of the rules: searches may list them differently, but a seed means the same move.
        found = [lines[move] for move in moves if move in lines]
        scores = [line.score for line in found]
        return found[self._search.pick(scores, wanted.error, self._numbers.next())]

    def evaluate(self, position: "State | core.Board", *, use_network: bool = True) -> int:
        """The score of a position at first glance, for the side to move; it does not ask whether the game is over.

        A board is evaluated as it stands, many times faster than a state: for searches of your own.
        """
        if isinstance(position, State) or not core.available or not isinstance(position, core.Board):
            position = read_state(position)
        self._check(position.game)
        with self._lock:
            if isinstance(self._search, CoreSearch):
                return self._search.evaluate(position, use_network=use_network)
            return self._search.evaluate(read_state(position), use_network=use_network)

    def best_move(self, state: State, limit: Limit, *, use_network: bool = True) -> Move:
        """Just the move. `GameOver` if there is none."""
        return _first(self.analyse(state, limit, use_network=use_network)).move

    def __reduce__(self) -> NoReturn:
        # A copy would ask the same search without knowing of the other's questions.
        raise SchwarmError(NO_COPY())

    def _check_game(self, state: State) -> None:
        self._check(read_state(state).game)

    def _check(self, game: Game) -> None:
        if game is not self.game and game.id != self.game.id:
            raise WrongGame(WRONG_GAME(game=self.game.title, other=game.title))


def _first(found: Analysis) -> Line:
    if found.best is None:
        raise GameOver(NOTHING_TO_PLAY())
    return found.best


def _until(is_enough: Callable[[Analysis], bool], found: Iterator[Analysis]) -> Iterator[Analysis]:
    for analysis in found:
        yield analysis
        if is_enough(analysis):
            return


def _last(found: Iterator[Analysis], state: State) -> Analysis:
    """The deepest of them."""
    last = Analysis(state, (), 0, 0, 0.0)
    for last in found:  # noqa: B007 (the last one counts)
        pass
    return last


def _search(game: Game, memory: int) -> CoreSearch | PythonSearch:
    if core.available:
        with suppress(core.NotInCore):
            return CoreSearch(game, memory)
    return PythonSearch(memory)


def check_threads(threads: int) -> None:
    """Raise `InvalidSetting` for an impossible number of threads."""
    if not 1 <= check_whole("threads", threads) <= MAX_THREADS:
        raise InvalidSetting(NO_THREADS(threads=threads, most=MAX_THREADS))


def _by_score(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The best first: the search looks for one line after the other, and a later one may turn out better."""
    return tuple(sorted(lines, key=lambda line: -line.score))


def _ahead(best: tuple[Line, ...], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The line that was found last before those of the step before, as many as there were."""
    moves = {line.move for line in best}
    return (*best, *(line for line in lines if line.move not in moves))[: len(lines)]


def _least(one: int | None, two: int | None) -> int | None:
    return min((value for value in (one, two) if value is not None), default=None)


IN_PYTHON = Sentence(
    "Hecht searches {game} in Python here, which is a hundred times slower than the native core and sees less far."
)
WRONG_GAME = Sentence("This engine plays {game}, but the position is from {other}.")
NOTHING_TO_PLAY = Sentence("There is no move to play: the game is over, or another question interrupted this one.")
NO_COPY = Sentence("An engine cannot be copied or sent to another process; make a new one there, with Engine(game).")
NO_THREADS = Sentence("Hecht thinks on 1 to {most} threads, not on {threads}.")
NO_MEMORY = Sentence("Hecht remembers positions in 1 to {most} megabytes, not in {memory}.")
TOO_MUCH_MEMORY = Sentence("This machine does not have {memory} megabytes free; give Hecht less memory.")
