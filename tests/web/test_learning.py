"""Puzzles and one's own mistakes: the page asks, says right or wrong and why, and remembers how far one has come."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

import schwarm
from quantity import quantity
from schwarm.engine.puzzle import Goal, Puzzle, puzzles
from schwarm.games import Move
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, Person, expect, person

pytestmark = [pytest.mark.slow, pytest.mark.core]

PIRANHAS, SHORE = "piranhas-2026", "ostseeschach-2022"
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"


def asked(reader: Person, game: str) -> Puzzle:
    """The puzzle that is on the page."""
    reader.wait_for_turn()
    position = reader.trainer.position
    return next(puzzle for puzzle in puzzles(schwarm.game(game)) if str(puzzle.state) == position)


def try_out(reader: Person, move: Move) -> None:
    reader.move(move.start, move.to)


def try_in_vain(reader: Person, move: Move) -> None:
    """The server does not answer; then the move can be tried again."""
    reader.page.route("**/api/v1/look/**", lambda route: route.fulfill(body=""), times=1)
    try_out(reader, move)
    expect(reader.screen.toast).to_contain_text("The server does not answer")
    reader.wait_for_turn()


def test_puzzles_are_asked_explained_and_remembered(arena: Arena, browser: Browser) -> None:
    with person(browser, arena.address, size=WIDE) as reader:
        page, trainer = reader.page, reader.trainer
        reader.go(f"/learn/{PIRANHAS}")
        puzzle = asked(reader, PIRANHAS)
        wrong = next(move for move in puzzle.state.legal_moves() if move != puzzle.move)
        try_in_vain(reader, wrong)
        try_out(reader, wrong)
        expect(trainer.verdict).to_have_text("Not that one.")
        expect(trainer.reason).not_to_be_empty()
        # It is said aloud, and only once.
        expect(reader.screen.spoken).to_have_text(f"Not that one. {trainer.reason.inner_text()}")
        assert not reader.screen.speaks_by_itself(trainer.verdict)
        assert not reader.screen.speaks_by_itself(trainer.reason)
        reader.press("Try again")
        reader.wait_for_turn()
        reader.press("Hint")
        reader.wait_for_target(puzzle.move.to)
        reader.hit(puzzle.move.to)
        expect(trainer.verdict).to_have_text("Right!")
        expect(trainer.reason).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        # The first puzzles are won soon, and it is said how.
        expect(trainer.line_end).to_contain_text(" wins: ")
        before, after = trainer.next_beside_line_end()
        assert before == after
        if len(puzzle.line) > 1:
            trainer.line.nth(1).click()
            expect(trainer.line.nth(1)).to_have_attribute("aria-pressed", "true")
        # It was not found at the first try.
        expect(trainer.streak).to_have_text("0")
        for solved in (1, 2, 3, 4):
            reader.press("Next")
            expect(trainer.answer).to_be_hidden()
            move = asked(reader, PIRANHAS).move
            if solved == 1:
                # A right answer is one without an explanation, too.
                page.route("**/api/v1/explain/**", lambda route: route.fulfill(body=""))
            try_out(reader, move)
            expect(trainer.verdict).to_have_text("Right!")
            expect(trainer.streak).to_have_text(str(solved))
            page.unroute("**/api/v1/explain/**")
        # After four in a row something harder comes, and a reload forgets nothing.
        reader.press("Next")
        expect(trainer.answer).to_be_hidden()
        assert asked(reader, PIRANHAS).difficulty == 2
        trainer.select("Difficulty", "4: hard")
        expect(trainer.stars(4)).to_have_text("★★★★☆")
        page.reload()
        assert asked(reader, PIRANHAS).difficulty == 4
        expect(trainer.best).to_have_text("4")
        reader.press("Show the solution")
        expect(trainer.verdict).to_contain_text("The solution: ")
        trainer.select("Difficulty", "from your own games")
        expect(trainer.goal).to_contain_text("No puzzles of your own yet.")
        reader.go("/learn")
        expect(reader.learn.card(PIRANHAS)).to_contain_text("4 puzzles solved.")


@pytest.mark.thorough
def test_a_tab_that_was_open_all_the_while_forgets_no_puzzle(arena: Arena, browser: Browser) -> None:
    with person(browser, arena.address) as reader:
        other = Person(reader.page.context.new_page(), arena.address)
        for tab in (other, reader):
            tab.go(f"/learn/{PIRANHAS}")
        try_out(reader, asked(reader, PIRANHAS).move)
        expect(reader.trainer.streak).to_have_text("1")
        other.trainer.select("Difficulty", "3: think first")
        expect(other.trainer.stars(3)).to_have_text("★★★☆☆")
        expect(other.trainer.best).to_have_text("1")
        reader.go("/learn")
        expect(reader.learn.card(PIRANHAS)).to_contain_text("1 puzzle solved.")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["piranhas-2019", "ostseeschach-2022"][: quantity(1, 2)])
def test_other_games_have_puzzles_too(arena: Arena, browser: Browser, game: str) -> None:
    with person(browser, arena.address, size=NARROW) as reader:
        trainer = reader.trainer
        if game == "piranhas-2019":
            # A browser that keeps nothing for this page counts as long as the page is open.
            reader.page.add_init_script(BLOCKED)
        reader.go(f"/learn/{game}")
        for solved in (1, 2, 3, 4):
            try_out(reader, asked(reader, game).move)
            expect(trainer.verdict).to_have_text("Right!")
            expect(trainer.streak).to_have_text(str(solved))
            reader.press("Next")
            expect(trainer.answer).to_be_hidden()
        # Whoever enlarges the page reads “4 / 324” on one line.
        reader.screen.resize((640, 430))
        assert trainer.box(trainer.streak).height == trainer.box(trainer.solved).height


def test_mistakes_of_a_game_are_asked_and_kept_as_puzzles(arena: Arena, visitor: Visitor, browser: Browser) -> None:
    game = schwarm.game("ostseeschach-2022")
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.goal is Goal.WIN and puzzle.turns > 1)
    bad = next(move for move in puzzle.state.legal_moves() if move != puzzle.move)
    record = schwarm.Record(puzzle.state).then(bad)
    key = visitor.ask("/api/v1/replays", str(record).encode(), method="POST").json["key"]
    with person(browser, arena.address) as reader:
        screen, trainer = reader.screen, reader.trainer
        reader.go(f"/game/{key}")
        # Whoever presses a button that goes when it is through gets to what comes next.
        screen.button("Analyse the game").press("Enter")
        expect(screen.button("Analyse the game")).to_be_hidden()
        expect(reader.game.chances).to_be_focused()
        screen.button("Make puzzles of them").press("Enter")
        expect(screen.toast).to_contain_text("1 more puzzle waits for you")
        expect(screen.button("Make puzzles of them")).to_be_hidden()
        expect(reader.game.lesson).to_be_focused()
        reader.game.lesson.click()
        reader.page.wait_for_url(f"**/learn/{game.id}?mistakes=")
        reader.wait_for_turn()
        expect(trainer.goal).to_have_text(f"{bad} was played here. Find a better move.")
        expect(trainer.solved).to_have_text("0 / 1")
        try_out(reader, bad)
        expect(trainer.verdict).to_have_text("There is a better one.")
        expect(trainer.solved).to_have_text("0 / 1")
        reader.press("Try again")
        reader.wait_for_turn()
        try_out(reader, puzzle.move)
        expect(trainer.verdict).to_contain_text("Right!")
        expect(trainer.reason).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        reader.press("Keep as a puzzle")
        reader.press("Next")
        expect(trainer.goal).to_have_text("That was all: 0 of 1 found at the first try.")
        reader.go(f"/learn/{game.id}")
        trainer.select("Difficulty", "from your own games")
        expect(trainer.goal).to_have_text(
            re.compile("^(One move is much better than all others|Only one move wins by force)")
        )
        reader.wait_for_turn()
        try_out(reader, puzzle.move)
        expect(trainer.verdict).to_have_text("Right!")


LESSON = """positions => sessionStorage.setItem("mistakes", JSON.stringify({
  game: "ostseeschach-2022", rules: "documents", back: "/",
  mistakes: positions.map((position, place) => ({ position, played: `mistake ${place + 1}` })),
}))"""


@pytest.mark.thorough
def test_no_mistake_is_skipped(arena: Arena, browser: Browser) -> None:
    game = schwarm.game("ostseeschach-2022")
    with person(browser, arena.address, allowed="ERR_FAILED", changed=True) as reader:
        page, trainer = reader.page, reader.trainer
        reader.go("/learn/ostseeschach-2022")
        page.evaluate(LESSON, [str(puzzle.state) for puzzle in puzzles(game)[:3]])
        reader.go("/learn/ostseeschach-2022?mistakes=")
        expect(trainer.goal).to_contain_text("mistake 1 ")
        # By somebody who is impatient, and by a request that fails.
        reader.press("Show the solution")
        trainer.press_next_twice()
        expect(trainer.goal).to_contain_text("mistake 2 ")
        reader.press("Show the solution")
        expect(trainer.next).to_be_visible()
        page.route("**/api/v1/look/**", lambda route: route.abort())
        reader.press("Next")
        expect(reader.screen.toast).to_contain_text("The server does not answer")
        page.unroute("**/api/v1/look/**")
        reader.press("Next")
        expect(trainer.goal).to_contain_text("mistake 3 ")


def play_what_is_suggested(reader: Person) -> None:
    start, to = reader.game.guide_move.inner_text().split(",")[0].removeprefix("Try ").split("-")
    reader.move(start, to)


@pytest.mark.thorough
def test_a_first_game_is_guided_and_a_beaten_level_gets_its_tick(arena: Arena, browser: Browser) -> None:
    game = schwarm.game(PIRANHAS)
    with person(browser, arena.address) as reader:
        page, guided = reader.page, reader.game
        reader.go("/")
        reader.press(reader.learn.first_game(PIRANHAS))
        page.wait_for_url("**/game/*guided*")
        for step, rule in enumerate(game.brief[:2], 1):
            reader.wait_for_turn()
            expect(guided.guide_step).to_have_text(f"Step {step} of {len(game.brief)}")
            expect(guided.guide_rule).to_have_text(str(rule))
            expect(guided.guide_move).to_contain_text("Try ")
            play_what_is_suggested(reader)
        # What a step explains is what it suggests.
        reader.go("/learn")
        reader.press(reader.learn.first_game(SHORE))
        for step, kinds in enumerate(("", "cockle|gull", "starfish|seal"), 1):
            reader.wait_for_turn()
            expect(guided.guide_step).to_have_text(f"Step {step} of {len(schwarm.game(SHORE).brief)}")
            expect(guided.guide_move).to_have_text(re.compile("^Try .*" + (kinds and f"The ({kinds}) on")))
            play_what_is_suggested(reader)
        # Blue's tower captures, and with the second amber the game is won.
        reader.go(f"/play?{urlencode({'game': SHORE, 'position': '8/8/8/4s+3/3M4/8/8/7R 1 0:1'})}")
        reader.form.level.fill("1")
        reader.choose("side", "blue")
        reader.start()
        reader.wait_for_turn()
        reader.move("e5", "d4")
        expect(guided.verdict).to_be_visible()
        reader.go("/learn")
        expect(reader.learn.level(1)).to_contain_text("✓ beaten in Ostseeschach 2022")
        reader.learn.level(1).get_by_role("link").click()
        expect(reader.form.level_shown).to_have_text("1: Roe")
        expect(reader.form.level).to_have_accessible_description("Plays almost anything: for your very first game.")
        expect(reader.form.level_beaten).to_be_hidden()
        reader.choose("game", SHORE)
        expect(reader.form.level_beaten).to_be_visible()
