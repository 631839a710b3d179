"""What the page of a contest shows: numbers, tables, ratings as a plot, time use and games, in the language spoken."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from schwarm.arena.fixture import Result, Why
from schwarm.arena.match import Match, counted
from schwarm.arena.page_facts import Facts as SeasonFacts
from schwarm.arena.pairs import Interval
from schwarm.arena.ratings import MissingPart, Rating, bouts, ratings
from schwarm.arena.runner import Ending
from schwarm.arena.season import Season
from schwarm.arena.standings import standings
from schwarm.arena.summary import endings, time_use
from schwarm.arena.tournament import Tournament, crosstable
from schwarm.arena.words import REASONS, elo_text, seconds_text
from schwarm.web.answer import part
from schwarm.web.organiser import Standing
from schwarm.words import Sentence

PAGE = 50
"""Games on one page of the list."""
MOST_LINKS = 3_000
"""Games of a season that are linked one by one beside its tables; beyond, the list has them."""
WIDEST = 24
"""Players of a crosstable; beyond, nobody can read it."""

Facts = dict[str, Any]


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


@dataclass(frozen=True, slots=True)
class Line:
    """One game in the list."""

    address: str
    number: str
    names: tuple[str, str]
    winner: int | None
    words: str
    why: Why
    broken: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody wants to see."""

    page: int = 1
    player: str = ""
    lost: bool = False

    @property
    def anything(self) -> bool:
        return self.page == 1 and not self.player and not self.lost


def told(standing: Standing) -> Facts:
    """News for whoever looks at a contest: the board as it is drawn, and what decides about buttons."""
    return {
        "html": part("scoreboard", **facts(standing)),
        "running": standing.running,
        "stopping": bool(standing.progress and standing.progress.stopping),
        "finished": standing.finished,
        "state": state(standing),
    }


def facts(standing: Standing, wanted: Wanted = Wanted()) -> Facts:  # noqa: B008 - a frozen value
    """Everything the template needs."""
    contest, played = standing.contest, list(standing.results.values())
    players = _players(contest)
    found: Facts = {
        "kind": kind_of(contest),
        "event": standing.event,
        "address": address(standing.event),
        "game": contest.conditions.game,
        "state": state(standing),
        "running": [fixture.players for fixture in standing.progress.running] if standing.running else [],  # type: ignore[union-attr]
        "done": len(played),
        "total": max(contest.total(standing.results), len(played)),
        "endings": [(str(REASONS[reason]), number) for reason, number in endings(played).most_common()],
        "times": [_time(player, played) for player in players] if played else [],
        "players": players,
        **games(standing, wanted),
    }
    if isinstance(contest, Match):
        return found | _match(contest, standing)
    if isinstance(contest, Tournament):
        rows = standings(players, played, contest.conditions.game, contest.seed)
        crossed = _crossed([row.team for row in rows], played) if len(players) <= WIDEST else []
        return found | _ratings(players, played) | {"rows": rows, "crossed": crossed, "reasons": _reasons}
    season, groups = SeasonFacts(contest, standing.results), len(contest.championship)
    return (
        found
        | _ratings(players, played)
        | {
            # What was played last comes first, groups in their own order.
            "stages": season.stages[groups:] + season.stages[:groups],
            "columns": season.columns,
            "champion": season.champion,
            "reasons": _reasons,
            "linked": len(played) <= MOST_LINKS,
            "link": lambda key: address(f"{standing.event}/{key}"),
        }
    )


def kind_of(contest: Match | Tournament | Season) -> str:
    return "match" if isinstance(contest, Match) else "tournament" if isinstance(contest, Tournament) else "season"


def _players(contest: Match | Tournament | Season) -> list[str]:
    return list(contest.bots)


def state(standing: Standing) -> str:
    """How it goes, in one sentence."""
    progress = standing.progress
    if standing.trouble:
        return str(standing.trouble)
    if standing.running and progress:
        return str(STOPPING() if progress.stopping else PLAYING())
    if progress and progress.ending is Ending.STUCK:
        return str(STUCK())
    if standing.finished:
        test = isinstance(standing.contest, Match) and standing.contest.over(standing.results)
        return str(DECIDED() if test else FINISHED())
    return str(INTERRUPTED())


