"""Published pages: complete, linked, in both languages, harmless whatever teams are called; and a replay that plays."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arena.fake_pool import FakePool
from arena.results import won
from patience import PATIENCE
from quantity import quantity
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.fixture import MoveTimes
from schwarm.arena.game_job import play_assignment
from schwarm.arena.overview import game_file
from schwarm.arena.publish import publish
from schwarm.arena.runner import Runner
from schwarm.arena.season_file import contest_key, read_season
from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.store import open_store
from web.conftest import browser as browser  # noqa: PLC0414 (fixtures of the page's tests)
from web.conftest import started_browser as started_browser  # noqa: PLC0414

EVIL = "<b>&amp;'x\\\"<script>"
SEASON = f"""
title = "Cup"
game = "GAME"
[games]
per_encounter = 2
[champions_league]
per_group = 2
[final_eight]
teams = 4
per_encounter = 2
most_games = 4
[[team]]
name = "{EVIL}"
bot = "random"
group = "A"
[[team]]
name = "Zwei"
bot = "greedy"
group = "A"
[[team]]
name = "Drei"
bot = "bots/missing.zip"
group = "<i>"
[[team]]
name = "Vier"
bot = "random"
group = "<i>"
"""


class Quick(FakePool):
    """Plays real games, in this process."""

    def __init__(self) -> None:
        super().__init__(size=1, answer=play_assignment)


def played(folder: Path, game: str = "piranhas-2026") -> Path:
    """A season, played and published."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "season.toml").write_text(SEASON.replace("GAME", game), encoding="utf-8")
    season = read_season(folder)
    store = open_store(folder)
    event = contest_key(season, store)
    Runner(season, Quick(), DatabaseResults(store, event)).run()
    publish(season, store, event, folder / "site")
    store.close()
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("season"))


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def links(page: Path) -> Links:
    reader = Links()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


@pytest.mark.slow
def test_every_link_leads_somewhere(site: Path) -> None:
    pages = [*site.glob("*/*.html"), site / "index.html"]
    assert len(pages) == 2 * 8 + 1
    games = set()
    for page in pages:
        for link in links(page).found:
            target, _, part = link.partition("#")
            assert (page.parent / target).is_file(), f"{page.name} links to {link}"
            if part:
                games.add(part)
                assert (site / "games" / f"{part}.js").is_file()
    written = [path.name for path in (site / "games").iterdir()]
    # Every game has its moves, its final position and its course.
    assert sorted(written) == sorted(f"{game}{ending}" for game in games for ending in (".js", ".svg", ".chances.js"))
    assert (site / "fonts" / "figtree.woff2").is_file()
    assert not list(site.rglob("*.draft"))


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*"):
        if page.suffix in (".html", ".css", ".js") and page.parent.name != "games":
            text = page.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text
            assert "https://" not in text


def test_names_are_text_and_never_markup(site: Path) -> None:
    named = 0
    for page in site.glob("*/*.html"):
        reader = links(page)
        assert "i" not in reader.tags
        # Our own scripts are those of the replay; bold are our own results.
        assert reader.tags.count("script") == (2 if page.name == "game.html" else 0)
        assert "b" not in reader.tags or page.name in ("final-eight.html", "index.html")
        named += "x&#34;&lt;script&gt;" in page.read_text(encoding="utf-8")
    assert named >= 2 * 4


def test_both_languages_say_the_same_in_their_own_words(site: Path) -> None:
    german = (site / "de" / "index.html").read_text(encoding="utf-8")
    english = (site / "en" / "index.html").read_text(encoding="utf-8")
    assert "Meisterschaft" in german
    assert "schwerster Schwarm im Schnitt" in german
    assert "Championship" in english
    assert "heaviest swarm on average" in english
    # Whoever opens the pages sees the Final Eight first.
    assert english.index('class="bracket"') < english.index('class="standings"')
    stages = {path.name for path in (site / "de").glob("championship-*.html")}
    assert len(stages) == 2
    said = "".join((site / "de" / name).read_text(encoding="utf-8") for name in stages)
    assert "nicht angetreten 2 — Es gibt keine Datei bots/missing.zip." in said
    assert "There is no file" not in said
    assert re.search(r"<td>\d+,\d\d</td>", german)


