"""Lines under the names of their columns, as files: XLSX for people, CSV for programs.

A CSV file has one encoding, one separator and one decimal sign, and a German Excel expects three others; so what people
open is a workbook, in which numbers are numbers and a name is never a formula, and CSV stays as programs read it."""

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from schwarm.arena.rating import MissingPart
from schwarm.words import Sentence

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
