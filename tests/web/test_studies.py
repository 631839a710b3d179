"""Studies: a game with variations and remarks under a link, changed by whoever has the secret."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from quantity import quantity
from schwarm.games.record import Record
from schwarm.web.settings import Bounds, PageSettings
from schwarm.web.shell.access import Access
from schwarm.web.shell.access import Visitor as Guest
from schwarm.web.site.writer import write_site
from web.arena import Visitor
from web.browsing import Person, expect, person
from web.plain_host import serve
from web.studies import TEXT

pytestmark = [pytest.mark.slow, pytest.mark.sampled]


def test_a_study_is_saved_read_changed_and_taken_away(visitor: Visitor) -> None:
    visitor.ask("/")
    made = visitor.ask("/api/studies", {"text": TEXT})
    assert made.status == 201, made.text
    key, secret = made.json["key"], made.json["secret"]
    assert made.json["title"] == "Two ways"
    assert visitor.ask(f"/api/studies/{key}").json == {"key": key, "text": TEXT, "version": 1}
    assert secret not in visitor.ask(f"/api/studies/{key}").text
    assert visitor.ask(f"/study/{key}/download.txt").text == TEXT
    longer = TEXT + "A5-C5\n"
    change = {"text": longer, "secret": secret, "version": 1}
    for wrong in ({"secret": "guess"}, {"secret": ""}):
        refused = visitor.ask(f"/api/studies/{key}", change | wrong)
        assert (refused.status, refused.error) == (
            403,
            "Only whoever has the link for editing can change this study.",
        )
    assert visitor.ask(f"/api/studies/{key}", change | {"version": "1"}).status == 400
    for _ in range(2):
        # Whoever did not hear the answer asks once more.
        assert visitor.ask(f"/api/studies/{key}", change).json == {"version": 2}
    late = visitor.ask(f"/api/studies/{key}", change | {"text": TEXT})
    assert (late.status, late.error) == (
        409,
        "Somebody else has changed this study; load it again or save yours as a new one.",
    )
    assert visitor.ask(f"/api/studies/{key}").json["text"] == longer
    # Whoever runs the page, here everybody at this machine, may remove what others saved.
    assert visitor.ask(f"/api/studies/{key}/remove", {}).status == 200
    gone = visitor.ask(f"/api/studies/{key}")
    assert (gone.status, gone.error) == (404, "There is no such study here; it may have been removed.")


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 400, "“text” is missing or invalid."),
        ({"text": TEXT.replace("B0-B2", "B0-B3")}, 400, "Line 12: B0 moves 2 squares"),
        ({"text": TEXT + "("}, 400, "Line 13: This variation is never closed"),
        ({"text": "hello"}, 400, "This is not a game"),
        ({"text": TEXT + "; x" * 40_000}, 400, "“text” is missing or invalid."),
        ({"text": TEXT + "; x" * 120_000}, 413, "That is larger than 300 kilobytes"),
    ],
)
def test_what_is_not_a_study_is_refused(visitor: Visitor, fields: dict[str, str], status: int, sentence: str) -> None:
    answer = visitor.ask("/api/studies", fields)
    assert answer.status == status
    assert sentence in answer.error


def test_studies_are_counted_by_the_hour() -> None:
    access = Access(PageSettings(token="x", bounds=Bounds(studies=2, count_local=True)))
    guest, other = (Guest("id", admin=False, client=client, local=False) for client in ("10.0.0.1", "10.0.0.2"))
    assert [access.count_study(guest) for _ in range(3)] == [True, True, False]
    assert access.count_study(other)


# -- the pages ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder)
    with serve(folder) as address:
        yield address


@dataclass
class Place:
    """Where Schwarm is looked at: a server, or a site of plain files."""

    address: str
    game: str
    analysis: str
    editor: str


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Place:
    if request.param == "server":
        address = request.getfixturevalue("arena").address
        return Place(address, "/game/example-{0}?", "/analysis?game={0}&", "/editor?game={0}&")
    address = request.getfixturevalue("site")
    game = "/en/game-{0}.html?key=example-{0}&"
    return Place(address, game, "/en/analysis-{0}.html?", "/en/editor-{0}.html?")


# On a server and on a site without one; where time is short, half of the tests each.
PLACES = ["server", pytest.param("site", marks=pytest.mark.core)]
HERE_FIRST = pytest.mark.parametrize("place", PLACES[: quantity(1, 2)], indirect=True)
SITE_FIRST = pytest.mark.parametrize("place", PLACES[quantity(1, 0) :], indirect=True)


def try_a_move(reader: Person, number: int, moves: int) -> str:
    """Move a piece; gives the move, which stands in the list as one of so many beside the game then."""
    start, to = reader.move_somewhere(number)
    expect(reader.page.locator(".variation .ply")).to_have_count(moves)
    expect(reader.page.locator(".ply[aria-current] > span").first).to_have_text(f"{start}-{to}")
    return f"{start}-{to}"


def draw(reader: Person, start: str, to: str, button: Literal["left", "right"]) -> None:
    reader.cell(start).hover()
    reader.page.mouse.down(button=button)
    reader.cell(to).hover()
    reader.page.mouse.up(button=button)


@HERE_FIRST
def test_moves_are_tried_beside_a_game(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="ERR_FAILED") as reader:
        page = reader.page
        reader.go(place.game.format("piranhas-2026") + "turn=3")
        expect(page.locator(".ply[aria-current]")).to_have_count(1)
        played = reader.plies
        first = try_a_move(reader, 0, 1)
        try_a_move(reader, 1, 2)
        try_a_move(reader, 2, 3)
        page.locator(".variation .ply").first.click()
        other = try_a_move(reader, 8, 4)
        expect(page.locator(".variation .variation .ply")).to_have_text([other])
        # Said and drawn.
        page.locator("[data-tree=words]").click()
        page.locator("#tree-name").fill("The quiet way")
        page.locator("#tree-note").fill("Nothing opens.")
        expect(page.locator(".variation .variation .variation-name")).to_have_text("The quiet way")
        draw(reader, "D5", "G3", "right")
        reader.cell("E6").click(button="right", modifiers=["Alt"])
        page.locator("[data-pen=red]").click()
        draw(reader, "B3", "B6", "left")
        page.locator("[data-pen=red]").click()
        expect(page.locator(".own-arrow.green, .own-arrow.red")).to_have_count(2)
        expect(page.locator(".own-circle.blue")).to_have_count(1)
        # Taken along as text, and still there after a reload.
        page.locator("summary").filter(has_text="Save").click()
        with page.expect_download() as saved:
            page.locator("#record-text").click()
        record = Record.parse(Path(saved.value.path()).read_text())
        assert [str(move.move) for move in record.moves] == played
        (tried,) = record.moves[2].variations
        assert str(tried.moves[0].move) == first
        (quiet,) = tried.moves[0].variations
        assert quiet.name == "The quiet way"
        assert quiet.moves[0].note == "[green D5-G3] [blue E6] [red B3-B6] Nothing opens."
        page.reload()
        expect(page.locator(".own-arrow")).to_have_count(0)
        if "html" not in place.game:
            _step_without_a_connection(reader, first)
        page.locator(".variation .variation .ply").click()
        expect(page.locator(".own-arrow")).to_have_count(2)
        # Brought to the front, and deleted.
        page.locator("[data-tree=promote]").click()
        expect(page.locator(".variation .variation .ply")).not_to_have_text([other])
        page.keyboard.press("ArrowDown")
        expect(page.locator(".ply[aria-current] > span").first).not_to_have_text(other)
        page.keyboard.press("Delete")
        expect(page.locator(".variation .variation")).to_have_count(0)
        expect(page.locator(".ply[aria-current] > span").first).to_have_text(first)
        page.locator("[data-tree=remove]").click()
        assert reader.plies == played
        expect(page.locator("[data-tree=remove]")).to_be_disabled()


def _step_without_a_connection(reader: Person, first: str) -> None:
    """Positions beside the game that are not known yet have to be asked for; where nobody answers, that is said."""
    page, slider = reader.page, reader.page.locator("#slider")
    current = page.locator(".ply[aria-current] > span").first
    page.locator(".variation .ply").first.click()
    expect(current).to_have_text(first)
    shown = slider.input_value()
    page.route("**/api/look/**", lambda route: route.abort())
    for step in (lambda: page.keyboard.press("ArrowRight"), page.locator(".variation .variation .ply").click):
        step()
        expect(page.locator(".toast")).to_have_text("The server does not answer; check whether it is still running.")
        expect(slider).to_have_value(shown)
        expect(current).to_have_text(first)
        page.evaluate("document.querySelector('.toast').remove()")
    page.locator("[data-go=play]").click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")
    page.unroute("**/api/look/**")


def lose_an_answer(page: Page) -> None:
    """The server keeps a change, but nobody hears of it."""
    page.route("**/api/studies/*", lambda route: route.fulfill(body=route.fetch().text()[:1]), times=1)
    page.locator("#tree-note").fill("Good?")
    expect(page.locator("#study-error")).to_contain_text("The server does not answer")


def copied(page: Page, button: str) -> str:
    page.locator(button).click()
    return page.evaluate("navigator.clipboard.readText()")


def read_in_german(page: Page) -> None:
    """A link of a site has all of the study behind its #, which goes along into the other language."""
    page.locator("[data-keep-hash]").click()
    page.wait_for_url("**/de/**")
    expect(page.locator(".variation .comment")).to_have_text("Better.")


