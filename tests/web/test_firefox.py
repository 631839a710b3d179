"""The page and the site in Firefox: every kind of page opens without an error, and Hecht thinks in the browser."""

import os
from collections.abc import Iterator

import pytest

from quantity import quantity
from schwarm.games import all_games
from schwarm.web.site.writer import write_site
from web.arena import Arena, Visitor
from web.firefox import PROGRAM, Firefox
from web.plain_host import serve

pytestmark = [pytest.mark.slow, pytest.mark.core]

THINKS = """(() => {
  // The page may be there before its scripts are, which then put the switch where it belongs.
  const engine = document.querySelector("#engine");
  if (engine && !engine.checked) engine.click();
  return parseInt(document.getElementById("depth")?.textContent.match(/\\d+/)) >= 5;
})()"""
STARTED = """(() => {
  if (location.pathname.includes("/game-")) return true;
  const button = document.querySelector("form button[type=submit]:not([data-pressed])");
  if (button) button.dataset.pressed = "";
  button?.click();
  return false;
})()"""
ASKED_SERVER = "performance.getEntriesByType('resource').some((entry) => entry.name.includes('/api/v1/analysis'))"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if not Firefox.installed():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{PROGRAM} is missing; install Debian's package {PROGRAM}")
        pytest.skip(f"{PROGRAM} is missing")
    with Firefox(tmp_path_factory.mktemp("profile"), "de") as browser:
        yield browser


def test_every_page_opens_without_an_error(firefox: Firefox, arena: Arena, visitor: Visitor) -> None:
    person = {"kind": "person", "name": "Anna"}
    game = visitor.new_game(person, person, start={"seed": 7})
    paths = ["/", "/watch", "/play", "/contests", f"/game/{game}", "/games", "/contests/new", "/rules"]
    paths += [f"/rules/{game.id}" for game in all_games()] + ["/analysis"]
    for path in paths[:: quantity(6, 1)]:
        firefox.go(arena.address + path)
        # One question for both: between two of them a page may be on its way to another state.
        firefox.wait_for("document.documentElement?.lang === 'de' && document.querySelector('main')")
    assert firefox.errors == []


def test_hecht_thinks_in_the_browser(firefox: Firefox, arena: Arena) -> None:
    firefox.go(f"{arena.address}/analysis?game=piranhas-2026")
    firefox.wait_for(THINKS)
    assert not firefox.evaluate(ASKED_SERVER)
    firefox.evaluate("document.querySelector('#engine').click()")
    assert firefox.errors == []


@pytest.mark.skipif(not quantity(0, 1), reason="Chromium plays there: make thorough")
def test_the_site_plays_without_a_server(firefox: Firefox, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "some" / "where")
    with serve(folder) as host:
        firefox.go(f"{host}/some/where/de/play.html")
        firefox.wait_for(STARTED)
        firefox.wait_for(THINKS)
    assert firefox.errors == []
