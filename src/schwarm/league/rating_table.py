"""The ratings of one league, kept up to date as games come, and how they came to be: a curve per team."""

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
"""Of a curve; when there are more, every second one goes."""
FEW_GAMES = 6
"""Before that a rating is not shown: it would say nothing."""
RECENT_GAMES = 40
"""Of a league for each of its teams: what is looked at when it is asked who had many of them."""
MAX_FAILURES = 12
"""Games that a player loses one after the other by its own mistakes before it rests."""
REST_SECONDS = 3600.0
"""For how long it does before it is tried again: perhaps the mistake was not its own after all."""


class CurvePoint(NamedTuple):
    """What was believed of a team's version at a time."""

    at: float
    version: int
    elo: float
    low: float
    high: float
    games: int
    """How many the league had then."""


class RatingTable:
    """Reads new games from the store when asked; safe to use from several threads."""

    def __init__(self, league: League) -> None:
        self.league_id, self.game_id = league.id, league.game
        self.partners = partners_of(league.game)
        self._middle = middle_of(league.game)
        self._encounters = Encounters(list(self.partners))
        self._half: dict[int, LeagueGame] = {}
        """Pairs of which one game was played."""
        self._seen = 0
        self._posterior: Posterior | None = None
        """What was believed last; the next fit begins there."""
        self._up_to_date = False
        """Whether that is still all there is to say."""
        self._curves: dict[int, list[CurvePoint]] = {}
        self._every = 4
        """Games between two points of the curves."""
        self._newest: dict[int, int] = {}
        self._failures: Counter[str] = Counter()
        """How many games players lost by their own mistakes since one that they did not."""
        self._last: dict[str, float] = {}
        """When players played last."""
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
        """Take points away before they are too many. Of games that come all at once, at a start, most are never worked
        out: that takes longest."""
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
        """What is believed of everybody, those `players` included who have not played yet."""
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
        """Whether a player has lost so many games by its own mistakes that it plays seldom."""
        with self._lock:
            return self._failures[player] >= MAX_FAILURES

    def rest_of(self, player: str) -> float:
        """For how many more seconds a player is not paired, because it fails whenever it plays."""
        with self._lock:
            return max(0.0, self._last[player] + REST_SECONDS - time.time()) if self.is_failing(player) else 0.0

    def recent_games(self, teams: int) -> Counter[int]:
        """How many of the last games each team has played, by its number, whatever its versions; `teams` take part."""
        with self._lock:
            last = self.games[-RECENT_GAMES * teams :]
            found = [parse_player_name(name) for game in last for name in (game.red, game.blue)]
            return Counter(player.team for player in found if player)

    def rating(self, player: str) -> Interval | None:
        """A player's strength; None while too little is known."""
        if self.games_of(player) < FEW_GAMES:
            return None
        return self.posterior().elo(player)

    def change(self, new: TeamVersion, old: TeamVersion) -> Interval | None:
        """By how much one version is stronger than another; None while too little is known of either."""
        if min(self.games_of(str(new)), self.games_of(str(old))) < FEW_GAMES:
            return None
        return self.posterior().difference(str(new), str(old))

    def curves(self) -> Mapping[int, Sequence[CurvePoint]]:
        """How the ratings of teams went, by their numbers; the last point is as it stands now."""
        with self._lock:
            if self.games and len(self.games) % self._every:
                before = {team: list(curve) for team, curve in self._curves.items()}
                self._mark(self.games[-1].at)
                now, self._curves = self._curves, before
                return now
            return {team: list(curve) for team, curve in self._curves.items()}

    def half_played(self) -> list[LeagueGame]:
        """The first games of pairs whose second one is missing."""
        with self._lock:
            return list(self._half.values())


def _share(game: LeagueGame) -> float:
    return _fair(game.points_red, game)


def _fair(points: float, game: LeagueGame) -> float:
    """A side's points for the ratings: where nobody won regularly, neither was the stronger."""
    return points if game.points_red + game.points_blue else 0.5
