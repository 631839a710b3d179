"""Playing at the page as persons do: German and English, wide and narrow, with mouse, touch or keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from patience import until
from quantity import quantity
from schwarm.workshop.bot_project import create
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, expect, person
from web.inviting import own_move

pytestmark = pytest.mark.slow

WAYS = [
    pytest.param("de", WIDE, False, id="German, wide, mouse"),
    pytest.param("de", NARROW, True, id="German, narrow, keyboard"),
    pytest.param("en", WIDE, False, id="English, wide, mouse"),
    pytest.param("en", NARROW, False, id="English, narrow, mouse"),
    pytest.param("en", WIDE, True, id="English, wide, keyboard"),
]
YOUR_TURN = {"de": "Du bist am Zug.", "en": "It is your turn."}
WAITING = {"de": "Warten auf einen Gegner …", "en": "Waiting for an opponent …"}
HEAR_STATE = """line => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(line.textContent)).observe(line, {childList: true});
}"""
RESIGNED = {"de": "greedy gewinnt: Rot hat aufgegeben.", "en": "greedy wins: Red resigned."}


@pytest.mark.parametrize(("lang", "size", "keyboard"), WAYS[: quantity(1, 5)])
def test_a_game_against_the_computer(browser: Browser, arena: Arena, lang: str, size, keyboard: bool) -> None:
    with person(browser, arena.address, lang=lang, size=size, keyboard=keyboard) as anna:
        anna.new_game("piranhas-2026", "greedy")
        expect(anna.game.state).to_have_text(YOUR_TURN[lang])
        for turn in range(3):
            anna.move_somewhere(turn)
            expect(anna.game.moves).to_have_count(2 * turn + 2)
        anna.wait_for_turn()
        anna.game.state.evaluate(HEAR_STATE)
        anna.press("Take back")
        expect(anna.game.moves).to_have_count(4)
        anna.wait_for_turn()
        # Nobody is missing meanwhile.
        assert WAITING[lang] not in anna.page.evaluate("window.heard")
        expect(anna.screen.button("Take back")).to_be_focused()
        # What was taken back is no place to go any more.
        anna.page.keyboard.press("End")
        expect(anna.game.slider).to_have_attribute("max", "4")
        anna.wait_for_turn()
        anna.press("Hint")
        anna.board.arrows.first.wait_for(state="attached")
        # Whoever presses a button stays on it, or gets to what comes next.
        expect(anna.screen.button("Hint")).to_be_focused()
        anna.press("Resign")
        expect(anna.screen.spoken).to_have_text(anna.screen.button("Really resign?").inner_text())
        anna.press("Really resign?")
        expect(anna.game.state).to_have_text(RESIGNED[lang])
        expect(anna.screen.button("Play again")).to_be_focused()
        before = anna.page.url
        anna.press("Play again")
        anna.page.wait_for_url(lambda url: url != before and "/game/" in url)
        # The sides are swapped: greedy has begun, and the board is turned around.
        expect(anna.game.moves).to_have_count(1)
        assert anna.board.squares[0] == "J0"
        # There is no own move yet that could be taken back.
        anna.wait_for_turn()
        expect(anna.screen.button("Take back")).to_be_hidden()


@pytest.mark.thorough
def test_one_click_from_home_to_the_first_move(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as anna:
        anna.go("/")
        anna.screen.find("button", "Play Hecht", exact=False).first.click()
        anna.page.wait_for_url("**/game/*")
        anna.move_somewhere()


def test_drag_and_drop_and_why_not(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as anna:
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "person")
        anna.form.start_from_seed(7)
        anna.start()
        anna.wait_for_turn()
        # Pointing at a target draws its line and says why; so does a square where the piece may not go.
        anna.cell("A4").click()
        anna.cell("C4").hover()
        expect(anna.game.explanation).to_have_text(re.compile("A4 moves 2 squares on this line because 2 fish"))
        anna.board.bands.first.wait_for(state="attached")
        anna.cell("D4").hover()
        expect(anna.game.explanation).to_have_text(re.compile("that is C4, not D4"))
        anna.cell("D4").click()
        expect(anna.game.explanation).to_have_text(re.compile("that is C4, not D4"))
        anna.drag("A4", "C4")
        expect(anna.game.moves).to_have_count(1)
        assert anna.plies == ["A4-C4"]
        # A drop where the piece may not go puts it back.
        anna.wait_for_turn()
        anna.drag("B9", "F5")
        expect(anna.game.moves).to_have_count(1)
        # Own arrows, with the right button.
        anna.cell("C4").hover()
        anna.page.mouse.down(button="right")
        anna.cell("F7").hover()
        anna.page.mouse.up(button="right")
        expect(anna.board.own_arrows).to_have_count(1)
        anna.page.keyboard.press("x")
        expect(anna.board.own_arrows).to_have_count(0)
        # Swarms.
        anna.page.keyboard.press("s")
        anna.board.outlines.first.wait_for(state="attached")


@pytest.mark.thorough
def test_touch(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=NARROW, touch=True) as anna:
        anna.new_game("ostseeschach-2022", "greedy")
        anna.wait_for_turn()
        anna.cell(anna.movable[3]).tap()
        target = anna.cell(anna.targets[0])
        target.tap()
        expect(anna.game.moves).to_have_count(2)
        # The frame of the keyboard is not for fingers.
        expect(target).to_be_focused()
        expect(anna.board.walking).to_have_count(0)


@pytest.mark.thorough
def test_dragging_with_a_finger(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=NARROW, touch=True, lang="de") as anna:
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "person")
        anna.form.start_from_seed(7)
        anna.start()
        anna.wait_for_turn()
        finger = anna.page.context.new_cdp_session(anna.page)

        def touch(kind: str, square: str | None = None) -> None:
            box = anna.cell(square).bounding_box() if square else None
            points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", "A4")
        for square in ("B4", "C4", "D4"):
            touch("touchMove", square)
        # The sentence follows the finger, also where the piece may not go.
        expect(anna.game.explanation).to_contain_text("das ist C4, nicht D4")
        touch("touchMove", "C4")
        touch("touchEnd")
        expect(anna.game.moves).to_have_count(1)
        assert anna.plies == ["A4-C4"]


@pytest.mark.thorough
def test_a_game_from_a_replay(browser: Browser, arena: Arena, replays: Path) -> None:
    with person(browser, arena.address, allowed="status of 400") as anna:
        anna.go("/play")
        anna.choose("opponent", "person")
        anna.form.options.click()
        anna.form.select("Starting position", "from a replay")
        anna.press("Start")
        expect(anna.screen.error).to_contain_text("Choose a file first")
        anna.form.field("Replay or record text").set_input_files(replays / "ostseeschach-2022.txt")
        after = anna.form.field("After how many moves")
        after.fill("999")
        anna.press("Start")
        expect(anna.screen.error).to_contain_text("choose a number from 0 to")
        # The field that was refused says so, and is there to be corrected.
        expect(after).to_have_attribute("aria-invalid", "true")
        expect(after).to_be_focused()
        after.fill("3")
        anna.start()
        expect(anna.game.state).to_have_text("Blue, it is your turn.")
        expect(anna.board.cells).to_have_count(64)


def test_the_board_is_a_grid_for_screen_readers(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, keyboard=True) as anna:
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "person")
        anna.press("Start")
        anna.wait_for_turn()
        grid = anna.board.grid
        expect(grid.get_by_role("row")).to_have_count(10)
        expect(grid.get_by_role("gridcell")).to_have_count(100)
        start = anna.movable[0]
        expect(anna.cell(start)).to_have_attribute("aria-label", re.compile(f"^{start}: .* red fish.*, can move$"))
        anna.walk_to(start)
        anna.page.keyboard.press("Enter")
        expect(anna.screen.spoken).to_have_text(re.compile(f"{start} picked up; it may go to"))
        expect(anna.cell(anna.targets[0])).to_have_attribute("aria-label", re.compile("may go here$"))
        anna.page.keyboard.press("Escape")
        assert anna.targets == []
        start, to = anna.move_somewhere()
        expect(anna.screen.spoken).to_have_text(f"Red plays {start}-{to}.")


@pytest.mark.thorough
def test_the_clock_runs_out(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as anna:
        anna.go("/play?game=piranhas-2019")
        anna.choose("opponent", "greedy")
        anna.form.options.click()
        anna.form.select("Time to think", "10 s per move")
        anna.form.field("Your name").fill("<b>Anna</b>")
        anna.press("Start")
        expect(anna.game.clock("Red")).to_have_text(re.compile("0:(0[0-9]|10)"))
        expect(anna.game.state).to_have_text("greedy wins: <b>Anna</b> ran out of time.")


def test_a_flag_falls_whatever_the_other_clock_says(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    """Ben has 500 seconds, Anna has 5; both see their own clock, and hers runs out first."""
    ben, time = {"kind": "person", "name": "Ben"}, "red 500s+0s, blue 5s+0s"
    key = visitor.new_game(ben, {"kind": "link"}, game="ostseeschach-2022", time=time, start={"seed": 7})
    with person(browser, arena.address) as anna:
        anna.go(f"/join/{visitor.facts(key)['you']['invite'].rpartition('/')[2]}")
        anna.form.field("Your name").fill("Anna")
        anna.press("Join the game")
        expect(anna.game.clock("Blue")).to_have_text("0:05")
        until(lambda: visitor.facts(key)["running"], what="the beginning")
        own_move(visitor, key)
        expect(anna.game.clock("Blue")).to_have_text(re.compile("^0:0[0-4]$"))
        expect(anna.game.clock("Red")).to_have_text(re.compile("^8:[0-2][0-9]$"))
        expect(anna.game.state).to_have_text("Ben wins: Anna ran out of time.")
        expect(anna.game.clock("Blue")).to_have_text("0:00")


@pytest.mark.parametrize("opponent", ["bot", "client"])
def test_bots_and_clients(browser: Browser, arena: Arena, opponent: str, tmp_path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class MyPlayer(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('<script>alert(1)</script>', flush=True)\n"
        "        self.note('<img src=x onerror=alert(1)>')\n"
        "        return state.legal_moves()[0]\n"
    )
    with person(browser, arena.address, allowed="status of 400") as anna:
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", opponent)
        if opponent == "bot":
            anna.form.field("How to start it").fill("nowhere.py:MyPlayer")
            anna.press("Start")
            expect(anna.screen.error).to_contain_text("There is no file")
            anna.form.field("How to start it").fill(f"{bot}:MyPlayer")
        anna.press("Start")
        anna.page.wait_for_url("**/game/*")
        if opponent == "client":
            expect(anna.game.how_to_connect).to_have_text(f"mybot --host 127.0.0.1 --port {arena.port}")
            client = arena.client("client")
            client.say('<protocol><join gameType="swc_2026_piranhas"/>')
            anna.wait_for_turn()
            return
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)
        expect(anna.game.note).to_have_text("<img src=x onerror=alert(1)>")
        expect(anna.game.log).to_contain_text("<script>alert(1)</script>")


@pytest.mark.thorough
def test_the_form_suggests_what_a_new_bot_is_called(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    create(tmp_path / "mybot", "piranhas-2026")
    with person(browser, arena.address) as anna:
        for form, field in (
            ("/contests/new?kind=match", "First player"),
            ("/play?game=piranhas-2026", "How to start it"),
        ):
            anna.go(form)
            suggested = anna.screen.field(field).get_attribute("placeholder")
            assert suggested is not None
            assert (tmp_path / suggested).is_dir()
            help = anna.page.get_by_text("folder like mybot").inner_text()
            named = re.search(r"a class like (\S+):(\w+)", help)
            assert named is not None
            assert f"class {named[2]}(" in (tmp_path / named[1]).read_text()
        anna.choose("opponent", "bot")
        anna.form.field("How to start it").fill(str(tmp_path / str(suggested)))
        anna.press("Start")
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)
