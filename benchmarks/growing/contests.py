"""Contests by their results: a viewer, their pages and files, going on, publishing; and the list of contests."""

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

from benchmarks.growing.copies import FilledContest, large_season
from benchmarks.growing.scene import BYTES, Measure, Row, Scene, computed
from benchmarks.growing.serving import Follower, Serving, asking

from schwarm.arena.contest_records import DatabaseResults, address, load_contest
from schwarm.arena.publish import publish
from schwarm.store import open_store
from schwarm.store.contests import load_terms

MORE = 600
"""Games that are left to play in the largest contest."""


def teams_for(results: int) -> int:
    """So many teams that not all games of a season are played: six for each two of them."""
    return next(teams for teams in count(2) if 3 * teams * (teams - 1) >= results + MORE)


def open_contests(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    season = large_season(teams_for(max(sizes)))
    filled: dict[int, FilledContest] = {}
    servers: dict[int, Serving] = {}
    for size in sizes:
        store = opened.enter_context(closing(open_store(folder / str(size))))
        filled[size] = FilledContest(store, season, size)
        servers[size] = Serving(folder / str(size), opened)
    places = {size: address(contest.event) for size, contest in filled.items()}
    followers: dict[int, Follower] = {}

    def view(size: int) -> float:
        server = servers[size]
        if size not in followers:
            followers[size] = Follower(server.port, f"/api/v1/contests/{places[size]}/events", b"event: scoreboard")
            followers[size].wait()
            time.sleep(1.0)
        before = server.computed()
        followers[size].hear(filled[size].add)
        return server.computed() - before

    def resume(size: int) -> float:
        def go_on() -> None:
            with closing(open_store(folder / str(size))) as store:
                results = DatabaseResults(store, filled[size].event).results()
                assert not season.finished(results)

        return computed(go_on)

    return {
        "contest-viewer": view,
        "contest-page": asking(servers, lambda size: f"/contests/{places[size]}"),
        "contest-wall": asking(servers, lambda size: f"/api/v1/contests/{places[size]}/wall"),
        "contest-file": asking(servers, lambda size: f"/contests/{places[size]}/games.csv"),
        "contest-resume": resume,
        "contest-bytes": lambda size: sum(file.stat().st_size for file in (folder / str(size)).glob("schwarm.sqlite*")),
    }


def open_published(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    filled, numbers = {}, count()
    for size in sizes:
        store = opened.enter_context(closing(open_store(folder / str(size))))
        filled[size] = FilledContest(store, large_season(teams_for(size)), size)

    def write(size: int, place: Path, *, graphs: bool) -> float:
        store, event = filled[size].store, filled[size].event
        known = load_terms(store, event)
        assert known is not None
        contest = load_contest(event, known)
        return computed(lambda: publish(contest, store, event, place, graphs=graphs))

    def again(size: int) -> float:
        place = folder / f"again-{size}"
        if not place.exists():
            write(size, place, graphs=False)
        return write(size, place, graphs=False)

    return {
        "publish": lambda size: write(size, folder / f"pages-{next(numbers)}", graphs=False),
        "publish-again": again,
    }


def open_lists(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    servers = {}
    for size in sizes:
        with closing(open_store(folder / str(size))) as store:
            for _ in range(size):
                FilledContest(store, large_season(4), 2)
        servers[size] = Serving(folder / str(size), opened)
    return {"contests": asking(servers, lambda size: "/contests")}


SCENES = (
    Scene(
        (
            Row("contest-viewer", "results", "A result comes to a season that somebody looks at; the server's part."),
            Row("contest-page", "results", "The page of a season, nothing new; the server's part."),
            Row("contest-wall", "results", "What a wall asks of a season, nothing new; the server's part."),
            Row("contest-file", "results", "All games of a season as CSV; the server's part."),
            Row("contest-resume", "results", "Opening the store, reading all results, what is due."),
            Row("contest-bytes", "results", "What the store keeps, without what bots print.", BYTES),
        ),
        (2_400, 20_000, 119_400),
        (60, 240, 960),
        open_contests,
    ),
    Scene(
        (
            Row("publish", "results", "All pages of a season, without graphs."),
            Row("publish-again", "results", "The same once more, when no game is new."),
        ),
        (60, 240, 960),
        (20, 40, 80),
        open_published,
    ),
    Scene(
        (Row("contests", "contests", "The list of contests; the server's part."),),
        (10, 100, 1_000),
        (2, 4, 8),
        open_lists,
    ),
)
