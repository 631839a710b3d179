"""Stores that are full within seconds: a few real games, and copies of them under other keys and names.

The real ones are played by the referee and kept by the store's own functions. A copy has all their columns but those
that make it another game, and everything else that belongs to the game: text, report, openings. Only the names inside
its text are those of the real one.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from sqlalchemy import Table, insert, select

import schwarm
from schwarm.arena import contest_records
from schwarm.arena.contest import Conditions, Contest
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.game_job import GameReport, play_assignment
from schwarm.arena.results import Results
from schwarm.arena.season import Season
from schwarm.arena.tournament import Tournament
from schwarm.games.record import Record
from schwarm.launch import play
from schwarm.league.codes import new_code
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues, tables, versions
from schwarm.store.games import Store
from schwarm.store.league_games import add_league_game
from schwarm.store.leagues import FAULTY, League, LeagueGame, LeagueTeam, NewLeague
from schwarm.store.openings import add_openings, find_unindexed, list_openings

GAME = "piranhas-2026"
REAL = 24
"""Games that are played."""
VERSIONS = 3
"""That each team of a league has handed in."""
COPIED = ("key", "pair", "red", "blue")
"""What makes a league's game another one."""
PEOPLE = {"places": [{"kind": "person", "name": ""}, {"kind": "bot", "name": ""}]}


def add_copies(store: Store, table: Table, changes: Iterable[dict[str, Any]]) -> None:
    """Copies of all rows of a table, in turn, each with what is changed in it; and of what belongs to them in other
    tables. Only in a SQLite file, and where nothing was deleted from the table before."""
    with store.database.writing() as connection:
        real = [dict(row._mapping) for row in connection.execute(select(table).order_by(table.c.id))]
        first, last = real[0]["id"], real[-1]["id"]
        rows = [real[place % len(real)] | change | {"id": last + 1 + place} for place, change in enumerate(changes)]
        if rows:
            connection.execute(insert(table), rows)
        for child in tables.metadata.sorted_tables:
            for column in child.c:
                if column.references(table.c.id):
                    own = first + (table.c.id - last - 1) % len(real)
                    columns = [table.c.id if each is column else each for each in child.c]
                    found = select(*columns).join_from(table, child, column == own).where(table.c.id > last)
                    connection.execute(insert(child).from_select([each.name for each in child.c], found))


# -- contests ----------------------------------------------------------------------------------------------------


def large_tournament(players: int, games: int = 6) -> Tournament:
    return Tournament({f"Team {number:03}": "random" for number in range(players)}, _conditions(), games)


def large_season(teams: int, finalists: int = 0) -> Season:
    bots = {f"Team {number:03}": "random" for number in range(teams)}
    return Season(bots, _conditions(), name="Large", finalists=finalists)


def _conditions() -> Conditions:
    return Conditions(GAME, sandboxed=False)


class FilledContest:
    """A contest in a store, of which so many games are played; one more at a time can be added."""

    def __init__(self, store: Store, contest: Contest, results: int) -> None:
        self.store, self.event = store, contest_records.save_contest(store, contest)
        self._book, self._due = DatabaseResults(store, self.event), contest.due(Results())
        self._reports = real_reports(min(REAL, results))
        self._added = 0
        for _ in self._reports:
            self.add()
        add_copies(store, tables.games, self._copies(results - len(self._reports)))

    def _copies(self, number: int) -> Iterator[dict[str, Any]]:
        for place, fixture in enumerate(islice(self._due, number)):
            match = fixture.key.encounter
            names = {"red": fixture.red, "blue": fixture.blue, "event": self.event, "match": match}
            yield names | {"key": self._book.key(fixture.key), "at": 1e9 + place}

    def add(self) -> None:
        """One more result."""
        fixture = next(self._due)
        report = replace(self._reports[self._added % len(self._reports)], key=fixture.key)
        self._added += 1
        found = report.to_result()
        assert found is not None
        record, result = found
        result = result._replace(red=fixture.red, blue=fixture.blue)
        self._book.add(report, replace(record, players=fixture.players), result)


@cache
def real_reports(number: int) -> list[GameReport]:
    """So many games as they come back from who played them."""
    match = large_tournament(2, 2 * REAL)
    return [play_assignment(match.assignment(fixture)) for fixture in islice(match.due(Results()), number)]


@cache
def real_record(seed: int) -> Record:
    return play(schwarm.game(GAME).start(7), "random", "random", seed=seed).record


# -- games of the page -------------------------------------------------------------------------------------------


def fill_games(store: Store, games: int) -> None:
    """Games of people at the page, all from one start, looked through for the opening statistics."""
    for number in range(REAL):
        store.save(f"real-{number}", real_record(number), meta=PEOPLE)
    index_openings(store)
    add_copies(store, tables.games, ({"key": f"copy-{number}", "at": 1e9 + number} for number in range(games - REAL)))


def index_openings(store: Store) -> None:
    """Look through the games that nobody has looked through."""
    while games := find_unindexed(store, 25):
        add_openings(store, [(game.game_id, True, list_openings(Record.parse(game.record))) for game in games])


# -- leagues -----------------------------------------------------------------------------------------------------


def fill_league(service: LeagueService, teams: int, games: int) -> League:
    """A league that does not play, with teams, versions and games. Pairs meet at random; each version plays for a third
    of the time."""
    store = service.store
    new = NewLeague(f"{teams} teams", GAME, "documents", "2s/10s", 1, 24.0, teams)
    hashes = [service.codes.hash(new_code()) for _ in range(teams + 1)]
    names = [f"Team {number:02}" for number in range(1, teams + 1)]
    league = leagues.add_league(store, f"league{teams}", new, hashes[1:], names, hashes[0])
    leagues.change_league(store, league.id, playing=False)
    for team in leagues.list_teams(store, league.id):
        for number in range(VERSIONS):
            _hand_in(service, team, f"{team.number}.{number}".encode())
    fixtures = league_fixtures(league, service.table_of(league).partners, teams, games)
    for game in islice(fixtures, REAL):
        add_real_game(store, league, game)
    rest = list(fixtures)
    add_copies(store, tables.games, ({"key": game.key} for game in rest))
    add_copies(store, tables.league_games, ({name: getattr(game, name) for name in COPIED} for game in rest))
    return league


def _hand_in(service: LeagueService, team: LeagueTeam, content: bytes) -> None:
    draft = service.zips.new_draft()
    draft.write_bytes(content)
    version = service.hand_in(team, "bot.zip", draft)
    versions.record_check(service.store, version, "[]", ready=True, faulty=FAULTY)


def league_fixtures(league: League, partners: Iterable[str], teams: int, games: int) -> Iterator[LeagueGame]:
    """So many games of a league, both games of a pair one after the other."""
    chance, strangers = random.Random(1), list(partners)
    for place in range(games):
        if not place % 2:
            version = 1 + VERSIONS * place // games
            one, two = chance.sample(range(1, teams + 1), 2)
            other = chance.choice(strangers) if chance.random() < 0.2 else f"{two}.{version}"
            sides = f"{one}.{version}", other
        red, blue = sides if not place % 2 else sides[::-1]
        pair = place // 2 + 1
        yield LeagueGame(f"{league.event}/{pair}/{place % 2 + 1}", pair, red, blue, 1.0, 0.0, 30.0)


def add_real_game(store: Store, league: League, game: LeagueGame) -> None:
    record = real_record(game.pair)
    assert record.outcome is not None
    points = 0.5 if record.outcome.winner is None else float(record.outcome.winner is schwarm.Team.ONE)
    game = replace(game, points_red=points, points_blue=1 - points)
    add_league_game(store, league, game, record, {})
