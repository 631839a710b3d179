"""A season: a championship (Meisterschaft) in groups, a Champions League of the best, and the Final Eight.

Everything follows from the season's file and the results so far: which stage is on, who is in it, what is due.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import BETWEEN, LOT, Fixture, Result, Results, pair_fixtures, start_seed
from schwarm.arena.knockout import LEAST_GAMES, Bracket
from schwarm.arena.round_robin import Day, round_robin
from schwarm.arena.standings import Row, standings
from schwarm.words import Message, Sentence

CHAMPIONSHIP, LEAGUE, FINALS = "championship", "champions-league", "final-eight"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team that takes part, and how its bot is started."""

    name: str
    bot: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """A stage of round robin: one group of the championship, or the Champions League."""

    stage: str
    group: str
    teams: tuple[str, ...]
    games: int

    @property
    def days(self) -> list[Day]:
        return round_robin(self.teams)

    def encounter(self, one: str, two: str) -> str:
        group = f"/{self.group}" if self.group else ""
        return f"{self.stage}{group}/{one}{BETWEEN}{two}"

    def encounters(self) -> Iterator[tuple[int, str, str, str]]:
        """Every encounter with its match day (from 1), its key and its teams, in order."""
        for number, day in enumerate(self.days, start=1):
            for one, two in day:
                yield number, self.encounter(one, two), one, two

    @property
    def total(self) -> int:
        return self.games * len(self.teams) * (len(self.teams) - 1) // 2

    def results(self, results: Results) -> list[Result]:
        return [
            result
            for _, key, _, _ in self.encounters()
            for number in range(1, self.games + 1)
            if (result := results.get(f"{key}/{number}")) is not None
        ]

    def due(self, results: Results, seed: int) -> list[tuple[int, Fixture]]:
        """What is missing, with its match day."""
        return [
            (day, fixture)
            for day, key, one, two in self.encounters()
            for fixture in pair_fixtures(key, one, two, self.games, seed, results)
        ]


@dataclass(frozen=True)
class Season:
    """A whole season, see `season_file` for how it is written."""

    title: str
    teams: tuple[Entrant, ...]
    conditions: Conditions
    seed: int = 1
    games: int = 6
    """Of an encounter before the Final Eight."""
    league_per_group: int = 0
    """How many of each group play the Champions League; 0: there is none."""
    finalists: int = 0
    """How many play the Final Eight: 8, or 4 or 2 where there are fewer teams; 0: there is none."""
    final_games: int | None = None
    """Of an encounter of the Final Eight; None: what the rules ask for, or `games` where those are more."""
    most_games: int = 30
    third_place: bool = True

    @cached_property
    def bots(self) -> Mapping[str, str]:
        return {team.name: team.bot for team in self.teams}

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for team in self.teams:
            found.setdefault(team.group, []).append(team.name)
        return {group: tuple(teams) for group, teams in found.items()}

    @cached_property
    def championship(self) -> list[Round]:
        return [Round(CHAMPIONSHIP, group, teams, self.games) for group, teams in self.groups.items()]

    @property
    def duel_games(self) -> int:
        """How many games an encounter of the Final Eight has at least."""
        return max(LEAST_GAMES, self.games) if self.final_games is None else self.final_games

    @property
    def final_terms(self) -> Message | None:
        """How an encounter of the Final Eight is decided; None where there is none."""
        if not self.finalists:
            return None
        return (LEVEL_ENDS if self.most_games == self.duel_games else LEVEL_CONTINUES)(
            games=self.duel_games, most=self.most_games
        )

    @property
    def final_difference(self) -> Message | None:
        """How the Final Eight differs from the rules; None where it does not."""
        if not self.finalists or self.duel_games >= LEAST_GAMES:
            return None
        known = self.conditions.game
        said = DIFFERS if self.duel_games < known.least_final_games else NOT_RULED
        return said(games=self.duel_games, game=known.title, least=known.least_final_games or LEAST_GAMES)

    # -- stages ----------------------------------------------------------------------------------------

    def league(self, results: Results) -> Round | None:
        """The Champions League, once the championship is over."""
        if not self.league_per_group:
            return None
        teams = self._settle(self.league_per_group, self.championship, results)
        return Round(LEAGUE, "", teams, self.games) if teams else None

    def finals(self, results: Results) -> Bracket | None:
        """The Final Eight, once it is known who is in it."""
        if not self.finalists:
            return None
        league = self.league(results)
        before = [league] if league else [] if self.league_per_group else self.championship
        if not before:
            return None
        teams = self._settle(-(-self.finalists // len(before)), before, results)[: self.finalists]
        return Bracket(teams, self.duel_games, self.most_games, self.third_place) if teams else None

    def table(self, stage: Round, results: Results) -> list[Row]:
        return standings(stage.teams, stage.results(results), self.conditions.game, self.seed)

    def champion(self, results: Results) -> str | None:
        finals = self.finals(results)
        return finals.champion(results) if finals else None

    # -- what a contest is asked, see `contest.Contest` ------------------------------------------------

    def due(self, results: Results) -> list[Fixture]:
        # All groups play a match day before anybody plays the next.
        missing = [found for group in self.championship for found in group.due(results, self.seed)]
        if not missing and (league := self.league(results)):
            missing = league.due(results, self.seed)
        if missing:
            return [fixture for _, fixture in sorted(missing, key=lambda found: found[0])]
        finals = self.finals(results)
        return finals.due(results, self.seed) if finals else []

    def over(self, results: Results) -> bool:
        return False

    def total(self, results: Results) -> int:
        """At least; the Final Eight may need more."""
        least = sum(group.total for group in self.championship)
        if self.league_per_group:
            teams = sum(min(self.league_per_group, len(group.teams)) for group in self.championship)
            least += self.games * teams * (teams - 1) // 2
        if self.finalists:
            finals = self.finals(results)
            unknown = Bracket(("",) * self.finalists, self.duel_games, self.most_games, self.third_place)
            least += finals.total(results) if finals else unknown.least_games
        return max(least, len(results))

    # -- inside ----------------------------------------------------------------------------------------

    def _settle(self, number: int, before: list[Round], results: Results) -> tuple[str, ...]:
        """The best `number` of each of these rounds, all firsts before all seconds; nobody before all are over.

        Within a place points and criterion decide, both on average, since groups may differ in size; then lots."""
        if any(len(group.results(results)) < group.total for group in before):
            return ()
        ranked = [
            (place, -Fraction(row.points, row.games), -row.second, start_seed(f"{LOT}/{row.team}", self.seed), row.team)
            for group in before
            for place, row in enumerate(self.table(group, results)[:number])
        ]
        return tuple(team for *_, team in sorted(ranked))


LEVEL_CONTINUES = Sentence(
    "An encounter of the Final Eight has {games} games; while it is tied, two more are played, up to {most}, then the "
    "better placing decides."
)
LEVEL_ENDS = Sentence("An encounter of the Final Eight has {games} games; if it is tied, the better placing decides.")
DIFFERS = Sentence(
    "This differs from the rules: {game} asks for at least {least} games in an encounter of the Final Eight, and here "
    "there are {games}."
)
NOT_RULED = Sentence(
    "The rules of {game} name no number of games for an encounter of the Final Eight; those of Piranhas ask for at "
    "least {least}, and here there are {games}."
)
