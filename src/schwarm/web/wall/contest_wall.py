"""A contest as the wall shows it: its games, its tables, who meets next, and the Final Eight round by round.

The wall names the games that it is still showing; their results do not count in its tables.
"""

from collections.abc import Mapping, Set
from itertools import islice

from schwarm.arena.fixture import Fixture, GameKey, Result
from schwarm.arena.knockout import Duel
from schwarm.arena.overview import Overview, Table, part_text, place_of
from schwarm.player.display_name import display_name
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.scoreboard import state
from schwarm.web.shell.static import version
from schwarm.web.wall.contract import (
    WallDuelGameJson,
    WallDuelJson,
    WallGameJson,
    WallJson,
    WallPlayerJson,
    WallRoundJson,
    WallTableJson,
    WallUpsetJson,
)
from schwarm.web.wall.league_wall import (
    LIVE_INTEREST,
    MAX_GAMES,
    MAX_LOOKED_AT,
    MAX_NEXT,
    MAX_UPSETS,
    TOP_INTEREST,
    UPSET_ELO,
    boards_for,
)
from schwarm.words import Sentence, in_figures, say

MAX_RATED = 64
"""Players of whom ratings are worked out for the wall, so that it knows upsets."""


class ContestWall:
    """A snapshot of a contest. `hidden` are the games, by their keys in the store, whose results are still secret."""

    def __init__(self, status: ContestStatus, hidden: Set[str] = frozenset()) -> None:
        self.status, self.contest = status, status.contest
        keys = (key.removeprefix(f"{status.event}/") for key in hidden)
        self.hidden = [result for key in keys if (result := status.results.get(key)) is not None]
        self.overview = Overview(self.contest, status.results, self.hidden)
        self._running = list(status.progress.running) if status.progress and status.running else []
        self._elos: dict[str, float] = {}

    def to_json(self) -> WallJson:
        with self.status.results.lock:
            return self._to_json()

    def _to_json(self) -> WallJson:
        self._elos = self._rate()
        tables = self._tables()
        places = {row["name"]: place for table in tables for place, row in enumerate(table["rows"])}
        live: dict[str, Fixture] = {fixture.key: fixture for fixture in self._running}
        # What the wall shows now, it may go on to show; so all results count here.
        newest = islice(reversed(self.status.results.values()), MAX_GAMES)
        games: list[Fixture | Result] = [*self._running, *(result for result in newest if result.key not in live)]
        return {
            "stamp": version(),
            "state": self._state(),
            "deadline": "",
            "edition": "/".join(self.contest.bots) if self.status.league else "",
            "boards": boards_for(len(self._running)),
            "games": [self._game(game, places, live=game.key in live) for game in games],
            "tables": tables,
            "upsets": self._upsets(),
            "next": self._next(live),
            "rounds": self._rounds(live),
            "difference": str(self.contest.warning or ""),
        }

    def _key(self, key: str) -> str:
        return f"{self.status.event}/{key}"

    def _state(self) -> str:
        counts = {"done": self.overview.done, "total": self.overview.total}
        if self.status.running and self.contest.may_grow:
            return say("{done} of at least {total} games played", **counts)
        if self.status.running:
            return say("{done} of {total} games played", **counts)
        return state(self.status)

    def _player(self, name: str) -> WallPlayerJson:
        return {"name": display_name(name), "fish": self.status.pictures.get(name, ""), "rating": ""}

    def _game(self, game: Fixture | Result, places: dict[str, int], *, live: bool) -> WallGameJson:
        ranks = [places[name] for name in map(display_name, game.players) if name in places]
        interest = TOP_INTEREST * (1 - sum(ranks) / (2 * max(1, len(places)))) if ranks else 0.0
        return {
            "key": self._key(game.key),
            "players": list(map(self._player, game.players)),
            "place": place_of(game.key) if self.contest.staged else "",
            "live": live,
            "interest": round(interest + (LIVE_INTEREST if live else 0.0), 1),
        }

    # -- tables ----------------------------------------------------------------------------------------

    def _tables(self) -> list[WallTableJson]:
        found = self.overview.overview
        return [self._table(table.title if self.contest.staged else str(STANDINGS()), table) for table in found]

    def _table(self, title: str, table: Table) -> WallTableJson:
        columns = [say("won"), say("drawn"), say("lost"), say("points")]
        return {
            "title": title,
            "columns": columns,
            "rows": [
                {
                    "place": f"{row.place}.",
                    "name": display_name(row.team),
                    "fish": self.status.pictures.get(row.team, ""),
                    "cells": [str(number) for number in (row.wins, row.draws, row.losses, row.points)],
                }
                for row in table.rows
            ],
            "note": str(self.overview.faults),
        }

    # -- upsets and what comes -------------------------------------------------------------------------

    def _rate(self) -> dict[str, float]:
        if not 2 < len(self.contest.bots) <= MAX_RATED:
            return {}
        return {rating.player: rating.elo.value for rating in self.overview.ratings}

    def _upsets(self) -> list[WallUpsetJson]:
        found: list[WallUpsetJson] = []
        for result in islice(reversed(self.status.results.values()), MAX_LOOKED_AT):
            if result.winner is None or result in self.hidden:
                continue
            loser = next(player for player in result.players if player != result.winner)
            gap = self._elos.get(loser, 0.0) - self._elos.get(result.winner, 0.0)
            if gap > UPSET_ELO:
                told, key = in_figures(gap, 0), self._key(result.key)
                winner = self._player(result.winner)
                found.append({"key": key, "winner": winner, "loser": self._player(loser), "gap": told})
            if len(found) >= MAX_UPSETS:
                break
        return found

    def _next(self, live: Mapping[str, Fixture]) -> list[list[WallPlayerJson]]:
        if not self.status.running:
            return []
        found: dict[tuple[str, ...], list[WallPlayerJson]] = {}
        for fixture in self.contest.due(self.status.results):
            # Both games of a pair are one encounter.
            met = tuple(sorted(fixture.players))
            if fixture.key not in live and met not in found:
                found[met] = list(map(self._player, fixture.players))
            if len(found) >= MAX_NEXT:
                break
        return list(found.values())

    # -- the Final Eight -------------------------------------------------------------------------------

    def _rounds(self, live: Mapping[str, Fixture]) -> list[WallRoundJson]:
        """All rounds that are known, with every result: the wall tells them one by one."""
        bracket = self.overview.bracket
        rounds = bracket.rounds(self.status.results) if bracket else []
        return [
            {"id": name, "title": part_text(name), "duels": [self._duel(duel, live) for duel in duels]}
            for name, duels in rounds
        ]

    def _duel(self, duel: Duel, live: Mapping[str, Fixture]) -> WallDuelJson:
        results, names = self.status.results, (duel.one, duel.two)
        games: list[WallDuelGameJson] = []
        for number in range(1, duel.most_games + 1):
            key = GameKey.of(duel.key, number)
            result, fixture = results.get(key), live.get(key)
            if result is not None:
                won = names.index(result.winner) if result.winner in names else None
                red = names.index(result.red)
                games.append({"key": self._key(key), "red": red, "winner": won, "live": False})
            elif fixture is not None:
                games.append({"key": self._key(key), "red": names.index(fixture.red), "winner": None, "live": True})
            else:
                break
        winner = duel.winner(results)
        decided = names.index(winner) if winner else None
        return {"players": list(map(self._player, names)), "games": games, "winner": decided}


STANDINGS = Sentence("Standings")
