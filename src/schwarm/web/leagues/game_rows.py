"""Games of a league as its pages list them: who won and why, the worst defeats, and what a team's games are lost by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from schwarm.arena.contest_records import address
from schwarm.arena.fixture import GameKey
from schwarm.games import Outcome, Reason, Team
from schwarm.games.registry import find_reason
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.league.rating_table import MAX_FAILURES, RatingTable
from schwarm.player.display_name import display_name
from schwarm.store.leagues import LeagueGame, LeagueTeam
from schwarm.words import Moment, Sentence

MAX_LISTED_GAMES = 12
MAX_WORST = 5


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game in a list."""

    address: str
    names: tuple[str, str]
    winner: int | None
    sentence: str
    """How it ended, and why; empty where its record is gone."""
    broken: bool
    """Whether somebody broke off or broke the rules."""
    date: Moment
    pair: int
    which: int
    """The first or the second game of its pair."""


@dataclass(frozen=True, slots=True)
class DefeatKind:
    """Games that one version lost in one way, the newest first."""

    reason: str
    """Its id."""
    word: str
    broken: bool
    number: int
    games: list[PlayedGame]


@dataclass(frozen=True, slots=True)
class Defeats:
    """How one version lost: by its own mistakes first, then whatever happened most often."""

    version: int
    games: int
    lost: int
    kinds: list[DefeatKind]
    failing: bool
    """Whether it plays seldom, because it lost all its last games by mistakes of its own."""

    @property
    def mistakes(self) -> int:
        """Games that were lost without the rules of the game."""
        return sum(kind.number for kind in self.kinds if kind.broken)

    @property
    def summary(self) -> str:
        """How many of its games it lost, in one sentence."""
        if self.lost == self.games:
            return str(LOST_ALL(number=self.version, n=self.games))
        return str(LOST(number=self.version, lost=self.lost, games=self.games))

    def describe_rest(self, *, at_home: bool) -> str:
        """Why it plays seldom, and what to do; empty where it plays like others."""
        if not self.failing:
            return ""
        return str((RESTS_AT_HOME if at_home else RESTS)(number=self.version, games=MAX_FAILURES))

    @property
    def mistaken_games(self) -> str:
        """How many of its games it lost by its own mistakes, for a list."""
        return str(MISTAKEN(number=self.mistakes, n=self.games))


def collect_defeats(
    table: RatingTable, names: Mapping[int, str], team: LeagueTeam, most: int = MAX_LISTED_GAMES
) -> Defeats | None:
    """What the version of a team that plays loses by; None where none plays. At most so many games of each kind."""
    if team.active is None:
        return None
    player, played = str(TeamVersion(team.number, team.active)), 0
    found: dict[str, list[LeagueGame]] = {}
    for game in reversed(table.games):
        if player in (game.red, game.blue):
            played += 1
            if game.reason is not None and _lost(game, player):
                found.setdefault(game.reason, []).append(game)
    kinds = []
    for value, games in found.items():
        reason = find_reason(table.game_id, value)
        listed = [_to_played(table, game, names) for game in games[:most]]
        kinds.append(DefeatKind(value, str(reason.word()), reason.violation, len(games), listed))
    kinds.sort(key=lambda kind: (not kind.broken, -kind.number))
    return Defeats(team.active, played, sum(kind.number for kind in kinds), kinds, table.is_failing(player))


def list_troubled(table: RatingTable, teams: Sequence[LeagueTeam]) -> list[tuple[LeagueTeam, Defeats]]:
    """Teams whose bots lose games by mistakes of their own, the largest share first."""
    found = []
    for team in teams:
        defeats = collect_defeats(table, {}, team, 0)
        if defeats and defeats.mistakes:
            found.append((team, defeats))
    return sorted(found, key=lambda entry: -entry[1].mistakes / entry[1].games)


def worst_defeats(table: RatingTable, names: Mapping[int, str], team: int, most: int = MAX_WORST) -> list[PlayedGame]:
    """Lost games against those whom a team should beat: the weakest opponent first, each once, by its newest game."""
    found: dict[str, tuple[float, LeagueGame]] = {}
    for game in reversed(table.games):
        winner = _winner(game)
        if winner is None:
            continue
        lost, won = (game.blue, game.red) if winner == 0 else (game.red, game.blue)
        player = parse_player_name(lost)
        rival = parse_player_name(won)
        if player is None or player.team != team or won in found or (rival and rival.team == team):
            continue
        elo = table.partners.get(won)
        if elo is None and (rating := table.rating(won)):
            elo = rating.value
        if elo is not None:
            found[won] = elo, game
    chosen = sorted(found.values(), key=lambda entry: entry[0])[:most]
    return [_to_played(table, game, names) for _, game in chosen]


def last_games(
    table: RatingTable, names: Mapping[int, str], team: int | None = None, most: int = MAX_LISTED_GAMES
) -> list[PlayedGame]:
    """The newest games, of one team if a number is given."""
    found: list[PlayedGame] = []
    for game in reversed(table.games):
        players = [parse_player_name(name) for name in (game.red, game.blue)]
        if team is not None and all(player is None or player.team != team for player in players):
            continue
        found.append(_to_played(table, game, names))
        if len(found) >= most:
            break
    return found


def _to_played(table: RatingTable, game: LeagueGame, names: Mapping[int, str]) -> PlayedGame:
    red, blue = _call(game, names)
    reason = find_reason(table.game_id, game.reason) if game.reason is not None else None
    return PlayedGame(
        address(game.key),
        (red, blue),
        _winner(game),
        _tell(game, reason, (red, blue)),
        reason is not None and reason.violation,
        Moment(game.at),
        game.pair,
        GameKey(game.key).number,
    )


def _call(game: LeagueGame, names: Mapping[int, str]) -> Iterator[str]:
    for name in (game.red, game.blue):
        player = parse_player_name(name)
        yield display_name(names.get(player.team, "") if player else name)


def _tell(game: LeagueGame, reason: Reason | None, names: tuple[str, str]) -> str:
    if reason is None:
        return ""
    winner = _winner(game)
    return str(Outcome(None if winner is None else (Team.ONE, Team.TWO)[winner], reason).sentence(*names))


def _lost(game: LeagueGame, player: str) -> bool:
    """Whether a player lost; also where both failed."""
    own = 0 if game.red == player else 1
    winner = _winner(game)
    return winner == 1 - own or (winner is None and not game.points_red and Reason.read(game.reason or "").violation)


def _winner(game: LeagueGame) -> int | None:
    if game.points_red == game.points_blue:
        return None
    return 0 if game.points_red > game.points_blue else 1


LOST = Sentence("Version {number} lost {lost} of {games} games.")
LOST_ALL = Sentence("Version {number} lost its only game.", "Version {number} lost all its {n} games.")
MISTAKEN = Sentence("its only game", "{number} of {n} games")
RESTS = Sentence(
    "Version {number} lost its last {games} games by mistakes of its program, so it plays only once an hour now; "
    "repair what is listed below and hand in a new version, which plays at once."
)
RESTS_AT_HOME = Sentence(
    "Version {number} lost its last {games} games by mistakes of its program, so it plays only once an hour now; "
    "repair what is listed below, then press “Our program has changed”, and it plays at once."
)
