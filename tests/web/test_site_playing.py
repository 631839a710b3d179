"""Schwarm without a server: plain files in a subfolder of some host, and after the first visit without even that."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, expect

import schwarm
from quantity import mainly, quantity
from schwarm import view
from schwarm.engine.puzzle import puzzles
from schwarm.games.gallery import gallery
from schwarm.protocol import replay
from schwarm.web.board.position_json import explanation_json, groups_json, look_json
from schwarm.web.site.writer import write_site
from schwarm.words import speaking
from web.browsing import NARROW, WIDE, Person, person
from web.plain_host import serve
from web.studies import AFTER_END, PLAYED_ON

pytestmark = [pytest.mark.slow, pytest.mark.core]

GAMES = ["piranhas-2026", "ostseeschach-2022", "piranhas-2019"]
MOVES = quantity(2, 1000)
"""Of each game; games are over before a thousand."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "some" / "where")
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve(site) as host:
        yield f"{host}/some/where"


def begin(reader: Person, lang: str, game: str, opponent: str = "hecht", level: int = 1, side: str = "red") -> None:
    """A new game by the form."""
    reader.go(f"/{lang}/play.html?game={game}")
    reader.choose("opponent", opponent)
    if opponent == "hecht":
        reader.page.locator("#level").fill(str(level))
    reader.choose("side", side)
    reader.press("button[type=submit]")
    reader.page.wait_for_url(f"**/game-{game}.html?*")


@pytest.mark.thorough
def test_puzzles_are_solved_without_a_server_and_fetched_only_there(browser: Browser, address: str) -> None:
    game = schwarm.game("ostseeschach-2022")
    with person(browser, address) as reader:
        fetched: list[str] = []
        reader.page.on("request", lambda asked: fetched.append(asked.url))
        reader.go("/en/learn.html")
        assert not any("/puzzles/" in url for url in fetched)
        reader.press(f'[data-game="{game.id}"] .button')
        reader.wait_for_turn()
        assert sum("/puzzles/" in url for url in fetched) == 1
        shown = parse_qs(urlsplit(reader.page.locator("#analyse").get_attribute("href") or "").query)["position"][0]
        puzzle = next(puzzle for puzzle in puzzles(game) if str(puzzle.state) == shown)
        reader.move(puzzle.move.start, puzzle.move.to)
        expect(reader.page.locator("#answer-title")).to_have_text("Right!")
        expect(reader.page.locator("#answer-text")).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        reader.page.reload()
        expect(reader.page.locator("#streak")).to_have_text("1")


def play(reader: Person, moves: int) -> int:
    """Make so many moves, or play until the game is over; gives how many were made."""
    over = reader.page.locator("#review")
    for made in range(moves):
        reader.page.wait_for_function(
            "() => document.querySelector('.board.may-move .movable') || !document.getElementById('graph-block').hidden"
        )
        if over.is_visible():
            return made
        reader.move_somewhere(made * 5)
    return moves


@pytest.mark.parametrize(
    ("game", "how"),
    [
        (GAMES[0], {"size": WIDE, "lang": "de"}),
        (GAMES[1], {"size": NARROW, "lang": "en", "keyboard": True}),
        (GAMES[2], {"size": NARROW, "lang": "de", "touch": True}),
    ][: quantity(1, 3)],
)
def test_a_game_without_a_network(browser: Browser, site: Path, game: str, how: dict) -> None:
    with ExitStack() as online:
        host = online.enter_context(serve(site))
        with person(browser, f"{host}/some/where", offline=True, **how) as reader:
            page, lang = reader.page, how["lang"]
            reader.go("/index.html")
            page.wait_for_url(f"**/{lang}/index.html")
            # The service worker takes over once it has everything.
            page.wait_for_function("() => navigator.serviceWorker.controller")
            online.close()
            begin(reader, lang, game)
            made = play(reader, MOVES)
            if made == MOVES:
                reader.wait_for_turn()
            moves = page.locator(".ply").count()
            assert moves >= 2 * min(MOVES, 2)
            # What was played is still there, and so is everything else.
            page.reload()
            expect(page.locator(".ply")).to_have_count(moves)
            reader.go(f"/{lang}/games.html")
            expect(page.locator("#own-games li")).to_have_count(1)
            reader.go(f"/{lang}/analysis-{game}.html")
            reader.wait_for_turn()
            page.locator("#engine").check(force=True)
            expect(page.locator(".lines li")).to_have_count(3)
            page.locator("#engine").uncheck(force=True)
            reader.go(f"/{lang}/rules-{game}.html")
            reader.wait_for_turn()
            reader.press(".lesson")
            expect(page.locator(".lesson[aria-pressed=true]")).to_have_count(1)
            reader.move_somewhere()
            expect(page.locator(".sw-last-to")).to_have_count(1)


