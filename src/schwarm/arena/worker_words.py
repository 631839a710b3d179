"""What other machines say about the games they were given: moves while a game is on, and whole games. Each is believed
about its own games only, and only what can be true of them.

Whoever has a cluster's key can run programs in it, so this is no wall; it keeps a machine that talks nonsense from
spoiling more than its own games.
"""

import math
import secrets
import threading
from dataclasses import dataclass
from typing import Any

from schwarm.arena.assignment import MAX_FAILURE_LENGTH, Assignment, GameReport
from schwarm.arena.game_progress import MAX_MOVES_AT_ONCE, GameProgress
from schwarm.arena.pool import OnProgress
from schwarm.games import game
from schwarm.words import excerpt

MAX_TOLD_GAMES = 64
"""Games that are told about at the same time; others are played unseen."""
MAX_TRIES = 4
"""How often a game may begin anew with another machine and still be heard of."""
MAX_MOVE_LENGTH = 40
MAX_REPORT_LENGTH = 4_000_000
"""Characters of a whole game with all that was said in it."""


@dataclass(slots=True)
class _Told:
    key: str
    on_progress: OnProgress
    left: int
    """Messages that are still listened to."""
    last_turn: int


class ProgressTickets:
    """Who may tell about which game: only a machine that was given a game knows its ticket. `hear` is called by dask's
    thread, everything else by whoever hands out games."""

    def __init__(self) -> None:
        self.topic = f"schwarm-{secrets.token_hex(8)}"
        """Where machines tell what happens."""
        self._told: dict[str, _Told] = {}
        self._lock = threading.Lock()

    def issue(self, assignment: Assignment, on_progress: OnProgress) -> str:
        """A ticket for a game that is handed out; empty where so many are told about that nobody could look."""
        with self._lock:
            if len(self._told) >= MAX_TOLD_GAMES:
                return ""
            ticket, last_turn = secrets.token_hex(8), game(assignment.game).last_turn
            # Every message but the first of a game brings a move.
            self._told[ticket] = _Told(assignment.fixture.key, on_progress, MAX_TRIES * (last_turn + 1), last_turn)
            return ticket

    def end(self, ticket: str) -> None:
        with self._lock:
            self._told.pop(ticket, None)

    def hear(self, event: tuple[float, Any]) -> None:
        """Take what a machine tells, or leave it; never raises, and what is not believed costs next to nothing."""
        _, words = event
        if not isinstance(words, dict):
            return
        ticket, facts = words.get("ticket"), words.get("progress")
        with self._lock:
            told = self._told.get(ticket) if isinstance(ticket, str) else None
            if told is None or told.left <= 0:
                return
            told.left -= 1
        if (progress := _read_progress(told, facts)) is not None:
            told.on_progress(progress)


def _read_progress(told: _Told, facts: object) -> GameProgress | None:
    """Moves of a game, if they can be some."""
    if not isinstance(facts, dict):
        return None
    first, moves = facts.get("first"), facts.get("moves")
    if not isinstance(first, int) or not isinstance(moves, list | tuple) or len(moves) > MAX_MOVES_AT_ONCE:
        return None
    if not 0 <= first <= first + len(moves) <= told.last_turn or not all(map(_is_move, moves)):
        return None
    return GameProgress(told.key, first, tuple((text, seconds) for text, seconds in moves))


def _is_move(move: object) -> bool:
    if not isinstance(move, list | tuple) or len(move) != 2:
        return False
    text, seconds = move
    timed = seconds is None or (isinstance(seconds, int | float) and math.isfinite(seconds) and seconds >= 0)
    return isinstance(text, str) and len(text) <= MAX_MOVE_LENGTH and timed


def read_report(assignment: Assignment, data: dict[str, Any]) -> GameReport:
    """What came back of a game; without a result where it cannot be that game."""
    key = assignment.fixture.key
    try:
        report = GameReport.of(data)
        if report.failure:
            return GameReport(key, failure=excerpt(str(report.failure), MAX_FAILURE_LENGTH))
        played = report.to_result()
        start = game(assignment.game, assignment.rules).start(assignment.fixture.seed)
        said = "".join((report.record, *report.why, *(text for _, _, text in report.printed)))
        # What no store can keep raises here.
        said.encode()
        if (
            report.key != key
            or played is None
            or (played[0].start, played[0].players) != (start, assignment.fixture.players)
            or len(said) > MAX_REPORT_LENGTH
            or "\0" in said
            or not math.isfinite(report.seconds)
        ):
            raise ValueError(key)
    except Exception as error:
        return GameReport(key, failure=excerpt(f"not this game ({type(error).__name__})", MAX_FAILURE_LENGTH))
    return report
