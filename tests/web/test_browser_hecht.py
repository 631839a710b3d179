"""Hecht thinks in the browser: the server is not asked, the page goes on, and the switch stays as it was left."""

import re
from operator import sub

import pytest
from playwright.sync_api import Browser, Page, expect

import schwarm
from known_games import known_games
from patience import until
from quantity import quantity
from schwarm.engine import Engine, Limit, Verdict, review
from schwarm.web.study.examples import read_record
from web.arena import Arena
from web.browsing import WITHOUT_CORE, person

pytestmark = [pytest.mark.slow, pytest.mark.core]

WRONG = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)
DEPTH = 5


def hear_questions(page: Page) -> list[str]:
    """What the page asks the server's engine, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/v1/analysis" in request.url else None)
    return asked


@pytest.mark.parametrize("game", known_games()[: quantity(1, 3)])
def test_the_browser_finds_what_the_engine_finds(browser: Browser, arena: Arena, game: str) -> None:
    known = schwarm.game(game)
    state = known.start(5)
    with person(browser, arena.address) as reader:
        page = reader.page
        asked = hear_questions(page)
        reader.go(f"/analysis?game={game}&position={state}")
        reader.game.engine.check(force=True)
        expect(reader.game.engine_lines).to_have_count(3)
        until(lambda: reader.game.depth >= DEPTH, what="the depth")
        move, *pv = reader.game.engine_variations.first.inner_text().split()
        reader.game.engine.uncheck(force=True)
        assert not asked
    for each in (move, *pv):
        state = state.play(known.parse_move(each))
    # Somebody who thinks that long may differ in the last ply, not in what is a good move.
    best = Engine(known, seed=1).analyse(known.start(5), Limit(depth=DEPTH), lines=8)
    assert move in [str(line.move) for line in best.lines]


@pytest.mark.thorough
def test_the_switch_remembers_and_the_search_follows_the_board(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        page = reader.page
        asked = hear_questions(page)
        reader.go("/game/example-piranhas-2026")
        reader.game.engine.check(force=True)
        expect(reader.game.engine_lines).to_have_count(3)
        reader.go("/game/example-piranhas-2019")
        expect(reader.game.engine).to_be_checked()
        expect(reader.game.engine_lines).to_have_count(3)
        page.keyboard.press("End")
        expect(reader.game.engine_state).to_have_text("The game is over here.")
        page.keyboard.press("ArrowLeft")
        expect(reader.game.engine_lines.first).to_be_visible()
        reader.game.engine.uncheck(force=True)
        reader.go("/analysis")
        expect(reader.game.engine).not_to_be_checked()
        expect(reader.game.engine_state).to_be_hidden()
        expect(reader.game.engine_lines).to_have_count(0)
        assert not asked


@pytest.mark.thorough
def test_where_the_core_cannot_run_the_server_thinks(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        page = reader.page
        asked = hear_questions(page)
        page.add_init_script(WITHOUT_CORE)
        reader.go("/analysis")
        reader.game.engine.check(force=True)
        expect(reader.game.engine_lines).to_have_count(3)
        assert asked


def test_a_hint_comes_from_the_browser_and_whoever_plays_begins_without_the_engine(
    browser: Browser, arena: Arena
) -> None:
    with person(browser, arena.address) as reader:
        page = reader.page
        hints: list[str] = []
        page.on("request", lambda request: hints.append(request.url) if request.url.endswith("/hint") else None)
        reader.go("/analysis")
        reader.game.engine.check(force=True)
        reader.new_game("piranhas-2026", "greedy")
        expect(reader.game.engine).not_to_be_checked()
        reader.press("Hint")
        expect(reader.board.arrows).to_have_count(1)
        assert not hints


@pytest.mark.thorough
@pytest.mark.parametrize("cores", [2, 4][: quantity(1, 2)])
def test_a_game_is_reviewed_in_the_browser(browser: Browser, arena: Arena, cores: int) -> None:
    """With one worker exactly as the engine does it, with several nearly so."""
    example = schwarm.game("piranhas-2019").example
    assert example is not None
    record = read_record(example)
    with person(browser, arena.address) as reader:
        page = reader.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/review") else None)
        page.add_init_script(f"Object.defineProperty(navigator, 'hardwareConcurrency', {{ get: () => {cores} }})")
        reader.go("/game/example-piranhas-2019")
        reader.press("Analyse the game")
        expect(reader.game.accuracies).to_have_count(2)
        shown = reader.game.accuracies.all_inner_texts()
        assert not asked
    found = review(record, Limit(nodes=60_000))
    counts = [
        [sum(move.verdict is verdict for move in found.moves if move.team is team) for verdict in WRONG]
        for team in schwarm.Team
    ]
    for text, numbers in zip(shown, counts, strict=True):
        _accuracy, *told = (int(number) for number in re.findall(r"\d+", text))
        assert told == numbers if cores == 2 else sum(map(abs, map(sub, told, numbers))) <= 6
