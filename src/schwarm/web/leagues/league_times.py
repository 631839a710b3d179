"""When a league plays, in words and as a form has it."""

import time

from schwarm.store.league_rows import League
from schwarm.words import Moment, Sentence


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


BEGINS = Sentence("Begins on {moment}.")
ENDED = Sentence("Ended on {moment}.")
OPENS = Sentence("Resting until {time}.")
