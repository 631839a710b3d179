"""Replays as a person uses them: files, slider, keys, moves, speed, what is saved of them."""

import base64
import gzip
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload

import schwarm
from quantity import quantity
from schwarm.protocol import replay
from web.arena import Arena
from web.browsing import NARROW, expect, person
from web.studies import AFTER_END, PLAYED_ON, TEXT

pytestmark = pytest.mark.slow

SEASONS = [known.id for known in schwarm.all_games()]


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
        page, keyboard, game, current = reader.page, reader.page.keyboard, reader.game, reader.game.current
        reader.go("/games")
        reader.home.file.set_input_files({"name": "x.xml", "mimeType": "text/xml", "buffer": b"<nonsense/>"})
        expect(reader.screen.error).to_contain_text("This is not a replay")
        reader.home.file.set_input_files(path)
        page.wait_for_url("**/game/file-*")
        expect(game.moves).to_have_count(len(record.moves))
        assert reader.plies == [str(played.move) for played in record.moves]
        expect(game.state).to_have_text(re.compile("wins|draw"))
        expect(current).to_have_text(reader.plies[-1])
        keyboard.press("ArrowLeft")
        expect(current).to_have_text(reader.plies[-2])
        keyboard.press("Home")
        expect(current).to_have_count(0)
        assert f"turn={record.start.turn}" in page.url
        keyboard.press("ArrowRight")
        expect(current).to_have_text(reader.plies[0])
        game.slider.fill("10")
        expect(current).to_have_text(reader.plies[9])
        game.moves.nth(4).click()
        expect(current).to_have_text(reader.plies[4])
        # The address is the place: whoever opens it sees the same position.
        page.reload()
        expect(current).to_have_text(reader.plies[4])
        game.moves.nth(len(record.moves) - 8).click()
        game.state.click()
        keyboard.press("9")
        # Space would press the button that has the focus.
        page.evaluate("document.activeElement.blur()")
        keyboard.press(" ")
        expect(current).to_have_text(reader.plies[-1])
        keyboard.press("f")
        corner = "J0" if "piranhas" in season else "h1"
        expect(reader.board.cells.first).to_have_accessible_name(re.compile(f"^{corner}:"))
        keyboard.press("?")
        expect(game.find("dialog", "Keys")).to_be_visible()
        reader.press("Close")
        # Moves after the end are shown, but not in silence.
        expect(game.after_end).to_be_hidden()
        reader.go("/games")
        reader.home.file.set_input_files({"name": "x", "mimeType": "text/plain", "buffer": PLAYED_ON.encode()})
        expect(game.after_end).to_have_text(AFTER_END)


DROP = """data => {
    const carried = new DataTransfer();
    carried.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], "game"));
    const dropped = {dataTransfer: carried, bubbles: true, cancelable: true};
    document.dispatchEvent(new DragEvent("dragover", dropped));
    document.dispatchEvent(new DragEvent("drop", dropped));
}"""


def test_dropping_files_of_every_kind_and_season(browser: Browser, arena: Arena, replays: Path, tmp_path: Path) -> None:
    with person(browser, arena.address, size=NARROW, lang="de", allowed="status of 400") as reader:
        kinds_of = [("xml", "gz"), ("gz", "txt"), ("gz",)]
        for season, kinds in list(zip(SEASONS, kinds_of, strict=True))[: quantity(1, 3)]:
            record, path = files(replays, tmp_path, season)
            written = {"xml": path.read_bytes(), "gz": gzip.compress(path.read_bytes()), "txt": str(record).encode()}
            for kind in kinds:
                reader.go("/games")
                reader.page.evaluate(DROP, base64.b64encode(written[kind]).decode())
                reader.page.wait_for_url("**/game/file-*")
                expect(reader.game.moves).to_have_count(len(record.moves))
        reader.go("/games")
        reader.page.evaluate(DROP, base64.b64encode(b"no game").decode())
        expect(reader.screen.error).to_contain_text("Das ist kein Spiel")
        # One of many that is no game keeps no other out.
        contents = {"a.txt": b"no game", "b.txt": TEXT.replace("Red:", "Red: Filou").encode(), "c.txt": b"nor this"}
        reader.home.file.set_input_files(
            [FilePayload(name=name, mimeType="text/plain", buffer=text) for name, text in contents.items()]
        )
        expect(reader.home.listed("Filou")).to_have_count(1)
        expect(reader.screen.error).to_contain_text("a.txt, c.txt: Das ist kein Spiel")


