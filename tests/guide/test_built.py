"""The guide as it is built: without a warning, whole in both languages, at home in a browser under its own policy."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from guide.blocks import pages
from patience import LONG
from quantity import quantity
from schwarm.games import all_games
from schwarm.web.shell.guide import KINDS
from web.browsing import NARROW, WIDE, expect, person
from web.conftest import browser as browser  # noqa: PLC0414 (fixtures of the page's tests)
from web.conftest import started_browser as started_browser  # noqa: PLC0414
from web.guided import Guided

pytestmark = pytest.mark.slow

NOTE = "Diese Seite gibt es nur auf Englisch."
LANGUAGES = ("de", "en")[: quantity(1, 2)]
"""Those that are built: German is read from the English pages and their catalogues, and so tells of both."""
PAGE = "/"
"""The way back to the page that serves the guide."""
ENGLISH_ONLY = re.compile(r"rules|decisions|api/(?!index).*")


# One test for all that needs a built guide: building takes a while, and tests of one file may run in two processes.
def test_the_guide(root: Path, tmp_path: Path, browser: Browser) -> None:
    folder = tmp_path / "guide"
    done = subprocess.run(
        [sys.executable, root / "scripts/guide", "--into", folder, *LANGUAGES],
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    # The page offers only a guide that is there in all languages, and German links to English.
    if "en" not in LANGUAGES:
        shutil.copytree(folder / "de", folder / "en")
    # The tutorial shows the figures; they are no page of their own.
    written = {page.relative_to(root / "docs").with_suffix("").as_posix() for page in pages(root)} - {"figures"}
    for lang in LANGUAGES:
        built = {page.relative_to(folder / lang).with_suffix("").as_posix() for page in _built(folder / lang)}
        assert built == written | {"genindex", "search"}
    for page in [page for lang in LANGUAGES for page in _built(folder / lang)]:
        text = page.read_text(encoding="utf-8")
        _needs_nobody_else(page, text)
        _has_a_way_to_the_other_language(folder, page, text)
        _leads_somewhere(page, text)
    _english_pages_say_so(folder)
    _drawings_are_there_in_both_themes(folder)
    with Guided(folder, tmp_path / "data") as served:
        _is_at_home_in_a_browser(browser, served.address)


def _built(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def _needs_nobody_else(page: Path, text: str) -> None:
    """Nothing comes from another host, and nothing is inside a page that its policy would forbid."""
    loaded = re.findall(r'<(?:script|img|link|iframe|form|source)\b[^>]*?(?:src|href|action)="([^"]+)"', text)
    assert not [address for address in loaded if "//" in address], page
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text), page
    assert "<style" not in text, page
    assert not re.findall(r"""\son\w+\s*=\s*["']""", text), page


def _has_a_way_to_the_other_language(folder: Path, page: Path, text: str) -> None:
    here, other = ("de", "en") if page.is_relative_to(folder / "de") else ("en", "de")
    assert f'<html class="no-js" lang="{here}"' in text
    found = re.search(r'class="other-language" href="([^"]+)"', text)
    assert found, page
    assert (page.parent / found[1]).resolve() == folder / other / page.relative_to(folder / here)


def _leads_somewhere(page: Path, text: str) -> None:
    """Every link to a page, and to a place on it."""
    for address in re.findall(r'<a\b[^>]*?href="([^"]+)"', text):
        target, place = urldefrag(unescape(address))
        if re.match(r"\w+:", target) or target == PAGE:
            continue
        there = (page.parent / unquote(target)).resolve() if target else page
        assert there.exists(), f"{page} leads to {address}"
        assert there.suffix in KINDS, f"{page} leads to {address}, which is not served"
        if place and there.suffix == ".html":
            assert f'id="{unquote(place)}"' in there.read_text(encoding="utf-8"), f"{page} leads to {address}"


def _english_pages_say_so(folder: Path) -> None:
    for page in _built(folder / "de"):
        name = page.relative_to(folder / "de").with_suffix("").as_posix()
        assert (NOTE in page.read_text(encoding="utf-8")) == bool(ENGLISH_ONLY.fullmatch(name)), name
    if "en" in LANGUAGES:
        assert not [page for page in _built(folder / "en") if NOTE in page.read_text(encoding="utf-8")]


def _drawings_are_there_in_both_themes(folder: Path) -> None:
    for page in sorted((folder / "de" / "games").glob("*.html")):
        shown = re.findall(r'<img class="only-(light|dark)" src="([^"]+)" alt="([^"]+)"', page.read_text("utf-8"))
        assert len(shown) >= 8
        # Whoever cannot see the pictures is told what each of them shows.
        assert len({alt for _, _, alt in shown}) == len(shown) / 2
        assert re.search("am Zug|gewinnt", shown[0][2])
        assert {theme for theme, _, _ in shown} == {"light", "dark"}
        for theme, source, _ in shown:
            drawing = (page.parent / source).read_text(encoding="utf-8")
            assert f"sw-{theme}" in drawing
    house = re.search(r'src="([^"]+)" alt="cli / ', (folder / "de/architecture.html").read_text("utf-8"))
    assert house
    drawing = (folder / "de" / house[1]).read_text(encoding="utf-8")
    assert all(f">{room}</text>" in drawing for room in ("words", "games", "referee", "web", "cli"))