def _match(contest: Match, standing: Standing) -> Facts:
    played = list(standing.results.values())
    pairs = contest.pairs(standing.results)
    return {
        "score": counted(contest.players[0], played),
        "pairs": pairs.counts if pairs.number else None,
        "elo": elo_text(pairs.elo) if pairs.number else "",
        "elo_bar": _bars([Rating(contest.players[0], pairs.elo, len(played), pairs.score)]) if pairs.number else [],
        "superiority": f"{100 * pairs.superiority:.1f} %",
        "test": str(contest.sprt.told(contest.tested(standing.results))) if contest.sprt else "",
    }


def _time(player: str, played: Sequence[Result]) -> tuple[str, str, str, str]:
    use = time_use(player, played)
    broken = ", ".join(f"{REASONS[reason]} {number}" for reason, number in use.violations.most_common())
    known = use.moves > 0
    return player, seconds_text(use.median) if known else "–", seconds_text(use.slowest) if known else "–", broken


def _reasons(row: Any) -> str:
    counts = ", ".join(f"{REASONS[reason]} {number}" for reason, number in row.violations.most_common())
    return f"{counts}: {row.why}" if row.why else counts


def _crossed(players: list[str], played: list[Result]) -> list[tuple[str, list[str]]]:
    """Points of each against each."""
    found = crosstable(players, played)
    rows = []
    for player in players:
        cells = []
        for other in players:
            wins, draws, losses = found.get((player, other), (0, 0, 0))
            number = wins + draws + losses
            cells.append("·" if player == other else f"{wins + draws / 2:g}/{number}" if number else "")
        rows.append((player, cells))
    return rows


# -- the plot ----------------------------------------------------------------------------------------------------


def _ratings(players: list[str], played: list[Result]) -> Facts:
    if not played:
        return {"bars": [], "scale": [], "lacking": ""}
    try:
        found = ratings(players, bouts(played))
    except MissingPart as error:
        return {"bars": [], "scale": [], "lacking": str(error)}
    return {"bars": _bars(found), "scale": _scale([rating.elo for rating in found]), "lacking": ""}


def _bars(found: list[Rating]) -> list[Bar]:
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
            f"{100 * rating.score:.1f} %",
            at(rating.elo.low),
            at(rating.elo.high),
            at(rating.elo.value),
            at(0.0),
        )
        for rating in found
    ]


def _range(elos: list[Interval]) -> tuple[float, float]:
    low, high = min(0.0, *(elo.low for elo in elos)), max(0.0, *(elo.high for elo in elos))
    air = max(5.0, 0.03 * (high - low))
    return low - air, high + air


def _scale(elos: list[Interval]) -> list[tuple[float, str]]:
    """Round numbers along the plot, about five of them, with their places."""
    low, high = _range(elos)
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, math.inf) if (high - low) / step <= 5)
    if math.isinf(step):
        return []
    marks = [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [
        (round(100 * (mark - low) / (high - low), 2), f"{mark:+.0f}".replace("-", "−") if mark else "0")
        for mark in marks
    ]


# -- the games ---------------------------------------------------------------------------------------------------


def games(standing: Standing, wanted: Wanted) -> Facts:
    """One page of the games that somebody wants to see, the newest first."""
    kept = [result for result in standing.results.values() if _fits(result, wanted)][::-1]
    begin = (wanted.page - 1) * PAGE
    return {
        "lines": [_line(standing.event, result) for result in kept[begin : begin + PAGE]],
        "found": len(kept),
        "place": wanted.page,
        "more": len(kept) > begin + PAGE,
        "chosen": wanted,
    }


def _fits(result: Result, wanted: Wanted) -> bool:
    if wanted.player and wanted.player not in result.players:
        return False
    return not wanted.lost or (result.score(wanted.player) == 0 if wanted.player else result.outcome.reason.violation)


def _line(event: str, result: Result) -> Line:
    winner = result.outcome.winner
    return Line(
        address(f"{event}/{result.key}"),
        result.key.rpartition("/")[2],
        result.players,
        winner.index if winner else None,
        str(REASONS[result.outcome.reason]),
        result.why,
        result.outcome.reason.violation,
    )


def address(key: str) -> str:
    """A key as a part of an address. Slashes stay where no browser would tidy them up."""
    return quote(key, safe="" if "/." in key or "//" in key else "/")


PLAYING = Sentence("Being played.")
STOPPING = Sentence("Stops when the running games are over.")
STUCK = Sentence("Some games failed again and again by no fault of the players; go on to try them once more.")
DECIDED = Sentence("The test is decided.")
FINISHED = Sentence("Over; all games are played.")
INTERRUPTED = Sentence("Not over, and not played here at the moment.")
