"""How playing feels: what moves when, what is heard, what may be planned, and what happens without a connection."""

import re

import pytest
from playwright.sync_api import Browser, Page

import schwarm
from patience import until
from web.arena import Arena, Visitor
from web.browsing import Person, expect, person
from web.inviting import first_move, invite, own_move

pytestmark = pytest.mark.slow

ME = {"kind": "person", "name": "Anna"}
RECORD = """
    window.slides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (how.easing) window.slides.push({begins: performance.now(), ends: performance.now() + how.duration});
        return animate.call(this, frames, how);
    };
    window.tones = 0;
    const tone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.tones += 1; return tone.call(this); };
    window.told = [];
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, {body}) { window.told.push(`${title} ${body}`); }
    };
"""
HOLD = """
    window.held = [];
    window.release = () => {
        const told = window.held;
        window.held = null;
        for (const [, handle] of told) handle();
    };
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, handle) {
        const hear = event => window.held ? window.held.push([kind, () => handle(event)]) : handle(event);
        listen.call(this, kind, hear);
    };
"""
"""What the server tells reaches the page late, and then all of it at once."""
LATER = "() => { const now = performance.now(); performance.now = () => now + 170_000; }"
"""Almost three minutes have passed, as far as the page can tell."""


def tones(page: Page) -> int:
    heard = page.evaluate("window.tones")
    assert isinstance(heard, int)
    return heard


def answer(guest: Visitor, key: str) -> tuple[str, str]:
    """The first legal move of the other side after that one."""
    state = schwarm.game("ostseeschach-2022").parse(guest.facts(key)["positions"][-1]["text"])
    start, _, to = str(state.play(first_move(guest, key)).legal_moves()[0]).partition("-")
    return start, to


def test_the_answer_waits_until_the_own_piece_has_landed(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, moving=True) as anna:
        page = anna.page
        page.add_init_script(RECORD)
        anna.new_game("piranhas-2026", "greedy")
        anna.move_somewhere()
        until(lambda: page.evaluate("window.slides.length") >= 2, what="the answer")
        own, answer = page.evaluate("window.slides.slice(0, 2)")
        assert answer["begins"] - own["ends"] >= 200
        anna.wait_for_turn()
        expect(page).to_have_title(re.compile("^Your turn: "))
        # Both moves were heard; the switch ends that.
        assert tones(page) >= 2
        expect(anna.screen.button("Sound")).to_have_attribute("aria-pressed", "true")
        anna.press("Sound")
        heard = tones(page)

        # Whoever clicked on the board steps through the game with the arrow keys; the tab key begins to walk.
        square = anna.movable[0]
        anna.hit(square)
        page.keyboard.press("ArrowLeft")
        current = anna.game.current
        expect(current).to_have_text(anna.plies[0])
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        expect(current).to_have_text(anna.plies[0])
        assert anna.board.focused not in (None, square)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        expect(current).to_have_text(anna.plies[1])
        assert tones(page) == heard

        # How fast it is played back can be seen and chosen.
        page.keyboard.press("9")
        expect(anna.game.speed).to_have_value("9")
        assert anna.game.chosen_speed == "0.12 s"

        anna.resign()
        expect(anna.game.verdict).to_have_text("You lose")
        anna.press("Analyse")
        expect(anna.game.accuracy).to_be_visible()
        anna.press("Share")
        expect(anna.screen.toast).to_have_text("Copied.")
        anna.press("Play again")
        page.wait_for_url(lambda address: "/game/" in address)
        expect(anna.game.result).to_be_hidden()


def test_late_news_does_not_put_the_own_piece_back(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, moving=True) as anna:
        page = anna.page
        page.add_init_script(RECORD + HOLD)
        anna.new_game("piranhas-2026", "greedy")

        def wait_for(kind: str, times: int) -> None:
            told = f"window.held.filter(([kind]) => kind === '{kind}').length"
            until(lambda: page.evaluate(told) >= times, what=kind)

        # How the game stood when the page was opened is told after Anna has moved, and then her move and the answer.
        wait_for("sync", 1)
        start, to = anna.move_somewhere()
        wait_for("move", 2)
        page.evaluate("window.release()")
        anna.wait_for_turn()
        assert anna.plies[0] == f"{start}-{to}"
        own, answer = page.evaluate("window.slides")
        assert answer["begins"] - own["ends"] >= 200


