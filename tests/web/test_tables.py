"""Every table of a contest and of a league as a file for programs, sorted by a press on its head, with an address."""

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser

import schwarm
from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

PLAYERS = ["greedy", "random", "random:seed=12345"]
TOURNAMENT = {"kind": "tournament", "game": "piranhas-2026", "players": PLAYERS, "games": 2, "time": "2s/10s"}
COLUMNS = {
    "table": "stage,place,team,games,won,drawn,lost,points,second,faults,faults_count",
    "ratings": "player,elo,low,high,games,score",
}
"""What programs of others have read so far, and go on reading."""


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Arena, str]]:
    """A tournament of three that is over, and its address."""
    with Arena(tmp_path_factory.mktemp("tables")) as arena:
        organiser = Visitor(arena.page_port)
        begun = organiser.ask("/api/v1/contests", TOURNAMENT)
        assert begun.status == 201, begun.text
        address = begun.json["address"]
        until(lambda: "Finished; all games have been played." in organiser.ask(address).text, what="the tournament")
        yield arena, address


def files(page: str) -> dict[str, str]:
    """The addresses of the files that a page offers, by their words."""
    return {unescape(words): address for address, words in re.findall(r'<a href="([^"]+)" download>([^<]+)</a>', page)}


def read(visitor: Visitor, address: str) -> tuple[str, list[dict[str, Any]]]:
    """The first line of a table as CSV, and its rows as JSON."""
    answer, told = visitor.ask(f"{address}.csv"), visitor.ask(f"{address}.json")
    assert (answer.status, told.status) == (200, 200)
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row.keys() for row in rows] == [row.keys() for row in told.json]
    for row, same in zip(rows, told.json, strict=True):
        for name, value in same.items():
            assert row[name] == ("" if value is None else str(value)), name
    return answer.text.splitlines()[0], told.json


def test_every_table_of_a_contest_is_there_for_programs(contest: tuple[Arena, str]) -> None:
    arena, address = contest
    visitor = Visitor(arena.page_port)
    names = ("table", "games", "ratings")
    for lang, first in (("en", "Table (CSV)"), ("de", "Tabelle (CSV)")):
        offered = files(Visitor(arena.page_port, lang=lang).ask(address).text)
        assert set(offered.values()) == {
            f"{address}/{name}.{kind}" for name in names for kind in ("xlsx", "csv", "json")
        }
        assert offered[first] == f"{address}/table.csv"
    for name, columns in COLUMNS.items():
        assert read(visitor, f"{address}/{name}")[0] == columns
    _, table = read(visitor, f"{address}/table")
    assert (table[0]["place"], table[0]["team"]) == (1, "greedy")
    assert sum(row["points"] for row in table) == 2 * 6
    # How a game ended is the same word in every language.
    for lang in ("en", "de"):
        _, games = read(Visitor(arena.page_port, lang=lang), f"{address}/games")
        assert len(games) == 6
        assert {game["reason"] for game in games} <= {reason.value for reason in schwarm.Reason}


def test_every_table_of_a_league_is_there_for_programs(contest: tuple[Arena, str]) -> None:
    arena, _ = contest
    organiser = Visitor(arena.page_port)
    wish = {"title": "Class 10b", "game": "piranhas-2026", "time": "2s/10s", "teams": 2, "cores": 1, "hours": 24}
    league = organiser.ask("/api/v1/leagues", wish).json["address"]
    offered = files(organiser.ask(league).text)
    assert {f"{league}/{name}.{kind}" for name in ("ratings", "games") for kind in ("csv", "json")} <= set(
        offered.values()
    )
    assert read(organiser, f"{league}/ratings")[0] == "player,version,elo,low,high,games,partner"
    assert (
        read(organiser, f"{league}/games")[0]
        == "game,at,red,red_version,blue,blue_version,points_red,points_blue,reason,seconds"
    )


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("Standings", "team", "lost")), ("de", ("Rangliste", "Team", "verloren"))]
)
def test_a_table_is_sorted_by_its_heads(
    browser: Browser, contest: tuple[Arena, str], lang: str, words: tuple[str, ...]
) -> None:
    arena, address = contest
    title, team, lost = words
    with person(browser, arena.address, lang=lang) as reader:
        reader.go(address)
        table = reader.page.get_by_role("group", name=title).get_by_role("table")
        rows = table.get_by_role("rowheader")
        came = rows.all_inner_texts()
        assert came[0] == "greedy"
        table.get_by_role("button", name=team).click()
        expect(rows).to_have_text(sorted(came))
        expect(table.get_by_role("columnheader", name=team)).to_have_attribute("aria-sort", "ascending")
        head = table.get_by_role("columnheader", name=lost)
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", "descending")
        expect(rows.last).to_have_text("greedy")
        head.get_by_role("button").click()
        expect(rows.first).to_have_text("greedy")
        # A third time they stand as they came.
        head.get_by_role("button").click()
        expect(rows).to_have_text(came)
        expect(head).to_have_attribute("aria-sort", "none")


def test_every_part_of_a_contest_has_an_address(browser: Browser, contest: tuple[Arena, str]) -> None:
    arena, address = contest
    with person(browser, arena.address) as reader:
        reader.go(address)
        parts = reader.page.get_by_role("navigation", name="Parts of this page").get_by_role("link")
        expect(parts).to_have_text(["Table", "Live", "Games", "Ratings and times"])
        shown = {"Table": "Standings", "Games": "Games", "Ratings and times": "Ratings"}
        addresses = {words: parts.get_by_text(words, exact=True).get_attribute("href") for words in shown}
        assert len(set(addresses.values())) == 3
        for words, title in shown.items():
            # Opened anew, as whoever was sent the link does.
            reader.go(str(addresses[words]))
            for other in shown.values():
                expect(reader.page.get_by_role("heading", name=other, exact=True)).to_be_visible(visible=other == title)
        reader.go(f"{addresses['Games']}?lost=1")
        expect(reader.page.get_by_text("None of this kind.")).to_be_visible()
