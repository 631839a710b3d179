"""Analysis as a person uses it: what the engine thinks, what is tried, and what is there on the first day."""

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import schwarm
from patience import until
from quantity import quantity
from schwarm.web.study import examples
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, WITHOUT_CORE, Person, expect, person

pytestmark = pytest.mark.slow

WAYS = [pytest.param("de", WIDE, id="German, wide"), pytest.param("en", NARROW, id="English, narrow")]


def test_what_the_engine_would_play_can_be_tried(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2019?turn=20")
        reader.game.engine.check(force=True)
        expect(reader.game.engine_lines.nth(1)).to_be_visible()
        tried = reader.game.try_other_than(reader.plies[20])
        expect(reader.game.tried).to_have_text([tried])
        expect(reader.game.current).to_have_text(tried)
        expect(reader.game.current_in_variation).to_have_text(tried)


@pytest.mark.thorough
def test_what_is_tried_in_one_tab_is_there_in_the_other(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        other = Person(reader.page.context.new_page(), arena.address)
        for tab in (reader, other):
            tab.go("/game/example-piranhas-2019?turn=20")
        played, tried = reader.plies, []
        for number, tab in enumerate((reader, other, reader)):
            tab.page.bring_to_front()
            tab.game.main_line.nth(4 * number).click()
            expect(tab.game.current).to_have_text(played[4 * number])
            tried.append("-".join(tab.move_somewhere(number + 3)))
            for each in (reader, other):
                expect(each.game.variations).to_have_count(number + 1)
        expect(other.game.current).to_have_text(tried[1])
        # What is said stays too, and what is deleted is deleted in both; whoever was there is at the move before.
        other.page.bring_to_front()
        other.page.keyboard.press("c")
        other.game.comment.fill("better")
        expect(reader.game.comments).to_have_text("better")
        reader.page.bring_to_front()
        reader.game.tried.nth(1).click()
        reader.press("Delete from this move on")
        expect(other.game.variations).to_have_count(2)
        expect(other.game.current).to_have_text(played[4])
        reader.page.reload()
        expect(reader.game.variations).to_have_count(2)
        assert not other.complaints


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "size"), WAYS[: quantity(1, 2)])
def test_the_engine_explains_a_game(browser: Browser, arena: Arena, lang: str, size) -> None:
    with person(browser, arena.address, lang=lang, size=size) as reader:
        game, board = reader.game, reader.board
        reader.go("/game/example-ostseeschach-2022")
        expect(game.note).to_have_text(
            re.compile("Der Preis eines Bernsteins" if lang == "de" else "The price of an amber")
        )
        reader.press("Analyse the game")
        expect(game.chances).to_be_visible()
        expect(game.accuracy).to_contain_text("Fehler" if lang == "de" else "mistake")
        verdicts = game.accuracies.all_inner_texts()
        assert [line.split(":")[0] for line in verdicts] == (["Rot", "Blau"] if lang == "de" else ["Red", "Blue"])
        expect(reader.screen.spoken).to_contain_text("; ".join(verdicts))
        if game.mistakes.count():
            reader.page.keyboard.press("n")
            expect(game.mistakes.and_(game.current_button)).to_have_count(1)
        expect(game.balance).to_be_visible()
        expect(game.balance).to_have_accessible_name(re.compile(r"\d+ %"))
        # The curve is a second slider, for the mouse and for keys.
        game.chances.click(position={"x": 2, "y": 20})
        expect(game.current).to_have_count(0)
        game.chances.press("ArrowRight")
        expect(game.current_button).to_have_count(1)
        # The engine thinks about the position that is shown: lines and arrows.
        game.engine.check(force=True)
        game.engine_lines.first.wait_for()
        board.arrows.first.wait_for(state="attached")
        assert re.fullmatch("[a-h][1-8]-[a-h][1-8]", game.first_engine_moves.first.inner_text())
        game.engine.uncheck(force=True)
        expect(board.arrows).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), WAYS[quantity(1, 0) :])
