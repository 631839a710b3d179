"""A season: a championship (Meisterschaft) in groups, a Champions League of the best, and the Final Eight.

Everything follows from its terms and the results so far: which stage is on, who is in it, what is due.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from schwarm.arena.contest import BadContest, Contest, ResumedBy
from schwarm.arena.fixture import LOT, Fixture, start_seed
from schwarm.arena.knockout import LEAST_GAMES, Bracket
from schwarm.arena.results import Results
from schwarm.arena.stage import Stage
from schwarm.games.number import whole_in
from schwarm.words import Message, Sentence

CHAMPIONSHIP, LEAGUE, FINALS = "championship", "champions-league", "final-eight"
MAX_ENCOUNTER_GAMES = 1_000
MAX_PER_GROUP = 64
FINALISTS = (0, 2, 4, 8)


@dataclass(frozen=True)
class Season(Contest):
    """A whole season, see `season_file` for how it is written."""

    games: int = 6
    """Of an encounter before the Final Eight."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group of each team that is in one with a name."""
    league_per_group: int = 0
    """How many of each group play the Champions League; 0: there is none."""
    finalists: int = 0
    """How many play the Final Eight: 8, or 4 or 2 where there are fewer teams; 0: there is none."""
    final_games: int | None = None
    """Games per encounter of the Final Eight. None: the minimum of the rules or `games`, whichever is greater."""
    most_games: int = 30
    third_place: bool = True

    word: ClassVar[Sentence] = Sentence("Season")
    new: ClassVar[Sentence] = Sentence("New season")
    about: ClassVar[Sentence] = Sentence(
        "A championship in groups, a Champions League of the best, and the Final Eight."
    )
    resumed_by: ClassVar[ResumedBy] = ResumedBy.FILE
    staged: ClassVar[bool] = True

    @cached_property
    def teams_by_group(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for team in self.bots:
            found.setdefault(self.groups.get(team, ""), []).append(team)
        return {group: tuple(teams) for group, teams in found.items()}

    @property
    def duel_games(self) -> int:
        """How many games an encounter of the Final Eight has at least."""
        return max(LEAST_GAMES, self.games) if self.final_games is None else self.final_games

    @property
    def notes(self) -> Sequence[Message]:
        """How an encounter of the Final Eight is decided."""
        if not self.finalists:
            return ()
        said = LEVEL_ENDS if self.most_games == self.duel_games else LEVEL_CONTINUES
        return (said(games=self.duel_games, most=self.most_games),)

    @property
    def warning(self) -> Message | None:
        """How the Final Eight differs from the rules."""
        if not self.finalists or self.duel_games >= LEAST_GAMES:
            return None
        known = self.conditions.game
        said = DIFFERS if self.duel_games < known.least_final_games else NOT_RULED
        return said(games=self.duel_games, game=known.title, least=known.least_final_games or LEAST_GAMES)

    # -- stages ----------------------------------------------------------------------------------------

    @cached_property
    def championship(self) -> list[Stage]:
        return [
            Stage(CHAMPIONSHIP, teams, self.games, self.conditions, self.seed, group)
            for group, teams in self.teams_by_group.items()
        ]

    def league(self, results: Results) -> Stage | None:
        """The Champions League, once the championship is over."""
        if not self.league_per_group:
            return None
        teams = self._advance(self.league_per_group, self.championship, results)
        return Stage(LEAGUE, teams, self.games, self.conditions, self.seed) if teams else None

    def stages(self, results: Results) -> Sequence[Stage]:
        league = self.league(results)
        return [*self.championship, league] if league else self.championship

    def bracket(self, results: Results) -> Bracket | None:
        if not self.finalists:
            return None
        league = self.league(results)
        before = [league] if league else [] if self.league_per_group else self.championship
        if not before:
            return None
        teams = self._advance(-(-self.finalists // len(before)), before, results)[: self.finalists]
        return Bracket(teams, self.duel_games, self.most_games, self.third_place) if teams else None

    def champion(self, results: Results) -> str | None:
        bracket = self.bracket(results)
        return bracket.champion(results) if bracket else None

    def due(self, results: Results) -> Iterator[Fixture]:
        if not all(group.is_over(results) for group in self.championship):
            # All groups play a match day before any plays the next.
            days = heapq.merge(*(group.due(results) for group in self.championship), key=lambda found: found[0])
            yield from (fixture for _, fixture in days)
        elif (league := self.league(results)) and not league.is_over(results):
            yield from (fixture for _, fixture in league.due(results))
        elif bracket := self.bracket(results):
            yield from bracket.due(results, self.seed)

    def total(self, results: Results) -> int:
        """At least; the Final Eight may need more."""
        least = sum(group.total for group in self.championship)
        if self.league_per_group:
            teams = sum(min(self.league_per_group, len(group.players)) for group in self.championship)
            least += self.games * teams * (teams - 1) // 2
        if self.finalists:
            bracket = self.bracket(results)
            unknown = Bracket(("",) * self.finalists, self.duel_games, self.most_games, self.third_place)
            least += bracket.total(results) if bracket else unknown.least_games
        return max(least, len(results))

    @property
    def may_grow(self) -> bool:
        return bool(self.finalists) and self.most_games > self.duel_games

    def _advance(self, number: int, before: Sequence[Stage], results: Results) -> tuple[str, ...]:
        """The best `number` of each of these stages, all firsts before all seconds; empty before all are over.

        Within a place points and criterion decide, both on average, since groups may differ in size; then lots."""
        if not all(stage.is_over(results) for stage in before):
            return ()
        ranked = [
            (place, -Fraction(row.points, row.games), -row.second, start_seed(f"{LOT}/{row.team}", self.seed), row.team)
            for stage in before
            for place, row in enumerate(stage.table(results)[:number])
        ]
        return tuple(team for *_, team in sorted(ranked))

    # -- to and from the store -------------------------------------------------------------------------

    def own_terms(self) -> dict[str, Any]:
        return {
            "title": self.name,
            "games": self.games,
            "final_games": self.duel_games,
            "stages": [self.league_per_group, self.finalists, self.most_games, self.third_place],
            "teams": [[team, self.groups.get(team, "")] for team in self.bots],
        }

    @classmethod
    def from_terms(cls, known: Mapping[str, Any], common: Mapping[str, Any]) -> Self:
        league, finalists, most, third = known["stages"]
        groups = dict(known["teams"])
        return cls(
            **{**common, "bots": {team: common["bots"].get(team, "") for team in groups}},
            groups=groups,
            league_per_group=league,
            finalists=finalists,
            final_games=known["final_games"],
            most_games=most,
            third_place=third,
        )

    @classmethod
    def from_form(cls, common: Mapping[str, Any], found: Mapping[str, Any], groups: Mapping[str, str]) -> Self:
        usual = min(MAX_ENCOUNTER_GAMES, max(LEAST_GAMES, common["games"]))
        final_games = _read(found, "final_games", usual, MAX_ENCOUNTER_GAMES)
        season = cls(
            **common,
            groups=groups,
            league_per_group=_read(found, "per_group", 0, MAX_PER_GROUP),
            finalists=_read(found, "finalists", 0, max(FINALISTS)),
            final_games=final_games,
            most_games=max(final_games, _read(found, "most_games", 0, MAX_ENCOUNTER_GAMES)),
            third_place=found.get("third_place") is not False,
        )
        check_season(season)
        return season


def check_season(season: Season) -> None:
    """Raises `BadContest` where a season cannot be played as it is meant."""
    smallest = min((len(teams) for teams in season.teams_by_group.values()), default=0)
    if len(season.bots) < 2 or smallest < 2:
        raise BadContest(TOO_FEW())
    if season.games < 2 or season.games % 2 or season.games > MAX_ENCOUNTER_GAMES:
        raise BadContest(NOT_EVEN(games=season.games, most=MAX_ENCOUNTER_GAMES))
    if not season.league_per_group <= smallest or season.league_per_group < 0:
        raise BadContest(LEAGUE_TOO_LARGE(number=season.league_per_group, smallest=smallest))
    if season.finalists not in FINALISTS:
        raise BadContest(BAD_FINALISTS(number=season.finalists))
    groups = len(season.teams_by_group)
    into = groups * season.league_per_group if season.league_per_group else groups * smallest
    if season.league_per_group and into < 2:
        raise BadContest(LEAGUE_TOO_LARGE(number=season.league_per_group, smallest=smallest))
    if season.finalists > into:
        raise BadContest(FINALS_TOO_LARGE(number=season.finalists, into=into))
    number = season.duel_games
    if number < 2 or number % 2 or number > MAX_ENCOUNTER_GAMES:
        raise BadContest(FINALS_NOT_EVEN(games=number, most=MAX_ENCOUNTER_GAMES, least=LEAST_GAMES))
    if season.most_games < number or season.most_games % 2:
        raise BadContest(BAD_MOST_GAMES(most=season.most_games, games=number))


def _read(found: Mapping[str, Any], name: str, usual: int, most: int) -> int:
    number = whole_in(found.get(name, usual), 0, most)
    if number is None:
        raise BadContest(BAD_NUMBER(field=name))
    return number


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
BAD_NUMBER = Sentence("“{field}” is missing or invalid.")
TOO_FEW = Sentence("Every group needs at least two teams.")
NOT_EVEN = Sentence("An encounter needs an even number of games from 2 to {most}, two from each start, not {games}.")
LEAGUE_TOO_LARGE = Sentence(
    "The Champions League cannot take {number} teams from each group: the smallest group has {smallest}."
)
BAD_FINALISTS = Sentence("The Final Eight needs 8 teams, or 4 or 2 in a small season, not {number}.")
FINALS_TOO_LARGE = Sentence("The Final Eight cannot take {number} teams out of {into}.")
FINALS_NOT_EVEN = Sentence(
    "An encounter of the Final Eight needs an even number of games from {least} to {most}, two from each start, not "
    "{games}; 2 and 4 are possible, too, and differ from the rules."
)
BAD_MOST_GAMES = Sentence("In the Final Eight, most_games must be an even number of at least {games}, not {most}.")
