"""What the page of a contest shows: numbers, tables, ratings as a plot, time use and games, in the language spoken."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from schwarm.arena import contest_records
from schwarm.arena.database_results import address
from schwarm.arena.fixture import Result, ViolationNotes
from schwarm.arena.ladder import Ladder
from schwarm.arena.match import Match, count_results
from schwarm.arena.number_text import elo_text, percent_text, seconds_text
from schwarm.arena.pairs import Interval
from schwarm.arena.publish_data import PublishedSeason as SeasonFacts
from schwarm.arena.rating import MissingPart, Rating, bouts, ratings
from schwarm.arena.runner import Ending
from schwarm.arena.season import Season
from schwarm.arena.standings import describe_faults, standings
from schwarm.arena.summary import endings, time_use
from schwarm.arena.tournament import Tournament, crosstable_rows
from schwarm.web.contests.bar_chart import bars, scale_of
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.contract import ScoreboardJson
from schwarm.web.shell.responses import render_part
from schwarm.words import Sentence, say

PAGE = 50
"""Games on one page of the list."""
MAX_LINKS = 3_000
"""Games of a season that are linked one by one beside its tables; beyond, the list has them."""
WIDEST = 24
"""Players of a crosstable; beyond, nobody can read it."""

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the list."""

    key: str
    address: str
    number: str
    names: tuple[str, str]
    winner: int | None
    words: str
    why: ViolationNotes
    broken: bool


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games somebody wants to see."""

    page: int = 1
    player: str = ""
    lost: bool = False

    @property
    def anything(self) -> bool:
        return self.page == 1 and not self.player and not self.lost


ALL_GAMES = GameFilter()


def scoreboard_json(status: ContestStatus) -> ScoreboardJson:
    """News for whoever looks at a contest: the board as it is drawn, and what decides about buttons."""
    return {
        "html": render_part("scoreboard", **facts(status)),
        "running": status.running,
        "stopping": bool(status.progress and status.progress.stopping),
        "finished": status.finished,
        "elsewhere": status.elsewhere,
        "state": state(status),
    }


def facts(status: ContestStatus, wanted: GameFilter = ALL_GAMES) -> Facts:
    """Everything the template needs."""
    contest, played = status.contest, list(status.results.values())
    players = _players(status)
    found: Facts = {
        "kind": kind_of(contest),
        "event": status.event,
        "address": address(status.event),
        "game": contest.conditions.game,
        "colours": contest.conditions.game.side_colours(),
        "state": state(status),
        "running": _running(status),
        "done": len(played),
        "finished": status.finished,
        "total": max(contest.total(status.results), len(played)),
        "endings": [(str(reason.word), number) for reason, number in endings(played).most_common()],
        "times": [_time(player, played) for player in players] if played else [],
        "players": players,
        "pictures": status.pictures,
        "faults": describe_faults(contest.conditions.game),
        "rounds": {},
        **games(status, wanted),
    }
    if isinstance(contest, Match):
        return found | _match(contest, status)
    if isinstance(contest, Ladder):
        return found | _climb(contest, status)
    if isinstance(contest, Tournament):
        rows = standings(players, played, contest.conditions.game, contest.seed)
        crossed = crosstable_rows([row.team for row in rows], played) if len(players) <= WIDEST else []
        return found | _ratings(players, played) | {"rows": rows, "crossed": crossed, "reasons": _reasons}
    season = SeasonFacts(contest, status.results)
    return (
        found
        | _ratings(players, played)
        | {
            "stages": season.overview,
            "columns": season.columns,
            "champion": season.champion,
            "final_terms": contest.final_terms,
            "final_difference": contest.final_difference,
            "reasons": _reasons,
            "rounds": _rounds(season),
            "linked": len(played) <= MAX_LINKS,
            "link": lambda key: address(f"{status.event}/{key}"),
        }
    )


def _rounds(season: SeasonFacts) -> dict[str, str]:
    """To which round of a season each game belongs, in words: the same two may meet in several."""
    days = [(f"{stage.title} · {say('Match day')} {day}", met) for stage in season.stages for day, met in stage.days]
    rounds = [(name, met) for column in season.columns for name, met in column]
    return {link.key: name for name, met in (*days, *rounds) for encounter in met for link in encounter.links}


def _running(status: ContestStatus) -> list[tuple[str, str, str]]:
    """The games that are on: where each can be watched, and who plays."""
    if status.progress is None or not status.running:
        return []
    return [(address(f"{status.event}/{fixture.key}"), *fixture.players) for fixture in status.progress.running]


def kind_of(contest: Match | Tournament | Season) -> str:
    return "season" if isinstance(contest, Season) else contest_records.kind_of(contest)


def _players(status: ContestStatus) -> list[str]:
    """Who takes part; on a ladder only the rungs that were met."""
    contest = status.contest
    if not isinstance(contest, Ladder):
        return list(contest.bots)
    met = {player for result in status.results.values() for player in result.players}
    return [player for player in contest.bots if player in met]


def state(status: ContestStatus) -> str:
    """How it goes, in one sentence."""
    progress = status.progress
    if status.trouble:
        return str(status.trouble)
    if status.running and progress:
        return str(STOPPING() if progress.stopping else FAILING() if progress.failing else PLAYING())
    if progress and progress.ending is Ending.STUCK:
        return str(STUCK())
    if status.finished:
        test = isinstance(status.contest, Match) and status.contest.over(status.results)
        return str(DECIDED() if test else FINISHED())
    return str(ELSEWHERE() if status.elsewhere else INTERRUPTED())


def _match(contest: Match, status: ContestStatus) -> Facts:
    played = list(status.results.values())
    pairs = contest.pairs(status.results)
    return {
        "score": count_results(contest.players[0], played),
        "pairs": pairs.counts if pairs.number else None,
        "elo": elo_text(pairs.elo) if pairs.enough else "",
        "elo_bar": bars([Rating(contest.players[0], pairs.elo, len(played), pairs.score)]) if pairs.enough else [],
        "superiority": percent_text(pairs.superiority),
        "test": str(contest.sprt.describe(contest.tested(status.results))) if contest.sprt else "",
    }


def _climb(contest: Ladder, status: ContestStatus) -> Facts:
    """A ladder's tables: the climber among its rungs, whose ratings are known."""
    players, played = _players(status), list(status.results.values())
    rows = standings(players, played, contest.conditions.game, contest.seed)
    found: list[Rating] = []
    if played and not contest.broken(status.results):
        for player in players:
            own = [result for result in played if player in result.players]
            share = sum(result.score(player) for result in own) / len(own)
            if player == contest.climber:
                elo = contest.rating(status.results)
            else:
                known = contest.scale.elo(contest.bots[player])
                elo = Interval(known, known, known)
            found.append(Rating(player, elo, len(own), share))
        found.sort(key=lambda rating: -rating.elo.value)
    # A rung's place on the scale is no estimate and has no error.
    shown = [
        bar if bar.name == contest.climber else replace(bar, text=bar.text.partition(" ")[0]) for bar in bars(found)
    ]
    drawn = {"bars": shown, "scale": scale_of([rating.elo for rating in found]) if found else [], "lacking": ""}
    return drawn | {"rows": rows, "crossed": [], "reasons": _reasons}


