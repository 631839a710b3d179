"""What is known about a stored game beside its moves: its contest, why it was broken off, what its players printed."""

import json
from dataclasses import dataclass

from schwarm.arena.database_results import SCOPE, address
from schwarm.arena.fixture import ViolationNotes
from schwarm.store import reports
from schwarm.store.games import Store
from schwarm.store.stored_game import StoredGame
from schwarm.words import Sentence, say


@dataclass(frozen=True, slots=True)
class OutputBlock:
    """All that one player printed."""

    name: str
    side: str
    text: str
    lost: bool


@dataclass(frozen=True, slots=True)
class GameDetails:
    """What stands beside the moves."""

    contest: str = ""
    """Where its contest is on the page."""
    why: str = ""
    outputs: tuple[OutputBlock, ...] = ()


NOTHING = GameDetails()


def collect_details(store: Store, kept: StoredGame) -> GameDetails:
    event = kept.summary.event
    known = bool(event) and store.recall(SCOPE, event) is not None
    said = json.loads(reports.why(store, kept.summary.key) or "[]") if known else kept.meta.get("why", ())
    return GameDetails(f"/contests/{address(event)}" if known else "", str(ViolationNotes(*said)), _outputs(kept))


def _outputs(kept: StoredGame) -> tuple[OutputBlock, ...]:
    """Who printed something, the loser first: that is what people open a lost game for."""
    outcome, found = kept.record.outcome, []
    for side, name in enumerate(kept.record.players):
        pieces = sorted((turn, text) for (turn, whose), text in kept.logs.items() if whose == side and text.strip())
        if not pieces:
            continue
        over = kept.record.final.turn
        text = "\n\n".join(f"{_when(turn, over)}\n{text.rstrip()}" for turn, text in pieces)
        lost = outcome is not None and (outcome.winner is None or outcome.winner.index != side)
        sides = next(iter(kept.record.start.game.sides.values()))
        found.append(OutputBlock(name or str(sides[side]), ("red", "blue")[side], text, lost))
    return tuple(sorted(found, key=lambda output: not output.lost))


def _when(turn: int, over: int) -> str:
    if turn < 0:
        return say("[before its first move]")
    said = Sentence("[move {number}]") if turn < over else Sentence("[move {number}, not played]")
    return str(said(number=turn + 1))
