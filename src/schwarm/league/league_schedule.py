"""The schedule of a league: next is the second game of a pair, or the encounter with the largest gain of information.

A pair is two games from one start with colours swapped. Its number is permanent, so a game counts once, however often
it is tried.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from schwarm.arena.assignment import Assignment
from schwarm.arena.fixture import Fixture, GameKey, start_seed
from schwarm.arena.pairing import choose_encounter
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.league.rating_table import RatingTable
from schwarm.league.zip_folder import ZipFolder
from schwarm.store.leagues import League, LeagueTeam

HOME = "home:"
"""Names a bot that plays from home; the ID of its team follows."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One due or running game, with Red and Blue as the league names them."""

    league: League
    pair: int
    second: bool
    red: str
    blue: str

    @property
    def key(self) -> GameKey:
        return GameKey.of(self.encounter, 2 if self.second else 1)

    @property
    def encounter(self) -> str:
        """The prefix of the keys of both games."""
        return f"{self.league.event}/{self.pair}"

    @property
    def players(self) -> tuple[str, str]:
        """In an order that both games of a pair share."""
        return (self.blue, self.red) if self.second else (self.red, self.blue)


def active_players(teams: Sequence[LeagueTeam]) -> list[str]:
    """The active version of each team."""
    return [str(TeamVersion(team.number, team.active)) for team in teams if team.active is not None]


def next_pairings(
    league: League,
    teams: Sequence[LeagueTeam],
    table: RatingTable,
    running: Sequence[Pairing],
    failed: Collection[Pairing] = (),
) -> list[Pairing]:
    """The games to play next: one that completes a pair, or both of a new one; empty without teams. `failed` pairings
    are given up."""
    active = [player for player in active_players(teams) if not table.rest_of(player)]
    if not active:
        return []
    known = set(active) | set(table.partners)
    taken = {pairing.key for pairing in (*running, *failed)}
    for game in table.half_played():
        second = Pairing(league, game.pair, GameKey(game.key).number == 1, game.blue, game.red)
        # A team with a newer version plays with that.
        if second.key not in taken and {game.red, game.blue} <= known:
            return [second]
    pairs = {pairing.pair: pairing.players for pairing in running}
    # A quota per team, not per version: a team with many new versions gets no more games.
    recent = table.recent_games(len(active))
    chosen = choose_encounter(
        table.posterior(active),
        active,
        list(table.partners),
        [pair for pair in pairs.values() if set(pair) <= known],
        {str(TeamVersion(team.number, team.active)): recent[team.number] for team in teams if team.active is not None},
    )
    if chosen is None:
        return []
    number = max([table.last_pair, *pairs, *(pairing.pair for pairing in failed)]) + 1
    one, two = chosen
    return [Pairing(league, number, False, one, two), Pairing(league, number, True, two, one)]


def to_fixture(pairing: Pairing, teams: Sequence[LeagueTeam]) -> Fixture:
    """A pairing with the names of its teams."""
    names = {team.number: team.name for team in teams}

    def name(player: str) -> str:
        found = parse_player_name(player)
        return names[found.team] if found else player

    seed = start_seed(pairing.encounter, pairing.league.id)
    return Fixture(pairing.key, name(pairing.red), name(pairing.blue), seed)


def to_assignment(
    pairing: Pairing, teams: Sequence[LeagueTeam], zips: Mapping[str, str], folder: ZipFolder
) -> Assignment:
    """A pairing as it is handed out; `zips` are the versions' hashes, by their names in the league."""
    ids = {team.number: team.id for team in teams}

    def bot(player: str) -> str:
        if player not in zips:
            return player
        found = parse_player_name(player)
        assert found is not None
        return str(folder.path(zips[player])) if zips[player] else f"{HOME}{ids[found.team]}"

    league, bots = pairing.league, (bot(pairing.red), bot(pairing.blue))
    return Assignment(to_fixture(pairing, teams), bots, league.game, league.rules, league.time)