@pytest.mark.thorough
def test_a_replay_with_the_keyboard_alone(browser: Browser, arena: Arena, replays: Path, tmp_path: Path) -> None:
    record, path = files(replays, tmp_path, "ostseeschach-2022")
    with person(browser, arena.address, keyboard=True, size=NARROW, lang="de") as reader:
        page, keyboard, game, current = reader.page, reader.page.keyboard, reader.game, reader.game.current
        # Listening from the beginning: the browser takes a while until it hands over its choosers.
        page.on("filechooser", lambda chooser: chooser.set_files(path))
        reader.go("/games")
        reader.tab_to(reader.home.file)
        keyboard.press("Enter")
        page.wait_for_url("**/game/file-*")
        for key, place in (("ArrowLeft", -2), ("Home", None), ("ArrowRight", 0), ("End", -1)):
            keyboard.press(key)
            if place is not None:
                expect(current).to_have_text(str(record.moves[place].move))
        # A move of the list, the slider and the buttons are all within Tab's reach.
        reader.tab_to(game.slider)
        keyboard.press("Home")
        expect(current).to_have_count(0)
        reader.tab_to(game.moves)
        keyboard.press("Enter")
        expect(current).to_have_text(str(record.moves[0].move))
        keyboard.press("e")
        game.engine_lines.first.wait_for()
        # How deep it looked stands no nearer to them than they stand to each other.
        above, between = game.gaps_of_engine_lines()
        assert above >= between - 0.1
        keyboard.press("e")
        expect(game.engine_state).to_be_hidden()
        keyboard.press("?")
        expect(game.find("dialog", "Keys")).to_be_visible()
        assert {"Pos1", "Ende", "Entf", "Eingabe"} <= set(game.keys.all_inner_texts())
        keyboard.press("Escape")
        reader.press(game.menu("Save"))
        reader.tab_to(reader.screen.link("Picture of the position (.png)"))
        with page.expect_download() as saved:
            keyboard.press("Enter")
        assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_digits_say_how_fast(browser: Browser, arena: Arena) -> None:
    """At 1 a move takes three seconds, at 9 an eighth of one."""
    with person(browser, arena.address, changed=True) as reader:
        page, keyboard = reader.page, reader.page.keyboard
        page.clock.install()
        reader.go("/game/example-piranhas-2026")
        page.clock.pause_at(time.time() + 3600)
        current = reader.game.current
        keyboard.press("1")
        keyboard.press(" ")
        page.clock.run_for(2_900)
        expect(current).to_have_count(0)
        page.clock.run_for(200)
        expect(current).to_have_text(reader.plies[0])
        keyboard.press("9")
        page.clock.run_for(130)
        expect(current).to_have_text(reader.plies[1])
        page.clock.run_for(125 * len(reader.plies))
        expect(current).to_have_text(reader.plies[-1])


def test_saving_and_pictures(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2019")
        for name, begins in (
            ("Replay of the season (.xml)", b"<protocol"),
            ("Record text (.txt)", b"Game: "),
            ("Picture of the position (.svg)", b"<svg"),
            ("Picture of the position (.png)", b"\x89PNG"),
        ):
            reader.press(reader.game.menu("Save"))
            with reader.page.expect_download() as saved:
                reader.press(reader.screen.link(name))
            assert Path(saved.value.path()).read_bytes().startswith(begins)
            reader.page.keyboard.press("Escape")
        # Where the browser keeps the clipboard to itself, copying leaves the keyboard where it was.
        reader.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
        copy = reader.screen.button("Copy the position")
        copy.press("Enter")
        expect(reader.screen.toast).to_have_text("Copied.")
        expect(copy).to_be_focused()
