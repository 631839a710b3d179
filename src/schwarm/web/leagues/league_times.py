"""When a league plays, in words and as a form has it."""

import time

from schwarm.store.leagues import League
from schwarm.words import Moment, Sentence

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def describe_pause(league: League) -> str:
    """Why a league does not play at this time, if that is so."""
    now = time.time()
    if league.is_open(now):
        return ""
    if league.starts is not None and now < league.starts:
        return str(BEGINS(moment=Moment(league.starts)))
    if league.ends is not None and now >= league.ends:
        return str(ENDED(moment=Moment(league.ends)))
    return str(OPENS(time=_clock(league.opens)))


def describe_deadline(league: League) -> str:
    """Until when teams can hand in, and how long that still is; empty where there is no end, or it has passed."""
    left = league.ends - time.time() if league.ends is not None else 0.0
    if league.ends is None or left <= 0:
        return ""
    for size, sentence in ((DAY, DAYS_LEFT), (HOUR, HOURS_LEFT), (MINUTE, MINUTES_LEFT)):
        if left >= 2 * size or size == MINUTE:
            return str(DEADLINE(moment=Moment(league.ends), left=sentence(n=max(1, int(left // size)))))
    return ""


def form_values(league: League) -> dict[str, str]:
    """What stands in the fields of the form."""
    return {
        "starts": Moment(league.starts).exact[:16] if league.starts else "",
        "ends": Moment(league.ends).exact[:16] if league.ends else "",
        "opens": _clock(league.opens),
        "closes": _clock(league.closes),
    }


def _clock(minutes: int | None) -> str:
    return "" if minutes is None else f"{minutes // 60:02}:{minutes % 60:02}"


DEADLINE = Sentence("Hand in until {moment} ({left})")
DAYS_LEFT = Sentence("{n} day left", "{n} days left")
HOURS_LEFT = Sentence("{n} hour left", "{n} hours left")
MINUTES_LEFT = Sentence("{n} minute left", "{n} minutes left")
BEGINS = Sentence("Begins on {moment}.")
ENDED = Sentence("Ended on {moment}.")
OPENS = Sentence("Resting until {time}.")
