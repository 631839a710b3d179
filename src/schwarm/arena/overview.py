"""The view model of a contest: tables with their match days, the Final Eight, pictures, ratings, numbers.

Plain values in the current language; the page, the published pages, the wall and the terminal draw them.
"""

import hashlib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from schwarm.arena.contest import Contest, kind_named
from schwarm.arena.fixture import BETWEEN, GameKey, Result
from schwarm.arena.knockout import THIRD, Bracket, Duel
from schwarm.arena.pairs import Interval
from schwarm.arena.rating import MissingPart, Rating
from schwarm.arena.results import Results
from schwarm.arena.stage import Row, Stage, describe_faults
from schwarm.player.display_name import display_name
from schwarm.words import Message, Sentence, in_figures, say

MAX_PICTURES = 1_000
"""Final positions that are drawn, of about 45 kB each."""
MAX_CROSSED = 24
"""Teams of a crosstable; a wider one is not readable."""
PARTS = {
    "championship": Sentence("Championship"),
    "champions-league": Sentence("Champions League"),
    "final-eight": Sentence("Final Eight"),
    "quarter-final": Sentence("Quarter-finals"),
    "semi-final": Sentence("Semi-finals"),
    "third-place": Sentence("Third place"),
    "final": Sentence("Final"),
}
"""The parts of a stage's key."""
ROUND = re.compile(r"round-(\d+)")


def file_of(text: str) -> str:
    """A short file name, from any text."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def game_file(result: Result) -> str:
    """The file of a game: the same for good, but another one for the same fixture in another contest."""
    return file_of(f"{result.key} {result.outcome!r} {result.thinking!r}")


def part_text(part: str) -> str:
    """A part of a stage's key in words; groups are called as their organiser called them."""
    if number := ROUND.fullmatch(part):
        return say("Round {round}", round=number[1])
    kind = kind_named(part)
    return str(PARTS.get(part) or (kind.word if kind else part))


def stage_text(key: GameKey) -> str:
    """The stage of a game, in words."""
    return " · ".join(map(part_text, key.stage.split("/")))


def place_of(key: GameKey) -> str:
    """Where in its contest a game belongs, in words."""
    names = [BETWEEN.join(map(display_name, key.players.split(BETWEEN)))] if key.players else []
    return " · ".join([stage_text(key), *names, say("game {number}", number=key.number)])


@dataclass(frozen=True)
class Link:
    """One game in the list of an encounter."""

    number: int
    file: str
    key: str
    mark: str
    """The winner from the encounter's point of view: `one`, `two`, `draw`, or neither without a regular end."""
    words: str
    broken: bool
    players: tuple[str, str]


@dataclass(frozen=True)
class Meeting:
    """An encounter and its games."""

    one: str
    two: str
    points: tuple[int, int]
    links: list[Link]
    winner: str | None = None
    note: str = ""
    """The rule that decided a tie."""


class Table:
    """A stage with its standings and its match days."""

    def __init__(self, stage: Stage, results: Results, hidden: Iterable[Result] = ()) -> None:
        self.stage, self.results = stage, results
        self.rows: list[Row] = stage.table(results, hidden)
        self.done, self.total = stage.tallies(results).games, stage.total
        self.title = f"{part_text(stage.name)} {stage.group}".strip()
        self.file = f"{stage.name}-{file_of(stage.group)[:6]}.html" if stage.group else f"{stage.name}.html"
        self.tie_break = stage.tie_break

    @cached_property
    def crossed(self) -> list[tuple[str, list[str]]]:
        """Points of each from games against each, as `1.5/2`, in the order of the table; empty where it is too wide."""
        teams = [row.team for row in self.rows]
        if len(teams) > MAX_CROSSED:
            return []
        scores = self.stage.scores(self.results).scores
        rows = []
        for team in teams:
            met = [scores.get((team, other)) for other in teams]
            cells = [f"{in_figures(score.points, None)}/{score.games}" if score else "" for score in met]
            rows.append((team, ["·" if other == team else cell for other, cell in zip(teams, cells, strict=True)]))
        return rows

    @cached_property
    def days(self) -> list[tuple[str, list[Meeting]]]:
        """The encounters of each match day, under its title."""
        days: dict[int, list[Meeting]] = {}
        for met in self.stage.encounters(self.results):
            days.setdefault(met.day, []).append(meeting(self.results, met.key, met.one, met.two))
        return [(str(self.stage.title_of_day(day)), found) for day, found in days.items()]


