"""When a game ends at the page, everything about finished games comes by itself; nobody has to load it anew."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

import schwarm
from patience import until
from quantity import quantity
from schwarm.games.record import Record
from schwarm.web.live.side_player import Kind, SidePlayer
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, WITHOUT_CORE, Person, expect, person

pytestmark = pytest.mark.slow

BOTH = [pytest.param("de", NARROW, id="German, narrow"), pytest.param("en", WIDE, id="English, wide")]


def resign(somebody: Person) -> None:
    somebody.resign()
    expect(somebody.screen.button("Play again")).to_be_visible()


AT_ITS_END = """list => {
  return list.scrollTop > 0 && list.scrollTop + list.clientHeight > list.scrollHeight - 2;
}"""


@pytest.mark.thorough
def test_the_last_move_is_in_view_whatever_takes_room_from_the_list(
    browser: Browser, arena: Arena, visitor: Visitor
) -> None:
    wish = {"kind": "player", "player": "random"}
    key = visitor.new_game(wish, wish, start={"seed": 7})
    until(lambda: visitor.facts(key)["outcome"])
    with person(browser, arena.address) as reader:
        reader.go(f"/game/{key}")
        # What can be done with the game appears above the list.
        expect(reader.game.result).to_be_visible()
        until(lambda: reader.game.move_list.evaluate(AT_ITS_END), what="the end of the list")


EDGES = """buttons => buttons.map((button) => {
  const { top, right } = button.getBoundingClientRect();
  return [top, Math.round(right)];
})"""


@pytest.mark.parametrize(("lang", "size"), BOTH[: quantity(1, 2)])
def test_a_game_that_was_given_up_can_be_analysed_at_once(browser: Browser, arena: Arena, lang: str, size) -> None:
    with person(browser, arena.address, lang=lang, size=size) as anna:
        page, overview = anna.page, anna.game.overview
        page.add_init_script(WITHOUT_CORE)
        anna.new_game("piranhas-2026", "greedy")
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)
        anna.wait_for_turn()
        expect(overview).to_be_hidden()
        # The times of two moves are two bars, not two walls.
        assert anna.game.time_bars.first.evaluate("bar => bar.width.baseVal.value") < 600 / 12
        resign(anna)
        expect(overview).to_be_visible()
        # On a phone no button of the result is left over: each row is full.
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": size[1]})
            (first, end), (second, _), (third, other) = anna.game.result.get_by_role("button").evaluate_all(EDGES)
            assert first < second == third
            assert end == other
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # What the engine finds depends on the machine; how it is shown does not. So this browser cannot think.
        best = {"turn": 0, "best": "A1-B1", "from": "A1", "to": "B1", "verdict": "blunder"}
        body = f"event: review\ndata: {json.dumps({'chances': [0.5, 0.2, 0.2], 'moves': [best]})}\n\n"
        page.route("**/review", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
        anna.press("Analyse")
        expect(anna.game.marks).to_have_count(1)
        # Whoever waited for it sees it, down to what can be done with it.
        expect(anna.game.curve).to_be_focused()
        expect(anna.game.lesson).to_be_in_viewport()
        # Who takes the resignation back plays on, and nothing is said about the game any more.
        anna.press("Take back")
        anna.wait_for_turn()
        expect(overview).to_be_hidden()
        expect(anna.game.marks).to_have_count(0)
        expect(anna.game.balance).to_be_hidden()
        # The same moves were judged already, and this browser remembers.
        resign(anna)
        expect(anna.game.marks).to_have_count(1)


@pytest.mark.thorough
def test_where_no_move_was_made_there_is_nothing_to_analyse(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as anna:
        anna.new_game("piranhas-2026", "greedy")
        resign(anna)
        expect(anna.game.overview).to_be_hidden()
        anna.page.reload()
        expect(anna.game.state).to_have_text("greedy wins: Red resigned.")
        expect(anna.game.overview).to_be_hidden()


@pytest.mark.parametrize(("lang", "size"), BOTH[quantity(1, 0) :])
def test_a_game_ends_with_all_that_the_bot_said(
    browser: Browser, arena: Arena, tmp_path: Path, lang: str, size
) -> None:
    bot = tmp_path / "talker.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Talker(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('<i>turn', state.turn, flush=True)\n"
        "        if state.turn == 3:\n"
        "            raise RuntimeError('lost on purpose')\n"
        "        self.note('a thought')\n"
        "        return state.legal_moves()[0]\n"
    )
    with person(browser, arena.address, lang=lang, size=size) as anna:
        page, beside, dots = anna.page, anna.game.printed, anna.game.remarks
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "bot")
        anna.form.field("How to start it").fill(f"{bot}:Talker")
        anna.start()
        anna.move_somewhere()
        expect(dots).to_have_count(1)
        expect(beside).to_have_count(0)
        anna.move_somewhere()
        expect(beside).to_contain_text("<i>turn 3")
        expect(anna.game.why).to_be_visible()
        expect(anna.game.overview).to_be_visible()
        # What was noted and printed about a move stands beside it still, and a mark says so to everybody.
        about = "Zu diesem Zug gibt es eine Anmerkung" if lang == "de" else "There is a note about this move"
        expect(dots).to_have_attribute("title", re.compile(about))
        page.get_by_role("button", name="mit Anmerkung" if lang == "de" else "with a note").click()
        expect(anna.game.note).to_have_text("a thought")
        expect(anna.game.log).to_contain_text("<i>turn 1")
        # Whoever loads the page anew finds nothing else.
        told = anna.game.panel.inner_text()
        page.reload()
        expect(anna.game.log).to_contain_text("<i>turn 1")
        assert anna.game.panel.inner_text() == told


def test_who_opens_a_game_just_after_its_end_hears_what_its_bots_printed_last(browser: Browser, arena: Arena) -> None:
    """The result is told at once, the last output once it is on disk; a page opened in between goes on listening."""
    key = "example-piranhas-2026"

    def say_not_yet(route: Route) -> None:
        answer = route.fetch()
        body, count = re.subn(r'"settled": ?true', '"settled": false', answer.text())
        assert count == 1
        route.fulfill(response=answer, body=body)

    with person(browser, arena.address, allowed="404") as anna:
        anna.page.route(f"**/game/{key}", say_not_yet)
        with anna.page.expect_request(f"**/api/v1/games/{key}/events"):
            anna.go(f"/game/{key}")


def test_nothing_is_told_about_games_that_are_on_or_unknown(visitor: Visitor) -> None:
    key = visitor.new_game({"kind": "person"}, {"kind": "player", "player": "greedy"})
    told = visitor.ask(f"/api/v1/games/{key}/details").json
    assert told == {"html": "", "logs": None, "next": None, "atHand": True}
    assert visitor.ask("/api/v1/games/nowhere/details").status == 404


def test_whoever_looks_at_a_list_lets_no_old_game_go_on(arena: Arena, visitor: Visitor) -> None:
    sides = SidePlayer(Kind.PERSON, "Anna", visitor="a"), SidePlayer(Kind.PLAYER, player="hecht")
    arena.put_away("left", Record(schwarm.game("piranhas-2026").start(7)), sides)
    assert "/games/left/final.svg" in visitor.ask("/games").text
    assert visitor.ask("/games/left/final.svg").status == 307
    assert visitor.ask("/games/left/download.txt").status == 200
    assert visitor.ask("/api/v1/wall/games/left").json["live"]
    # What is not over is not judged, whether it is on or not.
    assert visitor.ask("/api/v1/games/left/review").status == 409
    start = {"key": "left", "after": 0}
    visitor.new_game({"kind": "person"}, {"kind": "player", "player": "greedy"}, start=start)
    assert visitor.ask("/api/v1/games/left/details").json["logs"] == [], "it is on"


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["de", "en"][: quantity(1, 2)])
def test_how_long_somebody_thought(browser: Browser, arena: Arena, lang: str) -> None:
    with person(browser, arena.address, lang=lang) as anna:
        anna.go("/game/example-piranhas-2026")
        said = anna.page.evaluate(
            """async address => {
                const {secondsText} = await import(address);
                return [0, 0.0004, 0.0031, 0.0994, 0.0996, 1.94, 12.4].map(secondsText);
            }""",
            anna.screen.script("words.js"),
        )
    point = "," if lang == "de" else "."
    assert said == ["< 1 ms", "< 1 ms", "3 ms", "99 ms", f"0{point}1 s", f"1{point}9 s", "12 s"]


@pytest.mark.parametrize(
    ("lang", "date"), [("de", r"\d\d\.\d\d\.\d{4}, \d\d:\d\d"), ("en", r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d")]
)
def test_lists_date_games_as_people_do(arena: Arena, lang: str, date: str) -> None:
    visitor = Visitor(arena.page_port, lang)
    visitor.new_game({"kind": "person"}, {"kind": "player", "player": "greedy"})
    dates = re.findall(r'<time datetime="(.*?)">(.*?)</time>', visitor.ask("/games").text)
    assert dates
    for exact, said in dates:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*", exact)
        assert re.fullmatch(date, said)