def change_a_friends_study(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.locator("#tree-tools")).to_be_visible()
    page.wait_for_function("!location.hash")
    page.locator(".variation .ply").click()
    page.locator("[data-tree=words]").click()
    page.locator("#tree-note").fill("Best.")
    expect(page.locator("#study-state")).to_have_text("Saved")


@HERE_FIRST
def test_a_study_is_shared(browser: Browser, place: Place) -> None:
    on_site = "html" in place.analysis
    with person(browser, place.address, allowed="status of 40[39]") as author:
        page = author.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        author.go(place.analysis.format("ostseeschach-2022"))
        author.move_somewhere(0)
        expect(page.locator(".ply")).to_have_count(1)
        page.locator("[data-go=back]").click()
        author.move_somewhere(5)
        expect(page.locator(".variation .ply")).to_have_count(1)
        page.reload()
        expect(page.locator(".variation .ply[aria-current]")).to_have_count(1)
        page.locator("#study-title").fill("Two ways to begin")
        # One answer has all that is needed to change it later.
        page.route("**/api/studies/*", lambda route: route.abort())
        page.locator("#study-save").click()
        expect(page.locator("#study-state")).to_have_text("Saved")
        page.unroute("**/api/studies/*")
        page.locator("[data-tree=words]").click()
        if not on_site:
            lose_an_answer(page)
        page.locator("#tree-note").fill("Better.")
        expect(page.locator("#study-state")).to_have_text("Saving …")
        expect(page.locator("#study-state")).to_have_text("Saved")
        own = page.url
        link = copied(page, "#study-link")
        with page.expect_download() as saved:
            page.locator("#study-text").click()
        text = Path(saved.value.path()).read_text()
        assert dict(Record.parse(text).tags) == {"Title": "Two ways to begin"}
        assert Record.parse(text).variations[0].moves[0].note == "Better."
        edit = "" if on_site else copied(page, "#study-edit-link")
        with person(browser, place.address) as friend:
            friend.page.goto(link)
            expect(friend.page.locator(".variation .comment")).to_have_text("Better.")
            expect(friend.page.locator("#study-title")).to_have_value("Two ways to begin")
            expect(friend.page.locator("#tree-tools")).to_be_visible(visible=on_site)
            if on_site:
                read_in_german(friend.page)
            else:
                expect(friend.page.locator("#study-state")).to_have_text("Read only")
                change_a_friends_study(friend.page, edit)
                # Whoever has not seen that does not overwrite it.
                expect(page.locator("#study-save")).to_be_hidden()
                page.locator("#tree-note").fill("Good.")
                expect(page.locator("#study-error")).to_contain_text("Somebody else has changed this study")
                expect(page.locator("#study-save")).to_be_visible()
        page.goto(own)
        expect(page.locator(".variation .comment")).to_have_text("Better." if on_site else "Best.")


