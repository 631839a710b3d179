"""The schedule of a league: next is the second game of a pair, or the encounter with the largest gain of information.

A pair is two games from one start with colours swapped. Its number is permanent, so a game counts once, however often
it is tried. The gain of an encounter is how much narrower it makes all error bars together: the least known teams come
first, and a foregone conclusion is not played. The bars of a team that loses or wins every game stay wide, so a quota
limits how many games each team gets on its own account.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from schwarm.arena.fixture import Fixture, GameKey, start_seed
from schwarm.arena.game_job import Assignment
from schwarm.arena.rating import Posterior
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.league.rating_table import RatingTable
from schwarm.league.zip_folder import ZipFolder
from schwarm.store.leagues import League, LeagueTeam

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

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


GAMES = 2
"""Of an encounter: both colours from one start."""
DOUBT = 1.0
"""Standard deviations by which a gap may be smaller than it seems. Without it two equal teams would meet until they
look different by chance, and then no more: the posterior would be wrong too often."""
ALIKE = 1 + 1e-9
"""Error bars within this factor are tied, and the first of the pairs plays: the gain of many pairs is exactly equal,
and the last bits of a sum differ between processors."""
FIRST_GAMES, MOST_TIMES = 12, 2
"""The quota of a team: a number of games, plus this multiple of the lower quartile of all teams."""


def choose_encounter(
    posterior: Posterior,
    teams: Sequence[str],
    partners: Iterable[str],
    running: Collection[tuple[str, str]] = (),
    games: Mapping[str, int] | None = None,
) -> tuple[str, str] | None:
    """The next encounter; None without opponents.

    `running` encounters count as over; `games` is the number that each team has played."""
    import numpy as np

    pairs = [*combinations(teams, 2), *((team, partner) for team in teams for partner in partners)]
    if not pairs:
        return None
    places = posterior.places
    covariance = _after(posterior, [(places[one], places[two]) for one, two in running])
    ones = np.array([places[one] for one, _ in pairs], dtype=np.intp)
    twos = np.array([places[two] for _, two in pairs], dtype=np.intp)
    asked = np.array([places[team] for team in _find_entitled(teams, running, games or {})], dtype=np.intp)
    gap = posterior.values[ones] - posterior.values[twos]
    variance = covariance[ones, ones] + covariance[twos, twos] - 2 * covariance[ones, twos]
    weight = _weigh(gap, variance)
    # The effect of an encounter on all variances: one step of updating a covariance.
    moved = (covariance[ones] - covariance[twos])[:, asked]
    own = covariance[asked, asked]
    left = np.maximum(0.0, own[None, :] - (weight / (1 + weight * variance))[:, None] * moved**2)
    bars = np.sqrt(left).sum(axis=1)
    return pairs[int(np.argmax(bars <= bars.min() * ALIKE))]


def _find_entitled(teams: Sequence[str], running: Collection[tuple[str, str]], games: Mapping[str, int]) -> list[str]:
    """Teams below their quota. The others still play as opponents of these."""
    counts = {team: games.get(team, 0) + GAMES * sum(team in pair for pair in running) for team in teams}
    most = FIRST_GAMES + MOST_TIMES * sorted(counts.values())[len(counts) // 4]
    return [team for team, number in counts.items() if number <= most]


def _after(posterior: Posterior, running: Iterable[tuple[int, int]]) -> "Floats":
    """The covariance after these encounters, whatever their results."""
    import numpy as np

    found = posterior.inverse
    for one, two in running:
        moved = found[one] - found[two]
        variance = float(moved[one] - moved[two])
        gap = posterior.values[one] - posterior.values[two]
        weight = float(_weigh(np.array([gap]), np.array([variance]))[0])
        found = found - weight / (1 + weight * variance) * np.outer(moved, moved)
    return found


def _weigh(gap: "Floats", variance: "Floats") -> "Floats":
    """The information in an encounter across this gap: the less certain the gap, the less certain the winner."""
    import numpy as np

    narrowed = 1 / np.sqrt(1 + np.pi * variance / 8)
    sure = np.maximum(0.0, np.abs(gap) - DOUBT * np.sqrt(variance))
    expected = 1 / (1 + np.exp(-narrowed * sure))
    weight: Floats = GAMES * narrowed * expected * (1 - expected)
    return weight
