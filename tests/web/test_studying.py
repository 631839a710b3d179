"""Replay and analysis as a person uses them: files, slider, keys, moves, engine, curve, playing on from a position."""

import base64
import gzip
import json
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload

import schwarm
from patience import until
from quantity import quantity
from schwarm.protocol import replay
from schwarm.web.study import examples
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, WITHOUT_CORE, Person, expect, person
from web.studies import AFTER_END, PLAYED_ON, TEXT

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

SEASONS = [known.id for known in schwarm.all_games()]
WAYS = [pytest.param("de", WIDE, id="German, wide"), pytest.param("en", NARROW, id="English, narrow")]
GAPS_OF_LINES = """() => {
    const lines = document.querySelector("#lines"), depth = document.querySelector("#depth");
    const gap = parseFloat(getComputedStyle(lines).rowGap);
    return [lines.getBoundingClientRect().top - depth.getBoundingClientRect().bottom, gap];
}"""


def files(replays: Path, folder: Path, season: str) -> tuple[schwarm.Record, Path]:
    record = schwarm.Record.parse((replays / f"{season}.txt").read_text())
    path = folder / f"{season}.xml"
    path.write_text(replay.write(record))
    return record, path


@pytest.mark.parametrize("season", SEASONS[: quantity(1, 3)])
def test_a_replay_file_is_opened_and_stepped_through(
    browser: Browser, arena: Arena, replays: Path, tmp_path: Path, season: str
) -> None:
    record, path = files(replays, tmp_path, season)
    with person(browser, arena.address, lang="en", allowed="status of 400") as reader:
        reader.go("/games")
        reader.page.locator("#file").set_input_files(
            {"name": "x.xml", "mimeType": "text/xml", "buffer": b"<nonsense/>"}
        )
        expect(reader.page.locator("#error")).to_contain_text("This is not a replay")
        reader.page.locator("#file").set_input_files(path)
        reader.page.wait_for_url("**/game/file-*")
        expect(reader.page.locator(".ply")).to_have_count(len(record.moves))
        assert reader.plies == [str(played.move) for played in record.moves]
        expect(reader.state_line()).to_have_text(re.compile("wins|draw"))
        page, keys = reader.page, reader.page.keyboard
        current = page.locator(".ply[aria-current] > span").first
        expect(current).to_have_text(reader.plies[-1])
        keys.press("ArrowLeft")
        expect(current).to_have_text(reader.plies[-2])
        keys.press("Home")
        expect(page.locator(".ply[aria-current]")).to_have_count(0)
        assert f"turn={record.start.turn}" in page.url
        keys.press("ArrowRight")
        expect(current).to_have_text(reader.plies[0])
        page.locator("#slider").fill("10")
        expect(current).to_have_text(reader.plies[9])
        page.locator(".ply").nth(4).click()
        expect(current).to_have_text(reader.plies[4])
        # The address is the place: whoever opens it sees the same position.
        page.reload()
        expect(current).to_have_text(reader.plies[4])
        page.locator(".ply").nth(len(record.moves) - 8).click()
        page.locator("#state-line").click()
        keys.press("9")
        # Space would press the button that has the focus.
        page.evaluate("document.activeElement.blur()")
        keys.press(" ")
        expect(current).to_have_text(reader.plies[-1])
        keys.press("f")
        squares = page.locator(".square-cell")
        expect(squares.first).to_have_attribute("data-square", "J0" if "piranhas" in season else "h1")
        keys.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_role("button", name="Close").click()
        # Moves after the end are shown, but not in silence.
        expect(page.locator("#after-end")).to_be_hidden()
        reader.go("/games")
        page.locator("#file").set_input_files({"name": "x", "mimeType": "text/plain", "buffer": PLAYED_ON.encode()})
        expect(page.locator("#after-end")).to_have_text(AFTER_END)


DROP = """data => {
    const carried = new DataTransfer();
    carried.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], "game"));
    const dropped = {dataTransfer: carried, bubbles: true, cancelable: true};
    document.dispatchEvent(new DragEvent("dragover", dropped));
    document.dispatchEvent(new DragEvent("drop", dropped));
}"""


