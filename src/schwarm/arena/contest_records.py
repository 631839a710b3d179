"""Contests in the store: their terms, and their results, each game in one transaction with its record and output."""

import gc
import json
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from schwarm.arena import contest as kinds
from schwarm.arena.contest import BadContest, Contest, ResumedBy
from schwarm.arena.fixture import NO_NOTES, GameKey, MoveTimes, Result, ViolationNotes
from schwarm.arena.game_job import GameReport, bot_in, check_startable
from schwarm.arena.lease import check_not_running, hold_lease
from schwarm.arena.results import Results
from schwarm.games import Outcome, Team
from schwarm.games.record import Record
from schwarm.games.registry import find_reason
from schwarm.launch import CannotLaunch, Sandbox
from schwarm.launch.bot_facts import fingerprint
from schwarm.store.contests import list_terms, load_terms, save_terms
from schwarm.store.games import Store
from schwarm.store.reports import Report, add_with_report, reports
from schwarm.words import SchwarmError, Sentence

Kind = TypeVar("Kind", bound=Contest)


def save_contest(
    store: Store,
    contest: Contest,
    event: str | None = None,
    *,
    folder: Path | None = None,
    about: Mapping[str, Any] | None = None,
) -> str:
    """Store a contest that begins or continues; gives its name in the store.

    Bots are named relative to `folder`, by default the current one. `about` adds facts of the caller."""
    settings = {
        "games": contest.games,
        "sandboxed": contest.conditions.sandboxed,
        "folder": str(folder or os.getcwd()),
        **(about or {}),
    }
    if contest.resumed_by is ResumedBy.STORE:
        walled = Sandbox(wall=contest.conditions.sandboxed).has_wall
        settings["fingerprints"] = take_fingerprints(contest.bots, folder or Path.cwd(), walled=walled)
    if contest.name:
        settings["title"] = contest.name
    if event is None:
        # In one write: after a crash it is there whole or not at all.
        return begin(store, contest.kind, contest.terms() | settings)
    # Another process may be playing it under the old settings.
    check_not_running(store, event)
    known = load_terms(store, event) or {}
    changed = find_changed(known.get("fingerprints", {}), settings.get("fingerprints", {}))
    if changed and store.keys(event=event):
        raise BadContest(OTHER_FILES(player=changed[0]))
    save_terms(store, event, known | settings)
    return event


def take_fingerprints(bots: Mapping[str, str], folder: Path, *, walled: bool) -> dict[str, str]:
    """Hashes of all players' files that exist and that only people change; bots are named relative to `folder`."""
    found = {}
    for name, bot in bots.items():
        with suppress(CannotLaunch):
            if taken := fingerprint(check_startable(bot_in(bot, folder)), walled=walled):
                found[name] = taken
    return found


def find_changed(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Players whose files are known to have changed."""
    return [name for name in new if old.get(name, new[name]) != new[name]]


def load_contest(event: str, known: Mapping[str, Any]) -> Contest:
    """The contest of this name; raises `BadContest` for invalid data.

    A season that has a file comes without its bots, which only the file knows."""
    try:
        folder = Path(known["folder"]) if known.get("folder") else None
        bots = {name: bot_in(bot, folder) if folder else bot for name, bot in known.get("bots", {}).items()}
        found = kinds.load(known, bots)
    except SchwarmError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadContest(FORGOTTEN(event=event)) from error
    if found is None:
        raise BadContest(FORGOTTEN(event=event))
    return found


def find_contest(store: Store, kind: type[Kind], wanted: str) -> tuple[str, Kind] | None:
    """The contest of this kind with this title or name in the store, and its name there; of several the newest."""
    found = []
    for event, known in list_terms(store).items():
        if known.get("kind") == kind.kind:
            contest = load_contest(event, known)
            if isinstance(contest, kind) and wanted in (event, contest.title):
                found.append((known.get("begun", 0.0), event, contest))
    return max(found, key=lambda entry: entry[:2])[1:] if found else None


OTHER_FILES = Sentence(
    "The files of “{player}” have changed since this contest began, so its games would be those of two bots; put the "
    "old files back, or start a new contest."
)
FORGOTTEN = Sentence(
    "The saved data of “{event}” does not describe a contest; it may come from another version of Schwarm."
)


class DatabaseResults:
    """The results of one contest in a store, read once and kept up to date. `event` is its name in the store."""

    def __init__(self, store: Store, event: str) -> None:
        self.store, self.event = store, event
        self._results, self._last = Results(), 0

    def results(self) -> Results:
        """All results. Asked again, it reads what is new and gives the same object."""
        with self._results.lock, _no_collection():
            self._read()
        return self._results

    def _read(self) -> None:
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

    def add(self, report: GameReport, record: Record, result: Result) -> bool:
        """Write down a game in one transaction; False if it was there already."""
        outcome, (red, blue) = result.outcome, result.thinking
        row = Report(
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
        logs = {(turn, side): text for turn, side, text in report.printed}
        match = result.key.encounter
        number = add_with_report(self.store, record, row, event=self.event, match=match, logs=logs)
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


def begin(store: Store, kind: str, about: Mapping[str, Any]) -> str:
    """Store a new contest; gives its name in the store."""
    name = f"{kind}-{time.strftime('%Y-%m-%d-%H-%M-%S')}-{uuid.uuid4().hex[:4]}"
    save_terms(store, name, {"kind": kind, "begun": time.time(), **about})
    return name


def latest(store: Store, kind: str, about: Mapping[str, Any]) -> str | None:
    """The newest contest of this kind with these terms."""
    # As JSON gives it back: lists for tuples.
    wanted = json.loads(json.dumps({"kind": kind, **about})).items()
    found = [
        (known.get("begun", 0.0), name)
        for name, known in list_terms(store).items()
        if all(known.get(key) == value for key, value in wanted)
    ]
    return max(found)[1] if found else None


def address(key: str) -> str:
    """A key as a part of an address of the page. Slashes stay where no browser would tidy them up."""
    return quote(key, safe="" if "/." in key or "//" in key else "/")
