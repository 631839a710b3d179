"""A contest's results in the store: each game in one transaction with its record, its report and what was printed."""

import gc
import json
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from schwarm.arena.assignment import GameReport
from schwarm.arena.fixture import NO_NOTES, GameKey, MoveTimes, Result, ViolationNotes
from schwarm.arena.lease import hold_lease
from schwarm.arena.results import Results
from schwarm.games import Outcome, Team
from schwarm.games.record import Record
from schwarm.games.registry import find_reason

if TYPE_CHECKING:
    from schwarm.store.games import Store


class DatabaseResults:
    """The results of one contest in a store, read once and kept up to date. `event` is its name in the store."""

    def __init__(self, store: "Store", event: str) -> None:
        self.store, self.event = store, event
        self._results, self._last = Results(), 0

    def results(self) -> Results:
        """All results. Asked again, it reads what is new and gives the same object."""
        with self._results.lock, _no_collection():
            self._read()
        return self._results

    def _read(self) -> None:
        from schwarm.store.reports import reports

        known: dict[tuple[str, str | None, str, int, int], Outcome] = {}
        cut = len(self.event) + 1
        for number, game, whole, red, blue, winner, reason, one, two, why, *times in reports(
            self.store, self.event, self._last
        ):
            self._last = number
            how = game, winner, reason, one, two
            if how not in known:
                known[how] = Outcome(Team(winner) if winner else None, find_reason(game, reason), (one, two))
            thinking = MoveTimes(*times[:3]), MoveTimes(*times[3:])
            told = ViolationNotes(*json.loads(why)) if why else NO_NOTES
            self._results.add(Result(GameKey(whole[cut:]), red, blue, known[how], told, thinking))

    def add(self, delivery: GameReport, record: Record, result: Result) -> bool:
        """Write down a game in one transaction; False if it was there already."""
        from schwarm.store.reports import Report, add_with_report

        outcome, (red, blue) = result.outcome, result.thinking
        report = Report(
            self.key(result.key),
            *result.players,
            outcome.winner.value if outcome.winner else None,
            outcome.reason.value,
            *outcome.points,
            json.dumps(result.why, ensure_ascii=False) if result.why else "",
            red_moves=red.moves,
            red_median=red.median,
            red_slowest=red.slowest,
            blue_moves=blue.moves,
            blue_median=blue.median,
            blue_slowest=blue.slowest,
        )
        logs = {(turn, side): text for turn, side, text in delivery.printed}
        match = result.key.encounter
        number = add_with_report(self.store, record, report, event=self.event, match=match, logs=logs)
        if number is None:
            return False
        with self._results.lock:
            self._results.add(result)
            self._last = max(self._last, number)
        return True

    def hold_lease(self) -> AbstractContextManager[None]:
        return hold_lease(self.store, self.event)

    def key(self, fixture: str) -> str:
        """A game's key in the store."""
        return f"{self.event}/{fixture}"


@contextmanager
def _no_collection() -> Iterator[None]:
    """Reading a hundred thousand results takes half the time without garbage collection: none of them is garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def begin(store: "Store", kind: str, about: Mapping[str, Any]) -> str:
    """Store a new contest; gives its name in the store."""
    name = f"{kind}-{time.strftime('%Y-%m-%d-%H-%M-%S')}-{uuid.uuid4().hex[:4]}"
    from schwarm.store.contests import save_terms

    save_terms(store, name, {"kind": kind, "begun": time.time(), **about})
    return name


def latest(store: "Store", kind: str, about: Mapping[str, Any]) -> str | None:
    """The newest contest of this kind with these terms."""
    # As JSON gives it back: lists for tuples.
    wanted = json.loads(json.dumps({"kind": kind, **about})).items()
    found = [
        (known.get("begun", 0.0), name)
        for name, known in load_contests(store).items()
        if all(known.get(key) == value for key, value in wanted)
    ]
    return max(found)[1] if found else None


def load_contests(store: "Store") -> dict[str, dict[str, Any]]:
    """The terms of all contests of a store, by name."""
    from schwarm.store.contests import list_terms

    return list_terms(store)


def address(key: str) -> str:
    """A key as a part of an address of the page. Slashes stay where no browser would tidy them up."""
    return quote(key, safe="" if "/." in key or "//" in key else "/")