def meeting(results: Results, key: str, one: str, two: str) -> Meeting:
    """An encounter as far as it was played."""
    links, points = [], [0, 0]
    for _, result in sorted(results.encounter(key).items()):
        for place, team in enumerate((one, two)):
            points[place] += round(2 * result.score(team))
        links.append(_link(result, one, two))
    return Meeting(one, two, (points[0], points[1]), links)


def _link(result: Result, one: str, two: str) -> Link:
    mark = {one: "one", two: "two"}.get(result.winner or "", "draw" if result.outcome.reason.regular else "nobody")
    winner, red, blue = (display_name(name) for name in (result.winner or "–", *result.players))
    words = f"{winner} · {result.outcome.reason.word} · {red} – {blue}"
    broken = result.outcome.reason.violation
    return Link(result.key.number, game_file(result), result.key, mark, words, broken, result.players)


class Overview:
    """A contest and its results. Tables are those before the `hidden` games."""

    def __init__(self, contest: Contest, results: Results, hidden: Iterable[Result] = ()) -> None:
        self.contest, self.results, self._hidden = contest, results, list(hidden)

    @cached_property
    def _stages(self) -> list[Stage]:
        return list(self.contest.stages(self.results))

    @cached_property
    def stages(self) -> list[Table]:
        return [Table(stage, self.results, self._hidden) for stage in self._stages]

    @property
    def overview(self) -> list[Table]:
        """The stages as they matter: the Champions League, then the groups."""
        names = list(dict.fromkeys(table.stage.name for table in self.stages))
        return sorted(self.stages, key=lambda table: -names.index(table.stage.name))

    def round_of(self, key: GameKey) -> str:
        """The match day or round of a game, in words; empty in contests without any."""
        for stage in self._stages:
            if day := stage.day_of(key.encounter, self.results):
                title = f"{part_text(stage.name)} {stage.group}".strip()
                return " · ".join([*([title] if self.contest.staged else []), str(stage.title_of_day(day))])
        return part_text(key.stage.rpartition("/")[2]) if self.bracket else ""

    # -- the Final Eight -------------------------------------------------------------------------------

    @cached_property
    def bracket(self) -> Bracket | None:
        return self.contest.bracket(self.results)

    @cached_property
    def columns(self) -> list[list[tuple[str, list[Meeting]]]]:
        """The Final Eight, round by round; the game for the third place stands below the final."""
        if not self.bracket:
            return []
        rounds = dict(self.bracket.rounds(self.results))
        third = rounds.pop(THIRD, None)
        columns = [[(part_text(name), list(map(self._duel, duels)))] for name, duels in rounds.items()]
        if third:
            columns[-1].append((part_text(THIRD), list(map(self._duel, third))))
        return columns

    def _duel(self, duel: Duel) -> Meeting:
        met = meeting(self.results, duel.key, duel.one, duel.two)
        note = str(self.decision(duel)) if duel.by_place(self.results) else ""
        return Meeting(duel.one, duel.two, duel.wins(self.results), met.links, duel.winner(self.results), note)

    def decision(self, duel: Duel) -> Message:
        """What decided a tie: the better placing, or the lot that placed teams that are equal in the tables."""
        last = self.stages[-1].stage.name
        rows = {row.team: row for table in self.stages if table.stage.name == last for row in table.rows}
        one, two = rows[duel.one], rows[duel.two]
        equal = (one.place, one.points * two.games, one.second) == (two.place, two.points * one.games, two.second)
        return BY_LOT() if equal else BY_PLACE()

    @cached_property
    def champion(self) -> str | None:
        return self.contest.champion(self.results)

    # -- everything else -------------------------------------------------------------------------------

    @cached_property
    def pictures(self) -> list[Link]:
        """The games whose final positions are shown, the decisive ones first."""
        finals = [met for column in reversed(self.columns) for _, duels in column for met in duels]
        stages = [met for table in self.overview for _, meetings in table.days for met in meetings]
        links = [link for met in (*finals, *stages) for link in met.links]
        return links[:MAX_PICTURES]

    @property
    def faults(self) -> Message:
        return describe_faults(self.contest.conditions.game)

    @property
    def done(self) -> int:
        return len(self.results)

    @cached_property
    def total(self) -> int:
        return max(self.contest.total(self.results), self.done)

    @cached_property
    def over(self) -> bool:
        return self.contest.finished(self.results)

    @cached_property
    def ratings(self) -> list[Rating]:
        """The ratings of all players; empty if the package for them is not installed."""
        try:
            return self.contest.ratings(self.results)
        except MissingPart:
            return []


