"""What bots print, note and die of in the contests of a league: kept apart from the games, for their own teams."""

from collections.abc import Mapping
from dataclasses import replace

from schwarm.arena.assignment import Assignment, GameReport, open_report
from schwarm.arena.fixture import NO_NOTES
from schwarm.arena.game_processes import GamePool
from schwarm.league.game_report import split_words
from schwarm.store.games import Store
from schwarm.store.league_games import add_contest_words, list_contest_words

MAX_WORDS_LENGTH = 50_000_000
"""Characters that all bots together say in one contest; beyond, nothing more is kept."""


class WordKeeper:
    """A pool that gives out games without anybody's words. Those are kept first: when a game counts, they are there."""

    def __init__(self, pool: GamePool, store: Store, event: str) -> None:
        self._pool, self._store, self._event = pool, store, event
        kept = list_contest_words(store, event)
        self._length = sum(_length(words) for words in kept.values())

    def free(self) -> int:
        return self._pool.free()

    def submit(self, assignment: Assignment) -> None:
        self._pool.submit(assignment)

    def collect(self, timeout: float) -> GameReport | None:
        delivery = self._pool.collect(timeout)
        if delivery is None:
            return None
        delivery, played = open_report(delivery)
        if played is None:
            return delivery
        everybody, words = split_words(delivery, played[0])
        if words and self._length + _length(words) <= MAX_WORDS_LENGTH:
            self._length += _length(words)
            add_contest_words(self._store, self._event, delivery.key, words)
        return replace(delivery, record=str(everybody), why=NO_NOTES, printed=())

    def stop(self) -> None:
        self._pool.stop()


def _length(words: Mapping[int, str]) -> int:
    return sum(len(text) for text in words.values())