def test_dropping_files_of_every_kind_and_season(browser: Browser, arena: Arena, replays: Path, tmp_path: Path) -> None:
    with person(browser, arena.address, size=NARROW, lang="de", allowed="status of 400") as reader:
        for season, kinds in zip(SEASONS, (("xml", "gz"), ("gz", "txt"), ("gz",)), strict=True):
            record, path = files(replays, tmp_path, season)
            written = {"xml": path.read_bytes(), "gz": gzip.compress(path.read_bytes()), "txt": str(record).encode()}
            for kind in kinds:
                reader.go("/games")
                reader.page.evaluate(DROP, base64.b64encode(written[kind]).decode())
                reader.page.wait_for_url("**/game/file-*")
                expect(reader.page.locator(".ply")).to_have_count(len(record.moves))
        reader.go("/games")
        reader.page.evaluate(DROP, base64.b64encode(b"no game").decode())
        expect(reader.page.locator("#error")).to_contain_text("Das ist kein Spiel")
        # One of many that is no game keeps no other out.
        contents = {"a.txt": b"no game", "b.txt": TEXT.replace("Red:", "Red: Filou").encode(), "c.txt": b"nor this"}
        reader.page.locator("#file").set_input_files(
            [FilePayload(name=name, mimeType="text/plain", buffer=text) for name, text in contents.items()]
        )
        expect(reader.page.locator(".listed-names", has_text="Filou")).to_have_count(1)
        expect(reader.page.locator("#error")).to_contain_text("a.txt, c.txt: Das ist kein Spiel")


def test_a_replay_with_the_keyboard_alone(browser: Browser, arena: Arena, replays: Path, tmp_path: Path) -> None:
    record, path = files(replays, tmp_path, "ostseeschach-2022")
    with person(browser, arena.address, keyboard=True, size=NARROW, lang="de") as reader:
        page, keys = reader.page, reader.page.keyboard
        # Listening from the beginning: the browser takes a while until it hands over its choosers.
        page.on("filechooser", lambda chooser: chooser.set_files(path))
        reader.go("/games")
        reader.tab_to("#file")
        keys.press("Enter")
        page.wait_for_url("**/game/file-*")
        current = page.locator(".ply[aria-current] > span").first
        for key, place in (("ArrowLeft", -2), ("Home", None), ("ArrowRight", 0), ("End", -1)):
            keys.press(key)
            if place is not None:
                expect(current).to_have_text(str(record.moves[place].move))
        # A move of the list, the slider and the buttons are all within Tab's reach.
        reader.tab_to("#slider")
        keys.press("Home")
        expect(page.locator(".ply[aria-current]")).to_have_count(0)
        reader.tab_to(".ply")
        keys.press("Enter")
        expect(current).to_have_text(str(record.moves[0].move))
        keys.press("e")
        page.wait_for_selector(".lines li")
        # How deep it looked stands no nearer to them than they stand to each other.
        above, between = page.evaluate(GAPS_OF_LINES)
        assert above >= between - 0.1
        keys.press("e")
        expect(page.locator("#engine-view")).to_be_hidden()
        keys.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        assert {"Pos1", "Ende", "Entf", "Eingabe"} <= set(page.locator("#keys kbd").all_inner_texts())
        keys.press("Escape")
        reader.tab_to(".menu > summary")
        keys.press("Enter")
        reader.tab_to("#picture-png")
        with page.expect_download() as saved:
            keys.press("Enter")
        assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_digits_say_how_fast(browser: Browser, arena: Arena) -> None:
    """At 1 a move takes three seconds, at 9 an eighth of one."""
    with person(browser, arena.address, changed=True) as reader:
        page, keys = reader.page, reader.page.keyboard
        page.clock.install()
        reader.go("/game/example-piranhas-2026")
        page.clock.pause_at(time.time() + 3600)
        current = page.locator(".ply[aria-current] > span").first
        keys.press("1")
        keys.press(" ")
        page.clock.run_for(2_900)
        expect(page.locator(".ply[aria-current]")).to_have_count(0)
        page.clock.run_for(200)
        expect(current).to_have_text(reader.plies[0])
        keys.press("9")
        page.clock.run_for(130)
        expect(current).to_have_text(reader.plies[1])
        page.clock.run_for(125 * len(reader.plies))
        expect(current).to_have_text(reader.plies[-1])


