"""A sheet of codes is told once: nothing but its own button takes it from the tab that has it."""

import re

import pytest
from playwright.sync_api import Browser, Dialog

from web.arena import Arena
from web.browsing import expect, person

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
        page.locator("#title").fill("Class 10b")
        page.locator("#teams").fill("2")
        page.locator("#cores").fill("1")
        organiser.press("button[type=submit]")
        cards, form = page.locator(".code-card"), page.locator("#new-league")
        expect(cards).to_have_count(3)
        codes = page.locator(".code").all_inner_texts()
        # Another page: the browser asks, and whoever stays has the codes.
        page.locator(".main-nav a[href='/contests']").click(no_wait_after=True)
        expect(cards).to_have_count(3)
        assert asked == ["beforeunload"]
        # Another language keeps the sheet, so nobody is asked.
        page.locator("[data-keep-hash]").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator(".code")).to_have_text(codes)
        expect(form).to_be_hidden()
        # The words of the sheet are still English, and a screen reader is told so.
        expect(page.locator("#sheet")).to_have_attribute("lang", "en")
        assert asked == ["beforeunload"]
        # Even whoever leaves finds them again in this tab.
        stays = False
        page.locator(".main-nav a[href='/contests']").click()
        page.wait_for_url("**/contests")
        page.go_back()
        expect(page.locator(".code")).to_have_text(codes)
        left = len(asked)
        organiser.press("[data-go-on]")
        page.wait_for_url(re.compile(r"/leagues/\w{6}$"))
        organiser.go("/leagues/new")
        expect(form).to_be_visible()
        expect(cards).to_have_count(0)
        assert len(asked) == left
        page.remove_listener("dialog", answer)
