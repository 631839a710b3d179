"""Studies: a game with variations and remarks under a link, changed by whoever has the secret."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from patience import until
from schwarm.games.record import Record
from web.arena import PAGE, Visitor
from web.browsing import Person, expect, person
from web.places import HERE_FIRST, SITE_FIRST, Place
from web.screens import Game
from web.studies import TEXT

pytestmark = pytest.mark.slow


def test_a_study_is_saved_read_changed_and_taken_away(visitor: Visitor) -> None:
    visitor.ask("/")
    made = visitor.ask("/api/v1/studies", {"text": TEXT})
    assert made.status == 201, made.text
    key, secret = made.json["key"], made.json["secret"]
    assert made.json["title"] == "Two ways"
    assert visitor.ask(f"/api/v1/studies/{key}").json == {"key": key, "text": TEXT, "version": 1}
    assert secret not in visitor.ask(f"/api/v1/studies/{key}").text
    assert visitor.ask(f"/study/{key}/download.txt").text == TEXT
    longer = TEXT + "A5-C5\n"
    change = {"text": longer, "secret": secret, "version": 1}
    for wrong in ({"secret": "guess"}, {"secret": ""}):
        refused = visitor.ask(f"/api/v1/studies/{key}", change | wrong)
        assert (refused.status, refused.error) == (
            403,
            "Only whoever has the link for editing can change this study.",
        )
    assert visitor.ask(f"/api/v1/studies/{key}", change | {"version": "1"}).status == 400
    for _ in range(2):
        # Whoever did not hear the answer asks once more.
        assert visitor.ask(f"/api/v1/studies/{key}", change).json == {"version": 2}
    late = visitor.ask(f"/api/v1/studies/{key}", change | {"text": TEXT})
    assert (late.status, late.error) == (
        409,
        "Somebody else has changed this study; load it again or save yours as a new one.",
    )
    assert visitor.ask(f"/api/v1/studies/{key}").json["text"] == longer
    # Whoever runs the page, here everybody at this machine, may remove what others saved.
    assert visitor.ask(f"/api/v1/studies/{key}/remove", {}).status == 200
    gone = visitor.ask(f"/api/v1/studies/{key}")
    assert (gone.status, gone.error) == (404, "There is no such study here; it may have been removed.")


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 400, "“text” is missing or invalid; it should be a text of at most 100000 characters."),
        ({"text": TEXT.replace("B0-B2", "B0-B3")}, 400, "Line 12: B0 moves 2 squares"),
        ({"text": TEXT + "("}, 400, "Line 13: This variation is never closed"),
        ({"text": "hello"}, 400, "This is not a game"),
        ({"text": TEXT + "; x" * 40_000}, 400, "“text” is missing or invalid; it should be a text of at most 100000"),
        ({"text": TEXT + "; x" * 120_000}, 413, "That is larger than 300 kilobytes"),
    ],
)
def test_what_is_not_a_study_is_refused(visitor: Visitor, fields: dict[str, str], status: int, sentence: str) -> None:
    answer = visitor.ask("/api/v1/studies", fields)
    assert answer.status == status
    assert sentence in answer.error


# -- the pages ---------------------------------------------------------------------------------------------------


def lose_an_answer(author: Person) -> None:
    """The server keeps a change, but nobody hears of it."""
    author.page.route("**/api/v1/studies/*", lambda route: route.fulfill(body=route.fetch().text()[:1]), times=1)
    author.game.comment.fill("Good?")
    expect(author.study.error).to_contain_text("The server does not answer")


def read_in_german(friend: Person) -> None:
    """A link of a site has all of the study behind its #, which goes along into the other language."""
    friend.screen.read_in("Deutsch")
    friend.page.wait_for_url("**/de/**")
    german = Game(friend.page, "de")
    expect(german.variations.get_by_role("note")).to_have_text("Better.")


