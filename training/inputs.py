"""What a game's network is given of a position, by number: how symmetries and changing sides renumber it.

The same numbers as in native/games/*/inputs.hpp. The last one is nothing: it fills up rows that are shorter.
"""

from collections.abc import Callable

import numpy as np


class Piranhas:
    """Fish by side and weight, squids, credit, who moves first; all eight symmetries of the board."""

    def __init__(self, weights: int) -> None:
        self.planes, self.side = 2 * weights + 1, 10
        self.inputs = self.planes * 100 + 4
        squares = np.arange(100).reshape(10, 10)
        self.symmetries = [
            self._table(turned) for way in range(4) for turned in (np.rot90(squares, way), np.rot90(squares, way).T)
        ]
        own = np.concatenate([np.arange(weights, 2 * weights), np.arange(weights), [2 * weights]])
        transposed = squares.T.reshape(-1)
        board = (own[:, None] * 100 + transposed[None, :]).reshape(-1)
        rest = np.array([1, 0, 3, 2]) + self.planes * 100
        self.turned = np.concatenate([board, rest, [self.inputs]])

    def crowd(self, inputs: np.ndarray) -> np.ndarray:
        """Up to ten fish, up to sixteen, up to twenty-two, or more."""
        fish = (inputs < (self.planes - 1) * 100).sum(axis=1)
        crowd: np.ndarray = np.clip((fish - 5) // 6, 0, 3)
        return crowd

    def _table(self, squares: np.ndarray) -> np.ndarray:
        board = (np.arange(self.planes)[:, None] * 100 + squares.reshape(-1)[None, :]).reshape(-1)
        return np.concatenate([board, np.arange(self.planes * 100, self.inputs + 1)])


class Ostseeschach:
    """Pieces by side and kind, towers, ambers, who moves first; left and right are alike."""

    def __init__(self) -> None:
        self.planes = 10
        self.inputs = 640 + 6 + 2
        squares = np.arange(64).reshape(8, 8)
        self.symmetries = [self._table(squares), self._table(squares[:, ::-1])]
        own = np.concatenate([np.arange(5, 10), np.arange(5)])
        board = (own[:, None] * 64 + (np.arange(64) ^ 56)[None, :]).reshape(-1)
        rest = np.array([3, 4, 5, 0, 1, 2, 7, 6]) + 640
        self.turned = np.concatenate([board, rest, [self.inputs]])

    def crowd(self, inputs: np.ndarray) -> np.ndarray:
        """Up to five pieces, up to eight, up to eleven, or more."""
        towers = inputs // 64 % 5 == 4
        pieces = ((inputs < 640) & ~towers).sum(axis=1)
        crowd: np.ndarray = np.clip((pieces - 3) // 3, 0, 3)
        return crowd

    def _table(self, squares: np.ndarray) -> np.ndarray:
        board = (np.arange(self.planes)[:, None] * 64 + squares.reshape(-1)[None, :]).reshape(-1)
        return np.concatenate([board, np.arange(640, self.inputs + 1)])


GAMES: dict[str, Callable[[], Piranhas | Ostseeschach]] = {
    "piranhas-2019": lambda: Piranhas(1),
    "piranhas-2026": lambda: Piranhas(3),
    "ostseeschach-2022": Ostseeschach,
}
