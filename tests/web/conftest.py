"""One arena for many tests, and a browser for those that look at it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from web.arena import Arena, Visitor
from web.browsing import ARGUMENTS, CHROMIUM


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


# Not for the whole session: while playwright runs, no other test may run an event loop of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{CHROMIUM} is missing; install Debian's package chromium")
        pytest.skip(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()
