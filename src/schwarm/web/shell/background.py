"""Threads for what takes longer than a page may, so that the event loop, in which games are played, keeps its pace.

Python runs one thread at a time. So work in Python is done by two threads, however many ask: more would not be faster,
but each would take its turn before the event loop gets its own again. Hecht searches outside of Python, on any core;
its threads are many, and the system lets everything else go first. But who waits for one is as urgent as all others: a
thread that may run Python and is not let on its core would keep the event loop waiting, too.
"""

import asyncio
import contextvars
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from schwarm.engine.core_search import give_way

MAX_THREADS = 2
MAX_SEARCHES = 32
"""Searches of Hecht at the same time; others wait."""
NICENESS = 10
"""How far everything else goes before a search: the system's scale from 0 to 19."""


def _give_way() -> None:
    # Only Linux knows the priority of a single thread.
    if not give_way(NICENESS) and sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


_threads = ThreadPoolExecutor(MAX_THREADS, "schwarm-background")
search_threads = ThreadPoolExecutor(MAX_SEARCHES, "schwarm-search", initializer=_give_way)

P = ParamSpec("P")
T = TypeVar("T")


async def in_background(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Like `asyncio.to_thread`, in the language of whoever asks."""
    return await in_threads(_threads, work, *arguments, **named)


async def in_threads(threads: Executor, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """The same in other threads."""
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(threads, lambda: context.run(work, *arguments, **named))
