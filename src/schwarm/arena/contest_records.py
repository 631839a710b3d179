"""A contest in the store: written when it begins, read to be shown or continued."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from schwarm.arena import contest as kinds
from schwarm.arena.assignment import check_startable
from schwarm.arena.contest import BadContest, Contest, ResumedBy
from schwarm.arena.database_results import begin, load_contests
from schwarm.arena.lease import check_not_running
from schwarm.arena.season_file import bot_in
from schwarm.launch import CannotLaunch, Sandbox
from schwarm.launch.bot_facts import fingerprint
from schwarm.words import SchwarmError, Sentence

Kind = TypeVar("Kind", bound=Contest)
if TYPE_CHECKING:
    from schwarm.store.games import Store


def save_contest(
    store: "Store",
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
    from schwarm.store.contests import load_terms, save_terms

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


def find_contest(store: "Store", kind: type[Kind], wanted: str) -> tuple[str, Kind] | None:
    """The contest of this kind with this title or name in the store, and its name there; of several the newest."""
    found = []
    for event, known in load_contests(store).items():
        if known.get("kind") == kind.kind:
            contest = load_contest(event, known)
            if isinstance(contest, kind) and wanted in (event, contest.title):
                found.append((known.get("begun", 0.0), event, contest))
    return max(found, key=lambda entry: entry[:2])[1:] if found else None


def key_of(store: "Store", event: str) -> Mapping[str, Any] | None:
    """The stored terms of a contest; None if there is none of this name."""
    from schwarm.store.contests import load_terms

    return load_terms(store, event)


OTHER_FILES = Sentence(
    "The files of “{player}” have changed since this contest began, so its games would be those of two bots; put the "
    "old files back, or start a new contest."
)
FORGOTTEN = Sentence(
    "The saved data of “{event}” does not describe a contest; it may come from another version of Schwarm."
)
