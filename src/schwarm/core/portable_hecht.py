"""The search in the portable core."""

import ctypes
import struct
from collections.abc import Sequence

from schwarm.core.instance import Instance
from schwarm.core.portable_board import MAX_INT, MAX_THREADS, MAX_WHOLE, Board, boards, check, new_board, signed

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
        # The search is inside the core and nobody else may go there, but its memory can be written.
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