BY_PLACE = Sentence("tied to the end; decided by the better placing")
BY_LOT = Sentence("tied to the end and equal in the table; decided by lot")


UNEVEN = 1.5
"""Above this ratio of the longer to the shorter arm an interval is too lopsided for ±: +269 ± 314 suggests that 0 lies
inside, although the bounds are +96 and +723."""
GAMES = Sentence("{n} game", "{n} games")


def elo_text(elo: Interval) -> str:
    """`+27 ± 16`, or the bounds where they lie unevenly or nowhere."""
    if math.isinf(elo.value) or math.isinf(elo.low) or math.isinf(elo.high):
        if math.isinf(elo.low):
            return say("below {bound}", bound=_with_sign(elo.high)) if not math.isinf(elo.high) else "?"
        return say("above {bound}", bound=_with_sign(elo.low))
    if elo.low == elo.high:
        return in_figures(elo.value + 0.0, 1, sign=True)
    value, distances = in_figures(elo.value + 0.0, 1, sign=True), (elo.value - elo.low, elo.high - elo.value)
    if max(distances) > UNEVEN * min(distances):
        return say("{value} ({low} to {high})", value=value, low=_with_sign(elo.low), high=_with_sign(elo.high))
    return f"{value} ± {in_figures(elo.margin, 1)}"


def seconds_text(value: float) -> str:
    return f"{in_figures(1000 * value, 1)} ms" if value < 1 else f"{in_figures(value)} s"


def percent_text(share: float) -> str:
    """A share of one: `52.5 %`."""
    return f"{in_figures(100 * share, 1)} %"


def games_text(number: int) -> str:
    return str(GAMES(n=number))


def _with_sign(value: float) -> str:
    return in_figures(value, 0, sign=True)


@dataclass(frozen=True, slots=True)
class Bar:
    """An estimate with its error as a plot shows it, in shares of the width."""

    name: str
    text: str
    games: int
    score: str
    left: float
    right: float
    centre: float
    zero: float


def bars(found: list[Rating]) -> list[Bar]:
    """Ratings on one scale that holds the zero; nothing where bounds are infinite."""
    if any(math.isinf(bound) for rating in found for bound in (rating.elo.low, rating.elo.high)):
        return []
    low, high = _range([rating.elo for rating in found])

    def at(elo: float) -> float:
        return round(100 * (elo - low) / (high - low), 2)

    return [
        Bar(
            rating.player,
            elo_text(rating.elo),
            rating.games,
            percent_text(rating.score),
            at(rating.elo.low),
            at(rating.elo.high),
            at(rating.elo.value),
            at(0.0),
        )
        for rating in found
    ]


def _range(elos: list[Interval]) -> tuple[float, float]:
    # Of a bot that did not get through any game there is no rating at all.
    low, high = min([0.0, *(elo.low for elo in elos)]), max([0.0, *(elo.high for elo in elos)])
    air = max(5.0, 0.03 * (high - low))
    return low - air, high + air


def scale_of(elos: list[Interval]) -> list[tuple[float, str]]:
    """Round numbers along the plot, about five of them, with their places."""
    low, high = _range(elos)
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, math.inf) if (high - low) / step <= 5)
    if math.isinf(step):
        return []
    marks = [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [
        (round(100 * (mark - low) / (high - low), 2), in_figures(mark, 0, sign=True) if mark else "0") for mark in marks
    ]
