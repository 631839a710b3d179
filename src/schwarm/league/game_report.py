"""A league's game after it was played: a public record, and the private output of each side for its team."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from schwarm.arena.fixture import NO_NOTES, Result, ViolationNotes
from schwarm.arena.game_job import GameReport
from schwarm.arena.runner import Redact
from schwarm.games import Outcome
from schwarm.games.record import Record
from schwarm.league.league_schedule import Pairing
from schwarm.store.games import Store
from schwarm.store.league_games import add_contest_words, list_contest_words
from schwarm.store.leagues import LeagueGame

BOTH = 2
"""The side of output that may be either's: only organisers read it."""


class PlayedPairing(NamedTuple):
    """A game as it is stored."""

    game: LeagueGame
    record: Record
    outputs: Mapping[int, str]


class SideWords(NamedTuple):
    """The output of one side in its game."""

    why: ViolationNotes
    printed: list[tuple[int, str]]
    notes: list[tuple[int, str]]


def read_words(text: str) -> SideWords:
    found = json.loads(text)
    printed, notes = ([(turn, said) for turn, said in found[name]] for name in ("printed", "notes"))
    return SideWords(ViolationNotes(*found["why"]), printed, notes)


def to_played(pairing: Pairing, report: GameReport, record: Record) -> PlayedPairing:
    """A report as it is stored."""
    assert record.outcome is not None
    red, blue = _points(record.outcome)
    spent = 0.0 if report.elsewhere else report.seconds / pairing.league.cores
    game = LeagueGame(report.key, pairing.pair, pairing.red, pairing.blue, red, blue, report.seconds, spent=spent)
    return PlayedPairing(game, *split_words(report, record))


def split_words(report: GameReport, record: Record) -> tuple[Record, dict[int, str]]:
    """The public record, and each side's output, notes and crash reason, which only its team may read."""
    assert record.outcome is not None
    notes: dict[int, list[tuple[int, str]]] = {0: [], 1: []}
    for turn, move in enumerate(record.moves, record.start.turn):
        if move.note:
            notes[turn % 2].append((turn, move.note))
    blamed = _find_blamed(record.outcome)
    outputs = {}
    for side in (0, 1):
        printed = [(turn, text) for turn, whose, text in report.printed if whose == side]
        why = report.why if side == blamed else ViolationNotes()
        if printed or notes[side] or why:
            outputs[side] = json.dumps({"why": why, "printed": printed, "notes": notes[side]}, ensure_ascii=False)
    if report.why and blamed is None:
        outputs[BOTH] = json.dumps({"why": report.why, "printed": [], "notes": []}, ensure_ascii=False)
    bare = tuple(replace(move, note="", variations=()) for move in record.moves)
    return replace(record, moves=bare, note="", variations=()), outputs


def _points(outcome: Outcome) -> tuple[float, float]:
    if outcome.winner is None:
        return (0.5, 0.5) if outcome.reason.regular else (0.0, 0.0)
    return (1.0, 0.0) if outcome.winner.index == 0 else (0.0, 1.0)


def _find_blamed(outcome: Outcome) -> int | None:
    """The side that a violation report quotes, if one side alone broke off."""
    return 1 - outcome.winner.index if outcome.reason.violation and outcome.winner is not None else None


MAX_WORDS_LENGTH = 50_000_000
"""Characters of all bots together in one contest; more are dropped."""


def keep_words(store: Store, event: str) -> Redact:
    """Stores the output of each game with its contest before the game counts, and passes on the game without it."""
    length = sum(map(_length, list_contest_words(store, event).values()))

    def redact(report: GameReport, record: Record, result: Result) -> tuple[GameReport, Record, Result]:
        nonlocal length
        public, words = split_words(report, record)
        if words and length + _length(words) <= MAX_WORDS_LENGTH:
            length += _length(words)
            add_contest_words(store, event, report.key, words)
        report = replace(report, record=str(public), why=NO_NOTES, printed=())
        return report, public, result._replace(why=NO_NOTES)

    return redact


def _length(words: Mapping[int, str]) -> int:
    return sum(len(text) for text in words.values())
