"""What the page of a contest shows: numbers, tables, ratings as a plot, time use and games, in the language spoken."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from schwarm.arena.contest_records import address
from schwarm.arena.fixture import Result, ViolationNotes
from schwarm.arena.match import MatchScore
from schwarm.arena.overview import Overview, bars, elo_text, percent_text, scale_of, seconds_text
from schwarm.arena.rating import MissingPart, Rating
from schwarm.arena.results import Endings, Tallies, TimeUses
from schwarm.arena.runner import Ending
from schwarm.arena.stage import count_reasons
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.contract import ScoreboardJson
from schwarm.web.shell.responses import render_part
from schwarm.words import Sentence

PAGE = 50
"""Games on one page of the list."""
MAX_LINKS = 3_000
"""Games of a contest with match days beside its tables; of a larger one the list has them."""

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the list."""

    key: str
    address: str
    number: int
    where: str
    """Its match day or round, in words."""
    names: tuple[str, str]
    winner: int | None
    words: str
    why: ViolationNotes
    broken: bool


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games a reader wants to see."""

    page: int = 1
    player: str = ""
    lost: bool = False

    @property
    def anything(self) -> bool:
        return self.page == 1 and not self.player and not self.lost


ALL_GAMES = GameFilter()


def scoreboard_json(status: ContestStatus) -> ScoreboardJson:
    """News for the viewers of a contest: the board as HTML, and the state of buttons."""
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
    with status.results.lock:
        return _facts(status, wanted)


def _facts(status: ContestStatus, wanted: GameFilter) -> Facts:
    contest, results = status.contest, status.results
    overview = Overview(contest, results)
    players = _players(status)
    score = contest.score(results)
    return {
        "word": contest.word,
        "event": status.event,
        "address": address(status.event),
        "game": contest.conditions.game,
        "colours": contest.conditions.game.side_colours(),
        "state": state(status),
        "running": _running(status),
        "done": overview.done,
        "finished": status.finished,
        "total": overview.total,
        "may_grow": contest.may_grow,
        "endings": [(str(reason.word), number) for reason, number in results.sum(Endings).counts.most_common()],
        "times": [_time(player, status) for player in players] if results else [],
        "players": players,
        "pictures": status.pictures,
        "score": _score(contest.players[0], score) if score else None,
        "staged": contest.staged,
        "stages": [] if score else overview.overview,
        "columns": overview.columns,
        "champion": overview.champion,
        "notes": contest.notes,
        "warning": contest.warning,
        "faults": overview.faults,
        "linked": overview.total <= MAX_LINKS and not score,
        "link": lambda key: address(f"{status.event}/{key}"),
        **(_ratings(status) if not score else {"bars": [], "scale": [], "lacking": ""}),
        **games(status, overview, wanted),
    }


def _running(status: ContestStatus) -> list[tuple[str, str, str]]:
    """The games that are on: where each can be watched, and who plays."""
    if status.progress is None or not status.running:
        return []
    return [(address(f"{status.event}/{fixture.key}"), *fixture.players) for fixture in status.progress.running]


def _players(status: ContestStatus) -> list[str]:
    """Those with a game, or all before the first one."""
    met = status.results.sum(Tallies).of
    return [player for player in status.contest.players if player in met or not met]


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
        score = status.contest.score(status.results)
        return str(DECIDED() if score and score.decided else FINISHED())
    return str(ELSEWHERE() if status.elsewhere else INTERRUPTED())


def _score(first: str, score: MatchScore) -> Facts:
    pairs = score.pairs
    return {
        "games": score.games,
        "pairs": pairs.counts,
        "elo": elo_text(pairs.elo) if pairs.enough else "",
        "bars": bars([Rating(first, pairs.elo, score.games.games, pairs.score)]) if pairs.enough else [],
        "superiority": percent_text(pairs.superiority),
        "test": str(score.sprt.describe(score.tested)) if score.sprt else "",
    }


def _time(player: str, status: ContestStatus) -> tuple[str, list[tuple[str, str]]]:
    """The row of a player: the text of each cell, and its key for sorting, since its unit changes."""
    use, violations = status.results.sum(TimeUses)[player], status.results.sum(Tallies)[player].violations
    times = [(seconds_text(time), f"{time:.6f}") if use.moves else ("–", "") for time in (use.median, use.slowest)]
    return player, [*times, (count_reasons(violations) or "0", str(violations.total()))]


def _ratings(status: ContestStatus) -> Facts:
    try:
        found = status.contest.ratings(status.results)
    except MissingPart as error:
        return {"bars": [], "scale": [], "lacking": str(error)}
    scale = scale_of([rating.elo for rating in found]) if found else []
    return {"bars": bars(found), "scale": scale, "lacking": "", "rating_scale": status.contest.rating_scale}


# -- the games ---------------------------------------------------------------------------------------------------


def games(status: ContestStatus, overview: Overview, wanted: GameFilter) -> Facts:
    """One page of the games that a reader wants to see, the newest first."""
    newest, begin = reversed(status.results.values()), (wanted.page - 1) * PAGE
    if wanted.player or wanted.lost:
        kept = [result for result in newest if _fits(result, wanted)]
        shown, found = kept[begin : begin + PAGE], len(kept)
    else:
        shown, found = list(islice(newest, begin, begin + PAGE)), len(status.results)
    return {
        "lines": [_line(status.event, result, overview.round_of(result.key)) for result in shown],
        "found": found,
        "place": wanted.page,
        "more": found > begin + PAGE,
        "chosen": wanted,
    }


def _fits(result: Result, wanted: GameFilter) -> bool:
    if wanted.player and wanted.player not in result.players:
        return False
    return not wanted.lost or (result.score(wanted.player) == 0 if wanted.player else result.outcome.reason.violation)


def _line(event: str, result: Result, where: str) -> GameRow:
    winner = result.outcome.winner
    return GameRow(
        result.key,
        address(f"{event}/{result.key}"),
        result.key.number,
        where,
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