DEAF = "window.BroadcastChannel = class { addEventListener() {} postMessage() {} }"
"""For a tab that does not hear of the others, as one that the browser has put to sleep."""


@pytest.mark.thorough
def test_a_game_in_several_tabs_is_one_game(browser: Browser, address: str) -> None:
    with person(browser, address, lang="en", changed=True) as reader:
        begin(reader, "en", "piranhas-2026", "person")
        reader.wait_for_turn()
        other, deaf = (Person(reader.page.context.new_page(), address) for _ in range(2))
        deaf.page.add_init_script(DEAF)
        for tab in (other, deaf):
            tab.page.goto(reader.page.url)
            tab.wait_for_turn()
        for number, tab in enumerate((reader, other, reader), 1):
            tab.move_somewhere()
            for each in (reader, other):
                expect(each.page.locator(".ply")).to_have_count(number)
        assert other.plies == reader.plies
        # Whoever has not seen the moves of others does not wipe them out.
        expect(deaf.page.locator(".ply")).to_have_count(0)
        deaf.move_somewhere(5)
        expect(deaf.page.locator(".ply")).to_have_count(3)
        assert deaf.plies == reader.plies
        reader.press("[data-act=undo]")
        expect(other.page.locator(".ply")).to_have_count(2)
        other.press("[data-act=resign]")
        other.press("[data-act=resign]")
        expect(reader.state_line()).to_have_text("Blue wins: Red resigned.")


@pytest.mark.thorough
def test_two_people_take_back_resign_and_play_again(browser: Browser, address: str) -> None:
    with person(browser, address, lang="en") as reader:
        page = reader.page
        begin(reader, "en", "piranhas-2026", "person")
        first = reader.move_somewhere()
        expect(page.locator(".ply")).to_have_count(1)
        reader.wait_for_turn()
        reader.move_somewhere()
        expect(page.locator(".ply")).to_have_count(2)
        reader.press("[data-act=undo]")
        expect(page.locator(".ply")).to_have_count(1)
        assert reader.plies == ["-".join(first)]
        page.locator("[data-act=resign]").click()
        page.locator("[data-act=resign]").click()
        expect(reader.state_line()).to_have_text("Red wins: Blue resigned.")
        # Whoever thinks better of it goes on where they were.
        reader.press("[data-act=undo]")
        reader.wait_for_turn()
        assert reader.plies == ["-".join(first)]
        page.locator("[data-act=resign]").click()
        page.locator("[data-act=resign]").click()
        expect(reader.state_line()).to_have_text("Red wins: Blue resigned.")
        page.locator("[data-act=rematch]").click()
        expect(page.locator(".ply")).to_have_count(0)
        reader.wait_for_turn()
        # Moves can be typed, and both can agree on a draw.
        page.locator("#typed-move").fill("".join(first))
        page.keyboard.press("Enter")
        expect(page.locator(".ply")).to_have_count(1)
        page.locator("[data-act=draw]").click()
        page.locator("[data-act=draw]").click()
        expect(reader.state_line()).to_have_text("A draw: both players agreed.")
        expect(page.locator("#moves > *").last).to_have_text("A draw: both players agreed.")
        # Lists show how games ended, and Hecht is one click away.
        reader.go("/en/index.html")
        expect(page.locator("#own-games .listed-picture svg")).to_have_count(2)
        page.locator("[data-at-once]").first.click()
        page.wait_for_url("**/game-piranhas-2026.html?*")
        reader.wait_for_turn()


