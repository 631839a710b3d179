"""What the published pages of a season show, as plain values for their templates."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from schwarm.arena.fixture import BETWEEN, Result, Results
from schwarm.arena.knockout import THIRD, Bracket, Duel
from schwarm.arena.number_text import ROUND_NAMES, STAGES
from schwarm.arena.rating import MissingPart, Rating, bouts, ratings
from schwarm.arena.season import Round, Season
from schwarm.arena.standings import Row, describe_faults
from schwarm.arena.tournament import crosstable_rows
from schwarm.player.display_name import display_name
from schwarm.words import Message, Sentence, say

MAX_PICTURES = 1_000
"""Final positions that are drawn, of about 45 kB each."""
MAX_CROSSED = 24
"""Teams of a crosstable; beyond, nobody can read it."""


def file_of(text: str) -> str:
    """A short name for a file, from whatever it is about."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def game_file(result: Result) -> str:
    """The name of a game's file: the same for ever, but another one if the same fixture is played anew elsewhere."""
    return file_of(f"{result.key} {result.outcome!r} {result.thinking!r}")


def place_of(key: str) -> str:
    """Where in the season a game belongs, in words."""
    # A match is a single encounter and has no name for it.
    stage, *between, number = key.split("/")
    names = [str(ROUND_NAMES.get(part) or BETWEEN.join(map(display_name, part.split(BETWEEN)))) for part in between]
    return " · ".join([str(STAGES.get(stage, stage)), *names, say("game {number}", number=number)])


@dataclass(frozen=True)
class Link:
    """One game in a list of an encounter: its mark, its file and a few words."""

    number: int
    file: str
    key: str
    mark: str
    """`one`, `two`, `draw` or `nobody`: who won, from the encounter's point of view."""
    words: str
    broken: bool
    players: tuple[str, str]


@dataclass(frozen=True)
class Encounter:
    """Two teams and their games."""

    one: str
    two: str
    points: tuple[int, int]
    links: list[Link]
    winner: str | None = None
    note: str = ""
    """What decided where it stayed level to the end."""


@dataclass(frozen=True)
class Stage:
    """A round robin with its table and its match days."""

    title: str
    file: str
    rows: list[Row]
    days: list[tuple[int, list[Encounter]]]
    total: int
    crossed: list[tuple[str, list[str]]]
    """Points of each against each, in the order of the table; empty where it would be too wide to read."""

    @property
    def done(self) -> int:
        return sum(row.games for row in self.rows) // 2


@dataclass(frozen=True)
class Bar:
    """A rating as a plot shows it: shares of the width."""

    rating: Rating
    left: float
    width: float
    centre: float


