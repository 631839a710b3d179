"""How busy this machine is with other things, before or while something is measured on it."""

import time

from schwarm.words import Sentence

MEASURED_SECONDS = 0.3
MAX_BUSY_SHARE = 0.25
"""What share of all cores may be at work before measuring says little."""


class BusyMeter:
    """Tells the share of this machine's cores that has been at work since it was made; 0 where nobody tells."""

    def __init__(self) -> None:
        self._before = _read_times()

    @property
    def share(self) -> float:
        before, after = self._before, _read_times()
        if before is None or after is None or after[1] <= before[1]:
            return 0.0
        return 1.0 - (after[0] - before[0]) / (after[1] - before[1])


def measure_busy_share() -> float:
    """The share of this machine's cores that is at work right now, which takes a moment; 0 where nobody tells."""
    meter = BusyMeter()
    time.sleep(MEASURED_SECONDS)
    return meter.share


def _read_times() -> tuple[int, int] | None:
    """How long the cores have been idle, and in all, since the machine was started."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            times = [int(field) for field in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return None
    return times[3] + times[4], sum(times)


BUSY = Sentence("This machine is already busy with other things ({percent} % of it), so times measured now say little.")