def test_what_the_engine_would_play_can_be_tried(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2019?turn=20")
        page = reader.page
        page.locator("#engine").check(force=True)
        page.wait_for_selector(".lines li")
        # The lines change while the engine thinks, so whoever looks clicks at once.
        tried = page.evaluate(
            """played => {
                const buttons = [...document.querySelectorAll(".lines button")];
                const found = buttons.find(({textContent}) => textContent !== played);
                found.click();
                return found.textContent;
            }""",
            reader.plies[20],
        )
        expect(page.locator(".variation .ply > span").last).to_have_text(tried)
        expect(page.locator(".ply[aria-current] > span")).to_have_text(tried)


def test_what_is_tried_in_one_tab_is_there_in_the_other(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        other = Person(reader.page.context.new_page(), arena.address)
        for tab in (reader, other):
            tab.go("/game/example-piranhas-2019?turn=20")
        played, tried = reader.plies, []
        for number, tab in enumerate((reader, other, reader)):
            tab.page.bring_to_front()
            tab.page.locator(".ply:not(.variation *)").nth(4 * number).click()
            expect(tab.page.locator(".ply[aria-current] > span").first).to_have_text(played[4 * number])
            tried.append("-".join(tab.move_somewhere(number + 3)))
            for each in (reader, other):
                expect(each.page.locator(".variation")).to_have_count(number + 1)
        expect(other.page.locator(".ply[aria-current] > span").first).to_have_text(tried[1])
        # What is said stays too, and what is deleted is deleted in both; whoever was there is at the move before.
        other.page.bring_to_front()
        other.page.keyboard.press("c")
        other.page.locator("#tree-note").fill("better")
        expect(reader.page.locator("#moves")).to_contain_text("better")
        reader.page.bring_to_front()
        reader.page.locator(".variation .ply").nth(1).click()
        reader.page.locator("[data-tree=remove]").click()
        expect(other.page.locator(".variation")).to_have_count(2)
        expect(other.page.locator(".ply[aria-current] > span").first).to_have_text(played[4])
        reader.page.reload()
        expect(reader.page.locator(".variation")).to_have_count(2)
        assert not other.complaints


@pytest.mark.parametrize(("lang", "size"), WAYS[: quantity(1, 2)])
def test_the_engine_explains_a_game(browser: Browser, arena: Arena, lang: str, size) -> None:
    with person(browser, arena.address, lang=lang, size=size) as reader:
        reader.go("/game/example-ostseeschach-2022")
        page = reader.page
        expect(page.locator("#note")).to_have_text(
            re.compile("Der Preis eines Bernsteins" if lang == "de" else "The price of an amber")
        )
        page.locator("#review").click()
        page.wait_for_selector(".graph .curve", state="attached")
        expect(page.locator("#verdicts")).to_contain_text("Fehler" if lang == "de" else "mistake")
        verdicts = page.locator("#verdicts .side").all_inner_texts()
        assert [line.split(":")[0] for line in verdicts] == (["Rot", "Blau"] if lang == "de" else ["Red", "Blue"])
        expect(page.locator("#announce")).to_contain_text("; ".join(verdicts))
        marked = page.locator(".ply .mark:is(.mistake, .blunder)")
        if marked.count():
            page.keyboard.press("n")
            expect(page.locator(".ply[aria-current] .mark:is(.mistake, .blunder)")).to_have_count(1)
        expect(page.locator("#bar")).to_be_visible()
        expect(page.locator("#bar")).to_have_attribute("aria-label", re.compile(r"\d+ %"))
        # The curve is a second slider, for the mouse and for keys.
        page.locator("#graph").click(position={"x": 2, "y": 20})
        expect(page.locator(".ply[aria-current]")).to_have_count(0)
        page.locator("#graph").press("ArrowRight")
        expect(page.locator(".ply[aria-current]")).to_have_count(1)
        # The engine thinks about the position that is shown: lines and arrows.
        page.locator("#engine").check(force=True)
        page.wait_for_selector(".lines li")
        page.wait_for_selector(".sw-arrow", state="attached")
        first = page.locator(".lines li button").first.inner_text()
        assert re.fullmatch("[a-h][1-8]-[a-h][1-8]", first)
        page.locator("#engine").uncheck(force=True)
        expect(page.locator(".sw-arrow")).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), WAYS[quantity(1, 0) :])