def _time(player: str, played: Sequence[Result]) -> tuple[str, list[tuple[str, str]]]:
    """The row of a player: what each cell says, and by what it is sorted, since its unit changes."""
    use = time_use(player, played)
    times = [(seconds_text(time), f"{time:.6f}") if use.moves else ("–", "") for time in (use.median, use.slowest)]
    broken = ", ".join(f"{reason.word} {number}" for reason, number in use.violations.most_common())
    return player, [*times, (broken or "0", str(use.violations.total()))]


def _reasons(row: Any) -> str:
    counts = ", ".join(f"{reason.word} {number}" for reason, number in row.violations.most_common())
    return f"{counts}: {row.why}" if row.why else counts


def _ratings(players: list[str], played: list[Result]) -> Facts:
    if not played:
        return {"bars": [], "scale": [], "lacking": ""}
    try:
        found = ratings(players, bouts(played))
    except MissingPart as error:
        return {"bars": [], "scale": [], "lacking": str(error)}
    return {"bars": bars(found), "scale": scale_of([rating.elo for rating in found]), "lacking": ""}


# -- the games ---------------------------------------------------------------------------------------------------


def games(status: ContestStatus, wanted: GameFilter) -> Facts:
    """One page of the games that somebody wants to see, the newest first."""
    kept = [result for result in status.results.values() if _fits(result, wanted)][::-1]
    begin = (wanted.page - 1) * PAGE
    return {
        "lines": [_line(status.event, result) for result in kept[begin : begin + PAGE]],
        "found": len(kept),
        "place": wanted.page,
        "more": len(kept) > begin + PAGE,
        "chosen": wanted,
    }


def _fits(result: Result, wanted: GameFilter) -> bool:
    if wanted.player and wanted.player not in result.players:
        return False
    return not wanted.lost or (result.score(wanted.player) == 0 if wanted.player else result.outcome.reason.violation)


def _line(event: str, result: Result) -> GameRow:
    winner = result.outcome.winner
    return GameRow(
        result.key,
        address(f"{event}/{result.key}"),
        result.key.rpartition("/")[2],
        result.players,
        winner.index if winner else None,
        str(result.outcome.reason.word),
        result.why,
        result.outcome.reason.violation,
    )


PLAYING = Sentence("Being played.")
STOPPING = Sentence("Stopping after the running games.")
FAILING = Sentence("Games fail through no fault of the players; they are tried again in a moment.")
STUCK = Sentence("Some games kept failing through no fault of the players; resume to try them again.")
DECIDED = Sentence("The test is decided.")
FINISHED = Sentence("Finished; all games have been played.")
ELSEWHERE = Sentence("Being played in a terminal or elsewhere right now.")
INTERRUPTED = Sentence("Not finished, and not being played right now.")
