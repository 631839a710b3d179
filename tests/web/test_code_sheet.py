"""A sheet of codes is told once: nothing but its own button takes it from the tab that has it."""

import re

import pytest
from playwright.sync_api import Browser, Dialog

from web.arena import Arena
from web.browsing import expect, person
from web.screens import NewLeague

pytestmark = pytest.mark.slow


def test_codes_are_there_until_they_are_printed(browser: Browser, arena: Arena) -> None:
    asked: list[str] = []
    stays = True

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss() if stays else dialog.accept()

    with person(browser, arena.address) as organiser:
        page = organiser.page
        page.on("dialog", answer)
        organiser.go("/leagues/new")
        sheet, form = organiser.sheet, organiser.new_league
        german = NewLeague(page, "de")
        form.fill("Class 10b", teams=2, games_at_once=1)
        organiser.press("Make the league")
        expect(sheet.cards).to_have_count(3)
        expect(sheet.codes).to_have_count(3)
        codes = sheet.codes.all_inner_texts()
        # Another page: the browser asks, and whoever stays has the codes.
        organiser.screen.from_menu("Contests").click(no_wait_after=True)
        expect(sheet.cards).to_have_count(3)
        assert asked == ["beforeunload"]
        # Another language keeps the sheet, so nobody is asked.
        organiser.screen.link("Deutsch").click()
        expect(german.heading).to_have_text("Neue Liga")
        expect(sheet.codes).to_have_text(codes)
        expect(german.make).to_be_attached()
        expect(german.make).to_be_hidden()
        # The words of the sheet are still English, and a screen reader is told so.
        assert (german.language, sheet.language) == ("de", "en")
        assert asked == ["beforeunload"]
        # Even whoever leaves finds them again in this tab.
        stays = False
        german.from_menu("Contests").click()
        page.wait_for_url("**/contests")
        page.go_back()
        expect(sheet.codes).to_have_text(codes)
        left = len(asked)
        organiser.press(sheet.printed)
        page.wait_for_url(re.compile(r"/leagues/\w{6}$"))
        organiser.go("/leagues/new")
        expect(german.make).to_be_visible()
        expect(sheet.cards).to_have_count(0)
        assert len(asked) == left
        page.remove_listener("dialog", answer)
