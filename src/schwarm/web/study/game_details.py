"""What is known about a stored game beside its moves: its contest, why it was broken off, what its players printed."""

import json
from dataclasses import dataclass

from schwarm.arena.contest_records import address
from schwarm.arena.fixture import ViolationNotes
from schwarm.games.record import Record
from schwarm.store import reports
from schwarm.store.contests import load_terms
from schwarm.store.games import Store, StoredGame
from schwarm.store.leagues import EVENT_PREFIX
from schwarm.words import say


@dataclass(frozen=True, slots=True)
class OutputPart:
    """What one player printed about a move."""

    turn: int
    """Before its first move −1."""
    when: str
    text: str


@dataclass(frozen=True, slots=True)
class OutputBlock:
    """All that one player printed."""

    name: str
    side: str
    parts: tuple[OutputPart, ...]
    lost: bool


@dataclass(frozen=True, slots=True)
class GameDetails:
    """What stands beside the moves."""

    contest: str = ""
    """Where its contest is on the page."""
    league: str = ""
    """Where its league is on the page."""
    why: str = ""
    outputs: tuple[OutputBlock, ...] = ()


NOTHING = GameDetails()


def collect_details(store: Store, kept: StoredGame) -> GameDetails:
    event = kept.summary.event
    known = bool(event) and load_terms(store, event) is not None
    said = json.loads(reports.why(store, kept.summary.key) or "[]") if known else kept.meta.get("why", ())
    contest = f"/contests/{address(event)}" if known else ""
    league = f"/leagues/{event.removeprefix(EVENT_PREFIX)}" if event.startswith(EVENT_PREFIX) else ""
    return GameDetails(contest, league, str(ViolationNotes(*said)), _outputs(kept))


def _outputs(kept: StoredGame) -> tuple[OutputBlock, ...]:
    """Who printed something, the loser first: that is what people open a lost game for."""
    outcome, found = kept.record.outcome, []
    for side, name in enumerate(kept.record.players):
        pieces = sorted((turn, text) for (turn, whose), text in kept.logs.items() if whose == side and text.strip())
        if not pieces:
            continue
        parts = tuple(OutputPart(turn, _when(turn, kept.record), text.rstrip()) for turn, text in pieces)
        lost = outcome is not None and (outcome.winner is None or outcome.winner.index != side)
        sides = next(iter(kept.record.start.game.sides.values()))
        found.append(OutputBlock(name or str(sides[side]), ("red", "blue")[side], parts, lost))
    return tuple(sorted(found, key=lambda output: not output.lost))


def _when(turn: int, record: Record) -> str:
    """Which move it is about, by the number that the list of moves has for it."""
    if turn < 0:
        return say("[before its first move]")
    place, number = turn - record.start.turn, turn // 2 + 1
    if 0 <= place < len(record.moves):
        return f"[{number}. {record.moves[place].move}]"
    return say("[{number}. not played]", number=number)