def _is_at_home_in_a_browser(browser: Browser, address: str) -> None:
    ways = [("de", WIDE, False), (LANGUAGES[-1], NARROW, True)]
    checked = ("games/ostseeschach-2022", "api/engine", "arena", "search", "index", "tutorial")
    for lang, size, dark in ways:
        with person(browser, address, lang=lang, size=size, dark=dark) as reader:
            page = reader.page
            for path in ("", f"{lang}/games/piranhas-2026.html", f"{lang}/hecht.html", f"{lang}/api/games.html"):
                reader.go(f"/guide/{path}")
                page.wait_for_url(f"**/guide/{lang}/**")
                wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wider <= 0, f"{path} is {wider} pixels wider than the screen"
                assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
                    "rgb(11, 20, 22)" if dark else "rgb(255, 255, 255)"
                )
            # One look takes every third page, the other theme and width others, unless there is time for all.
            for path in checked[quantity(int(dark), 0) :: quantity(3, 1)]:
                reader.go(f"/guide/{lang}/{path}.html")
                assert list(_violations(Axe().run(page).response)) == []
            for path in ("install", "tutorial"):
                reader.go(f"/guide/{lang}/{path}.html")
                # Commands are read to their end, with the remarks behind them.
                assert page.evaluate(CUT_OFF) == []
            # A line that goes is red, one that comes is green.
            for kind, stronger, weaker in ((".gd", 0, 1), (".gi", 1, 0)):
                colour = page.locator(f".highlight-diff {kind}").first.evaluate("line => getComputedStyle(line).color")
                shares = [int(share) for share in re.findall(r"\d+", colour)]
                assert shares[stronger] > shares[weaker] + 60, colour
    _needs_no_mouse_on_a_phone(browser, address)
    with person(browser, address, lang="de") as reader:
        page = reader.page
        reader.go("/guide/de/games/piranhas-2026.html")
        assert page.locator("figure img.only-light").first.is_visible()
        assert not page.locator("figure img.only-dark").first.is_visible()
        # The theme goes round: as the system has it, dark, light.
        for _ in range(2):
            page.locator(".theme-toggle-content button").click()
            if page.evaluate("document.body.dataset.theme") == "dark":
                break
        assert page.locator("figure img.only-dark").first.is_visible()
        page.reload()
        assert page.evaluate("document.body.dataset.theme") == "dark"
        assert page.get_by_role("link", name="Zur Seite").get_attribute("href") == PAGE
        page.get_by_role("link", name="English", exact=True).click()
        page.wait_for_url("**/guide/en/games/piranhas-2026.html")
        reader.go("/rules/piranhas-2026")
        page.locator(".rule-words a[href^='/guide/']").click()
        page.wait_for_url("**/guide/de/games/piranhas-2026.html")
        reader.go("/guide/de/index.html")
        page.locator("input.sidebar-search").fill("Bernsteine")
        page.keyboard.press("Enter")
        expect(page.locator("#search-results")).to_contain_text("Ostseeschach 2022")
        expect(page.locator(".search-summary")).to_have_text(re.compile(r"^(Eine|\d+) Seiten? gefunden\.$"))
        # What people type is found even where no page says it, and what newcomers need comes first.
        for word, found in (("Regeln", "Piranhas|Ostseeschach"), ("Zeitlimit", "Klassenturnier")):
            reader.go(f"/guide/de/search.html?q={word}")
            expect(page.locator("#search-results li a").first).to_have_text(re.compile(found))
        reader.go("/guide/de/search.html?q=Xylophon")
        expect(page.locator(".search-summary")).to_have_text(
            "Nichts gefunden. Versuch ein anderes Wort, oder weniger Wörter."
        )


CUT_OFF = """[...document.querySelectorAll(".highlight-sh pre, .highlight-console pre")]
    .filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.innerText)"""
OFF_SCREEN = """() => {
    const { left, right } = document.activeElement.getBoundingClientRect();
    return right <= 0 || left >= innerWidth ? document.activeElement.outerHTML : "";
}"""


def _needs_no_mouse_on_a_phone(browser: Browser, address: str) -> None:
    with person(browser, address, lang="de", size=NARROW, keyboard=True) as reader:
        page, keys = reader.page, reader.page.keyboard
        reader.go("/guide/de/games/ostseeschach-2022.html")
        for _ in range(40):
            keys.press("Tab")
            assert not page.evaluate(OFF_SCREEN)
        for name, key, inside in (("Alle Seiten", "Enter", ".other-language"), ("Diese Seite", " ", ".toc-tree a")):
            reader.go("/guide/de/games/ostseeschach-2022.html")
            button = page.get_by_role("button", name=name)
            reader.tab_to(button)
            keys.press(key)
            expect(button).to_have_attribute("aria-expanded", "true")
            reader.tab_to(page.locator(inside), most=5)
            assert not list(_violations(Axe().run(page).response))
            keys.press("Escape")
            expect(button).to_be_focused()
            expect(page.locator(inside).last).to_be_hidden()
            # Whoever goes on behind it sees where they are.
            keys.press(key)
            expect(button).to_have_attribute("aria-expanded", "true")
            page.get_by_role("link", name="Zum Inhalt", exact=True).focus()
            expect(button).to_have_attribute("aria-expanded", "false")


def _violations(found: dict[str, Any]) -> Iterator[str]:
    for violation in found["violations"]:
        yield f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"


@pytest.mark.parametrize("page", [known.id for known in all_games()])
def test_the_games_have_the_same_headings(root: Path, page: str) -> None:
    text = (root / "docs/games" / f"{page}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        *("Goal", "Board", "Pieces", "Moves", "End of the game", "Who wins"),
        *("Notation", "On the wire", "From Python", "Tips"),
    ]


def test_the_architecture_names_every_room(root: Path) -> None:
    text = (root / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = {path.name for path in (root / "src/schwarm").iterdir() if (path / "__init__.py").exists()}
    table = text.partition("## The rooms")[2].partition("front door")[0]
    assert rooms == set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
