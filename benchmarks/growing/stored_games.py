"""Games of the page by their number: lists, opening statistics; and a game as XML by its moves."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import count
from pathlib import Path

from benchmarks.growing.copies import GAME, PEOPLE, fill_games, index_openings, real_record
from benchmarks.growing.scene import Measure, Row, Scene, computed
from benchmarks.growing.serving import Serving, asking

from schwarm.protocol import replay
from schwarm.store import open_store

NEW = 50
"""Games that come before somebody asks for opening statistics."""
TIMES = 5
"""A game is written as XML so often, since once is too short to be measured."""
PAGE = 10
"""Of the list."""


def open_games(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    servers, stores, numbers = {}, {}, count(1_000)
    for size in sizes:
        stores[size] = opened.enter_context(closing(open_store(folder / str(size))))
        fill_games(stores[size], size)
        servers[size] = Serving(folder / str(size), opened)
    start = str(real_record(0).start)

    def index(size: int) -> float:
        for _ in range(NEW):
            stores[size].save(f"new-{(number := next(numbers))}", real_record(number), meta=PEOPLE)
        return computed(lambda: index_openings(stores[size]))

    return {
        "games": asking(servers, lambda size: "/games"),
        "games-older": asking(servers, lambda size: f"/games?page={PAGE}"),
        "opening-question": asking(
            servers, lambda size: f"/api/v1/openings/{GAME}?position={start}".replace(" ", "%20")
        ),
        "opening-index": index,
    }


def open_xml(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    whole = next(record for seed in count() if len((record := real_record(seed)).moves) >= max(sizes))

    def write(size: int) -> float:
        record = replace(whole, moves=whole.moves[:size], outcome=whole.outcome if size == len(whole.moves) else None)
        return computed(lambda: [replay.write(record) for _ in range(TIMES)]) / TIMES

    return {"xml": write}


SCENES = (
    Scene(
        (
            Row("games", "games", "The newest games in the list; the server's part."),
            Row("games-older", "games", f"Page {PAGE} of that list; the server's part."),
            Row("opening-question", "games", "What was played in the start that all games share; the server's part."),
            Row("opening-index", "games", f"Looking through {NEW} new games for the opening statistics."),
        ),
        (1_000, 10_000, 100_000),
        (30, 100, 300),
        open_games,
    ),
    Scene((Row("xml", "moves", "A game as the season's XML."),), (15, 30, 60), (15, 30, 60), open_xml),
)
