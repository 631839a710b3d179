"""A league as the wall shows it: which games are worth looking at, the ratings, upsets, who meets next."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import exp

from schwarm.arena.overview import games_text
from schwarm.league.league_schedule import Pairing, next_pairings
from schwarm.league.league_service import LeagueService
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.league.rating_table import RatingTable
from schwarm.player.display_name import display_name
from schwarm.store import leagues
from schwarm.store.leagues import League, LeagueGame, LeagueTeam
from schwarm.web.leagues.league_times import describe_deadline
from schwarm.web.leagues.rating_rows import rating_rows
from schwarm.web.shell.static import version
from schwarm.web.wall.contract import (
    WallGameJson,
    WallJson,
    WallPlayerJson,
    WallRowJson,
    WallTableJson,
    WallUpsetJson,
)
from schwarm.words import Sentence, in_figures

MAX_GAMES = 24
"""Games that a wall chooses from."""
MAX_UPSETS = 6
MAX_LOOKED_AT = 500
"""Games, the newest first, among which upsets are looked for."""
UPSET_ELO = 150.0
"""A win against somebody who is stronger by more than this is one."""
MAX_NEXT = 4
LIVE_INTEREST, UPSET_INTEREST, CLOSE_INTEREST, TOP_INTEREST = 40.0, 50.0, 20.0, 20.0


@dataclass
class LeagueWall:
    """One look at a league. Reads the store, so not in an event loop."""

    service: LeagueService
    league: League
    teams: list[LeagueTeam] = field(init=False)
    table: RatingTable = field(init=False)

    def __post_init__(self) -> None:
        self.teams = leagues.list_teams(self.service.store, self.league.id)
        self.table = self.service.ratings(self.league)
        self._numbers = {team.number: team for team in self.teams}
        self._elos: dict[str, float | None] = {}

    def to_json(self) -> WallJson:
        running = [
            pairing
            for pairing in self.service.play.running
            if pairing.league.id == self.league.id and self._shows(pairing.players)
        ]
        return {
            "stamp": version(),
            "state": self._state(running),
            "boards": boards_for(len(running)),
            "deadline": describe_deadline(self.league),
            "edition": str(self.league.edition),
            "games": [*map(self._running, running), *map(self._played, self._newest(MAX_GAMES))],
            "tables": self._tables(),
            "upsets": self._upsets(),
            "next": [[self._player(one), self._player(two)] for one, two in self._next(running)],
            "rounds": [],
            "difference": "",
        }

    def _state(self, running: Sequence[Pairing]) -> str:
        if not self.league.playing:
            return str(STOPPED())
        done = games_text(len(self.table.games))
        if running:
            return done
        if why := self.service.why_still(self.league):
            return f"{done} · {why}"
        return f"{done} · {RESTING()}" if self.table.games else done

    # -- who -------------------------------------------------------------------------------------------

    def _elo(self, player: str) -> float | None:
        if player not in self._elos:
            known = self.table.partners.get(player)
            rating = None if known is not None else self.table.rating(player)
            self._elos[player] = known if known is not None else rating.value if rating else None
        return self._elos[player]

    def _player(self, player: str) -> WallPlayerJson:
        found, elo = parse_player_name(player), self._elo(player)
        team = self._numbers.get(found.team) if found else None
        return {
            "name": team.name if team else display_name(player),
            "fish": team.fish if team else "",
            "rating": in_figures(elo, 0) if elo is not None else "",
        }

    # -- games -----------------------------------------------------------------------------------------

    def _shows(self, players: Sequence[str]) -> bool:
        """Whether both are there: nobody who was hidden comes onto a board."""
        found = [parse_player_name(player) for player in players]
        return all(player is None or player.team in self._numbers for player in found)

    def _newest(self, most: int) -> list[LeagueGame]:
        shown = (game for game in reversed(self.table.games) if self._shows((game.red, game.blue)))
        return list(islice(shown, most))

    def _running(self, pairing: Pairing) -> WallGameJson:
        return self._game(pairing.key, pairing.red, pairing.blue, live=True, more=LIVE_INTEREST)

    def _played(self, game: LeagueGame) -> WallGameJson:
        gap = self._upset_gap(game)
        return self._game(game.key, game.red, game.blue, live=False, more=UPSET_INTEREST if gap else 0.0)

    def _game(self, key: str, red: str, blue: str, *, live: bool, more: float) -> WallGameJson:
        elos = [self._elo(red), self._elo(blue)]
        if elos[0] is not None and elos[1] is not None:
            more += CLOSE_INTEREST * exp(-abs(elos[0] - elos[1]) / 200)
            more += TOP_INTEREST * sum(self._share(elo) for elo in elos if elo is not None) / 2
        if parse_player_name(red) is None or parse_player_name(blue) is None:
            # People look at each other's bots first.
            more -= CLOSE_INTEREST
        players = [self._player(red), self._player(blue)]
        return {"key": key, "players": players, "place": "", "live": live, "interest": round(more, 1)}

    def _share(self, elo: float) -> float:
        """How far up somebody stands among the teams."""
        names = [str(TeamVersion(team.number, team.active)) for team in self.teams if team.active is not None]
        known = [other for other in map(self._elo, names) if other is not None]
        return sum(other <= elo for other in known) / len(known) if known else 0.0

    def _upset_gap(self, game: LeagueGame) -> float | None:
        """By how much the loser is the stronger one, if that is an upset."""
        if game.points_red == game.points_blue:
            return None
        winner, loser = (game.red, game.blue) if game.points_red > game.points_blue else (game.blue, game.red)
        if parse_player_name(winner) is None:
            return None
        elos = self._elo(winner), self._elo(loser)
        if elos[0] is None or elos[1] is None:
            return None
        gap = elos[1] - elos[0]
        return gap if gap > UPSET_ELO else None

    def _upsets(self) -> list[WallUpsetJson]:
        found: list[WallUpsetJson] = []
        for game in self._newest(MAX_LOOKED_AT):
            if (gap := self._upset_gap(game)) is None:
                continue
            winner, loser = (game.red, game.blue) if game.points_red > game.points_blue else (game.blue, game.red)
            told = in_figures(gap, 0)
            found.append({"key": game.key, "winner": self._player(winner), "loser": self._player(loser), "gap": told})
            if len(found) >= MAX_UPSETS:
                break
        return found

    def _next(self, running: Sequence[Pairing]) -> list[tuple[str, str]]:
        """Who meets next, as it looks now: what is decided, and then what would tell most."""
        if not self.league.playing:
            return []
        waiting = [pairing for pairing in self.service.play.waiting if pairing.league.id == self.league.id]
        taken, found = [*running, *waiting], [pairing.players for pairing in waiting]
        while len(set(found)) < MAX_NEXT:
            more = next_pairings(self.league, self.teams, self.table, taken)
            if not more:
                break
            taken += more
            found.append(more[0].players)
            if len(found) > 2 * MAX_NEXT:
                break
        return list(dict.fromkeys(found))[:MAX_NEXT]

    def _tables(self) -> list[WallTableJson]:
        rows: list[WallRowJson] = []
        for row in rating_rows(self.teams, self.table):
            elo = f"{row.rating} ± {row.margin}" if row.margin else row.rating or str(SOON())
            rows.append(
                {"place": row.place, "name": display_name(row.name), "fish": row.fish, "cells": [str(row.games), elo]}
            )
        columns = [str(GAMES()), "Elo"]
        return [{"title": str(RATINGS()), "columns": columns, "rows": rows, "note": ""}] if rows else []


def boards_for(games: int) -> int:
    """One, two or four: as many as are on, and never so many that none can be seen."""
    return 4 if games >= 4 else 2 if games >= 2 else 1


STOPPED = Sentence("Stopped by the organiser.")
RESTING = Sentence("resting")
RATINGS = Sentence("Ratings")
GAMES = Sentence("games")
SOON = Sentence("soon")