class PublishedSeason:
    """A season and its results, in the language spoken when it is asked."""

    def __init__(self, season: Season, results: Results) -> None:
        self.season, self.results = season, results

    @cached_property
    def stages(self) -> list[Stage]:
        found = [self._stage(group) for group in self.season.championship]
        if league := self.season.league(self.results):
            found.append(self._stage(league))
        return found

    @property
    def overview(self) -> list[Stage]:
        """The stages as they matter: the Champions League, then the groups."""
        groups = len(self.season.championship)
        return [*self.stages[groups:], *self.stages[:groups]]

    def _stage(self, stage: Round) -> Stage:
        days: dict[int, list[Encounter]] = {}
        for day, key, one, two in stage.encounters():
            days.setdefault(day, []).append(self._encounter(key, one, two, stage.games))
        name = f"{stage.stage}-{file_of(stage.group)[:6]}" if stage.group else stage.stage
        title = f"{STAGES[stage.stage]} {stage.group}".strip()
        rows = self.season.table(stage, self.results)
        teams = [row.team for row in rows]
        crossed = crosstable_rows(teams, stage.results(self.results)) if len(teams) <= MAX_CROSSED else []
        return Stage(title, f"{name}.html", rows, list(days.items()), stage.total, crossed)

    def _encounter(self, key: str, one: str, two: str, games: int) -> Encounter:
        links, points = [], [0, 0]
        for number in range(1, games + 1):
            result = self.results.get(f"{key}/{number}")
            if result is None:
                continue
            for place, team in enumerate((one, two)):
                points[place] += round(2 * result.score(team))
            links.append(self._link(number, result, one, two))
        return Encounter(one, two, (points[0], points[1]), links)

    def _link(self, number: int, result: Result, one: str, two: str) -> Link:
        mark = {one: "one", two: "two"}.get(result.winner or "", "draw" if result.outcome.reason.regular else "nobody")
        winner, red, blue = (display_name(name) for name in (result.winner or "–", *result.players))
        words = f"{winner} · {result.outcome.reason.word} · {red} – {blue}"
        return Link(number, game_file(result), result.key, mark, words, result.outcome.reason.violation, result.players)

    @cached_property
    def finals(self) -> Bracket | None:
        return self.season.finals(self.results)

    @cached_property
    def columns(self) -> list[list[tuple[str, list[Encounter]]]]:
        """The Final Eight, round by round; the game for the third place stands below the final."""
        if not self.finals:
            return []
        rounds = dict(self.finals.rounds(self.results))
        third = rounds.pop(THIRD, None)
        columns = [[(str(ROUND_NAMES[name]), list(map(self._duel, duels)))] for name, duels in rounds.items()]
        if third:
            columns[-1].append((str(ROUND_NAMES[THIRD]), list(map(self._duel, third))))
        return columns

    def _duel(self, duel: Duel) -> Encounter:
        met = self._encounter(duel.key, duel.one, duel.two, duel.most_games)
        note = str(self.decision(duel)) if duel.by_place(self.results) else ""
        return Encounter(duel.one, duel.two, duel.wins(self.results), met.links, duel.winner(self.results), note)

    def decision(self, duel: Duel) -> Message:
        """What made one of two the better one who stayed level: where they are equal in the tables, too, it was the lot
        that placed them."""
        before = self.stages[len(self.season.championship) :] or self.stages
        rows = {row.team: row for stage in before for row in stage.rows}
        one, two = rows[duel.one], rows[duel.two]
        equal = (one.place, one.points * two.games, one.second) == (two.place, two.points * one.games, two.second)
        return BY_LOT() if equal else BY_PLACE()

    @cached_property
    def pictures(self) -> list[Link]:
        """The games whose final positions are shown, those that decided most first."""
        finals = [met for column in reversed(self.columns) for _, duels in column for met in duels]
        stages = [met for stage in self.overview for _, encounters in stage.days for met in encounters]
        links = [link for met in (*finals, *stages) for link in met.links]
        return links[:MAX_PICTURES]

    @cached_property
    def champion(self) -> str | None:
        return self.season.champion(self.results)

    @property
    def faults(self) -> Message:
        return describe_faults(self.season.conditions.game)

    @property
    def done(self) -> int:
        return len(self.results)

    @property
    def total(self) -> int:
        return self.season.total(self.results)

    @property
    def over(self) -> bool:
        return not self.season.due(self.results)

    @cached_property
    def bars(self) -> list[Bar]:
        """Everybody's rating over all games, placed on one scale."""
        players = [team.name for team in self.season.teams]
        try:
            found = ratings(players, bouts(self.results.values())) if self.results else []
        except MissingPart:
            # Needs a package that is not there; everything else does not.
            found = []
        if not found:
            return []
        low, high = min(rating.elo.low for rating in found), max(rating.elo.high for rating in found)
        span = max(1.0, high - low)
        return [
            Bar(
                rating,
                100 * (rating.elo.low - low) / span,
                100 * (rating.elo.high - rating.elo.low) / span,
                100 * (rating.elo.value - low) / span,
            )
            for rating in found
        ]

    @property
    def zero(self) -> float:
        """Where the average of all lies on that scale."""
        bars = self.bars
        low, high = min(bar.rating.elo.low for bar in bars), max(bar.rating.elo.high for bar in bars)
        return 100 * -low / max(1.0, high - low)

    def reasons(self, row: Row) -> str:
        return ", ".join(f"{reason.word} {number}" for reason, number in row.violations.most_common())


BY_PLACE = Sentence("tied to the end; decided by the better placing")
BY_LOT = Sentence("tied to the end and equal in the table; decided by lot")
