"""The core as WebAssembly, where no native one was built: `core.wasm` through wasmtime, with `_native.pyi`'s words.

Every call crosses a border, so single moves cost more than natively; a search runs at more than half the native speed.
It has one thread. What each thing is for stands in `_native.pyi`.
"""

import ctypes
import struct
from collections import deque
from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, NoReturn

from schwarm.core.instance import Instance

MAX_INT, MAX_WHOLE, MAX_MEGABYTES, MAX_THREADS, MOVE_CODES = 2**31 - 1, 2**63 - 1, 1 << 20, 256, 1 << 14
MAX_WEIGHT = 50_000

_refusals: dict[str, Callable[..., object] | None] = {"move": None, "number": None}


def on_refusal(function: "Callable[[Board, int | None], object]") -> None:
    _refusals["move"] = function


def on_wrong_number(function: Callable[[str, int, int, int], object]) -> None:
    _refusals["number"] = function


def _refuse(board: "Board", code: int | None) -> NoReturn:
    if refusal := _refusals["move"]:
        refusal(board, code)
    raise ValueError("not a legal move")


def _check(name: str, number: int, least: int, most: int) -> int:
    if not isinstance(number, int):
        raise TypeError(f"{name} must be a whole number")
    if not least <= number <= most:
        if refusal := _refusals["number"]:
            refusal(name, number, least, most)
        raise ValueError(f"{name} is too small or too large")
    return number


class _Boards:
    """The instance in which all boards live. Boards that nobody needs any more are put away when the next call comes:
    who collects them may be in the middle of another call."""

    def __init__(self) -> None:
        self._instance: Instance | None = None
        self._starting = RLock()
        self.unused: deque[int] = deque()

    @property
    def instance(self) -> Instance:
        with self._starting:
            if self._instance is None:
                self._instance = Instance()
        return self._instance

    def call(self, name: str, *arguments: float) -> Any:
        core = self.instance
        with core.lock:
            while self.unused:
                core.call("board_free", self.unused.popleft())
            return core.call(name, *arguments)


_boards = _Boards()


def games() -> list[str]:
    return _boards.instance.text("games").split()


def chance(score: int) -> float:
    """The winning chance behind a score, as a browser has it from the core."""
    return float(_boards.call("chance", score))


def verdict(before: float, after: float, best: bool) -> int:
    """What a move is called in a review, from 0 (best) to 4 (blunder), as a browser has it from the core."""
    return int(_boards.call("verdict", before, after, int(best)))


def _new_board(core: Instance, game: str, text: str, official: bool) -> int:
    id, position = game.encode(), text.encode()
    if len(id) + len(position) > core.call("buffer_size"):
        return 0
    with core.lock:
        core.write(id + position)
        return int(core.call("board_new", len(id), len(position), int(official)))


