"""Files that people open in Excel and LibreOffice, and that programs read."""

import csv
import io
import json
import zipfile
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest

from arena.results import broken, won
from schwarm.arena.export import COLUMNS, TITLES, as_json, row, to_csv, to_xlsx
from schwarm.arena.fixture import MoveTimes
from schwarm.arena.results import Results
from schwarm.games import Reason, game
from schwarm.web.contests import downloads as contest_files
from schwarm.web.leagues import downloads as league_files
from schwarm.web.shell.table_file import table_file

NAMES = ("player", "elo", "partner", "at")
LINES: list[dict[str, Any]] = [
    {"player": "Schwärmer & Söhne", "elo": -12.5, "partner": True, "at": 1_790_000_000.0},
    {"player": "=1+1\x07", "elo": None, "partner": False, "at": 1_790_000_000.0},
]


SHEETS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FIRST_DAY = datetime(1899, 12, 30)
"""Workbooks count days from here."""


def cells(file: bytes) -> list[dict[str, str | float | bool]]:
    """What a workbook shows, column by column, read as its format says it is written."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        assert archive.testzip() is None
        trees = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    texts = [text.text or "" for text in trees["xl/sharedStrings.xml"].iter(f"{SHEETS}t")]

    def value(cell: ElementTree.Element) -> str | float | bool:
        written = float(cell.findtext(f"{SHEETS}v", "nan"))
        return texts[int(written)] if cell.get("t") == "s" else bool(written) if cell.get("t") == "b" else written

    rows = trees["xl/worksheets/sheet1.xml"].iter(f"{SHEETS}row")
    return [{cell.attrib["r"][0]: value(cell) for cell in row} for row in rows]


def test_a_workbook_needs_no_settings_of_its_reader() -> None:
    """Umlauts, decimals and moments are right in every country, and nothing is computed."""
    head, first, second = cells(to_xlsx(NAMES, LINES))
    assert head == {"A": "player", "B": "Elo", "C": "sparring partner", "D": "ended"}
    moment = first.pop("D")
    assert first == {"A": "Schwärmer & Söhne", "B": -12.5, "C": True}
    assert second == {"A": "=1+1\N{REPLACEMENT CHARACTER}", "C": False, "D": moment}
    shown = FIRST_DAY + timedelta(days=float(moment))
    assert abs(shown - datetime.fromtimestamp(1_790_000_000)) < timedelta(seconds=1)


def test_programs_read_what_they_always_read() -> None:
    """No mark before the first name, commas between cells, a point in numbers: as `csv` and pandas expect."""
    written = to_csv(NAMES, LINES)
    assert written.startswith(b"player,elo")
    first, second = csv.DictReader(io.StringIO(written.decode()))
    assert (first["player"], first["elo"]) == ("Schwärmer & Söhne", "-12.5")
    assert second["player"].startswith("'=1+1"), "a spreadsheet would compute it"


def test_the_page_hands_out_workbooks() -> None:
    told = table_file("ratings", "xlsx", NAMES, LINES)
    assert told.headers["content-disposition"] == 'attachment; filename="ratings.xlsx"'
    assert cells(bytes(told.body))[1]["A"] == "Schwärmer & Söhne"


def test_games_stand_in_their_order() -> None:
    """However they came in; ten comes after two."""
    keys = ["championship/A/x – y/2", "championship/A/x – y/1", "championship/A/a – y/10", "championship/A/a – y/9"]
    played = [won(key, "x", "y") for key in [*keys, "champions-league/x – y/1"]]
    assert [result.key for result in Results(played).in_order] == [
        *keys[:1:-1],
        *keys[1::-1],
        "champions-league/x – y/1",
    ]
    timed = played[0]._replace(thinking=(MoveTimes(3, 0.0019355000000000002, 0.1), MoveTimes()))
    assert row(timed, game("piranhas-2026"))["red_median"] == 0.001936


@pytest.mark.parametrize(("id", "counted"), [("piranhas-2026", (0, 7)), ("ostseeschach-2022", (5, 7))])
def test_what_a_lost_off_the_board_game_counts_stands_beside_its_points(id: str, counted: tuple[int, int]) -> None:
    result, known = broken("x/1", "a", "b", "a", (5, 7), Reason.CRASHED), game(id)
    (line,) = csv.DictReader(io.StringIO(to_csv(COLUMNS, [row(result, known)]).decode()))
    assert (line["points_red"], line["points_blue"]) == ("5", "7")
    assert (line["counted_red"], line["counted_blue"]) == tuple(map(str, counted))
    whole = json.loads(as_json([result], {}, known))
    assert whole["faults"].endswith(
        "counts 0 for it, and for its opponent what was on the board."
        if counted[0] == 0
        else "counts what was on the board, for both teams."
    )
    titles, told = cells(to_xlsx(COLUMNS, [row(result, known)]))
    (place,) = (column for column, title in titles.items() if title == "Red: counts in the table")
    assert int(told[place]) == counted[0]


def test_every_column_has_a_title() -> None:
    tables = COLUMNS, contest_files.TABLE, contest_files.RATINGS, league_files.RATINGS, league_files.GAMES
    assert {name for names in tables for name in names} == set(TITLES)
