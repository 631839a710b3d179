"""A moment as people write it: 15.11.2026, 19:27 in German and 15 Nov 2026, 19:27 in English."""

import time
from dataclasses import dataclass

from schwarm.words.language import language

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time, in seconds since 1970, that is put into words when it is read."""

    at: float

    def __str__(self) -> str:
        then = time.localtime(self.at)
        if language() == "de":
            return time.strftime("%d.%m.%Y, %H:%M", then)
        # Not with strftime: its month names are in the machine's language.
        return f"{then.tm_mday} {MONTHS[then.tm_mon - 1]} {then.tm_year}, {time.strftime('%H:%M', then)}"

    @property
    def exact(self) -> str:
        """For machines, such as the attribute `datetime` of a page."""
        return time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(self.at))