class Board:
    _game: str
    _official: bool
    _handle = 0

    def __init__(self, game: "str | Board", text: str = "", official: bool = False) -> None:
        core = _boards.instance
        if isinstance(game, Board):
            self._game, self._official = game._game, game._official
            self._handle = _boards.call("board_copy", game._handle)
            return
        self._game, self._official = game, official
        self._handle = _new_board(core, game, text, official)
        if not self._handle:
            raise ValueError("no position of a game the core knows")

    def __del__(self) -> None:
        if self._handle:
            _boards.unused.append(self._handle)

    def push(self, move: int) -> None:
        if not 0 <= move < MOVE_CODES or not _boards.call("board_push", self._handle, move):
            _refuse(self, move)

    def pop(self) -> None:
        if not _boards.call("board_pop", self._handle):
            _refuse(self, None)

    def legal_moves(self) -> list[int]:
        return _boards.instance.numbers("board_legal_moves", self._handle)

    def unordered_moves(self) -> list[int]:
        return _boards.instance.numbers("board_unordered_moves", self._handle)

    def count_moves(self) -> int:
        return int(_boards.call("board_count", self._handle))

    def is_legal(self, move: int) -> bool:
        return 0 <= move < MOVE_CODES and bool(_boards.call("board_is_legal", self._handle, move))

    def result(self) -> tuple[int, str, int, int] | None:
        told = _boards.instance.text("board_result", self._handle)
        if not told:
            return None
        winner, reason, one, two = told.split("\n")
        return int(winner), reason, int(one), int(two)

    def swarms_of(self, team: int) -> list[tuple[list[int], int]]:
        rest = iter(_boards.instance.numbers("board_swarms", self._handle, _check("team", team, 0, 1)))
        return [([next(rest) for _ in range(next(rest))], weight) for weight in rest]

    def points(self) -> tuple[int, int]:
        return _boards.call("board_points", self._handle, 0), _boards.call("board_points", self._handle, 1)

    def text(self) -> str:
        return _boards.instance.text("board_text", self._handle)

    def perft(self, depth: int, bulk: bool = True) -> int:
        return _unsigned(_boards.call("board_perft", self._handle, _check("depth", depth, 0, MAX_INT), int(bulk)))

    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int, int]:
        _check("threads", threads, 1, MAX_THREADS)
        _check("games", games, 0, MAX_WHOLE // 2)
        core = _boards.instance
        with core.lock:
            count = core.call("board_playouts", self._handle, games, _signed(seed))
            one, two, draws, turns = struct.unpack(f"<{count}q", core.read(8 * count))
        return one, two, draws, turns

    def solve(self, plies: int, budget: int = 100_000_000, worst: int = -1, best: int = 1) -> tuple[int, bool]:
        _check("plies", plies, 0, MAX_INT)
        _check("budget", budget, 0, MAX_WHOLE)
        if _check("worst", worst, -1, 1) >= _check("best", best, -1, 1):
            raise ValueError("worst and best are -1, 0 or 1, in order")
        answer = int(_boards.call("board_solve", self._handle, plies, budget, worst, best))
        return answer % 4 - 1, answer >= 4

    def same(self, other: "Board") -> bool:
        return bool(_boards.call("board_same", self._handle, other._handle))

    def recomputed_hash(self) -> int:
        return _unsigned(_boards.call("board_recomputed_hash", self._handle))

    @property
    def hash(self) -> int:
        return _unsigned(_boards.call("board_hash", self._handle))

    @property
    def turn(self) -> int:
        return int(_boards.call("board_turn", self._handle))

    @property
    def width(self) -> int:
        return int(_boards.call("board_width", self._handle))

    @property
    def moves_made(self) -> int:
        return int(_boards.call("board_moves_made", self._handle))


class Hecht:
    """Each engine has an instance of its own: searches go on side by side, and its memory goes when it goes."""

    def __init__(self, game: str, megabytes: int = 16) -> None:
        _check("megabytes", megabytes, 1, MAX_MEGABYTES)
        if game not in games():
            raise ValueError("no game the core knows")
        self._core, self._game, id = Instance(), game, game.encode()
        self._core.write(id)
        self._handle = self._core.call("hecht_new", len(id), megabytes)
        if not self._handle:
            raise MemoryError
        flag = self._core.call("hecht_stop_flag", self._handle)
        self._stop = ctypes.c_uint8.from_address(self._core.address(flag))

    def begin(self, board: Board, depth: int, nodes: int, seconds: float, lines: int = 1, threads: int = 1) -> None:
        _check("depth", depth, 0, MAX_INT)
        _check("nodes", nodes, 0, MAX_WHOLE)
        _check("lines", lines, 1, MAX_INT)
        _check("threads", threads, 1, MAX_THREADS)
        if not seconds >= 0:
            raise ValueError("seconds must be 0 or more")
        self._ask("hecht_begin", board, depth, nodes, seconds, lines)

    def deepen(self) -> bool:
        return bool(self._core.call("hecht_deepen", self._handle))

    def stop(self) -> None:
        # The search is inside the core and nobody else may go there, but its memory can be written.
        self._stop.value = 1

    def forget(self) -> None:
        self._core.call("hecht_forget", self._handle)

    def lines(self) -> list[tuple[int, list[int]]]:
        rest = iter(self._core.numbers("hecht_lines", self._handle))
        return [(score, [next(rest) for _ in range(next(rest))]) for score in rest]

    def evaluate(self, board: Board) -> int:
        return self._ask("hecht_evaluate", board)

    def features(self, board: Board) -> list[int]:
        count = self._ask("hecht_features", board)
        return list(struct.unpack(f"<{count}i", self._core.read(4 * count)))

    def feature_names(self) -> list[str]:
        return self._core.text("hecht_feature_names", self._handle).splitlines()

    def weights(self) -> list[int]:
        return self._core.numbers("hecht_weights", self._handle)

    def set_weights(self, weights: Sequence[int]) -> None:
        if len(weights) != len(self.weights()):
            raise ValueError("wrong number of weights")
        for weight in weights:
            _check("weight", weight, -MAX_WEIGHT, MAX_WEIGHT)
        self._core.write(struct.pack(f"<{len(weights)}i", *weights))
        self._core.call("hecht_set_weights", self._handle, len(weights))

    @property
    def depth(self) -> int:
        return int(self._core.call("hecht_depth", self._handle))

    @property
    def nodes(self) -> int:
        return int(self._core.call("hecht_nodes", self._handle))

    @property
    def elapsed(self) -> float:
        return float(self._core.call("hecht_elapsed", self._handle))

    def _ask(self, name: str, board: Board, *arguments: float) -> int:
        """Ask about a board, which lives elsewhere and comes over as text."""
        if board._game != self._game:
            raise ValueError("the board is of another game")
        copy = _new_board(self._core, board._game, board.text(), board._official)
        try:
            return int(self._core.call(name, self._handle, copy, *arguments))
        finally:
            self._core.call("board_free", copy)


def _unsigned(number: int) -> int:
    return number & (2**64 - 1)


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


WIN: int = _boards.instance.call("win")
DECIDED: int = _boards.instance.call("decided")
