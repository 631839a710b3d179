"""How long a test waits for what must come: as long as the busiest machine may need. A wait ends with what it waits
for, so that patience costs nothing where all is well."""

import os
import time
from collections.abc import Callable

from schwarm.games import TimeControl

PATIENCE = float(os.environ.get("SCHWARM_PATIENCE", "120"))
"""Seconds for a single thing; more for whoever gives way to everybody else (`nice make soak`)."""
PATIENT = TimeControl.parse(f"{PATIENCE:g}s")
"""A game in which nobody loses on time, and that ends all the same."""
LONG = 6 * PATIENCE
"""Seconds for what takes long also on a quiet machine: a contest, something built or installed."""


def until(condition: Callable[[], object], *, what: str = "it") -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not happen in time"
        time.sleep(0.01)
