"""A contest's games for other programs: a line for each, JSON with everything that is known."""

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from schwarm.arena.fixture import MoveTimes, Result
from schwarm.arena.match import Match
from schwarm.arena.pairs import Interval
from schwarm.arena.results import Results
from schwarm.arena.standings import counted_points, describe_faults
from schwarm.games import Game

COLUMNS = (
    "game",
    "red",
    "blue",
    "winner",
    "reason",
    "points_red",
    "points_blue",
    "counted_red",
    "counted_blue",
    "red_moves",
    "red_median",
    "red_slowest",
    "blue_moves",
    "blue_median",
    "blue_slowest",
    "why",
)


def row(result: Result, game: Game) -> dict[str, Any]:
    """A game as a line: plain values under the names of `COLUMNS`. What its points count in the secondary criterion
    stands beside them: who breaks a rule may get nothing."""
    red, blue = result.thinking
    values = (
        result.key,
        result.red,
        result.blue,
        result.winner or "",
        result.outcome.reason.value,
        *result.outcome.points,
        *counted_points(result, game),
        *_times(red),
        *_times(blue),
        str(result.why),
    )
    return dict(zip(COLUMNS, values, strict=True))


def _times(use: MoveTimes) -> tuple[int, float, float]:
    """Seconds to the microsecond; more digits say nothing."""
    return use.moves, round(use.median, 6), round(use.slowest, 6)


def as_json(results: Iterable[Result], about: Mapping[str, Any], game: Game) -> bytes:
    whole = {**about, "faults": str(describe_faults(game)), "games": [row(result, game) for result in results]}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def match_facts(match: Match, results: Results) -> dict[str, Any]:
    """What a match came to, as plain values."""
    score = match.score(results)
    facts: dict[str, Any] = {
        "players": list(match.players),
        "rules": [match.conditions.game_id, match.conditions.rules],
        "seed": match.seed,
        **score.games._asdict(),
        "pairs": list(score.pairs.counts),
        "elo": interval(score.pairs.elo),
        "superiority": score.pairs.superiority,
    }
    if score.sprt and score.verdict:
        facts["sprt"] = {
            "elo0": score.sprt.elo0,
            "elo1": score.sprt.elo1,
            "normalized": score.sprt.normalized,
            "llr": score.sprt.llr(score.tested),
            "bounds": list(score.sprt.bounds),
            "verdict": score.verdict.value,
        }
    return facts


def interval(found: Interval) -> dict[str, float | None]:
    """JSON knows no infinity: a bound that is none is null."""
    return {
        name: value if math.isfinite(value) else None
        for name, value in (("value", found.value), ("low", found.low), ("high", found.high))
    }
