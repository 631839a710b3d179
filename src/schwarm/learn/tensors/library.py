"""Which library has the arrays, and where they lie: NumPy, or PyTorch on any of its devices."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import numpy as np

from schwarm.learn.arrays import as_array
from schwarm.words import SchwarmError, Sentence, excerpt

Array: TypeAlias = Any
"""An array of NumPy or a tensor of PyTorch."""
Function = TypeVar("Function", bound=Callable[..., Any])

NUMPY = "numpy"
SHORT_PIECES = {"realize_opcount_threshold": 8, "max_fusion_size": 256}
"""PyTorch writes a value's whole history down wherever the value is used. Ours are used often: it must stop early, and
may put more pieces together again."""
NO_DEVICE = Sentence("PyTorch has no device “{device}” here; “cpu” and “numpy” are on every machine.")
NO_TORCH = Sentence("The device “{device}” needs PyTorch: pip install torch. The device “numpy” needs nothing.")


class Library:
    """What the rules use: whole numbers of 64 bits with a sign, for PyTorch can do little with others."""

    def __init__(self, device: str) -> None:
        self.device = "cpu" if device == NUMPY else device
        self.is_numpy = device == NUMPY
        try:
            self.xp: Any = import_module("numpy" if self.is_numpy else "torch")
        except ImportError:
            raise SchwarmError(NO_TORCH(device=device)) from None
        try:
            self.count_up(1)
        except (AssertionError, RuntimeError, TypeError):  # each device of PyTorch has its own way to be missing
            raise SchwarmError(NO_DEVICE(device=excerpt(str(device)))) from None

    def numbers(self, values: Sequence[Any]) -> Array:
        """Whole numbers as an array, also those of 64 bits without a sign."""
        signed = [signed_number(value) for value in values]
        return self.xp.asarray(signed, dtype=self.xp.int64, device=self.device)

    def given(self, values: Any) -> Array:
        """A caller's values as an array here; unsigned words, as `BatchEnv` has them, keep their 64 bits."""
        found = values if hasattr(values, "dtype") else as_array(values)
        if isinstance(found, np.ndarray) and found.dtype.kind == "u" and found.dtype.itemsize > 1:
            found = found.astype(np.int64)
        elif isinstance(found, np.ndarray) and not (self.is_numpy or found.flags.writeable):
            # A tensor would share memory that may only be read, of which PyTorch warns.
            found = found.copy()
        return self.xp.asarray(found, device=self.device)

    def count_up(self, count: int) -> Array:
        """0, 1, 2, …"""
        return self.xp.arange(count, dtype=self.xp.int64, device=self.device)

    def zeros(self, shape: int | tuple[int, ...], kind: str) -> Array:
        return self.xp.zeros(shape, dtype=getattr(self.xp, kind), device=self.device)

    def on_host(self, array: Array) -> Array:
        """The same array where Python can read it."""
        return array if self.is_numpy else array.cpu()

    def cast(self, array: Array, kind: str) -> Array:
        """The same numbers of another type."""
        wanted = getattr(self.xp, kind)
        return array.astype(wanted) if self.is_numpy else array.to(wanted)

    def compile(self, function: Function) -> Function:
        """One program for the device instead of one for each operation, for any number of games.

        The function runs once to see which operations it asks for; PyTorch's own reader of Python knows no operators of
        classes like ours.
        """
        trace = import_module("torch.fx.experimental.proxy_tensor").make_fx
        programs: list[Callable[..., Any]] = []

        def call(*arrays: Array) -> Any:  # what is traced must not be a method
            return function(*arrays)

        def run(*arrays: Array) -> Any:
            if not programs:
                graph = trace(call, tracing_mode="symbolic", _allow_non_fake_inputs=True)(*arrays)
                programs.append(self.xp.compile(graph, dynamic=True, options=SHORT_PIECES))
            return programs[0](*arrays)

        return cast("Function", run)

    def record(self, function: Function) -> Function:
        """Where there is CUDA: the same function with everything it starts on the device recorded, once for each size,
        and played back. Starting dozens of programs one by one takes longer than running them."""
        if not self.device.startswith("cuda"):
            return function
        recordings: dict[tuple[int, ...], Callable[..., Any]] = {}

        def run(*arrays: Array) -> Any:
            size = tuple(arrays[0].shape)
            if size not in recordings:
                recordings[size] = self._recording(function, arrays)
            return recordings[size](*arrays)

        return cast("Function", run)

    def _recording(self, function: Callable[..., Any], arrays: tuple[Array, ...]) -> Callable[..., Any]:
        cuda = self.xp.cuda
        given = [array.clone() for array in arrays]
        aside = cuda.Stream()
        aside.wait_stream(cuda.current_stream())
        with cuda.stream(aside):  # what happens only the first time must not be recorded
            function(*given)
        cuda.current_stream().wait_stream(aside)
        graph = cuda.CUDAGraph()
        with cuda.graph(graph):
            results = function(*given)

        def replay(*arrays: Array) -> Any:
            for place, array in zip(given, arrays, strict=True):
                place.copy_(array)
            graph.replay()
            return tuple(result.clone() for result in results)

        return replay


