"""Output, notes and crash reasons of bots in the contests of a league: kept apart from the games, for their teams."""

from collections.abc import Mapping
from dataclasses import replace

from schwarm.arena.assignment import GameReport
from schwarm.arena.fixture import NO_NOTES, Result
from schwarm.arena.runner import Redact
from schwarm.games.record import Record
from schwarm.league.game_report import split_words
from schwarm.store.games import Store
from schwarm.store.league_games import add_contest_words, list_contest_words

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