def change_a_friends_study(friend: Person, link: str) -> None:
    friend.page.goto(link)
    expect(friend.game.tools).to_be_visible()
    friend.page.wait_for_function("!location.hash")
    friend.game.tried.click()
    friend.press("Write a comment")
    friend.game.comment.fill("Best.")
    expect(friend.study.state).to_have_text("Saved")


def leave_and_go_back(author: Person) -> None:
    """A study begins at its start, and so does its slider, whatever the browser remembers of it."""
    author.press("To the end")
    expect(author.game.slider).to_have_value("1")
    author.screen.from_menu("Play").click()
    author.page.wait_for_load_state()
    author.page.go_back()
    expect(author.game.moves).to_have_count(2)
    expect(author.game.slider).to_have_value("0")


@HERE_FIRST
def test_a_study_is_shared(browser: Browser, place: Place) -> None:
    on_site = "html" in place.analysis
    with person(browser, place.address, allowed="status of 40[39]") as author:
        page, game, study = author.page, author.game, author.study
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        author.go(place.analysis.format("ostseeschach-2022"))
        author.move_somewhere(0)
        expect(game.moves).to_have_count(1)
        author.press("One move back")
        author.move_somewhere(5)
        expect(game.tried).to_have_count(1)
        page.reload()
        expect(game.current_in_variation).to_have_count(1)
        study.title.fill("Two ways to begin")
        # One answer has all that is needed to change it later.
        page.route("**/api/v1/studies/*", lambda route: route.abort())
        study.save.click()
        expect(study.state).to_have_text("Saved")
        page.unroute("**/api/v1/studies/*")
        author.press("Write a comment")
        if not on_site:
            lose_an_answer(author)
        game.comment.fill("Better.")
        expect(study.state).to_have_text("Saving …")
        expect(study.state).to_have_text("Saved")
        own = page.url
        link = study.copied("Copy the link to read")
        with page.expect_download() as saved:
            study.as_text.click()
        text = Path(saved.value.path()).read_text()
        assert dict(Record.parse(text).tags) == {"Title": "Two ways to begin"}
        assert Record.parse(text).variations[0].moves[0].note == "Better."
        edit = "" if on_site else study.copied("Copy the link to edit")
        with person(browser, place.address) as friend:
            friend.page.goto(link)
            expect(friend.game.variations.get_by_role("note")).to_have_text("Better.")
            expect(friend.study.title).to_have_value("Two ways to begin")
            expect(friend.game.tools).to_be_visible(visible=on_site)
            if on_site:
                read_in_german(friend)
            else:
                expect(friend.study.state).to_have_text("Read only")
                change_a_friends_study(friend, edit)
                # Whoever has not seen that does not overwrite it.
                expect(study.save).to_be_hidden()
                game.comment.fill("Good.")
                expect(study.error).to_contain_text("Somebody else has changed this study")
                expect(study.save).to_be_visible()
        page.goto(own)
        expect(game.variations.get_by_role("note")).to_have_text("Better." if on_site else "Best.")
        leave_and_go_back(author)


@pytest.mark.thorough
@HERE_FIRST
def test_nothing_that_is_written_in_a_study_is_lost(browser: Browser, place: Place) -> None:
    with person(browser, place.address, changed=True) as author:
        page, game, study = author.page, author.game, author.study
        author.go(place.analysis.format("piranhas-2026"))
        author.wait_for_turn()
        study.save_and_write_at_once("Written while it is saved.")
        expect(study.state).to_have_text("Saving …")
        expect(study.state).to_have_text("Saved")
        page.reload()
        expect(game.comments).to_have_text("Written while it is saved.")
        # A second click on the button makes no second study.
        study.open_own.click()
        expect(study.own).to_have_count(1)
        # Whoever leaves at once has said it nevertheless.
        author.press("Write a comment")
        game.comment.fill("The last words.")
        page.reload()
        expect(game.comments).to_have_text("The last words.")
        if "html" not in place.analysis:
            leave_while_it_is_saved(author, arrives=False)
            leave_while_it_is_saved(author, arrives=True)
            return_before_it_arrives(author)
            return
        # No tab overwrites what another one has kept.
        other = Person(page.context.new_page(), place.address)
        other.page.goto(page.url)
        expect(other.game.comments).to_have_text("The last words.")
        author.press("Write a comment")
        game.comment.fill("Really the last.")
        expect(study.state).to_have_text("Saved")
        other.study.title.fill("Mine")
        expect(other.study.error).to_contain_text("Somebody else has changed this study")
        expect(other.study.save).to_be_visible()
        page.reload()
        expect(game.comments).to_have_text("Really the last.")


