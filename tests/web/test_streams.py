"""Live updates and the few connections that a browser has: who looks at another tab needs none, unless they play."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person
from web.inviting import invite, own_move

pytestmark = pytest.mark.slow

ME = {"kind": "person", "name": "Anna"}
BEN = {"kind": "person", "name": "Ben"}
LOST = "Failed to load resource"
STREAMS = """
    window.streams = [];
    const Stream = EventSource;
    window.EventSource = class extends Stream {
        constructor(address) { super(address); window.streams.push(this); }
    };
"""
HIDDEN = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
SEEN = "delete document.hidden;"
TOLD = "document.dispatchEvent(new Event('visibilitychange'));"


def error(sentence: str) -> dict[str, dict[str, str]]:
    return {"error": {"code": "refused", "sentence": sentence}}


def streams(page: Page) -> int:
    """How many of them are open."""
    number = page.evaluate("window.streams.filter(stream => stream.readyState !== EventSource.CLOSED).length")
    assert isinstance(number, int)
    return number


def test_a_hidden_page_has_no_streams_and_catches_up(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game(ME, BEN, start={"seed": 7})
    with person(browser, arena.address) as third:
        page = third.page
        page.add_init_script(STREAMS)
        third.go("/")
        until(lambda: streams(page) == 2, what="the streams of the home page")
        page.evaluate(HIDDEN + TOLD)
        assert streams(page) == 0

        third.go(f"/game/{key}")
        expect(third.game.state).to_have_text("Round 1: Anna to move")
        until(lambda: streams(page) == 1, what="the stream of the game")
        page.evaluate(HIDDEN + TOLD)
        assert streams(page) == 0
        own_move(visitor, key)
        page.evaluate(SEEN + TOLD)
        expect(third.game.moves).to_have_count(1)
        expect(third.screen.away).to_be_hidden()
        assert streams(page) == 1


def test_a_game_that_was_put_away_meanwhile_is_opened_again(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game(ME, BEN, start={"seed": 7})
    with person(browser, arena.address, allowed=LOST) as third:
        page = third.page
        third.go(f"/game/{key}")
        expect(third.game.state).to_have_text("Round 1: Anna to move")
        page.evaluate(HIDDEN + TOLD)
        assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
        # As the server answers when nobody has looked for some minutes.
        page.route("**/events", lambda route: route.fulfill(status=404, json=error("There is no such game.")))
        page.evaluate(SEEN + TOLD)
        expect(third.game.state).to_have_text("Ben wins: Anna resigned.")
        expect(third.screen.away).to_be_hidden()


def test_who_plays_hears_of_an_end_that_came_without_a_connection(
    browser: Browser, arena: Arena, visitor: Visitor
) -> None:
    refused: list[int] = []
    with person(browser, arena.address, allowed=LOST) as anna:
        page = anna.page
        key = invite(anna, visitor)

        def refuse(route: Route) -> None:
            # As the server answers when it has too much to do, and when nobody has looked for some minutes.
            refused.append(404 if visitor.facts(key)["outcome"] else 429)
            route.fulfill(status=refused[-1], json=error("Not now."))

        page.route("**/events", refuse)
        page.reload()
        page.evaluate("window.opened = true")
        expect(anna.screen.away).to_be_visible()
        while len(refused) < 3:
            page.wait_for_event("response", lambda told: told.url.endswith("/events"))
        assert page.evaluate("window.opened"), "a game that is on is not opened again"
        assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
        expect(anna.game.state).to_have_text(re.compile("wins: .* resigned"))
        expect(anna.screen.away).to_be_hidden()


def test_who_looks_at_a_game_that_is_over_hears_of_the_next_one(
    browser: Browser, arena: Arena, visitor: Visitor
) -> None:
    with person(browser, arena.address, allowed=LOST) as anna:
        page = anna.page
        page.add_init_script(STREAMS)
        key = invite(anna, visitor)
        assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
        expect(anna.game.state).to_have_text(re.compile("resigned"))
        page.evaluate(HIDDEN + TOLD)
        page.route("**/events", lambda route: route.fulfill(status=503, json=error("Not now.")))
        page.evaluate(SEEN + TOLD)
        expect(anna.screen.away).to_be_visible()
        expect(anna.game.next_game).to_be_hidden()
        again = visitor.ask(f"/api/v1/games/{key}/rematch", {}).json["key"]
        expect(anna.game.next_game).to_have_attribute("href", f"/game/{again}")
        expect(anna.game.next_game).to_be_visible()
        page.unroute("**/events")
        expect(anna.screen.away).to_be_hidden()
        assert streams(page) == 1


def test_many_tabs_do_not_keep_a_move_from_the_server(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address, changed=True) as anna:
        anna.new_game("piranhas-2026", "greedy")
        anna.wait_for_turn()
        for path in ("/watch", "/watch", "/watch", "/", "/", "/game/exhibition"):
            tab = anna.page.context.new_page()
            tab.add_init_script(HIDDEN)
            tab.goto(arena.address + path, wait_until="domcontentloaded")
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)


def test_who_plays_hears_of_their_turn_in_a_hidden_tab(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address) as anna:
        page = anna.page
        page.add_init_script(STREAMS)
        key = invite(anna, visitor)
        anna.move_somewhere()
        expect(page).not_to_have_title(re.compile("^Your turn"))
        page.evaluate(HIDDEN + TOLD)
        own_move(visitor, key)
        expect(page).to_have_title(re.compile("^Your turn"))
        assert streams(page) == 1
        # When it is over there is nothing to wait for.
        assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
        expect(anna.game.state).to_have_text(re.compile("resigned"))
        until(lambda: streams(page) == 0, what="the end of the stream")


def test_a_move_that_does_not_arrive_is_told(browser: Browser, arena: Arena) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with person(browser, arena.address) as anna:
        anna.new_game("piranhas-2026", "greedy")
        anna.page.route("**/move", hold)
        anna.move_somewhere()
        late = "Your move has not reached the server yet; close other tabs of this page if it stays like that."
        expect(anna.game.state).to_have_text(late)
        expect(anna.screen.away).to_be_hidden()
        held[0].continue_()
        expect(anna.game.moves).to_have_count(2)
        expect(anna.game.state).to_have_text("It is your turn.")


def test_whoever_comes_back_to_the_exhibition_finds_one(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        guest = Visitor(arena.page_port)
        assert guest.follow("/api/v1/games/exhibition/events").event("sync")["live"]
        guest.close()