def test_playing_somebody_elsewhere(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address, allowed="ERR_INTERNET_DISCONNECTED") as anna:
        page, own, theirs = anna.page, "Red", "Blue"
        page.add_init_script(RECORD)
        key = invite(anna, visitor, minutes=3)
        # Nobody asked for sounds where things should not move.
        expect(anna.screen.button("Sound")).to_have_attribute("aria-pressed", "false")
        expect(anna.game.clock(theirs)).to_have_text("3:00")
        expect(anna.game.clock(own)).to_have_text(re.compile("^2:"))
        until(lambda: anna.game.is_above(theirs, own), what="the usual board")
        # Whoever turns the board, or steps through the game, has no more time for that.
        page.evaluate(LATER)
        expect(anna.game.clock(own)).to_have_text(re.compile("^0:0"))
        page.keyboard.press("f")
        expect(anna.game.clock(own)).to_have_text(re.compile("^0:0"))
        until(lambda: anna.game.is_above(own, theirs), what="the turned board")
        page.keyboard.press("f")
        page.evaluate("delete performance.now")

        _move_without_a_connection(anna)
        # While Ben thinks, a move can be planned; it is played when it is Anna's turn.
        plan = anna.board.pieces("red")[0]
        anna.hit(plan)
        anna.hit(plan[0] + "4")
        expect(anna.board.planned).to_have_count(2)
        anna.press("Notify me")
        page.evaluate("Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")
        own_move(visitor, key)
        until(lambda: page.evaluate("window.told.length"), what="the notification")
        assert page.evaluate("window.told") == ["Your turn Ben has moved."]
        page.evaluate("Object.defineProperty(document, 'hidden', {get: () => false})")
        # It was not possible: the game waits for another one.
        anna.wait_for_turn()
        expect(anna.board.planned).to_have_count(0)
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(3)
        # A plan that the rules allow is played at once.
        start, to = answer(visitor, key)
        anna.hit(start)
        anna.hit(to)
        own_move(visitor, key)
        expect(anna.game.moves).to_have_count(5)
        assert anna.plies[4] == f"{start}-{to}"

        _answer_requests(anna, visitor, key)
        visitor.ask(f"/api/v1/games/{key}/draw", {})
        anna.press("Accept the draw")
        expect(anna.game.state).to_have_text("A draw: both players agreed.")
        expect(anna.game.verdict).to_have_text("Nobody wins")


def test_a_piece_in_the_hand_stays_there(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address) as anna:
        plies = anna.game.moves
        key = invite(anna, visitor)
        anna.hit(anna.movable[0])
        target = anna.targets[0]
        # The server tells how the game stands.
        visitor.ask(f"/api/v1/games/{key}/draw", {})
        expect(anna.screen.button("Accept the draw")).to_be_visible()
        anna.hit(target)
        expect(plies).to_have_count(1)
        # Ben moves.
        start, to = answer(visitor, key)
        anna.hit(start)
        own_move(visitor, key)
        expect(plies).to_have_count(2)
        anna.hit(to)
        expect(plies).to_have_count(3)
        assert anna.plies[2] == f"{start}-{to}"
        # A pause begins after the move that was asked for.
        own_move(visitor, key)
        expect(plies).to_have_count(4)
        visitor.ask(f"/api/v1/games/{key}/pause", {})
        expect(anna.game.state).to_have_text("It is your turn. After this move the game is paused.")
        anna.move_somewhere()
        expect(plies).to_have_count(5)
        expect(anna.game.state).to_have_text("Paused.")


def _move_without_a_connection(anna: Person) -> None:
    """The move waits in the page, says so, and is sent when the server answers again."""
    page = anna.page
    page.context.set_offline(True)
    anna.move_somewhere()
    expect(anna.screen.away).to_have_text(re.compile("your move .* is sent as soon as it is back"))
    page.context.set_offline(False)
    expect(anna.game.moves).to_have_count(1)
    expect(anna.screen.away).to_be_hidden()


def _answer_requests(anna: Person, ben: Visitor, key: str) -> None:
    """What the other one asks is told and answered by buttons that do nothing else, and so is the answer."""
    line, asked_back, asked_draw = anna.game.state, anna.game.asked_back, anna.game.asked_draw
    expect(line).to_have_attribute("aria-live", "polite")
    own = anna.game.take_back
    place = own.bounding_box()
    ben.ask(f"/api/v1/games/{key}/undo", {})
    expect(line).to_have_text("Ben would like to take back a move.")
    expect(own).to_be_disabled()
    expect(own).to_have_text("Take back")
    assert own.bounding_box() == place
    asked_back.button("Decline").click()
    expect(asked_back.whole).to_be_hidden()
    expect(own).to_be_enabled()
    ben.ask(f"/api/v1/games/{key}/draw", {})
    expect(line).to_have_text("Ben offers a draw.")
    expect(anna.screen.button("Offer a draw")).to_be_disabled()
    asked_draw.button("Decline").click()
    expect(asked_draw.whole).to_be_hidden()
    assert (ben.facts(key)["wantsBack"], ben.facts(key)["wantsDraw"]) == (None, None)
    own.click()
    expect(own).to_have_text("Asked to take back …")
    # Each of the two may ask for something.
    ben.ask(f"/api/v1/games/{key}/draw", {})
    expect(line).to_have_text("Ben offers a draw.")
    asked_draw.button("Decline").click()
    expect(asked_draw.whole).to_be_hidden()
    ben.ask(f"/api/v1/games/{key}/refuse-undo", {})
    expect(anna.screen.toast).to_have_text("Ben declined; nothing is taken back.")
    expect(own).to_have_text("Take back")
    anna.press("Offer a draw")
    expect(anna.screen.button("Draw offered …")).to_be_visible()
    ben.ask(f"/api/v1/games/{key}/refuse-draw", {})
    expect(anna.screen.toast).to_have_text("Ben declined the draw.")
    own.click()
    expect(own).to_have_text("Asked to take back …")
    ben.ask(f"/api/v1/games/{key}/allow-undo", {})
    expect(anna.game.moves).to_have_count(4)