def test_from_mistake_to_mistake_with_what_was_better(browser: Browser, arena: Arena, lang: str, size) -> None:
    verdicts = {3: "mistake", 8: "inaccuracy", 11: "blunder", 20: "mistake"}
    example = schwarm.game("ostseeschach-2022").example
    assert example is not None
    best = [state.legal_moves()[0] for state in islice(examples.read_record(example).states(), 30)]
    moves = [
        {"turn": turn, "best": str(move), "from": move.start, "to": move.to, "verdict": verdicts.get(turn, "good")}
        for turn, move in enumerate(best)
    ]
    told = json.dumps({"chances": [0.5] * 31, "moves": moves})
    with person(browser, arena.address, lang=lang, size=size) as reader:
        page, game, arrow = reader.page, reader.game, reader.board.arrows
        # What the engine finds depends on the machine; how it is shown does not. So this browser cannot think.
        page.add_init_script(WITHOUT_CORE)
        body = f"event: review\ndata: {told}\n\n"
        page.route("**/review", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
        reader.go("/game/example-ostseeschach-2022?turn=999")
        reader.press("Analyse the game")
        expect(game.chances).to_be_visible()
        marked = game.mistakes
        expect(marked).to_have_count(3)
        # After the last one comes the first, and the other way round.
        for key, place in (("n", 0), ("n", 1), ("n", 2), ("n", 0), ("p", 2), ("p", 1)):
            page.keyboard.press(key)
            expect(marked.nth(place)).to_have_attribute("aria-current", "true")
            expect(arrow).to_have_count(1)
        # Phones have no keys.
        reader.press("Next mistake")
        expect(marked.nth(2)).to_have_attribute("aria-current", "true")
        reader.press("Previous mistake")
        expect(marked.nth(1)).to_have_attribute("aria-current", "true")
        was = "Grober Fehler: {} war besser. Probier es aus" if lang == "de" else "Blunder: {} was better. Try it"
        expect(game.better).to_have_text(was.format(best[11]))
        game.inaccuracies.click()
        expect(game.better).to_contain_text(f"Ungenauigkeit: {best[8]}" if lang == "de" else f"Inaccuracy: {best[8]}")
        page.keyboard.press("ArrowRight")
        expect(game.better).to_be_hidden()
        expect(arrow).to_have_count(0)
        page.keyboard.press("n")
        expect(game.better).to_have_text(was.format(best[11]))
        reader.press("Try it")
        expect(game.current_in_variation).to_have_text(str(best[11]))


def test_the_first_day_is_not_empty(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        home, game = reader.home, reader.game
        reader.go("/")
        expect(home.stage_title).to_contain_text("Hecht")
        home.stage_board.last_to.wait_for(state="attached")
        expect(home.games_to_learn_from).to_have_count(3)
        reader.press(reader.screen.link("Look closer"))
        reader.page.wait_for_url("**/game/exhibition**")
        for side in ("Red", "Blue"):
            expect(game.name(side)).to_contain_text("Hecht")
        before = game.moves.count()
        expect(game.moves.nth(before)).to_be_attached()


@pytest.mark.thorough
def test_the_address_of_the_exhibition_begins_it(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        facts = Visitor(arena.page_port).facts("exhibition")
        assert facts["live"]
        assert all(name.startswith("Hecht") for name in facts["names"])


@pytest.mark.thorough
def test_a_game_against_hecht_level_3_to_its_end(browser: Browser, arena: Arena) -> None:
    example = schwarm.game("piranhas-2019").example
    assert example is not None
    with person(browser, arena.address) as anna:
        # From the last rounds of a game, unless there is time for a whole one.
        begin = quantity(len(examples.read_record(example).moves) // 2 * 2 - 12, 0)
        anna.go(f"/play?from=example-piranhas-2019&turn={begin}")
        anna.choose("opponent", "hecht")
        anna.form.level.fill("3")
        anna.start()
        played, again = 0, anna.screen.button("Play again")
        while True:
            expect(anna.board.waiting_pieces.or_(again).first).to_be_attached()
            if again.is_visible():
                break
            anna.move_somewhere(played)
            played += 1
            expect(anna.game.moves.nth(2 * played - 2)).to_be_attached()
            expect(anna.game.moves.nth(2 * played - 1).or_(again).first).to_be_visible()
        expect(anna.state_line()).to_have_text(re.compile("Hecht, level 3 wins|Red wins|draw"))
        assert played > quantity(0, 5)


@pytest.mark.thorough
def test_without_the_core_the_engine_thinks_in_python_and_says_so(tmp_path: Path) -> None:
    program = (
        "import schwarm.core; schwarm.core.available = False\n"
        "from schwarm.cli import main\n"
        f"main(['serve', '--port', '0', '--page-port', '0', '--data', {str(tmp_path)!r}, '--lang', 'en'])"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    closing = ExitStack()
    try:
        assert process.stdout
        port = next(int(line.rstrip("/\n").rpartition(":")[2]) for line in process.stdout if "http://" in line)
        visitor = Visitor(port)
        closing.callback(visitor.close)
        for path in ("/analysis", "/game/example-piranhas-2026"):
            assert "Hecht searches Piranhas 2026 in Python here" in visitor.ask(path).text
        key = visitor.new_game({"kind": "person"}, {"kind": "player", "player": "greedy"})
        assert visitor.ask(f"/api/v1/games/{key}/hint").status == 200
        position = visitor.facts(key)["positions"][0]["text"].replace("/", "%2F").replace(" ", "+")
        analysis = visitor.follow(f"/api/v1/analysis/piranhas-2026?position={position}")
        assert analysis.event("lines")["depth"] >= 1
        hecht = visitor.new_game({"kind": "player", "player": "hecht:level=1"}, {"kind": "person"})
        until(lambda: len(visitor.facts(hecht)["moves"]) == 1)
    finally:
        closing.close()
        process.kill()
        process.communicate()
