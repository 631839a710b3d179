"""A game that is played in another process, as this one shows it: told once, and told on to everybody who looks here.

It listens to the game's own events and so knows at any moment how it stands: whoever comes is told that at once, and
the process in which the game is played does not notice.
"""

import time
from collections.abc import AsyncIterator
from typing import Any, cast

from schwarm.web.live.contract import (
    GameEvent,
    ListEvent,
    LiveGameJson,
    StatusJson,
    SummariesJson,
    SummaryJson,
    VisitorJson,
)
from schwarm.web.shell.feed import Feed, encode_event, split_events

MAX_LISTED = 60
"""Games in the list of those that are on; a page shows no more."""


class GameMirror:
    """One game in one language."""

    def __init__(self) -> None:
        self.feed: Feed[GameEvent] = Feed()
        self._told: dict[str, Any] = {}
        self._told_at = 0.0
        self._sync = b""
        """How it stands, written down; empty when something has happened since."""
        self._watching = b""

    def take(self, text: str) -> None:
        """Something happened, as the game's own feed says it."""
        for kind, facts, written in split_events(text):
            match kind:
                case "sync":
                    self._told = facts
                case "move":
                    self._add_move(facts)
                case "status" | "end":
                    self._told.update(facts)
                case "watching":
                    self._watching = written
            if kind != "watching":
                self._sync, self._told_at = b"", time.monotonic()
            self.feed.pass_on(written)

    def _add_move(self, facts: dict[str, Any]) -> None:
        told = self._told
        told["moves"].append(facts.pop("move"))
        told["positions"][-1].pop("moves", None)
        told["positions"].append(facts.pop("position"))
        told["stamps"].update(facts.pop("stamps"))
        told.update(facts)

    def snapshot(self) -> LiveGameJson:
        """How it stands, with all its moves."""
        return cast("LiveGameJson", {**self._told, **self.status()})

    def status(self) -> StatusJson:
        elapsed = self._told["elapsed"] + (time.monotonic() - self._told_at if self._told["running"] else 0.0)
        status = {name: self._told[name] for name in StatusJson.__annotations__}
        return cast("StatusJson", {**status, "elapsed": round(elapsed, 2)})

    def follow(self, lang: str, you: VisitorJson) -> AsyncIterator[bytes]:
        """Everything that happens from now on, after how it stands."""
        # A whole game is long: it is written once for all who come before the next move, and the clock told after it.
        self._sync = self._sync or encode_event(("sync", self._told))
        clock = encode_event(("status", self.status()))
        return self.feed.follow_after(lang, encode_event(("you", you)) + self._sync + clock + self._watching)


class ListMirror:
    """Small boards of the games that are on, in one language."""

    def __init__(self) -> None:
        self.feed: Feed[ListEvent] = Feed()
        self._tables: dict[str, SummaryJson] = {}

    def take(self, text: str) -> None:
        for kind, facts, written in split_events(text):
            if kind == "tables":
                self._tables.clear()
            # They come with the latest first, which stands last here; what is over is of no interest to those who come.
            for table in reversed(facts.get("tables", ())):
                self._tables.pop(table["key"], None)
                if not table["over"]:
                    self._tables[table["key"]] = table
            if kind == "gone":
                self._tables.pop(facts["key"], None)
            while len(self._tables) > MAX_LISTED:
                del self._tables[next(iter(self._tables))]
            self.feed.pass_on(written)

    def follow(self, lang: str) -> AsyncIterator[bytes]:
        return self.feed.follow(lang, ("tables", SummariesJson(tables=list(reversed(self._tables.values())))))
