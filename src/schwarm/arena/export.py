"""Games as tables and JSON for other programs: XLSX for people, CSV for programs.

CSV has one encoding, separator and decimal sign, and a German Excel expects others. In a workbook numbers are numbers,
and a name is never a formula.
"""

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from schwarm.arena.fixture import MoveTimes, Result
from schwarm.arena.match import Match
from schwarm.arena.pairs import Interval
from schwarm.arena.rating import MissingPart
from schwarm.arena.results import Results
from schwarm.arena.stage import counted_points, describe_faults
from schwarm.games import Game
from schwarm.words import Sentence

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
    """A game as a row: plain values by `COLUMNS`. Points for the secondary criterion have columns of their own, because
    a player who broke a rule may score none."""
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


Line = Mapping[str, Any]
MOMENTS = ("at",)
"""Columns of moments, in seconds since 1970."""
MAX_CELL, MAX_WIDTH = 32_767, 420
"""How many characters a cell may hold, and how many pixels of them are shown."""
MOMENT_WIDTH = 16
SETTINGS: dict[str, Any] = {
    "in_memory": True,
    # Names come from strangers: they are shown as they are.
    "strings_to_formulas": False,
    "strings_to_urls": False,
    # A day and a time of day as the reader's country writes them.
    "default_date_format": 22,
}
UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML may contain."""


def to_csv(columns: Sequence[str], lines: Iterable[Line]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({column: _defuse(line[column]) for column in columns})
    return text.getvalue().encode(errors="replace")


def _defuse(value: Any) -> Any:
    """A cell that no spreadsheet computes, whatever it begins with; names come from strangers."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def load_writer() -> Any:
    """The package that writes workbooks; raises `MissingPart` where it is not installed."""
    try:
        import xlsxwriter
    except ImportError as error:
        raise MissingPart(NEEDS_WRITER()) from error
    return xlsxwriter


def to_xlsx(columns: Sequence[str], lines: Iterable[Line]) -> bytes:
    """A workbook with one sheet, its columns named in the language spoken right now."""
    file = io.BytesIO()
    with load_writer().Workbook(file, SETTINGS) as workbook:
        sheet = workbook.add_worksheet("Schwarm")
        # The titles stay in sight.
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, [str(TITLES[name]) for name in columns], workbook.add_format({"bold": True}))
        for place, line in enumerate(lines, 1):
            sheet.write_row(place, 0, [_cell(name, line[name]) for name in columns])
        sheet.autofit(MAX_WIDTH)
        for place, name in enumerate(columns):
            if name in MOMENTS:
                # Of a day with its time only the day was counted.
                sheet.set_column(place, place, MOMENT_WIDTH)
    return file.getvalue()


def _cell(name: str, value: Any) -> Any:
    """A value that a workbook can hold; nothing, if it is a number that none can."""
    if name in MOMENTS:
        # As the clock on the wall shows it: workbooks know no time zones.
        return datetime.fromtimestamp(value, UTC).astimezone().replace(tzinfo=None)
    if isinstance(value, str):
        return UNSPEAKABLE.sub("\N{REPLACEMENT CHARACTER}", value[:MAX_CELL])
    return None if isinstance(value, float) and not math.isfinite(value) else value


NEEDS_WRITER = Sentence("Workbooks need the package xlsxwriter; install it with: pip install 'schwarm[arena]'")
TITLES = {
    "at": Sentence("ended"),
    "blue": Sentence("Blue"),
    "blue_median": Sentence("Blue: median time per move (s)"),
    "blue_moves": Sentence("Blue: moves"),
    "blue_slowest": Sentence("Blue: slowest move (s)"),
    "blue_version": Sentence("Blue: version"),
    "counted_blue": Sentence("Blue: counts in the table"),
    "counted_red": Sentence("Red: counts in the table"),
    "drawn": Sentence("drawn"),
    "elo": Sentence("Elo"),
    "faults": Sentence("games lost by a fault"),
    "faults_count": Sentence("what they count"),
    "game": Sentence("Game"),
    "games": Sentence("games"),
    "high": Sentence("Elo at most"),
    "lost": Sentence("lost"),
    "low": Sentence("Elo at least"),
    "partner": Sentence("sparring partner"),
    "place": Sentence("place"),
    "player": Sentence("player"),
    "points": Sentence("points"),
    "points_blue": Sentence("Blue: points"),
    "points_red": Sentence("Red: points"),
    "reason": Sentence("reason"),
    "red": Sentence("Red"),
    "red_median": Sentence("Red: median time per move (s)"),
    "red_moves": Sentence("Red: moves"),
    "red_slowest": Sentence("Red: slowest move (s)"),
    "red_version": Sentence("Red: version"),
    "score": Sentence("score"),
    "second": Sentence("second criterion"),
    "seconds": Sentence("duration (s)"),
    "stage": Sentence("stage"),
    "team": Sentence("team"),
    "version": Sentence("version"),
    "why": Sentence("Why"),
    "winner": Sentence("winner"),
    "won": Sentence("won"),
}
