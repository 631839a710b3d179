"""The ratings of one league, updated by each game, with a curve per team."""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schwarm.arena.pairs import Interval
from schwarm.arena.rating import Bout, Encounters, Posterior, fit
from schwarm.games.registry import find_reason
from schwarm.league.player_name import TeamVersion, middle_of, parse_player_name, partners_of
from schwarm.store.games import Store
from schwarm.store.league_games import list_league_games
from schwarm.store.leagues import League, LeagueGame

MAX_POINTS = 120
"""Of a curve; beyond that every second one is dropped."""
FEW_GAMES = 6
"""With fewer a rating is not shown: it would mean nothing."""
RECENT_GAMES = 40
"""Per team of a league: the window of the quota."""
MAX_FAILURES = 12
"""Consecutive losses by a player's own mistakes before it rests."""
REST_SECONDS = 3600.0
"""The length of this rest: the mistake may not have been its own after all."""


class CurvePoint(NamedTuple):
    """The rating of a team's version at a time."""

    at: float
    version: int
    elo: float
    low: float
    high: float
    games: int
    """The number of the league's games then."""


class RatingTable:
    """Reads new games from the store when asked; safe to use from several threads."""

    def __init__(self, league: League) -> None:
        self.league_id, self.game_id = league.id, league.game
        self.partners = partners_of(league.game)
        self._middle = middle_of(league.game)
        self._encounters = Encounters(list(self.partners))
        self._half: dict[int, LeagueGame] = {}
        """By pair, games that lack the other one."""
        self._seen = 0
        self._posterior: Posterior | None = None
        """The last fit; the next one starts there."""
        self._up_to_date = False
        """Whether no game came after the last fit."""
        self._curves: dict[int, list[CurvePoint]] = {}
        self._every = 4
        """Games between two points of the curves."""
        self._newest: dict[int, int] = {}
        self._failures: Counter[str] = Counter()
        """Consecutive losses of players by their own mistakes."""
        self._last: dict[str, float] = {}
        """The time of each player's last game."""
        self._lock = threading.RLock()
        self.games: list[LeagueGame] = []
        self.last_pair = 0

    def refresh(self, store: Store) -> None:
        with self._lock:
            found = list_league_games(store, self.league_id, self._seen)
            self._thin_out(len(self.games) + len(found))
            for number, game in found:
                self._seen = number
                self._take(game)

    def _thin_out(self, games: int) -> None:
        """Drop points before there are too many. At a start, when all games come at once, most are never computed: that
        would take longest."""
        while games // self._every > MAX_POINTS:
            self._every *= 2
            for curve in self._curves.values():
                curve[:] = [point for point in curve if point.games % self._every == 0]

    def _take(self, game: LeagueGame) -> None:
        self.games.append(game)
        self.last_pair = max(self.last_pair, game.pair)
        for name, points in ((game.red, game.points_red), (game.blue, game.points_blue)):
            self._encounters.include(name)
            self._failures[name] = self._failures[name] + 1 if not points and self._is_broken(game) else 0
            self._last[name] = game.at
            if found := parse_player_name(name):
                self._newest[found.team] = found.version
        first = self._half.pop(game.pair, None)
        if first is None:
            self._half[game.pair] = game
        else:
            own = game.points_red if game.red == first.red else game.points_blue
            self._encounters.add(Bout(first.red, first.blue, 2, _share(first) + _fair(own, game)))
        self._up_to_date = False
        if len(self.games) % self._every == 0:
            self._mark(game.at)

    def _is_broken(self, game: LeagueGame) -> bool:
        return game.reason is not None and find_reason(self.game_id, game.reason).violation

    def _mark(self, at: float) -> None:
        known = self.posterior()
        for team, version in self._newest.items():
            name = str(TeamVersion(team, version))
            if self.games_of(name) < FEW_GAMES:
                continue
            elo = known.elo(name)
            self._curves.setdefault(team, []).append(
                CurvePoint(at, version, elo.value, elo.low, elo.high, len(self.games))
            )

    def posterior(self, players: Sequence[str] = ()) -> Posterior:
        """The posterior of all players, including these, who may not have played yet."""
        with self._lock:
            for player in players:
                if player not in self._encounters.places:
                    self._encounters.include(player)
                    self._up_to_date = False
            if self._posterior is None or not self._up_to_date:
                played = self._encounters
                if self._half:
                    # A single game counts, too, until its pair is complete.
                    played = played.copy()
                    for game in self._half.values():
                        played.add(Bout(game.red, game.blue, 1, _share(game)))
                self._posterior = fit(played, self.partners, self._posterior, self._middle)
                self._up_to_date = True
            return self._posterior

    def games_of(self, player: str) -> int:
        with self._lock:
            single = sum(player in (game.red, game.blue) for game in self._half.values())
            known = player in self._encounters.places
            return single + (self._encounters.games_of(player) if known else 0)

    def is_failing(self, player: str) -> bool:
        """Whether a player has lost `MAX_FAILURES` games in a row by its own mistakes."""
        with self._lock:
            return self._failures[player] >= MAX_FAILURES

    def rest_of(self, player: str) -> float:
        """Seconds left of the rest of a player that always fails."""
        with self._lock:
            return max(0.0, self._last[player] + REST_SECONDS - time.time()) if self.is_failing(player) else 0.0

    def recent_games(self, teams: int) -> Counter[int]:
        """Each team's share of the last games, by its number, over all versions; `teams` take part."""
        with self._lock:
            last = self.games[-RECENT_GAMES * teams :]
            found = [parse_player_name(name) for game in last for name in (game.red, game.blue)]
            return Counter(player.team for player in found if player)

    def rating(self, player: str) -> Interval | None:
        """A player's strength; None after too few games."""
        if self.games_of(player) < FEW_GAMES:
            return None
        return self.posterior().elo(player)

    def change(self, new: TeamVersion, old: TeamVersion) -> Interval | None:
        """The lead of one version over another; None if either has too few games."""
        if min(self.games_of(str(new)), self.games_of(str(old))) < FEW_GAMES:
            return None
        return self.posterior().difference(str(new), str(old))

    def curves(self) -> Mapping[int, Sequence[CurvePoint]]:
        """The rating curves of teams, by their numbers; the last point is the current rating."""
        with self._lock:
            if self.games and len(self.games) % self._every:
                before = {team: list(curve) for team, curve in self._curves.items()}
                self._mark(self.games[-1].at)
                now, self._curves = self._curves, before
                return now
            return {team: list(curve) for team, curve in self._curves.items()}

    def half_played(self) -> list[LeagueGame]:
        """Games of pairs that lack the other one."""
        with self._lock:
            return list(self._half.values())


def _share(game: LeagueGame) -> float:
    return _fair(game.points_red, game)


def _fair(points: float, game: LeagueGame) -> float:
    """A side's points for the ratings: a game without a regular winner is a draw."""
    return points if game.points_red + game.points_blue else 0.5
