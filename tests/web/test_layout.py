"""The board comes first: how large it is on the screens that people have, and that nothing jumps."""

import re

import pytest
from playwright.sync_api import Browser

from web.arena import Arena
from web.browsing import Person, expect, person

pytestmark = pytest.mark.slow

SMALL_PHONES = [(667, 375), (640, 360), (568, 320)]
"""Lying on their side, and a notebook that shows everything twice as large."""
NOTEBOOK, LYING_PHONE, PHONE, LARGE = (1366, 657), (844, 390), (400, 850), (2200, 1150)
PAGES = ["/game/example-piranhas-2026", "/game/example-ostseeschach-2022", "/analysis?game=piranhas-2019"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_top_is_one_row_on_the_smallest_phones(browser: Browser, arena: Arena, lang: str) -> None:
    with person(browser, arena.address, size=(320, 568), lang=lang) as reader:
        reader.go("/")
        screen = reader.screen
        assert screen.box(screen.menu_button).top < screen.box(screen.brand).bottom
        play, watch = (screen.box(screen.own_part.link(name)) for name in ("New game", "Watch"))
        assert play.top == watch.top


def test_whoever_sees_few_colours_sees_what_is_chosen_and_whose_it_is(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, changed=True) as reader:
        screen, form, game = reader.screen, reader.form, reader.game
        reader.page.emulate_media(forced_colors="active")
        reader.go("/play")
        for what in ("game", "opponent", "side"):
            assert set(screen.frames_of(form.labels(what, chosen=True))) == {"solid"}
            assert set(screen.frames_of(form.labels(what, chosen=False))) == {"none"}
        reader.go(PAGES[0])
        assert len(set(screen.colours_of(game.dots))) == 2
        assert len(set(screen.colours_of(game.pens))) == 4
        knob = screen.colours_of(game.knob)
        game.switch.click()
        assert screen.colours_of(game.knob) != knob
        reader.page.keyboard.press("End")
        expect(game.current_button).to_have_css("outline-style", "solid")


@pytest.mark.parametrize("game", ["piranhas-2026", "ostseeschach-2022"])
def test_the_names_of_rows_have_room_on_a_phone(browser: Browser, arena: Arena, game: str) -> None:
    with person(browser, arena.address, size=(375, 667)) as reader:
        board = reader.board
        reader.go(f"/analysis?game={game}")
        reader.wait_for_turn()
        left = min(board.box(name).left for name in board.edge_names.all())
        assert left >= board.box(board.picture).left + 2


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_a_puzzle_stands_beside_its_board_on_a_phone_on_its_side(
    browser: Browser, arena: Arena, size: tuple[int, int]
) -> None:
    with person(browser, arena.address, size=size) as reader:
        trainer = reader.trainer
        reader.go("/learn/piranhas-2026")
        reader.wait_for_turn()
        board, goal = trainer.box(trainer.board), trainer.box(trainer.goal)
        assert board.width >= 0.7 * size[1]
        assert board.bottom <= size[1]
        assert board.right <= goal.left <= goal.right <= size[0]


def test_whose_turn_it_is_has_room_beside_the_stars(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=(375, 667), lang="de") as reader:
        trainer = reader.trainer
        reader.go("/learn/piranhas-2026")
        expect(trainer.turn).to_contain_text("ist am Zug")
        trainer.turn_reads("Runde 24 von 30, Blau ist am Zug")
        assert trainer.box(trainer.turn).bottom < trainer.box(trainer.any_stars).bottom + 8


def test_the_board_comes_first(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=NOTEBOOK) as reader:
        for path in PAGES:
            reader.screen.resize(NOTEBOOK)
            reader.go(path)
            reader.board.cells.first.wait_for(state="attached")
            game, board, box = reader.game, reader.board, reader.screen.box
            frame, moves = box(board.frame), box(game.moves_card)
            assert frame.width >= 560
            assert frame.bottom <= NOTEBOOK[1]
            # The moves have most of their column, and the whole column is seen without scrolling.
            assert moves.height > NOTEBOOK[1] / 2
            assert box(game.player("Red")).bottom <= NOTEBOOK[1]

            if "/game/" in path:
                # The result is the last row, and the end of the game shows it.
                reader.page.keyboard.press("End")
                expect(game.last_row).to_have_text(re.compile("^Anna wins"))
                expect(game.last_row).to_be_in_viewport()
                reader.page.keyboard.press("ArrowLeft")

            nothing_moves_when_the_engine_comes(reader)

            square = box(board.cells).width / frame.width
            reader.screen.resize(LYING_PHONE)
            frame = box(board.frame)
            assert frame.width >= 320
            assert frame.bottom <= LYING_PHONE[1]
            assert box(game.beside_board).left > frame.right
            # A small board gives its margins to the squares.
            assert box(board.cells).width / frame.width > square * 1.02

            reader.screen.resize(PHONE)
            frame = box(board.frame)
            assert frame.width >= 350
            assert box(game.player("Blue")).bottom <= frame.top
            assert box(game.player("Red")).top >= frame.bottom

            reader.screen.resize(LARGE)
            assert box(board.frame).width > 1000
            assert box(game.rest).right - box(game.balance_room).left > 0.9 * LARGE[0]


def nothing_moves_when_the_engine_comes(reader: Person) -> None:
    """What the engine says has its place before it comes."""
    screen, game = reader.screen, reader.game
    # The note about another move is longer or shorter; that has been drawn before the engine comes.
    screen.settle()
    screen.watch_shifts()
    before = screen.box(game.engine_room).height
    game.switch.click()
    expect(game.balance).to_be_visible()
    expect(game.engine_lines).to_have_count(3)
    screen.settle()
    assert screen.box(game.engine_room).height == before
    bar, frame = screen.box(game.balance), screen.box(reader.board.frame)
    assert bar.right <= frame.left
    assert bar.height == pytest.approx(frame.width, abs=1)
    game.switch.click()
    expect(game.balance).to_be_hidden()
    screen.settle()
    assert screen.shifts == []


@pytest.mark.parametrize("path", [*PAGES, "/editor"])
def test_a_small_phone_on_its_side(browser: Browser, arena: Arena, path: str) -> None:
    with person(browser, arena.address, size=SMALL_PHONES[0], lang="de") as reader:
        game, box = reader.game, reader.screen.box
        reader.go(path)
        reader.board.cells.first.wait_for(state="attached")
        for size in SMALL_PHONES:
            reader.screen.resize(size)
            assert reader.screen.too_wide <= 0
            board = box(reader.board.frame)
            assert board.left >= 0
            assert board.bottom <= size[1]
            if path != "/editor":
                card, slider, speed = box(game.moves_card), box(game.slider), box(game.speed)
                assert slider.width > 100
                assert slider.right <= speed.left
                assert speed.right <= card.right


def test_a_long_name_leaves_the_clock_whole(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=PHONE, lang="de") as anna:
        game, box = anna.game, anna.screen.box
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "greedy")
        anna.choose("side", "red")
        anna.form.options.click()
        anna.form.field("Your name").fill("Donaudampfschifffahrtskapitänin Wilhelmine die Zweite")
        anna.start()
        anna.move_somewhere()
        anna.wait_for_turn()
        game.clock_reads("Red", "2,6 s")
        strip, you, clock = (box(part) for part in (game.player("Red"), game.yours("Red"), game.clock("Red")))
        assert you.right <= clock.left
        assert clock.right <= strip.right
        # One line each, and nothing of it is cut.
        for part in (game.yours("Red"), game.clock("Red")):
            assert not game.is_cut(part)
            assert box(part).height < 32
        assert game.is_cut(game.name("Red"))


@pytest.mark.parametrize("size", [NOTEBOOK, (1024, 768), PHONE])
def test_what_is_played_on_the_home_page_is_read_whole(browser: Browser, arena: Arena, size: tuple[int, int]) -> None:
    with person(browser, arena.address, size=size, lang="de") as reader:
        home = reader.home
        # A page that nobody sees hears nothing that it would write over these words.
        reader.page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true})")
        reader.go("/")
        heights = []
        for words in ("Hecht, Stufe 8 gewinnt.", "Ostseeschach 2022: Hecht, Stufe 6 – Hecht, Stufe 8, live"):
            assert home.fits(words)
            heights.append(home.box(home.stage).height)
        assert heights[0] == heights[1]
