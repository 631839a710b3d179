"""Boards in the portable core. They all live in one instance of `core.wasm`."""

import operator
import struct
from collections import deque
from collections.abc import Callable
from threading import RLock
from typing import Any, NoReturn

from schwarm.core.instance import Instance
from schwarm.core.stub import tell

MAX_INT, MAX_WHOLE, MAX_THREADS, MOVE_CODES = 2**31 - 1, 2**63 - 1, 256, 1 << 14

_refusals: dict[str, Callable[..., object] | None] = {"move": None, "number": None}


def on_refusal(function: "Callable[[Board, int | None], object]") -> None:
    _refusals["move"] = function


def on_wrong_number(function: Callable[[str, int, int, int], object]) -> None:
    _refusals["number"] = function


def _refuse(board: "Board", code: int | None) -> NoReturn:
    if refusal := _refusals["move"]:
        refusal(board, code)
    raise ValueError("not a legal move")


def check(name: str, given: object, least: int, most: int) -> int:
    try:
        number = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        if refusal := _refusals["number"]:
            refusal(name, given, least, most)
        raise ValueError(f"{name} is no number, too small or too large")
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


boards = _Boards()


def new_board(core: Instance, game: str, text: str, official: bool, beyond: bool = False) -> int:
    id, position = game.encode(), text.encode()
    if len(id) + len(position) > core.buffer_size:
        return 0
    with core.lock:
        core.write(id + position)
        return int(core.call("board_new", len(id), len(position), int(official), int(beyond)))


class Board:
    _game: str
    _official: bool
    _beyond: bool
    _handle = 0

    def __init__(self, game: "str | Board", text: str = "", official: bool = False, beyond: bool = False) -> None:
        core = boards.instance
        if isinstance(game, Board):
            self._game, self._official, self._beyond = game._game, game._official, game._beyond
            self._handle = boards.call("board_copy", game._handle)
            return
        self._game, self._official, self._beyond = game, official, beyond
        self._handle = new_board(core, game, text, official, beyond)
        if not self._handle:
            raise ValueError("no position of a game the core knows")

    def __del__(self) -> None:
        if self._handle:
            boards.unused.append(self._handle)

    def number(self, move: object) -> int:
        """What the class on top knows: the number of a move."""
        raise TypeError("not the number of a move")

    def push(self, move: object) -> None:
        if not isinstance(move, int):
            move = self.number(move)
        if not 0 <= move < MOVE_CODES or not boards.call("board_push", self._handle, move):
            _refuse(self, move)

    def pop(self) -> None:
        if not boards.call("board_pop", self._handle):
            _refuse(self, None)

    def legal_moves(self) -> list[int]:
        return boards.instance.numbers("board_legal_moves", self._handle)

    def unordered_moves(self) -> list[int]:
        return boards.instance.numbers("board_unordered_moves", self._handle)

    def count_moves(self) -> int:
        return int(boards.call("board_count", self._handle))

    def is_legal(self, move: int) -> bool:
        return 0 <= move < MOVE_CODES and bool(boards.call("board_is_legal", self._handle, move))

    def explained(self, move: int) -> tuple[int, bool, int, int, int, list[int]]:
        facts = boards.instance.numbers("board_explain", self._handle, check("move", move, 0, MOVE_CODES - 1))
        if not facts:
            raise ValueError("not two squares of the board")
        rule, legal, fish, at, landing, *line = facts
        return rule, bool(legal), fish, at, landing, line

    def result(self) -> tuple[int, str, int, int] | None:
        told = boards.instance.text("board_result", self._handle)
        if not told:
            return None
        winner, reason, one, two = told.split("\n")
        return int(winner), reason, int(one), int(two)

    def swarms_of(self, team: int) -> list[tuple[list[int], int]]:
        rest = iter(boards.instance.numbers("board_swarms", self._handle, check("team", team, 0, 1)))
        return [([next(rest) for _ in range(next(rest))], weight) for weight in rest]

    def points(self) -> tuple[int, int]:
        return boards.call("board_points", self._handle, 0), boards.call("board_points", self._handle, 1)

    def standing(self) -> list[int]:
        return boards.instance.numbers("board_standing", self._handle)

    def text(self) -> str:
        return boards.instance.text("board_text", self._handle)

    def perft(self, depth: int, bulk: bool = True) -> int:
        return unsigned(boards.call("board_perft", self._handle, check("depth", depth, 0, MAX_INT), int(bulk)))

    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int, int]:
        check("threads", threads, 1, MAX_THREADS)
        many = check("games", games, 0, MAX_WHOLE // 2)
        core = boards.instance
        with core.lock:
            count = core.call("board_playouts", self._handle, many, signed(seed))
            one, two, draws, turns = struct.unpack(f"<{count}q", core.read(8 * count))
        return one, two, draws, turns

    def solve(self, plies: int, budget: int = 100_000_000, worst: int = -1, best: int = 1) -> tuple[int, bool]:
        plies, budget = check("plies", plies, 0, MAX_INT), check("budget", budget, 0, MAX_WHOLE)
        worst = check("worst", worst, -1, 0)
        best = check("best", best, worst + 1, 1)
        answer = int(boards.call("board_solve", self._handle, plies, budget, worst, best))
        return answer % 4 - 1, answer >= 4

    def same(self, other: "Board") -> bool:
        return bool(boards.call("board_same", self._handle, other._handle))

    def recomputed_hash(self) -> int:
        return unsigned(boards.call("board_recomputed_hash", self._handle))

    @property
    def hash(self) -> int:
        return unsigned(boards.call("board_hash", self._handle))

    @property
    def beyond(self) -> bool:
        return self._beyond

    @property
    def turn(self) -> int:
        return int(boards.call("board_turn", self._handle))

    @property
    def width(self) -> int:
        return int(boards.call("board_width", self._handle))

    @property
    def moves_made(self) -> int:
        return int(boards.call("board_moves_made", self._handle))


tell(Board)


def unsigned(number: int) -> int:
    return number & (2**64 - 1)


def signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number
