"""What grows: rows of the table, and scenes on which several of them are measured. See `benchmarks/growth.py`."""

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, quantiles

Measure = Callable[[int], float]
"""Does once what a row is about, at one of its sizes, and gives what that cost in the row's unit."""
PROCESSOR, CLOCK, NODES, BYTES = "s of a processor", "s by the clock", "nodes", "bytes"


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    size: str
    """What its sizes count: results, teams, games …"""
    about: str
    unit: str = PROCESSOR


@dataclass(frozen=True)
class Scene:
    """Data of several sizes, and the rows that are measured on it."""

    rows: tuple[Row, ...]
    sizes: tuple[int, ...]
    quick: tuple[int, ...]
    open: Callable[[Sequence[int], Path, ExitStack], Mapping[str, Measure]]
    """Makes the data of all sizes in an empty folder; gives how each row is measured, by its name."""


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that all threads of a process have used (Linux: the clock of a process)."""
    return time.clock_gettime(~pid << 3 | 2)


def computed(work: Callable[[], object]) -> float:
    """Seconds of processor time that this process needs for some work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def timed(work: Callable[[], object]) -> float:
    """Seconds by the clock that some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def spread(values: Sequence[float]) -> float:
    """Half of what lies between the quartiles; 0 for a single value."""
    if len(values) < 2:
        return 0.0
    low, _, high = quantiles(values, n=4, method="inclusive")
    return (high - low) / 2


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float | None:
    """The slope of a straight line through the logarithms: 1 where twice the size costs twice as much."""
    points = [(math.log(size), math.log(value)) for size, value in zip(sizes, values, strict=True) if value > 0]
    if len(points) < 2:
        return None
    return linear_regression(*zip(*points, strict=True)).slope


def process_counts() -> tuple[int, ...]:
    """1, 2, 4 … up to all cores, and at least three numbers."""
    cores = len(os.sched_getaffinity(0))
    found = [1, 2, 4]
    while found[-1] < cores:
        found.append(min(2 * found[-1], cores))
    return tuple(found)
