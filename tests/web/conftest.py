"""One arena for many tests, and a browser for those that look at it."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from schwarm.web.site.writer import write_site
from web.arena import Arena, Visitor
from web.browsing import ARGUMENTS, CHROMIUM
from web.places import Place
from web.plain_host import serve


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with Arena(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[Visitor]:
    guest = Visitor(arena.page_port)
    yield guest
    guest.close()


@pytest.fixture(scope="session")
def replays(data: Path) -> Path:
    return data / "protocol" / "replays"


@pytest.fixture(scope="session")
def started_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """The one browser of this process, which costs as much to start as a test; tests ask for `browser`."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{CHROMIUM} is missing; install Debian's package chromium-headless-shell")
        pytest.skip(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        started, loop = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS), asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)
        started.close()


@pytest.fixture
def browser(started_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser, for one test. Playwright's event loop counts as running from its start to its end, and beside it no
    other could run; so it counts only while a test uses the browser."""
    started, loop = started_browser
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder)
    with serve(folder) as address:
        yield address


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Place:
    if request.param == "server":
        address = request.getfixturevalue("arena").address
        return Place(address, "/game/example-{0}?", "/analysis?game={0}&", "/editor?game={0}&")
    address = request.getfixturevalue("site")
    game = "/en/game-{0}.html?key=example-{0}&"
    return Place(address, game, "/en/analysis-{0}.html?", "/en/editor-{0}.html?")
