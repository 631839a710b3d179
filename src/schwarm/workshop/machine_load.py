"""How busy this machine is with other things, before something is measured on it."""

import time

from schwarm.words import Sentence

MEASURED_SECONDS = 0.3
MAX_BUSY_SHARE = 0.25
"""What share of all cores may be at work before measuring says little."""


def measure_busy_share() -> float:
    """The share of this machine's cores that is at work right now, which takes a moment; 0 where nobody tells."""
    before = _read_times()
    if before is None:
        return 0.0
    time.sleep(MEASURED_SECONDS)
    after = _read_times()
    if after is None or after[1] <= before[1]:
        return 0.0
    return 1.0 - (after[0] - before[0]) / (after[1] - before[1])


def _read_times() -> tuple[int, int] | None:
    """How long the cores have been idle, and in all, since the machine was started."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            times = [int(field) for field in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return None
    return times[3] + times[4], sum(times)


BUSY = Sentence("This machine is already busy with other things ({percent} % of it), so times measured now say little.")