@pytest.mark.thorough
def test_an_address_carries_a_whole_game(browser: Browser, site: Path, address: str, data: Path) -> None:
    text = (data / "protocol" / "replays" / "piranhas-2026.txt").read_text()
    record = schwarm.Record.parse(text)
    with person(browser, address, lang="en") as reader:
        page = reader.page
        reader.go("/en/games.html")
        page.locator("#file").set_input_files({"name": "x", "mimeType": "text/plain", "buffer": PLAYED_ON.encode()})
        expect(page.locator("#after-end")).to_have_text(AFTER_END)
        for content in (replay.write(record), str(record)):
            reader.go("/en/games.html")
            page.locator("#file").set_input_files(
                {"name": "game", "mimeType": "text/plain", "buffer": content.encode()}
            )
            page.wait_for_url("**/game-piranhas-2026.html?*")
            expect(page.locator(".ply")).to_have_count(len(record.moves))
            assert reader.plies == [str(played.move) for played in record.moves]
        with page.expect_download() as saved:
            page.locator(".menu:has(#film) summary").click()
            page.locator("#record-text").click()
        again = schwarm.Record.parse(Path(saved.value.path()).read_text())
        assert (again.start, [each.move for each in again.moves]) == (
            record.start,
            [each.move for each in record.moves],
        )
        assert again.outcome == record.outcome
        for kind in ("svg", "png"):
            with page.expect_download() as drawn:
                page.locator(f"#picture-{kind}").click()
            assert len(Path(drawn.value.path()).read_bytes()) > 10_000
        with page.expect_download() as film:
            page.locator("#film").click()
        assert_same_film(Path(film.value.path()).read_bytes(), view.gif(record, width=600))
        # The games that were brought along are counted.
        page.locator("[data-go=first]").click()
        page.locator("#openings summary").click()
        expect(page.locator("#opening-sum")).to_have_text("From here 100 % for Red, 1 game.")
        expect(page.locator("#opening-moves button")).to_have_text([str(record.moves[0].move)])
        page.locator("#opening-player").fill("Nobody")
        expect(page.locator("#opening-sum")).to_have_text("No stored game has come through this position.")
        page.locator("#embed summary").click()
        code = page.locator("#embed-code").input_value()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#copy-game").click()
        link = page.evaluate("navigator.clipboard.readText()")
    with person(browser, address, lang="de") as friend:
        friend.page.goto(link)
        expect(friend.page.locator(".ply")).to_have_count(len(record.moves))
        expect(friend.state_line()).to_have_text("Red wins: the heavier swarm.")
        friend.page.goto(f"{address}/de/game-piranhas-2026.html?key=nothing")
        friend.page.wait_for_url("**/games.html")
        expect(friend.page.locator("#error")).to_have_text("Dieses Spiel hat der Browser nicht, oder nicht mehr.")
        # The same in a frame, at the place where it was copied.
        (site / "some" / "where" / "frame.html").write_text(f'<link rel="icon" href="data:,">{code}')
        friend.page.goto(f"{address}/frame.html")
        framed = friend.page.frame_locator("iframe")
        expect(framed.locator(".board > svg")).to_be_visible()
        expect(framed.locator("#slider")).to_have_value("0")
        framed.locator("[data-go=last]").click()
        expect(framed.locator("#line")).to_have_text("Red wins: the heavier swarm.")
        expect(framed.locator("h1 .red")).to_have_text(record.players[0] or "Red")


def assert_same_film(made: bytes, drawn: bytes) -> None:
    """A moving picture looks like another one; browsers have fonts of their own for what stands at the edge."""
    with Image.open(BytesIO(made)) as mine, Image.open(BytesIO(drawn)) as other:
        assert (mine.size, mine.n_frames, mine.info["loop"]) == (other.size, other.n_frames, 0)  # type: ignore[attr-defined]
        for place in (0, 1, mine.n_frames - 1):  # type: ignore[attr-defined]
            mine.seek(place)
            other.seek(place)
            assert mine.info["duration"] == other.info["duration"]
            difference = ImageChops.difference(mine.convert("RGB"), other.convert("RGB"))
            assert max(ImageStat.Stat(difference).mean) < 4, place


