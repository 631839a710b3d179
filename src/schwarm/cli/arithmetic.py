"""NumPy as a page needs it: its sums are small, and the cores belong to games."""

import os
from contextlib import suppress

THREADS = "OPENBLAS_NUM_THREADS"
"""What NumPy's library looks at when it is loaded, and never again."""


def load_numpy() -> None:
    """Load NumPy, if there is one, for one thread. It would start as many as there are cores; beside games these wait
    for each other, and the ratings of a large league take six times as long. What we start inherits nothing of it."""
    before = os.environ.get(THREADS)
    os.environ[THREADS] = before or "1"
    try:
        with suppress(ImportError):
            import numpy as np  # noqa: F401
    finally:
        if before is None:
            del os.environ[THREADS]
