"""A contest's games for other programs: CSV for spreadsheets, JSON with everything that is known."""

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from schwarm.arena.fixture import Result
from schwarm.arena.match import Match, count_results
from schwarm.arena.pairs import Interval

COLUMNS = (
    "game",
    "red",
    "blue",
    "winner",
    "reason",
    "points_red",
    "points_blue",
    "red_moves",
    "red_median",
    "red_slowest",
    "blue_moves",
    "blue_median",
    "blue_slowest",
    "why",
)


def row(result: Result) -> dict[str, Any]:
    """A game as a line: plain values under the names of `COLUMNS`."""
    red, blue = result.thinking
    values = (
        result.key,
        result.red,
        result.blue,
        result.winner or "",
        result.outcome.reason.value,
        *result.outcome.points,
        *red,
        *blue,
        str(result.why),
    )
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(results: Iterable[Result]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for result in results:
        # A cell that begins like a formula would be computed by a spreadsheet; names come from strangers.
        writer.writerow({key: defuse(value) for key, value in row(result).items()})
    return text.getvalue().encode()


def defuse(value: Any) -> Any:
    """A cell that no spreadsheet computes, whatever it begins with."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def as_json(results: Iterable[Result], about: Mapping[str, Any]) -> bytes:
    whole = {**about, "games": [row(result) for result in results]}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def match_facts(match: Match, results: Mapping[str, Result]) -> dict[str, Any]:
    """What a match came to, as plain values."""
    pairs = match.pairs(results)
    wins, draws, losses = count_results(match.players[0], list(results.values()))
    facts: dict[str, Any] = {
        "players": list(match.players),
        "rules": [match.conditions.game_id, match.conditions.rules],
        "seed": match.seed,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pairs": list(pairs.counts),
        "elo": interval(pairs.elo),
        "superiority": pairs.superiority,
    }
    if match.sprt and (verdict := match.verdict(results)):
        facts["sprt"] = {
            "elo0": match.sprt.elo0,
            "elo1": match.sprt.elo1,
            "llr": match.sprt.llr(match.tested(results)),
            "bounds": list(match.sprt.bounds),
            "verdict": verdict.value,
        }
    return facts


def interval(found: Interval) -> dict[str, float | None]:
    """JSON knows no infinity: a bound that is none is null."""
    return {
        name: value if math.isfinite(value) else None
        for name, value in (("value", found.value), ("low", found.low), ("high", found.high))
    }