ASK = """async ([script, game, asked]) => {
    const { positionsOf } = await import(new URL(script, location.href).href);
    const positions = await positionsOf(game);
    return asked.map(([text, moves]) => ({
        look: positions.look(text),
        groups: positions.groups(text),
        explained: moves.map((move) => positions.explain(text, move)),
    }));
}"""


TRY_TWICE = """async ([script, game]) => {
    const { positionsOf } = await import(new URL(script, location.href).href), real = window.fetch;
    const answers = [];
    for (const missing of [/core.wasm|facts.json/, /core.wasm/, /nothing/]) {
        window.fetch = (address) => missing.test(String(address)) ? Promise.reject(new TypeError()) : real(address);
        answers.push(await positionsOf(game).then(({ rules }) => rules, (error) => error.message));
    }
    return answers;
}"""


@pytest.mark.thorough
def test_what_did_not_arrive_is_asked_for_again(browser: Browser, address: str) -> None:
    with person(browser, address, lang="en") as reader:
        reader.go("/en/rules.html")
        script = reader.page.locator("script[src*='shell.js']").first.get_attribute("src")
        assert script
        answers = reader.page.evaluate(TRY_TWICE, [script.replace("shell.js", "core-positions.js"), GAMES[0]])
    missing = "Not everything that this page needs has arrived; check the connection and try again."
    assert answers == [missing, missing, "documents"]


@pytest.mark.parametrize("game", mainly(GAMES, "piranhas-2019".__eq__))
def test_the_core_in_the_browser_tells_what_the_rules_tell(browser: Browser, address: str, game: str) -> None:
    known = schwarm.game(game)
    states = [*gallery(known), *(known.parse(lesson.position) for lesson in known.lessons)][: quantity(6, 100)]
    squares = known.squares()[:: quantity(7, 1)]
    asked = [(str(state), [f"{start}-{to}" for start in squares for to in squares if start != to]) for state in states]
    with person(browser, address, lang="de") as reader:
        reader.go("/de/rules.html")
        script = reader.page.locator("script[src*='shell.js']").first.get_attribute("src")
        assert script
        answers = reader.page.evaluate(ASK, [script.replace("shell.js", "core-positions.js"), game, asked])
        seeds = [0, 7, 2**63 - 1]
        starts = reader.page.evaluate(
            """async ([script, game, seeds]) => {
                const { positionsOf } = await import(new URL(script, location.href).href);
                const positions = await positionsOf(game);
                return seeds.map((seed) => positions.start(BigInt(seed)));
            }""",
            [script.replace("shell.js", "core-positions.js"), game, [str(seed) for seed in seeds]],
        )
    assert starts == [str(known.start(seed)) for seed in seeds]
    overlay = known.overlays[0].id if known.overlays else ""
    for state, (_, moves), told in zip(states, asked, answers, strict=True):
        with speaking("de"):
            expected = json.loads(json.dumps(look_json(state)))
            assert [_sorted(group) for group in told["groups"]] == [
                _sorted(group) for group in groups_json(state, overlay)
            ]
            assert told["explained"] == [explanation_json(state, move) for move in moves]
        # All drawings are in one file there.
        assert expected.pop("stamps").keys() <= told["look"].pop("stamps").keys()
        assert told["look"] == expected, str(state)


def _sorted(group) -> tuple:
    return group["side"], group["weight"], sorted(group["squares"])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("size", "dark", "lang"),
    [(NARROW, True, "en"), (WIDE, False, "de"), (WIDE, True, "en"), (NARROW, False, "de")][: quantity(1, 4)],
)
def test_nobody_is_left_outside(browser: Browser, address: str, size, dark: bool, lang: str) -> None:
    with person(browser, address, size=size, dark=dark, lang=lang) as reader:
        begin(reader, lang, "piranhas-2026", "person")
        reader.wait_for_turn()
        paths = ["index", "play", "games", "rules", "rules-ostseeschach-2022", "analysis-piranhas-2019"]
        for path in ["", *(f"/{lang}/{name}.html" for name in paths[:: quantity(3, 1)])]:
            if path:
                reader.go(path)
            found = [
                f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
                for violation in Axe().run(reader.page).response["violations"]
            ]
            assert not found, (path, found)
            wider = reader.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wider <= 0, f"{path} is {wider} pixels wider than the screen"
