"""Work beside the main thread, so that Ctrl-C is heard at once: a search in the native core hears no signal."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import TypeVar

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
