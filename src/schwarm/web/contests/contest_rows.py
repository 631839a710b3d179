"""The contests of a store as lists show them, also those that nobody plays any more though they are not over."""

from typing import Any

from schwarm.arena import contest_records
from schwarm.arena.contest import ResumedBy
from schwarm.arena.contest_records import address
from schwarm.arena.lease import find_running
from schwarm.arena.results import Results
from schwarm.store.contests import list_terms
from schwarm.web.contests.contest_service import ContestService
from schwarm.words import Moment, SchwarmError

Facts = dict[str, Any]
NOTHING_PLAYED = Results()


def contest_rows(service: ContestService, part: slice = slice(None), league: str = "") -> tuple[list[Facts], int]:
    """A part of all contests, or of those of a league, and how many there are. Those that are being played come first,
    then the newest. Reads the store, so not in the event loop."""
    counts, playing = service.store.counts(), find_running(service.store)
    found: list[Facts] = []
    for event, known in list_terms(service.store).items():
        if league and known.get("league") != league:
            continue
        count = counts.get(event, (0, 0.0))
        try:
            contest = contest_records.load_contest(event, known)
        except SchwarmError:
            # From another version, or its game is not installed here any more.
            continue
        done, total = count[0], contest.total(NOTHING_PLAYED)
        found.append(
            {
                "event": event,
                "address": address(event),
                "kind": contest.word,
                "resumable": contest.resumed_by is not ResumedBy.TERMINAL,
                "title": contest.title,
                "game": contest.conditions.game.title,
                "done": done,
                "total": max(total, done),
                "playing": event in playing or service.is_playing(event),
                "complete": done >= total and not contest.may_grow,
                "count": count,
                "at": max(count[1], known.get("begun") or 0.0),
            }
        )
    found.sort(key=lambda facts: (not facts["playing"], -facts["at"]))
    shown = found[part]
    for facts in shown:
        facts["date"] = Moment(facts["at"]) if facts["at"] else None
        over = facts["playing"] or facts["complete"] or service.is_over(facts["event"], facts["count"])
        facts["interrupted"] = not over
    return shown, len(found)
