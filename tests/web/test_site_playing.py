"""Schwarm without a server: plain files in a subfolder of some host, and after the first visit without even that."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

import schwarm
from quantity import mainly, quantity
from schwarm import view
from schwarm.engine.puzzle import puzzles
from schwarm.games.gallery import gallery
from schwarm.protocol import replay
from schwarm.web.board.position_json import explanation_json, groups_json, look_json
from schwarm.web.site.writer import write_site
from schwarm.words import speaking
from web.browsing import NARROW, WIDE, Person, expect, person
from web.plain_host import serve
from web.screens import Embedded, Game
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
        reader.form.level.fill(str(level))
    reader.choose("side", side)
    reader.press("Start")
    reader.page.wait_for_url(f"**/game-{game}.html?*")


@pytest.mark.thorough
def test_puzzles_are_solved_without_a_server_and_fetched_only_there(browser: Browser, address: str) -> None:
    game = schwarm.game("ostseeschach-2022")
    with person(browser, address) as reader:
        fetched: list[str] = []
        reader.page.on("request", lambda asked: fetched.append(asked.url))
        reader.go("/en/learn.html")
        assert not any("/puzzles/" in url for url in fetched)
        reader.press(reader.learn.puzzles(game.id))
        reader.wait_for_turn()
        assert sum("/puzzles/" in url for url in fetched) == 1
        shown = reader.trainer.position
        puzzle = next(puzzle for puzzle in puzzles(game) if str(puzzle.state) == shown)
        reader.move(puzzle.move.start, puzzle.move.to)
        expect(reader.trainer.verdict).to_have_text("Right!")
        expect(reader.trainer.reason).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        reader.page.reload()
        expect(reader.trainer.streak).to_have_text("1")


def play(reader: Person, moves: int) -> int:
    """Make so many moves, or play until the game is over; gives how many were made."""
    over = reader.screen.button("Analyse the game")
    for made in range(moves):
        expect(reader.board.waiting_pieces.or_(over).first).to_be_attached()
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
            moves = reader.game.moves.count()
            assert moves >= 2 * min(MOVES, 2)
            # What was played is still there, and so is everything else.
            page.reload()
            expect(reader.game.moves).to_have_count(moves)
            reader.go(f"/{lang}/games.html")
            expect(reader.home.own_games).to_have_count(1)
            reader.go(f"/{lang}/analysis-{game}.html")
            reader.wait_for_turn()
            reader.game.engine.check(force=True)
            expect(reader.game.engine_lines).to_have_count(3)
            reader.game.engine.uncheck(force=True)
            reader.go(f"/{lang}/rules-{game}.html")
            reader.wait_for_turn()
            reader.press(reader.rules.lessons)
            expect(reader.rules.chosen_lesson).to_have_count(1)
            reader.move_somewhere()
            expect(reader.board.last_to).to_have_count(1)


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
                expect(each.game.moves).to_have_count(number)
        assert other.plies == reader.plies
        # Whoever has not seen the moves of others does not wipe them out.
        expect(deaf.game.moves).to_have_count(0)
        deaf.move_somewhere(5)
        expect(deaf.game.moves).to_have_count(3)
        assert deaf.plies == reader.plies
        reader.press("Take back")
        expect(other.game.moves).to_have_count(2)
        other.resign()
        expect(reader.state_line()).to_have_text("Blue wins: Red resigned.")


@pytest.mark.thorough
def test_two_people_take_back_resign_and_play_again(browser: Browser, address: str) -> None:
    with person(browser, address, lang="en") as reader:
        page, game = reader.page, reader.game
        begin(reader, "en", "piranhas-2026", "person")
        first = reader.move_somewhere()
        expect(game.moves).to_have_count(1)
        reader.wait_for_turn()
        reader.move_somewhere()
        expect(game.moves).to_have_count(2)
        reader.press("Take back")
        expect(game.moves).to_have_count(1)
        assert reader.plies == ["-".join(first)]
        reader.resign()
        expect(game.state).to_have_text("Red wins: Blue resigned.")
        # Whoever thinks better of it goes on where they were.
        reader.press("Take back")
        reader.wait_for_turn()
        assert reader.plies == ["-".join(first)]
        reader.resign()
        expect(game.state).to_have_text("Red wins: Blue resigned.")
        reader.press("Play again")
        expect(game.moves).to_have_count(0)
        reader.wait_for_turn()
        # Moves can be typed, and both can agree on a draw.
        game.type_move("".join(first))
        expect(game.moves).to_have_count(1)
        reader.press("Offer a draw")
        reader.press("Do both agree?")
        expect(game.state).to_have_text("A draw: both players agreed.")
        expect(game.last_row).to_have_text("A draw: both players agreed.")
        # Lists show how games ended, and Hecht is one click away.
        reader.go("/en/index.html")
        expect(reader.home.drawings).to_have_count(2)
        reader.press("Play at once against Hecht")
        page.wait_for_url("**/game-piranhas-2026.html?*")
        reader.wait_for_turn()


@pytest.mark.thorough
def test_an_address_carries_a_whole_game(browser: Browser, site: Path, address: str, data: Path) -> None:
    text = (data / "protocol" / "replays" / "piranhas-2026.txt").read_text()
    record = schwarm.Record.parse(text)
    with person(browser, address, lang="en") as reader:
        page, game = reader.page, reader.game
        reader.go("/en/games.html")
        reader.home.file.set_input_files({"name": "x", "mimeType": "text/plain", "buffer": PLAYED_ON.encode()})
        expect(game.after_end).to_have_text(AFTER_END)
        for content in (replay.write(record), str(record)):
            reader.go("/en/games.html")
            reader.home.file.set_input_files({"name": "game", "mimeType": "text/plain", "buffer": content.encode()})
            page.wait_for_url("**/game-piranhas-2026.html?*")
            expect(game.moves).to_have_count(len(record.moves))
            assert reader.plies == [str(played.move) for played in record.moves]
        reader.press(game.menu("Save"))
        again = schwarm.Record.parse(download(reader, "Record text (.txt)").decode())
        assert (again.start, [each.move for each in again.moves]) == (
            record.start,
            [each.move for each in record.moves],
        )
        assert again.outcome == record.outcome
        for kind in ("svg", "png"):
            assert len(download(reader, f"Picture of the position (.{kind})")) > 10_000
        film = download(reader, "The whole game as a moving picture (.gif)")
        assert_same_film(film, view.gif(record, width=600))
        # The games that were brought along are counted.
        reader.press("To the start")
        reader.press(game.menu("Stored games from here"))
        expect(game.opening_sum).to_have_text("From here 100 % for Red, 1 game.")
        expect(game.known_openings).to_have_text([str(record.moves[0].move)])
        game.field("Only games of this player").fill("Nobody")
        expect(game.opening_sum).to_have_text("No stored game has come through this position.")
        reader.press(game.menu("Embed"))
        code = game.field("Code for your own site").input_value()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        reader.press("Copy a link to the game")
        link = page.evaluate("navigator.clipboard.readText()")
    with person(browser, address, lang="de") as friend:
        # The link leads to the page in the language in which it was copied.
        friend.page.goto(link)
        shown = Game(friend.page, "en")
        expect(shown.moves).to_have_count(len(record.moves))
        expect(shown.state).to_have_text("Red wins: the heavier swarm.")
        friend.page.goto(f"{address}/de/game-piranhas-2026.html?key=nothing")
        friend.page.wait_for_url("**/games.html")
        expect(friend.screen.error).to_have_text("Dieses Spiel hat der Browser nicht, oder nicht mehr.")
        # The same in a frame, at the place where it was copied.
        (site / "some" / "where" / "frame.html").write_text(f'<link rel="icon" href="data:,">{code}')
        friend.page.goto(f"{address}/frame.html")
        framed = Embedded(friend.page, "en", Embedded.framed(friend.page))
        expect(framed.board.picture).to_be_visible()
        expect(framed.slider).to_have_value("0")
        framed.button("To the end").click()
        expect(framed.line).to_have_text("Red wins: the heavier swarm.")
        expect(framed.names).to_contain_text(record.players[0] or "Red")


def download(reader: Person, link: str) -> bytes:
    """The file that a link offers."""
    with reader.page.expect_download() as saved:
        reader.press(reader.screen.link(link))
    return Path(saved.value.path()).read_bytes()


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
        answers = reader.page.evaluate(TRY_TWICE, [reader.screen.script("core-positions.js"), GAMES[0]])
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
        script = reader.screen.script("core-positions.js")
        answers = reader.page.evaluate(ASK, [script, game, asked])
        seeds = [0, 7, 2**63 - 1]
        starts = reader.page.evaluate(
            """async ([script, game, seeds]) => {
                const { positionsOf } = await import(new URL(script, location.href).href);
                const positions = await positionsOf(game);
                return seeds.map((seed) => positions.start(BigInt(seed)));
            }""",
            [script, game, [str(seed) for seed in seeds]],
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
            wider = reader.screen.too_wide
            assert wider <= 0, f"{path} is {wider} pixels wider than the screen"
