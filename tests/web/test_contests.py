"""Contests at the page: begun, followed to their end, lost games opened; and what is refused, in one sentence."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

MATCH = {"kind": "match", "game": "piranhas-2026", "players": ["random", "greedy"], "games": 2, "time": "2s/10s"}


def test_a_match_from_the_form_to_the_output_of_a_loser(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "talker.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Talker(Player):\n"
        "    def choose(self, state, *more):\n"
        "        print('no idea at turn', state.turn)\n"
        "        raise RuntimeError('lost on purpose')\n"
    )
    with person(browser, arena.address) as me:
        me.go("/contests/new?kind=match")
        me.new_contest.field("First player").fill(f"{bot}:Talker")
        me.new_contest.field("Second player").fill("greedy")
        me.new_contest.field("Number of games").fill("2")
        me.press("Start")
        me.page.wait_for_url("**/contests/match-*")
        expect(me.contest.state).to_have_text("Finished; all games have been played.")
        expect(me.contest.go_on).to_be_hidden()
        expect(me.contest.figure("{one}: won, drawn, lost", one="Talker")).to_have_text("+0 =0 −2")
        assert not Axe().run(me.page).response["violations"]
        me.contest.tab("Games").click()
        me.contest.games.first.get_by_role("link").click()
        me.page.wait_for_url("**/game/**")
        expect(me.game.printed).to_contain_text("no idea at turn")
        assert not Axe().run(me.page).response["violations"]


@pytest.mark.thorough
def test_on_a_telephone_every_column_is_on_the_screen(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    begun = visitor.ask("/api/v1/contests", MATCH | {"kind": "tournament", "players": ["greedy", "random:seed=12345"]})
    assert begun.status == 201, begun.text
    with person(browser, arena.address, lang="de", size=(400, 860)) as me:
        me.go(begun.json["address"])
        expect(me.contest.state).to_have_text("Vorbei; alle Spiele sind gespielt.")
        beyond = me.contest.beyond_their_boxes()
        assert "Rangliste" in beyond
        assert all(pixels <= 0 for pixels in beyond.values()), beyond
        me.contest.tab("Ratings and times").click()
        expect(me.screen.find("group", "Time use")).to_be_visible()
        beyond = me.contest.beyond_their_boxes()
        assert "Zeitverbrauch" in beyond
        assert all(pixels <= 0 for pixels in beyond.values()), beyond
        me.page.set_viewport_size({"width": 375, "height": 812})
        tabs = me.contest.tabs.get_by_role("link")
        expect(tabs).to_have_count(4)
        ends = [box["x"] + box["width"] for tab in tabs.all() if (box := tab.bounding_box())]
        bar = me.contest.tabs.bounding_box()
        assert bar
        assert max(ends) <= bar["x"] + bar["width"]


@pytest.mark.thorough
def test_a_part_that_is_drawn_anew_keeps_the_focus(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as me:
        me.go("/contests")
        assert me.contest.renew_parts() == [True] * 5


@pytest.mark.thorough
def test_a_table_is_sorted_by_what_its_cells_mean(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as me:
        me.go("/contests")
        assert me.contest.sort_a_table() == [
            ["1.20 s", "850.0 ms", "2.5 ms", "–"],
            ["2.5 ms", "1.20 s", "–", "850.0 ms"],
        ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 3}, "The number of games must be even"),
        ({"games": "many"}, "The number of games must be even"),
        ({"players": ["greedy"]}, "A match has two players, not 1"),
        ({"players": "greedy"}, "“players” is missing"),
        ({"time": 2}, "“time” is missing or invalid; it should be a text"),
        ({"time": "none"}, "Bots need a time limit, such as 2s/10s"),
        ({"time": "red 2s, blue none"}, "Bots need a time limit"),
        ({"time": "2s/90m"}, "at most an hour"),
        ({"sprt": [20, 0]}, "A test needs two Elo differences"),
        ({"sprt": [0, None]}, "A test needs two Elo differences"),
        ({"players": ["nothere.zip", "greedy"]}, "nothere.zip"),
        ({"kind": "duel"}, "“kind” is missing"),
    ],
)
def test_what_cannot_be_held_is_said(visitor: Visitor, change: dict[str, object], sentence: str) -> None:
    answer = visitor.ask("/api/v1/contests", MATCH | change)
    assert answer.status == 400
    assert sentence in answer.error


@pytest.mark.parametrize(
    ("path", "sentence"), [("/nowhere", "There is no season in /nowhere"), (" ", "Name the folder")]
)
def test_a_season_needs_its_folder(visitor: Visitor, path: str, sentence: str) -> None:
    answer = visitor.ask("/api/v1/seasons", {"path": path})
    assert answer.status == 400
    assert sentence in answer.error


def test_other_pages_cannot_begin_a_contest(visitor: Visitor) -> None:
    assert visitor.ask("/api/v1/contests", MATCH, trusted=False).status == 403


def test_unknown_contests_are_not_there(visitor: Visitor) -> None:
    assert visitor.ask("/contests/match-nobody-knows").status == 404
    assert visitor.ask("/api/v1/contests/match-nobody-knows/go-on", {}).status == 404


def test_a_public_page_needs_the_token(tmp_path: Path) -> None:
    with Arena(tmp_path, "--public", "--host", "127.0.0.1") as public:
        stranger = Visitor(public.page_port)
        answer = stranger.ask("/api/v1/contests", MATCH)
        assert answer.status == 403
        assert "the page's token" in answer.error
        assert stranger.ask("/contests").status == 200


def test_stop_and_go_on(arena: Arena, visitor: Visitor) -> None:
    begun = visitor.ask("/api/v1/contests", MATCH | {"games": 400})
    assert begun.status == 201, begun.text
    address = begun.json["address"]
    # Another one may be on beside it, and each is stopped by itself.
    other = visitor.ask("/api/v1/contests", MATCH | {"games": 400})
    assert other.status == 201, other.text
    for stopped in (address, other.json["address"]) * 2:
        visitor.ask(f"/api/v1{stopped}/stop", {})
    until(lambda: "Not finished, and not being played" in visitor.ask(address).text)
    assert visitor.ask(f"/api/v1{address}/go-on", {}).status == 200
    for _ in range(2):
        visitor.ask(f"/api/v1{address}/stop", {})
    assert begun.json["event"] in visitor.ask("/contests").text
