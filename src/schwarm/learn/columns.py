"""Games as columns: a row for every move, for Arrow, Parquet and whoever reads them. Needs `pyarrow`.

What each column holds is in `COLUMNS`, in the files themselves and in the guide (`docs/learning.md`).
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schwarm.games import Game, Team
from schwarm.games.record import Record
from schwarm.games.splitmix import SplitMix64
from schwarm.learn.encoding import VERSION, encoding, reward
from schwarm.player.partners import Partner
from schwarm.store.draft import drafting
from schwarm.words import SchwarmError, Sentence

COLUMNS: dict[str, tuple[pa.DataType, str]] = {
    "key": (pa.string(), "which game of the file a row belongs to"),
    "game": (pa.dictionary(pa.int32(), pa.string()), "the id of what is played"),
    "rules": (pa.dictionary(pa.int32(), pa.string()), "documents or official"),
    "red": (pa.dictionary(pa.int32(), pa.string()), "who plays the first side"),
    "blue": (pa.dictionary(pa.int32(), pa.string()), "who plays the second side"),
    "turn": (pa.int16(), "how many moves were made before"),
    "position": (pa.string(), "the position before the move, in the notation"),
    "move": (pa.string(), "the move that was made, in the notation"),
    "action": (pa.int32(), "its number, as schwarm.learn counts"),
    "legal": (pa.int16(), "how many moves were legal"),
    "points_red": (pa.int32(), "what the contest counts, before the move, for the first side"),
    "points_blue": (pa.int32(), "the same for the second side"),
    "seconds": (pa.float32(), "how long the move took; null if nobody measured"),
    "result": (pa.int8(), "1, 0 or -1: what the game brought to whoever made the move"),
    "reason": (pa.dictionary(pa.int32(), pa.string()), "why the game ended"),
}
SCHEMA = pa.schema(
    [pa.field(name, kind, metadata={"description": text}) for name, (kind, text) in COLUMNS.items()],
    metadata={"schwarm.encoding": str(VERSION)},
)
GAMES_AT_ONCE = 200
"""How many games are kept in memory before they are written."""

UNKNOWN_FORMAT = Sentence("“{name}” is neither Parquet nor Arrow; write to a file that ends in .parquet or .arrow.")

NO_GAMES = Sentence(
    "There is no finished game like that, so {name} was not written; look at the game, the contest and the folder "
    "that were asked for."
)


def rows(key: str, record: Record) -> Iterator[dict[str, Any]]:
    """A finished game, move by move; nothing for one that is not."""
    if record.outcome is None:
        return
    game = record.start.game
    known = encoding(game)
    for state, played in zip(record.states(), record.moves, strict=False):
        red, blue = state.points()
        yield {
            "key": key,
            "game": game.id,
            "rules": game.rules,
            "red": record.players[0],
            "blue": record.players[1],
            "turn": state.turn,
            "position": str(state),
            "move": str(played.move),
            "action": known.action(state, played.move),
            "legal": len(state.legal_moves()),
            "points_red": red,
            "points_blue": blue,
            "seconds": played.seconds,
            "result": reward(record.outcome, state.to_move),
            "reason": record.outcome.reason.value,
        }


def write(path: Path, games: Iterable[tuple[str, Record]]) -> tuple[int, int]:
    """Write games into a file, whole or not at all; how many games and moves there were."""
    if path.suffix not in (".parquet", ".arrow"):
        raise SchwarmError(UNKNOWN_FORMAT(name=path.name))
    count = moves = 0
    with drafting(path) as draft, _writer(path, draft) as writer:
        waiting: list[dict[str, Any]] = []
        for key, record in games:
            found = list(rows(key, record))
            waiting += found
            count += bool(found)
            moves += len(found)
            if found and count % GAMES_AT_ONCE == 0:
                writer.write_table(pa.Table.from_pylist(waiting, SCHEMA))
                waiting.clear()
        if not count:
            # An empty file would replace one that may have taken days.
            raise SchwarmError(NO_GAMES(name=path.name))
        writer.write_table(pa.Table.from_pylist(waiting, SCHEMA))
    return count, moves


def _writer(path: Path, draft: Path) -> Any:
    if path.suffix == ".parquet":
        return pq.ParquetWriter(draft, SCHEMA, compression="zstd")
    # Dictionaries grow from one part to the next, which only the stream format allows.
    return pa.ipc.new_stream(draft, SCHEMA)


def play(game: Game, players: tuple[Partner, Partner], games: int, seed: int) -> Iterator[tuple[str, Record]]:
    """Games between two partners; the seed decides about starts and players."""
    numbers = SplitMix64(seed)
    for number in range(games):
        record = Record(game.start(numbers.next()), players=(str(players[0]), str(players[1])))
        sides = {team: who.player(numbers.next() >> 1) for team, who in zip(Team, players, strict=True)}
        while record.outcome is None:
            record = record.then(sides[record.final.to_move].choose(record.final))
        yield f"{game.id}-{seed}-{number}", record