def signed_number(value: int) -> int:
    """The number with the same 64 bits and a sign."""
    value &= 2**64 - 1
    return value - 2**64 if value >> 63 else value


class ArrayRules(Protocol):
    """The rules of one game in arrays. A state is an array with a row per field and a column per game."""

    def play(self, state: Array, actions: Array) -> Array:
        """The states after an action, seen by the side that moves next."""

    def masks(self, state: Array) -> Array:
        """A row per word of the masks of legal actions."""

    def planes(self, state: Array) -> Array:
        """A row per word of the planes."""

    def facts(self, state: Array) -> Array:
        """A row per fact, the turn first."""

    def ended(self, state: Array) -> Array:
        """Whether the end of a round ended the game."""

    def judge(self, state: Array, blocked: Array) -> Array:
        """1 where the side to move has won a game that is over, −1 where it has lost; `blocked`: it cannot move."""

    def start(self, seeds: Array) -> Array:
        """The starts with these seeds."""


# The numbers of `schwarm.games.splitmix`.
FIRST, SECOND = signed_number(0xBF58476D1CE4E5B9), signed_number(0x94D049BB133111EB)
STEP = signed_number(0x9E3779B97F4A7C15)
HALF = 2**32 - 1


def popcount(words: Array) -> Array:
    """How many bits are set."""
    pairs = words - ((words >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bytes * 0x0101010101010101) >> 56


def reverse(words: Array) -> Array:
    """The last bit first."""
    for width, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        words = ((words >> width) & mask) | ((words & mask) << width)
    for width, mask in ((8, 0x00FF00FF00FF00FF), (16, 0x0000FFFF0000FFFF), (32, HALF)):
        words = ((words >> width) & mask) | ((words & mask) << width)
    return words


def select(xp: Any, words: Array, before: Array) -> Array:
    """The place of the set bit with that many set bits before it: by halves."""
    place = before * 0
    for width in (32, 16, 8, 4, 2, 1):
        count = popcount((words >> place) & ((1 << width) - 1))
        beyond = before >= count
        before = before - xp.where(beyond, count, 0)
        place = place + xp.where(beyond, width, 0)
    return place


def mixed(numbers: Array) -> Array:
    """As `splitmix.mixed`."""
    numbers = (numbers ^ ((numbers >> 30) & (1 << 34) - 1)) * FIRST
    numbers = (numbers ^ ((numbers >> 27) & (1 << 37) - 1)) * SECOND
    return numbers ^ ((numbers >> 31) & (1 << 33) - 1)


def draw(seeds: Array, place: Array | int, limit: Array | int) -> Array:
    """What the generator `SplitMix64` with a seed gives at a place when asked for numbers below a limit."""
    steps = (place + 1) * STEP
    number = mixed(seeds + (signed_number(steps) if isinstance(steps, int) else steps))
    high, low = (number >> 32) & HALF, number & HALF
    return (high * limit + ((low * limit) >> 32)) >> 32
