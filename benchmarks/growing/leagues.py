"""Leagues by their games and by their teams: pages, the first table, pairing, export."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

from benchmarks.growing.copies import VERSIONS, add_real_game, fill_league
from benchmarks.growing.scene import Measure, Row, Scene, computed
from benchmarks.growing.serving import Serving, asking

from schwarm.league.league_schedule import next_pairings
from schwarm.league.league_service import LeagueService
from schwarm.league.rating_table import RatingTable
from schwarm.store import leagues, open_store
from schwarm.store.leagues import LeagueGame
from schwarm.web.leagues.rating_rows import rating_rows

TEAMS, GAMES = 24, 6_000
"""What does not grow while the other does."""


class FilledLeague:
    """A league in a store of its own, in this process and served by another."""

    def __init__(self, folder: Path, teams: int, games: int, opened: ExitStack) -> None:
        store = opened.enter_context(closing(open_store(folder)))
        service = LeagueService(store, folder / "leagues")
        self.service, self.league = service, fill_league(service, teams, games)
        self._pairs = count(games)
        self.server = Serving(folder, opened)

    def first_table(self) -> float:
        """What it costs to rate everybody of whom only the store knows."""
        store, league = self.service.store, self.league

        def rate() -> None:
            table = RatingTable(league)
            table.refresh(store)
            assert rating_rows(leagues.list_teams(store, league.id), table)

        return computed(rate)

    def pair(self) -> float:
        """What it costs to say who meets next, after one more game."""
        store, league = self.service.store, self.league
        pair = next(self._pairs)
        red, blue = f"1.{VERSIONS}", f"2.{VERSIONS}"
        self.service.ratings(league).posterior()
        for which, sides in enumerate(((red, blue), (blue, red)), start=1):
            add_real_game(store, league, LeagueGame(f"{league.event}/{pair}/{which}", pair, *sides, 1.0, 0.0, 30.0))

        def choose() -> None:
            teams = leagues.list_teams(store, league.id)
            assert next_pairings(league, teams, self.service.ratings(league), [], set())

        return computed(choose)


def measures(found: Mapping[int, FilledLeague], by: str) -> dict[str, Measure]:
    """The rows that are measured by games and by teams."""
    servers = {size: league.server for size, league in found.items()}

    def page(path: str) -> Measure:
        return asking(servers, lambda size: f"/leagues/{found[size].league.key}{path}")

    return {
        f"league-page-by-{by}": page(""),
        f"organiser-page-by-{by}": page("/manage"),
        f"team-page-by-{by}": page("/teams/1"),
        f"first-table-by-{by}": lambda size: found[size].first_table(),
        f"pairing-by-{by}": lambda size: found[size].pair(),
    }


def rows(by: str) -> tuple[Row, ...]:
    return (
        Row(f"league-page-by-{by}", by, "A league's page with its table; the server's part."),
        Row(f"organiser-page-by-{by}", by, "The page of its organiser; the server's part."),
        Row(f"team-page-by-{by}", by, "The page of one team; the server's part."),
        Row(f"first-table-by-{by}", by, "Reading and rating all games after a start."),
        Row(f"pairing-by-{by}", by, "Who meets next, after two more games."),
    )


def open_by_games(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    return measures({size: FilledLeague(folder / str(size), TEAMS, size, opened) for size in sizes}, "games")


def open_by_teams(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    return measures({size: FilledLeague(folder / str(size), size, GAMES, opened) for size in sizes}, "teams")


def open_export(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    found = {size: FilledLeague(folder / str(size), TEAMS, size, opened) for size in sizes}
    servers = {size: league.server for size, league in found.items()}
    return {"export": asking(servers, lambda size: f"/leagues/{found[size].league.key}/export.zip")}


SCENES = (
    Scene(rows("games"), (1_200, 12_000, 100_000), (60, 240, 960), open_by_games),
    Scene(rows("teams"), (12, 24, 64), (4, 8, 12), open_by_teams),
    Scene(
        (Row("export", "games", "Everything of a league in one zip; the server's part."),),
        (1_200, 4_000, 12_000),
        (60, 120, 240),
        open_export,
    ),
)
