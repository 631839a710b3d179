"""A contest as the wall shows it: its games, its tables, who meets next, and the Final Eight round by round.

Results of games that the wall is still showing do not count in its tables: it says which those are.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice

from schwarm.arena.fixture import Fixture, Result
from schwarm.arena.knockout import Duel
from schwarm.arena.ladder import Ladder
from schwarm.arena.number_text import ROUND_NAMES
from schwarm.arena.publish_data import PublishedSeason, place_of
from schwarm.arena.rating import MissingPart, bouts, ratings
from schwarm.arena.season import Season
from schwarm.arena.standings import Row, describe_faults, standings
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
    """One look at a contest. `hidden` are the games, by their keys in the store, whose results nobody may see yet."""

    def __init__(self, status: ContestStatus, hidden: Set[str] = frozenset()) -> None:
        self.status, self.contest = status, status.contest
        self.results = {key: result for key, result in status.results.items() if self._key(key) not in hidden}
        self.season = PublishedSeason(self.contest, self.results) if isinstance(self.contest, Season) else None
        self._running = list(status.progress.running) if status.progress and status.running else []
        self._elos: dict[str, float] = {}

    def to_json(self) -> WallJson:
        self._elos = self._rate()
        tables = self._tables()
        places = {row["name"]: place for table in tables for place, row in enumerate(table["rows"])}
        live = {fixture.key: fixture for fixture in self._running}
        # What the wall shows now, it may go on to show; so all results count here.
        newest = islice(reversed(list(self.status.results.values())), MAX_GAMES)
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
            "difference": str((self.season and self.season.season.final_difference) or ""),
        }

    def _key(self, key: str) -> str:
        return f"{self.status.event}/{key}"

    def _state(self) -> str:
        done, total = len(self.status.results), max(self.contest.total(self.status.results), len(self.status.results))
        if self.status.running and self.season:
            return say("{done} of at least {total} games played", done=done, total=total)
        if self.status.running:
            return say("{done} of {total} games played", done=done, total=total)
        return state(self.status)

    def _player(self, name: str) -> WallPlayerJson:
        return {"name": display_name(name), "fish": self.status.pictures.get(name, ""), "rating": ""}

    def _game(self, game: Fixture | Result, places: dict[str, int], *, live: bool) -> WallGameJson:
        ranks = [places[name] for name in map(display_name, game.players) if name in places]
        interest = TOP_INTEREST * (1 - sum(ranks) / (2 * max(1, len(places)))) if ranks else 0.0
        return {
            "key": self._key(game.key),
            "players": list(map(self._player, game.players)),
            "place": place_of(game.key) if self.season else "",
            "live": live,
            "interest": round(interest + (LIVE_INTEREST if live else 0.0), 1),
        }

    # -- tables ----------------------------------------------------------------------------------------

    def _tables(self) -> list[WallTableJson]:
        if self.season is not None:
            return [self._table(stage.title, stage.rows) for stage in self.season.overview]
        played = list(self.results.values())
        players: Iterable[str] = self.contest.bots
        if isinstance(self.contest, Ladder):
            met = {player for result in played for player in result.players}
            players = [player for player in players if player in met]
        rows = standings(list(players), played, self.contest.conditions.game, self.contest.seed)
        return [self._table(str(STANDINGS()), rows)]

    def _table(self, title: str, rows: Sequence[Row]) -> WallTableJson:
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
                for row in rows
            ],
            "note": str(describe_faults(self.contest.conditions.game)),
        }

    # -- upsets and what comes -------------------------------------------------------------------------

    def _rate(self) -> dict[str, float]:
        played = list(self.results.values())
        if not played or not 2 < len(self.contest.bots) <= MAX_RATED:
            return {}
        try:
            found = ratings(list(self.contest.bots), bouts(played))
        except MissingPart:
            return {}
        return {rating.player: rating.elo.value for rating in found}

    def _upsets(self) -> list[WallUpsetJson]:
        found: list[WallUpsetJson] = []
        for result in reversed(self.results.values()):
            if result.winner is None:
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
        if not isinstance(self.contest, Season):
            return []
        finals = self.contest.finals(self.status.results)
        rounds = finals.rounds(self.status.results) if finals else []
        return [
            {"id": name, "title": str(ROUND_NAMES[name]), "duels": [self._duel(duel, live) for duel in duels]}
            for name, duels in rounds
        ]

    def _duel(self, duel: Duel, live: Mapping[str, Fixture]) -> WallDuelJson:
        results, names = self.status.results, (duel.one, duel.two)
        games: list[WallDuelGameJson] = []
        for number in range(1, duel.most_games + 1):
            key = f"{duel.key}/{number}"
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
