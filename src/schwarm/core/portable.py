"""The core as WebAssembly, where no native one was built: `core.wasm` through wasmtime, with `_native.pyi`'s words.

Every call crosses a border, so single moves cost more than natively; a search runs at more than half the native speed.
It has one thread. What each thing is for stands in `_native.pyi`.
"""

import ast
import ctypes
import operator
import struct
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any, NoReturn

from schwarm.core.instance import Instance

STUB = Path(__file__).with_name("_native.pyi")
MAX_INT, MAX_WHOLE, MAX_THREADS, MOVE_CODES = 2**31 - 1, 2**63 - 1, 256, 1 << 14

_refusals: dict[str, Callable[..., object] | None] = {"move": None, "number": None}


def document(kind: type) -> None:
    """Give a class and its methods the docstrings of the native stub, so that `help` says the same of either core."""
    if not STUB.exists():
        # A bot's zip comes without it.
        return
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    (stub,) = (item for item in tree.body if isinstance(item, ast.ClassDef) and item.name == kind.__name__)
    kind.__doc__ = ast.get_docstring(stub)
    for member in stub.body:
        if isinstance(member, ast.FunctionDef):
            method = vars(kind)[member.name]
            method.__doc__ = "\n\n".join(filter(None, (method.__doc__, ast.get_docstring(member))))


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
    """The instance in which all boards live. Unused boards are freed at the next call: Python may collect them in the
    middle of another one."""

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


document(Board)


def unsigned(number: int) -> int:
    return number & (2**64 - 1)


def signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


MAX_MEGABYTES = 1 << 20
MAX_WEIGHT = 50_000


class Hecht:
    """Each engine has an instance of its own: searches go on side by side, and its memory goes when it goes."""

    def __init__(self, game: str, megabytes: int = 16) -> None:
        megabytes = check("megabytes", megabytes, 1, MAX_MEGABYTES)
        if game not in boards.instance.text("games").split():
            raise ValueError("no game the core knows")
        self._core, self._game, id = Instance(), game, game.encode()
        self._core.write(id)
        self._handle = self._core.call("hecht_new", len(id), megabytes)
        if not self._handle:
            raise MemoryError
        flag = self._core.call("hecht_stop_flag", self._handle)
        self._stop = ctypes.c_uint8.from_address(self._core.address(flag))

    def begin(self, board: Board, depth: int, nodes: int, seconds: float, lines: int = 1, threads: int = 1) -> None:
        depth, nodes = check("depth", depth, 0, MAX_INT), check("nodes", nodes, 0, MAX_WHOLE)
        lines = check("lines", lines, 1, MAX_INT)
        check("threads", threads, 1, MAX_THREADS)
        if not seconds >= 0:
            raise ValueError("seconds must be 0 or more")
        self._ask("hecht_begin", board, depth, nodes, seconds, lines)

    def deepen(self) -> bool:
        return bool(self._core.call("hecht_deepen", self._handle))

    def stop(self) -> None:
        # The search is inside the core and no other call may enter it, but its memory can be written.
        self._stop.value = 1

    def forget(self) -> None:
        self._core.call("hecht_forget", self._handle)

    def lines(self) -> list[tuple[int, list[int]]]:
        rest = iter(self._core.numbers("hecht_lines", self._handle))
        return [(score, [next(rest) for _ in range(next(rest))]) for score in rest]

    def choose(self, board: Board, level: int, nodes: int, seconds: float, seed: int) -> tuple[int, list[int]] | None:
        """What a level plays, as a browser has it from the core; None if the game is over."""
        count = self._ask("hecht_choose", board, level, nodes, seconds, signed(seed))
        found = struct.unpack(f"<{count}i", self._core.read(4 * count))
        return (found[0], list(found[2:])) if found else None

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
        checked = [check("weight", weight, -MAX_WEIGHT, MAX_WEIGHT) for weight in weights]
        self._core.write(struct.pack(f"<{len(weights)}i", *checked))
        self._core.call("hecht_set_weights", self._handle, len(weights))

    def set_network(self, network: bytes) -> None:
        room = self._core.call("network_room", len(network))
        if room:
            self._core.write(network, room)
        if not room or not self._core.call("hecht_set_network", self._handle):
            raise ValueError("not a network for this game")

    def use_network(self, use: bool) -> None:
        self._core.call("hecht_use_network", self._handle, int(use))

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
        copy = new_board(self._core, board._game, board.text(), board._official)
        try:
            return int(self._core.call(name, self._handle, copy, *arguments))
        finally:
            self._core.call("board_free", copy)


def games() -> list[str]:
    return boards.instance.text("games").split()


def start(game: str, seed: int) -> str:
    core, id = boards.instance, game.encode()
    with core.lock:
        core.write(id[: core.buffer_size])
        text = core.text("start", len(id), signed(seed))
    if not text:
        raise ValueError("no game the core knows")
    return text


def pick(scores: Sequence[int], error: float, seed: int) -> int:
    core = boards.instance
    if not scores or not error >= 0 or 4 * len(scores) > core.buffer_size:
        raise ValueError("pick needs scores, and an error of 0 or more")
    with core.lock:
        core.write(struct.pack(f"<{len(scores)}i", *scores))
        return int(core.call("pick", len(scores), error, signed(seed)))


def level(number: int) -> tuple[float, ...]:
    """How deep a level looks, how many positions it searches and how much it errs, as a browser has it."""
    core = boards.instance
    with core.lock:
        count = core.call("level", number)
        return struct.unpack(f"<{count}d", core.read(8 * count))


def chance(score: int) -> float:
    """The winning chance behind a score, as a browser has it from the core."""
    return float(boards.call("chance", score))


def verdict(before: float, after: float, best: bool) -> int:
    """What a move is called in a review, from 0 (best) to 4 (blunder), as a browser has it from the core."""
    return int(boards.call("verdict", before, after, int(best)))


WIN: int = boards.instance.call("win")
DECIDED: int = boards.instance.call("decided")