def leave_while_it_is_saved(author: Person, *, arrives: bool) -> None:
    """Somebody writes on before the answer to what was sent has come, and leaves."""
    page, sent = author.page, list[Route]()

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/api/v1/studies/*", hold)
    author.press("Write a comment")
    with page.expect_request("**/api/v1/studies/*"):
        author.game.comment.fill(f"Sent, {arrives}.")
    author.game.comment.fill(f"Written on, {arrives}.")
    sent[0].fetch()
    page.unroute("**/api/v1/studies/*")
    study = page.url
    if not arrives:
        page.evaluate("() => void (window.fetch = () => Promise.reject(new Error('nobody answers')))")
    page.goto("about:blank")
    if arrives:
        told = study.replace("/study/", "/api/v1/studies/")
        until(lambda: f"Written on, {arrives}." in page.request.get(told).json()["text"], what="keeping it")
    page.goto(study)
    expect(author.game.comments).to_have_text(f"Written on, {arrives}.")
    expect(author.study.state).to_have_text("" if arrives else "Saved")


def return_before_it_arrives(author: Person) -> None:
    """Somebody writes on before the answer to what was sent has come, leaves, and is back before it has arrived."""
    page, sent = author.page, list[Route]()

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/api/v1/studies/*", hold)
    author.press("Write a comment")
    with page.expect_request("**/api/v1/studies/*") as first:
        author.game.comment.fill("Sent, and on its way.")
    author.game.comment.fill("Written on, and back at once.")
    study, late = page.url, first.value.post_data
    # Browsers let go only of little when a page ends.
    page.evaluate("() => void (window.fetch = () => Promise.reject(new Error('too long')))")
    page.goto("about:blank")
    sent.clear()
    with page.expect_request("**/api/v1/studies/*"):
        page.goto(study)
    told = study.replace("/study/", "/api/v1/studies/")
    arrived = page.request.post(told, headers={**PAGE, "Content-Type": "application/json"}, data=late)
    assert arrived.status == 200, arrived.text()
    sent[0].continue_()
    page.unroute("**/api/v1/studies/*")
    expect(author.study.state).to_have_text("Saved")
    page.reload()
    expect(author.game.comments).to_have_text("Written on, and back at once.")


KEEP_BROKEN = """async script => {
  const { keepStudy } = await import(script);
  await keepStudy({ key: "broken", text: "nothing", version: 1 });
}"""


@pytest.mark.thorough
@SITE_FIRST
def test_a_text_becomes_a_study_if_it_keeps_to_the_rules(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="status of 400") as reader:
        study = reader.study
        reader.go(place.analysis.format("ostseeschach-2022"))
        if "html" in place.analysis:
            # One that cannot be read any more hides no other.
            reader.page.evaluate(KEEP_BROKEN, reader.screen.script("game-store.js"))
        for brought in (TEXT.replace("B0-B2", "B0-B3"), TEXT):
            study.file.set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": brought.encode()})
            expect(study.error).to_be_visible(visible=brought != TEXT)
        expect(study.title).to_have_value("Two ways")
        expect(reader.game.variation("The quiet way")).to_contain_text("The quiet way")
        study.open_own.click()
        expect(study.own).to_have_text(["Two ways"])
