"""Puzzles and one's own mistakes: the page asks, says right or wrong and why, and remembers how far one has come."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, expect

import schwarm
from quantity import quantity
from schwarm.engine.puzzle import Goal, Puzzle, puzzles
from schwarm.games import Move
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, Person, person

pytestmark = [pytest.mark.slow, pytest.mark.core]

PIRANHAS, SHORE = "piranhas-2026", "ostseeschach-2022"
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"


def asked(reader: Person, game: str) -> Puzzle:
    """The puzzle that is on the page."""
    reader.wait_for_turn()
    address = urlsplit(reader.page.locator("#analyse").get_attribute("href") or "")
    position = parse_qs(address.query)["position"][0]
    return next(puzzle for puzzle in puzzles(schwarm.game(game)) if str(puzzle.state) == position)


def try_out(reader: Person, move: Move) -> None:
    reader.move(move.start, move.to)


def try_in_vain(reader: Person, move: Move) -> None:
    """The server does not answer; then the move can be tried again."""
    reader.page.route("**/api/look/**", lambda route: route.fulfill(body=""), times=1)
    try_out(reader, move)
    expect(reader.page.locator(".toast")).to_contain_text("The server does not answer")
    reader.wait_for_turn()


TOPS_OF_NEXT = """() => {
    const end = document.querySelector("#line-end"), next = document.querySelector("#next"), said = end.textContent;
    return ["", said].map(text => { end.textContent = text; return next.getBoundingClientRect().top; });
}"""
"""Where the button is before and after it is known how the line ends: whoever aims at it must hit it."""


def test_puzzles_are_asked_explained_and_remembered(arena: Arena, browser: Browser) -> None:
    with person(browser, arena.address, size=WIDE) as reader:
        page = reader.page
        reader.go(f"/learn/{PIRANHAS}")
        puzzle = asked(reader, PIRANHAS)
        wrong = next(move for move in puzzle.state.legal_moves() if move != puzzle.move)
        try_in_vain(reader, wrong)
        try_out(reader, wrong)
        expect(page.locator("#answer-title")).to_have_text("Not that one.")
        expect(page.locator("#answer-text")).not_to_be_empty()
        # It is said aloud, and only once.
        expect(page.locator("#announce")).to_have_text(f"Not that one. {page.locator('#answer-text').inner_text()}")
        expect(page.locator("[aria-live]", has=page.locator("#answer-title"))).to_have_count(0)
        expect(page.locator("#answer")).not_to_have_attribute("aria-live", "polite")
        page.click("#again")
        reader.wait_for_turn()
        page.click("#hint")
        reader.wait_for_target(puzzle.move.to)
        reader.hit(puzzle.move.to)
        expect(page.locator("#answer-title")).to_have_text("Right!")
        expect(page.locator("#answer-text")).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        # The first puzzles are won soon, and it is said how.
        expect(page.locator("#line-end")).to_contain_text(" wins: ")
        before, after = page.evaluate(TOPS_OF_NEXT)
        assert before == after
        if len(puzzle.line) > 1:
            page.locator("#line button").nth(1).click()
            expect(page.locator("#line button").nth(1)).to_have_attribute("aria-pressed", "true")
        # It was not found at the first try.
        expect(page.locator("#streak")).to_have_text("0")
        for solved in (1, 2, 3, 4):
            page.click("#next")
            expect(page.locator("#answer")).to_be_hidden()
            move = asked(reader, PIRANHAS).move
            if solved == 1:
                # A right answer is one without an explanation, too.
                page.route("**/api/explain/**", lambda route: route.fulfill(body=""))
            try_out(reader, move)
            expect(page.locator("#answer-title")).to_have_text("Right!")
            expect(page.locator("#streak")).to_have_text(str(solved))
            page.unroute("**/api/explain/**")
        # After four in a row something harder comes, and a reload forgets nothing.
        page.click("#next")
        expect(page.locator("#answer")).to_be_hidden()
        assert asked(reader, PIRANHAS).difficulty == 2
        page.select_option("#difficulty", "4")
        expect(page.locator("#stars")).to_have_text("★★★★☆")
        page.reload()
        assert asked(reader, PIRANHAS).difficulty == 4
        expect(page.locator("#best")).to_have_text("4")
        page.click("#show")
        expect(page.locator("#answer-title")).to_contain_text("The solution: ")
        page.select_option("#difficulty", "own")
        expect(page.locator("#goal")).to_contain_text("No puzzles of your own yet.")
        reader.go("/learn")
        expect(page.locator(f'.card[data-game="{PIRANHAS}"] [data-solved]')).to_have_text("4 puzzles solved.")


@pytest.mark.thorough
def test_a_tab_that_was_open_all_the_while_forgets_no_puzzle(arena: Arena, browser: Browser) -> None:
    with person(browser, arena.address) as reader:
        other = reader.page.context.new_page()
        for tab in (other, reader.page):
            tab.goto(f"{arena.address}/learn/{PIRANHAS}")
        try_out(reader, asked(reader, PIRANHAS).move)
        expect(reader.page.locator("#streak")).to_have_text("1")
        other.select_option("#difficulty", "3")
        expect(other.locator("#stars")).to_have_text("★★★☆☆")
        expect(other.locator("#best")).to_have_text("1")
        reader.go("/learn")
        expect(reader.page.locator(f'.card[data-game="{PIRANHAS}"] [data-solved]')).to_have_text("1 puzzle solved.")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["piranhas-2019", "ostseeschach-2022"][: quantity(1, 2)])
def test_other_games_have_puzzles_too(arena: Arena, browser: Browser, game: str) -> None:
    with person(browser, arena.address, size=NARROW) as reader:
        if game == "piranhas-2019":
            # A browser that keeps nothing for this page counts as long as the page is open.
            reader.page.add_init_script(BLOCKED)
        reader.go(f"/learn/{game}")
        for solved in (1, 2, 3, 4):
            try_out(reader, asked(reader, game).move)
            expect(reader.page.locator("#answer-title")).to_have_text("Right!")
            expect(reader.page.locator("#streak")).to_have_text(str(solved))
            reader.page.click("#next")
            expect(reader.page.locator("#answer")).to_be_hidden()
        # Whoever enlarges the page reads “4 / 324” on one line.
        reader.page.set_viewport_size({"width": 640, "height": 430})
        tall = [reader.page.locator(number).bounding_box() for number in ("#streak", "#solved")]
        assert len({box["height"] for box in tall if box}) == 1, tall


def test_mistakes_of_a_game_are_asked_and_kept_as_puzzles(arena: Arena, visitor: Visitor, browser: Browser) -> None:
    game = schwarm.game("ostseeschach-2022")
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.goal is Goal.WIN and puzzle.turns > 1)
    bad = next(move for move in puzzle.state.legal_moves() if move != puzzle.move)
    record = schwarm.Record(puzzle.state).then(bad)
    key = visitor.ask("/api/replays", str(record).encode(), method="POST").json["key"]
    with person(browser, arena.address) as reader:
        page = reader.page
        reader.go(f"/game/{key}")
        # Whoever presses a button that goes when it is through gets to what comes next.
        page.locator("#review").press("Enter")
        expect(page.locator("#review")).to_be_hidden()
        expect(page.locator("#graph")).to_be_focused()
        page.locator("#make-puzzles").press("Enter")
        expect(page.locator(".toast")).to_contain_text("1 more puzzle waits for you")
        expect(page.locator("#make-puzzles")).to_be_hidden()
        expect(page.locator("#learn-from-it")).to_be_focused()
        page.click("#learn-from-it")
        page.wait_for_url(f"**/learn/{game.id}?mistakes=")
        reader.wait_for_turn()
        expect(page.locator("#goal")).to_have_text(f"{bad} was played here. Find a better move.")
        expect(page.locator("#solved")).to_have_text("0 / 1")
        try_out(reader, bad)
        expect(page.locator("#answer-title")).to_have_text("There is a better one.")
        expect(page.locator("#solved")).to_have_text("0 / 1")
        page.click("#again")
        reader.wait_for_turn()
        try_out(reader, puzzle.move)
        expect(page.locator("#answer-title")).to_contain_text("Right!")
        expect(page.locator("#answer-text")).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        page.click("#keep")
        page.click("#next")
        expect(page.locator("#goal")).to_have_text("That was all: 0 of 1 found at the first try.")
        reader.go(f"/learn/{game.id}")
        page.select_option("#difficulty", "own")
        expect(page.locator("#goal")).to_have_text(
            re.compile("^(One move is much better than all others|Only one move wins by force)")
        )
        reader.wait_for_turn()
        try_out(reader, puzzle.move)
        expect(page.locator("#answer-title")).to_have_text("Right!")


LESSON = """positions => sessionStorage.setItem("mistakes", JSON.stringify({
  game: "ostseeschach-2022", rules: "documents", back: "/",
  mistakes: positions.map((position, place) => ({ position, played: `mistake ${place + 1}` })),
}))"""


@pytest.mark.thorough
def test_no_mistake_is_skipped(arena: Arena, browser: Browser) -> None:
    game = schwarm.game("ostseeschach-2022")
    with person(browser, arena.address, allowed="ERR_FAILED", changed=True) as reader:
        page, goal = reader.page, reader.page.locator("#goal")
        reader.go("/learn/ostseeschach-2022")
        page.evaluate(LESSON, [str(puzzle.state) for puzzle in puzzles(game)[:3]])
        reader.go("/learn/ostseeschach-2022?mistakes=")
        expect(goal).to_contain_text("mistake 1 ")
        # By somebody who is impatient, and by a request that fails.
        page.click("#show")
        page.locator("#next").evaluate("button => { button.click(); button.click(); }")
        expect(goal).to_contain_text("mistake 2 ")
        page.click("#show")
        expect(page.locator("#next")).to_be_visible()
        page.route("**/api/look/**", lambda route: route.abort())
        page.click("#next")
        expect(page.locator(".toast")).to_contain_text("The server does not answer")
        page.unroute("**/api/look/**")
        page.click("#next")
        expect(goal).to_contain_text("mistake 3 ")


@pytest.mark.thorough
def test_a_first_game_is_guided_and_a_beaten_level_gets_its_tick(arena: Arena, browser: Browser) -> None:
    game = schwarm.game(PIRANHAS)
    with person(browser, arena.address) as reader:
        page = reader.page
        reader.go("/")
        page.click(f'[data-first-game="{PIRANHAS}"]')
        page.wait_for_url("**/game/*guided*")
        for step, rule in enumerate(game.brief[:2], 1):
            reader.wait_for_turn()
            expect(page.locator("#guide-step")).to_have_text(f"Step {step} of {len(game.brief)}")
            expect(page.locator("#guide-rule")).to_have_text(str(rule))
            expect(page.locator("#guide-move")).to_contain_text("Try ")
            start, to = (page.locator("#guide-move").inner_text().split(",")[0].removeprefix("Try ")).split("-")
            reader.move(start, to)
        # What a step explains is what it suggests.
        reader.go("/learn")
        page.click(f'[data-first-game="{SHORE}"]')
        for step, kinds in enumerate(("", "cockle|gull", "starfish|seal"), 1):
            reader.wait_for_turn()
            expect(page.locator("#guide-step")).to_have_text(f"Step {step} of {len(schwarm.game(SHORE).brief)}")
            expect(page.locator("#guide-move")).to_have_text(re.compile("^Try .*" + (kinds and f"The ({kinds}) on")))
            start, to = (page.locator("#guide-move").inner_text().split(",")[0].removeprefix("Try ")).split("-")
            reader.move(start, to)
        # Blue's tower captures, and with the second amber the game is won.
        reader.go(f"/play?{urlencode({'game': SHORE, 'position': '8/8/8/4s+3/3M4/8/8/7R 1 0:1'})}")
        page.locator("#level").fill("1")
        reader.choose("side", "blue")
        reader.press("button[type=submit]")
        page.wait_for_url("**/game/*")
        reader.wait_for_turn()
        reader.move("e5", "d4")
        expect(page.locator("#graph-block")).to_be_visible()
        reader.go("/learn")
        expect(page.locator('[data-level="1"] [data-beaten]')).to_have_text("✓ beaten in Ostseeschach 2022")
        page.click('[data-level="1"] a')
        expect(page.locator("#level-shown")).to_have_text("1: Roe")
        expect(page.locator("#level-about")).to_have_text("Plays almost anything: for your very first game.")
        expect(page.locator("#level-beaten")).to_be_hidden()
        reader.choose("game", SHORE)
        expect(page.locator("#level-beaten")).to_be_visible()