SAVE_AND_WRITE = """() => {
  const save = document.getElementById("study-save"), note = document.getElementById("tree-note");
  save.click();
  save.click();
  note.value = "Written while it is saved.";
  note.dispatchEvent(new Event("input"));
}"""


@HERE_FIRST
def test_nothing_that_is_written_in_a_study_is_lost(browser: Browser, place: Place) -> None:
    with person(browser, place.address, changed=True) as author:
        page, note, kept = author.page, author.page.locator("#tree-note"), author.page.locator("#moves .comment")
        author.go(place.analysis.format("piranhas-2026"))
        author.wait_for_turn()
        page.evaluate(SAVE_AND_WRITE)
        expect(page.locator("#study-state")).to_have_text("Saving …")
        expect(page.locator("#study-state")).to_have_text("Saved")
        page.reload()
        expect(kept).to_have_text("Written while it is saved.")
        # A second click on the button makes no second study.
        expect(page.locator("#own-studies li")).to_have_count(1)
        # Whoever leaves at once has said it nevertheless.
        page.locator("[data-tree=words]").click()
        note.fill("The last words.")
        page.reload()
        expect(kept).to_have_text("The last words.")
        if "html" not in place.analysis:
            return
        # No tab overwrites what another one has kept.
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.locator("#moves .comment")).to_have_text("The last words.")
        page.locator("[data-tree=words]").click()
        note.fill("Really the last.")
        expect(page.locator("#study-state")).to_have_text("Saved")
        other.locator("#study-title").fill("Mine")
        expect(other.locator("#study-error")).to_contain_text("Somebody else has changed this study")
        expect(other.locator("#study-save")).to_be_visible()
        page.reload()
        expect(kept).to_have_text("Really the last.")


