"""Studies: a game with variations and remarks under a link, changed by whoever has the secret."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from patience import until
from schwarm.games.record import Record
from web.arena import PAGE, Visitor
from web.browsing import expect, person
from web.places import HERE_FIRST, SITE_FIRST, Place
from web.studies import TEXT

pytestmark = pytest.mark.slow


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


# -- the pages ---------------------------------------------------------------------------------------------------


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


def leave_and_go_back(page: Page) -> None:
    """A study begins at its start, and so does its slider, whatever the browser remembers of it."""
    page.locator("[data-go=last]").click()
    expect(page.locator("#slider")).to_have_value("1")
    page.locator(".main-nav a").first.click()
    page.wait_for_load_state()
    page.go_back()
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator("#slider")).to_have_value("0")


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
        leave_and_go_back(page)


SAVE_AND_WRITE = """() => {
  const save = document.getElementById("study-save"), note = document.getElementById("tree-note");
  save.click();
  save.click();
  note.value = "Written while it is saved.";
  note.dispatchEvent(new Event("input"));
}"""


@pytest.mark.thorough
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
            leave_while_it_is_saved(page, arrives=False)
            leave_while_it_is_saved(page, arrives=True)
            return_before_it_arrives(page)
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


def leave_while_it_is_saved(page: Page, *, arrives: bool) -> None:
    """Somebody writes on before the answer to what was sent has come, and leaves."""
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/api/studies/*", hold)
    page.locator("[data-tree=words]").click()
    with page.expect_request("**/api/studies/*"):
        page.locator("#tree-note").fill(f"Sent, {arrives}.")
    page.locator("#tree-note").fill(f"Written on, {arrives}.")
    sent[0].fetch()
    page.unroute("**/api/studies/*")
    study = page.url
    if not arrives:
        page.evaluate("() => void (window.fetch = () => Promise.reject(new Error('nobody answers')))")
    page.goto("about:blank")
    if arrives:
        told = study.replace("/study/", "/api/studies/")
        until(lambda: f"Written on, {arrives}." in page.request.get(told).json()["text"], what="keeping it")
    page.goto(study)
    expect(page.locator("#moves .comment")).to_have_text(f"Written on, {arrives}.")
    expect(page.locator("#study-state")).to_have_text("" if arrives else "Saved")


def return_before_it_arrives(page: Page) -> None:
    """Somebody writes on before the answer to what was sent has come, leaves, and is back before it has arrived."""
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/api/studies/*", hold)
    page.locator("[data-tree=words]").click()
    with page.expect_request("**/api/studies/*") as first:
        page.locator("#tree-note").fill("Sent, and on its way.")
    page.locator("#tree-note").fill("Written on, and back at once.")
    study, late = page.url, first.value.post_data
    # Browsers let go only of little when a page ends.
    page.evaluate("() => void (window.fetch = () => Promise.reject(new Error('too long')))")
    page.goto("about:blank")
    sent.clear()
    with page.expect_request("**/api/studies/*"):
        page.goto(study)
    told = study.replace("/study/", "/api/studies/")
    arrived = page.request.post(told, headers={**PAGE, "Content-Type": "application/json"}, data=late)
    assert arrived.status == 200, arrived.text()
    sent[0].continue_()
    page.unroute("**/api/studies/*")
    expect(page.locator("#study-state")).to_have_text("Saved")
    page.reload()
    expect(page.locator("#moves .comment")).to_have_text("Written on, and back at once.")


KEEP_BROKEN = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { keepStudy } = await import(folder + "game-store.js");
  await keepStudy({ key: "broken", text: "nothing", version: 1 });
}"""


@pytest.mark.thorough
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