def test_from_mistake_to_mistake_with_what_was_better(browser: Browser, arena: Arena, lang: str, size) -> None:
    verdicts = {3: "mistake", 8: "inaccuracy", 11: "blunder", 20: "mistake"}
    example = schwarm.game("ostseeschach-2022").example
    assert example is not None
    best = [state.legal_moves()[0] for state in examples.read_record(example).states()]
    moves = [
        {"turn": turn, "best": str(move), "from": move.start, "to": move.to, "verdict": verdicts.get(turn, "good")}
        for turn, move in enumerate(best[:30])
    ]
    told = json.dumps({"chances": [0.5] * 31, "moves": moves})
    with person(browser, arena.address, lang=lang, size=size) as reader:
        page, better, arrow = reader.page, reader.page.locator("#better"), reader.page.locator(".sw-arrow")
        # What the engine finds depends on the machine; how it is shown does not. So this browser cannot think.
        page.add_init_script(WITHOUT_CORE)
        body = f"event: review\ndata: {told}\n\n"
        page.route("**/review", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
        reader.go("/game/example-ostseeschach-2022?turn=999")
        page.locator("#review").click()
        page.wait_for_selector(".graph .curve", state="attached")
        marked = page.locator(".ply:has(.mark:is(.mistake, .blunder))")
        expect(marked).to_have_count(3)
        # After the last one comes the first, and the other way round.
        for key, place in (("n", 0), ("n", 1), ("n", 2), ("n", 0), ("p", 2), ("p", 1)):
            page.keyboard.press(key)
            expect(marked.nth(place)).to_have_attribute("aria-current", "true")
            expect(arrow).to_have_count(1)
        # Phones have no keys.
        page.locator("[data-mistake='1']").click()
        expect(marked.nth(2)).to_have_attribute("aria-current", "true")
        page.locator("[data-mistake='-1']").click()
        expect(marked.nth(1)).to_have_attribute("aria-current", "true")
        was = "Grober Fehler: {} war besser. Probier es aus" if lang == "de" else "Blunder: {} was better. Try it"
        expect(better).to_have_text(was.format(best[11]))
        page.locator(".ply:has(.inaccuracy)").click()
        expect(better).to_contain_text(f"Ungenauigkeit: {best[8]}" if lang == "de" else f"Inaccuracy: {best[8]}")
        page.keyboard.press("ArrowRight")
        expect(better).to_be_hidden()
        expect(arrow).to_have_count(0)
        page.keyboard.press("n")
        expect(better).to_have_text(was.format(best[11]))
        better.locator("button").click()
        expect(page.locator(".variation .ply[aria-current] > span")).to_have_text(str(best[11]))


def test_playing_on_from_a_position_of_a_game(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2026?turn=22")
        text = reader.page.evaluate("document.querySelector('.ply[aria-current]').textContent")
        assert text
        reader.page.locator("#from-here").click()
        reader.page.wait_for_url("**/play?*")
        reader.choose("opponent", "greedy")
        reader.press("button[type=submit]")
        reader.page.wait_for_url("**/game/*")
        expect(reader.state_line()).to_have_text("It is your turn.")
        reader.move_somewhere()
        expect(reader.page.locator(".round").first).to_have_text("12.")


def test_saving_and_pictures(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2019")
        for name, begins in ((".xml)", b"<protocol"), (".txt)", b"Game: "), (".svg)", b"<svg"), (".png)", b"\x89PNG")):
            reader.page.locator("summary", has_text="Save").click()
            with reader.page.expect_download() as saved:
                reader.page.locator(".menu-list a", has_text=name).first.click()
            assert Path(saved.value.path()).read_bytes().startswith(begins)
            reader.page.keyboard.press("Escape")
        # Where the browser keeps the clipboard to itself, copying leaves the keyboard where it was.
        reader.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
        reader.page.locator("#copy-position").press("Enter")
        expect(reader.page.locator(".toast")).to_have_text("Copied.")
        expect(reader.page.locator("#copy-position")).to_be_focused()


def test_a_position_of_ones_own(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, allowed="status of 400") as reader:
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F2S5%2F8%2F8%2F8%2F8%2F8%2F8+0+0%3A0")
        reader.wait_for_turn()
        reader.move("c7", "c8")
        expect(reader.page.locator("#text")).to_have_value("5r2/8/8/8/8/8/8/8 1 1:0")
        reader.page.keyboard.press("ArrowLeft")
        reader.page.locator("#text").fill("<script>alert(1)</script>")
        reader.page.locator("#set-up button[type=submit]").click()
        expect(reader.page.locator("#error")).to_contain_text("The position")
        # Blue takes the second amber, and nothing comes after that.
        reader.go("/analysis?game=ostseeschach-2022&position=8%2F8%2F8%2F4s%2B3%2F3M4%2F8%2F8%2F7R+1+0%3A1")
        reader.page.locator("label.switch").click()
        expect(reader.page.locator("#announce")).to_have_text("Best move e5-d4: Red 0 %.")
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F8%2F8%2F8%2F8%2F8%2F8%2F8+2+2%3A0")
        expect(reader.state_line()).to_contain_text("Red wins")


@pytest.mark.parametrize("path", ["/analysis", "/editor"])
def test_whoever_goes_back_finds_the_game_of_that_page_chosen(browser: Browser, arena: Arena, path: str) -> None:
    with person(browser, arena.address) as reader:
        page = reader.page
        reader.go(f"{path}?game=ostseeschach-2022")
        for game in ("piranhas-2019", "piranhas-2026"):
            expect(page.locator("#text")).not_to_have_value("")
            page.locator("#which").select_option(game)
            page.wait_for_url(f"**{path}?game={game}*")
        for game in ("piranhas-2019", "ostseeschach-2022"):
            page.go_back()
            expect(page.locator("h1")).to_contain_text(schwarm.game(game).title)
            expect(page.locator("#which")).to_have_value(game)


def test_rules_can_be_tried_with_the_keyboard(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, keyboard=True, size=NARROW) as reader:
        reader.go("/rules/ostseeschach-2022")
        reader.press(".lesson[data-position^='5r2']")
        expect(reader.page.locator("#why")).to_contain_text("The starfish steps onto the opponent's start line")
        reader.walk_to("c7")
        reader.page.keyboard.press("Enter")
        reader.walk_to("c8")
        expect(reader.page.locator("#why")).not_to_contain_text("the opponent's start line")
        reader.page.keyboard.press("Enter")
        expect(reader.cell("c7")).to_have_attribute("aria-label", "c7: empty")


def test_rules_can_be_tried(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, lang="de") as reader:
        reader.go("/rules/piranhas-2026")
        reader.page.locator(".lesson").nth(1).click()
        expect(reader.cell("E4")).to_have_attribute("aria-label", re.compile("blauer Fisch"))
        reader.move("C4", "E4")
        expect(reader.cell("E4")).to_have_attribute("aria-label", re.compile("roter Fisch"))
        reader.page.locator("#back").click()
        expect(reader.cell("C4")).to_have_attribute("aria-label", re.compile("roter Fisch"))


def test_the_first_day_is_not_empty(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/")
        expect(reader.page.locator("#stage-title")).to_contain_text("Hecht")
        reader.page.wait_for_selector("#stage .sw-last-to", state="attached")
        expect(reader.page.locator(".link-card")).to_have_count(3)
        reader.page.locator("#stage-link").click()
        reader.page.wait_for_url("**/game/exhibition**")
        expect(reader.page.locator(".strip .who").first).to_contain_text("Hecht")
        before = reader.page.locator(".ply").count()
        expect(reader.page.locator(".ply").nth(before)).to_be_attached()


def test_the_address_of_the_exhibition_begins_it(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        facts = Visitor(arena.page_port).facts("exhibition")
        assert facts["live"]
        assert all(name.startswith("Hecht") for name in facts["names"])


def test_a_game_against_hecht_level_3_to_its_end(browser: Browser, arena: Arena) -> None:
    example = schwarm.game("piranhas-2019").example
    assert example is not None
    with person(browser, arena.address) as anna:
        # From the last rounds of a game, unless there is time for a whole one.
        begin = quantity(len(examples.read_record(example).moves) // 2 * 2 - 12, 0)
        anna.go(f"/play?from=example-piranhas-2019&turn={begin}")
        anna.choose("opponent", "hecht")
        anna.page.locator("#level").fill("3")
        anna.press("button[type=submit]")
        anna.page.wait_for_url("**/game/*")
        played = 0
        while anna.page.locator(".board.may-move").count() or not anna.page.locator("[data-act=rematch]").is_visible():
            anna.page.wait_for_selector(".board.may-move .movable, [data-act=rematch]:visible", state="attached")
            if anna.page.locator("[data-act=rematch]").is_visible():
                break
            anna.move_somewhere(played)
            played += 1
            expect(anna.page.locator(".ply").nth(2 * played - 2)).to_be_attached()
            anna.page.wait_for_function(
                "count => document.querySelectorAll('.ply').length >= count"
                "|| !document.querySelector('[data-act=rematch]').hidden",
                arg=2 * played,
            )
        expect(anna.state_line()).to_have_text(re.compile("Hecht, level 3 wins|Red wins|draw"))
        assert played > quantity(0, 5)


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
        assert visitor.ask(f"/api/games/{key}/hint").status == 200
        position = visitor.facts(key)["positions"][0]["text"].replace("/", "%2F").replace(" ", "+")
        analysis = visitor.follow(f"/api/analysis/piranhas-2026?position={position}")
        assert analysis.event("lines")["depth"] >= 1
        hecht = visitor.new_game({"kind": "player", "player": "hecht:level=1"}, {"kind": "person"})
        until(lambda: len(visitor.facts(hecht)["moves"]) == 1)
    finally:
        closing.close()
        process.kill()
        process.communicate()