def test_publishing_again_writes_only_what_is_new(site: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (site / "games").iterdir()}
    season = read_season(site.parent)
    store = open_store(site.parent)
    publish(season, store, contest_key(season, store), site)
    store.close()
    assert {path: path.stat().st_mtime_ns for path in (site / "games").iterdir()} == before


def test_a_season_that_is_played_anew_shows_no_old_games() -> None:
    one = won("championship/A – B/1", "A", "B", (9, 3))
    assert game_file(one) == game_file(won("championship/A – B/1", "A", "B", (9, 3)))
    assert game_file(one) != game_file(won("championship/A – B/1", "A", "B", (9, 4)))
    assert game_file(one) != game_file(one._replace(thinking=(MoveTimes(30, 0.1, 0.2), MoveTimes())))


def test_a_season_that_has_not_begun_has_pages_too(tmp_path: Path) -> None:
    (tmp_path / "season.toml").write_text(SEASON.replace("GAME", "piranhas-2019"), encoding="utf-8")
    season = read_season(tmp_path)
    store = open_store(tmp_path)
    publish(season, store, contest_key(season, store), tmp_path / "site")
    store.close()
    assert "noch nicht gespielt" in (tmp_path / "site" / "de" / "ratings.html").read_text(encoding="utf-8")
    assert "Es wird noch gespielt" in (tmp_path / "site" / "de" / "index.html").read_text(encoding="utf-8")


@pytest.fixture(params=[known.id for known in all_games()][: quantity(1, 3)])
def site_of_game(request: pytest.FixtureRequest, site: Path, tmp_path: Path) -> Path:
    return site if request.param == "piranhas-2026" else played(tmp_path, request.param)


@pytest.mark.slow
def test_a_replay_shows_every_position(site_of_game: Path, browser: Browser) -> None:
    """In a browser, from the disk: the squares hold what the rules say, move by move."""
    games = [path for path in (site_of_game / "games").glob("*.js") if not path.name.endswith(".chances.js")]
    files = sorted(games, key=lambda path: -path.stat().st_size)
    data = json.loads(files[0].read_text(encoding="utf-8").removeprefix("schwarmGame(").removesuffix(");\n"))
    record = Record.parse(data["record"])
    assert len(record.moves) > 3
    letters = """() => Object.fromEntries([...document.querySelectorAll('[data-square]')]
        .filter(square => square.dataset.letter).map(square => [square.dataset.square, square.dataset.letter]))"""
    with browser.new_page() as page:
        page.set_default_timeout(1000 * PATIENCE)
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"file://{site_of_game}/en/game.html#{files[0].stem}")
        page.wait_for_selector("#board svg")
        for state in record.states():
            assert page.evaluate(letters) == state.letters()
            page.keyboard.press("ArrowRight")
        assert page.inner_text("#result") == str(record.outcome.sentence(*record.players))
        missing = page.evaluate(
            "() => [...document.querySelectorAll('#board use')]"
            ".filter(use => !document.querySelector(use.getAttribute('href'))).map(use => use.outerHTML)"
        )
        assert not missing
        page.goto(f"file://{site_of_game}/en/game.html#0123456789abcdef")
        page.wait_for_selector("#missing:not([hidden])")
    assert not troubles


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    from schwarm.arena.contest import BadContest

    (tmp_path / "season.toml").write_text(SEASON.replace("GAME", "piranhas-2019"), encoding="utf-8")
    (tmp_path / "site").write_text("a file")
    season = read_season(tmp_path)
    store = open_store(tmp_path)
    with pytest.raises(BadContest, match="The pages cannot be written to"):
        publish(season, store, contest_key(season, store), tmp_path / "site")
    store.close()