KEEP_BROKEN = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { keepStudy } = await import(folder + "game-store.js");
  await keepStudy({ key: "broken", text: "nothing", version: 1 });
}"""


@SITE_FIRST
def test_a_text_becomes_a_study_if_it_keeps_to_the_rules(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="status of 400") as reader:
        page = reader.page
        reader.go(place.analysis.format("ostseeschach-2022"))
        if "html" in place.analysis:
            # One that cannot be read any more hides no other.
            page.evaluate(KEEP_BROKEN)
        file = page.locator("#study-file")
        for brought in (TEXT.replace("B0-B2", "B0-B3"), TEXT):
            file.set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": brought.encode()})
            expect(page.locator("#study-error")).to_be_visible(visible=brought != TEXT)
        expect(page.locator("#study-title")).to_have_value("Two ways")
        expect(page.locator(".variation-name")).to_have_text("The quiet way")
        page.locator("#own-studies summary").click()
        expect(page.locator("#own-studies a")).to_have_text(["Two ways"])


@SITE_FIRST
def test_a_position_is_set_up_piece_by_piece(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="status of 400") as reader:
        page, text = reader.page, reader.page.locator("#text")
        reader.go(place.editor.format("piranhas-2026"))
        page.locator("#empty").click()
        expect(text).to_have_value("10/10/10/10/10/10/10/10/10/10 0 -")
        expect(page.locator("#remarks")).to_contain_text("The game is over here")
        expect(page.locator("#from-here")).to_have_attribute("aria-disabled", "true")
        # Chosen and put down; by keyboard, too.
        page.locator("#palette [data-letter=L]").click()
        reader.cell("A0").click()
        page.locator("#palette [data-letter=L]").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#palette [data-letter=s]")).to_be_focused()
        reader.walk_to("C3")
        page.keyboard.press("Enter")
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        # Dragged onto the board, over it and off it.
        squid, cell = page.locator("#palette [data-letter=x]"), reader.cell
        squid.drag_to(cell("E5"))
        expect(text).to_have_value("10/10/10/10/4x5/10/2s7/10/10/L9 0 -")
        cell("E5").drag_to(cell("F6"))
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        cell("F6").drag_to(page.locator("#remarks"))
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        page.locator("#undo").click()
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        # Turn and credit.
        page.locator("#side").select_option("1")
        page.locator("#round").fill("7")
        page.locator("#credit").select_option("b")
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 13 b")
        # What no game has, and what is no position at all.
        for square in ("H1", "H2"):
            squid.drag_to(cell(square))
        expect(page.locator("#remarks")).to_contain_text("squid: here are 3, but a game has at most 2.")
        for number in ("40", "-3"):
            page.locator("#round").fill(number)
            expect(page.locator("#remarks .impossible")).to_have_text(
                f"There is no round {number}; a game has the rounds 1 to 30."
            )
            expect(page.locator("#analyse")).to_have_attribute("aria-disabled", "true")
            expect(text).to_have_value(re.compile(" 13 b$"))
        page.locator("#undo").click()
        expect(page.locator("#remarks .impossible")).to_have_count(0)
        position = text.input_value()
        page.reload()
        expect(text).to_have_value(position)
        # Ambers belong to another game, and so do towers.
        reader.go(place.editor.format("ostseeschach-2022"))
        page.locator("#amber-1").fill("1")
        page.locator("#amber-1").blur()
        page.locator("#palette [data-letter='R+']").drag_to(cell("e5"))
        page.wait_for_function("document.querySelector('#text').value.includes('4R+3')")
        assert text.input_value().endswith(" 0 0:1")
        page.locator("#analyse").click()
        expect(page.locator("#state-line")).to_contain_text("Round 1")
        expect(cell("e5")).to_have_attribute("aria-label", re.compile("tower of Red with a seal"))
