"""The games of a contest that are on, for whoever watches: processes tell their moves, and somebody looks from time to
time how each game stands. A result is shown only once it is written down."""

import threading
from dataclasses import dataclass, field, replace

from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameProgress
from schwarm.arena.runner import Began, Ended, Event
from schwarm.games.record import Record
from schwarm.web.live.commands import RelayedGame
from schwarm.words import SchwarmError

MAX_WATCHED = 32
"""Games of a contest that can be watched at the same time; a machine with more cores plays the others unseen."""
MAX_MOVES_PER_LOOK = 2
"""Moves of a game that are shown at once. Bots that move faster are shown later: nobody could follow them, and telling
everything would take time from the games on the page. How the game ended comes at once."""


@dataclass(slots=True)
class _GameOn:
    fixture: Fixture
    moves: list[tuple[str, float | None]] = field(default_factory=list)
    record: Record | None = None
    """As it was shown last."""
    ending: str | None = None
    """The text of the whole game, once it is written down."""
    renamed: bool = False
    """Whether it is to be shown again, since its players are called something else."""


class GamesOn:
    """Hears of games in the threads of a contest and is looked at in another one."""

    def __init__(self, conditions: Conditions, prefix: str = "") -> None:
        """`prefix` comes before the keys of the contest's games everywhere else."""
        self._prefix, self._conditions = prefix, conditions
        self._games: dict[str, _GameOn] = {}
        self._lock = threading.Lock()

    @property
    def on(self) -> int:
        """How many games are on, as far as they can be watched."""
        with self._lock:
            return len(self._games)

    def on_event(self, event: Event) -> None:
        """A game began or ended, or has to be tried again."""
        match event:
            case Began(fixture):
                self.begin(fixture)
            case Ended(result, delivery):
                self.end(result.key, delivery.record)
            case _:
                self.drop(event.key)

    def begin(self, fixture: Fixture) -> None:
        with self._lock:
            if len(self._games) < MAX_WATCHED:
                self._games[fixture.key] = _GameOn(fixture)

    def rename(self, key: str, players: tuple[str, str]) -> None:
        """Call the players of a game so from now on."""
        with self._lock:
            game = self._games.get(key)
            if game is not None and game.fixture.players != players:
                game.fixture = replace(game.fixture, red=players[0], blue=players[1])
                game.renamed = True

    def end(self, key: str, record: str) -> None:
        """A game is over and written down; one that nobody could see so far is not shown any more."""
        with self._lock:
            if (game := self._games.get(key)) and game.record is not None:
                game.ending = record
            else:
                self._games.pop(key, None)

    def drop(self, key: str) -> None:
        """A game came to nothing."""
        with self._lock:
            self._games.pop(key, None)

    def on_progress(self, progress: GameProgress) -> None:
        """Some more moves."""
        most = self._conditions.game.last_turn
        with self._lock:
            game = self._games.get(progress.key)
            if game is not None and progress.first <= len(game.moves) and progress.first + len(progress.moves) <= most:
                game.moves[progress.first :] = progress.moves

    def look(self) -> list[RelayedGame]:
        """How all games stand; one that has ended is among them once more. Plays moves, so not in the event loop."""
        with self._lock:
            now = [(game, list(game.moves), game.ending) for game in self._games.values()]
            for game, _, ending in now:
                if ending is not None:
                    del self._games[game.fixture.key]
        found = []
        for game, moves, ending in now:
            try:
                steps = self._go_on(game, moves, ending)
            except SchwarmError:
                # Whoever plays it told moves that it cannot have; how it ends is looked at when it comes.
                self.drop(game.fixture.key)
            else:
                found.append(RelayedGame(f"{self._prefix}{game.fixture.key}", steps))
        return found

    def _go_on(self, game: _GameOn, moves: list[tuple[str, float | None]], ending: str | None) -> tuple[Record, ...]:
        """The game after each move that was not shown yet."""
        if ending is not None:
            return (Record.parse(ending),)
        steps = []
        record = game.record
        # A machine that went away takes its game along, and another one begins it again.
        if record is None or not _begins_with(moves, record):
            start, time = self._conditions.game.start(game.fixture.seed), self._conditions.time
            record = Record(start, players=game.fixture.players, time=time)
            steps.append(record)
        elif game.renamed:
            record = replace(record, players=game.fixture.players)
            steps.append(record)
        game.renamed = False
        for text, seconds in moves[len(record.moves) :][:MAX_MOVES_PER_LOOK]:
            after = record.then(text, seconds=seconds)
            if after.outcome is not None:
                # Whoever keeps the books says how it ended.
                break
            record = after
            steps.append(record)
        game.record = record
        return tuple(steps)


def _begins_with(moves: list[tuple[str, float | None]], record: Record) -> bool:
    return [str(each.move) for each in record.moves] == [text for text, _ in moves[: len(record.moves)]]
