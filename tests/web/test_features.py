"""What a page to think with has, row by row, each with the tests that show it in a browser; and those that no other
file has room for."""

import ast
import re
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

import schwarm
from patience import until
from schwarm.web.site.writer import write_site
from web.arena import Arena, Visitor
from web.browsing import expect, person
from web.plain_host import serve

HERE = Path(__file__).parent
ME = {"kind": "person", "name": "Anna"}

FEATURES = {
    "a person against a bot": ["test_playing::test_a_game_against_the_computer"],
    "two people": [
        "test_feel::test_playing_somebody_elsewhere",
        "test_watching::test_two_play_over_a_link_one_watches_and_the_server_is_killed",
    ],
    "dragging": ["test_playing::test_drag_and_drop_and_why_not", "test_playing::test_dragging_with_a_finger"],
    "clicking": ["test_playing::test_a_game_against_the_computer", "test_playing::test_touch"],
    "where a piece may go": ["test_playing::test_drag_and_drop_and_why_not"],
    "pieces that move": ["test_sliding::test_pieces_arrive_where_they_belong"],
    "a list of moves with variations": [
        "test_variations::test_moves_are_tried_beside_a_game",
    ],
    "stepping": ["test_replays::test_a_replay_file_is_opened_and_stepped_through"],
    "a slider": ["test_replays::test_a_replay_file_is_opened_and_stepped_through"],
    "playing it back, at a speed that is seen": ["test_replays::test_digits_say_how_fast"],
    "taking back": [
        "test_site_playing::test_two_people_take_back_resign_and_play_again",
        "test_features::test_a_challenge_is_joined_a_move_taken_back_and_an_opening_known",
    ],
    "an evaluation bar": ["test_layout::test_the_board_comes_first", "test_studying::test_the_engine_explains_a_game"],
    "a curve": ["test_studying::test_the_engine_explains_a_game"],
    "marks for mistakes, and accuracy": [
        "test_studying::test_from_mistake_to_mistake_with_what_was_better",
        "test_understanding::test_a_lost_game_of_a_bot",
    ],
    "learning from mistakes": ["test_learning::test_mistakes_of_a_game_are_asked_and_kept_as_puzzles"],
    "arrows and circles": ["test_variations::test_moves_are_tried_beside_a_game"],
    "opening statistics": [
        "test_features::test_a_challenge_is_joined_a_move_taken_back_and_an_opening_known",
        "test_site_playing::test_an_address_carries_a_whole_game",
    ],
    "keys, and what they do": ["test_replays::test_a_replay_with_the_keyboard_alone"],
    "an editor": ["test_positions::test_a_position_is_set_up_piece_by_piece"],
    "playing from here": [
        "test_positions::test_playing_on_from_a_position_of_a_game",
        "test_playing::test_a_game_from_a_replay",
    ],
    "a link to a position": [
        "test_replays::test_a_replay_file_is_opened_and_stepped_through",
        "test_site_playing::test_an_address_carries_a_whole_game",
    ],
    "watching, contests too": [
        "test_watching::test_running_games_are_listed_and_opened",
        "test_features::test_a_contest_is_watched_and_tells_its_figures",
    ],
    "a lobby": ["test_features::test_a_challenge_is_joined_a_move_taken_back_and_an_opening_known"],
    "tables of tournaments": ["test_holding::test_a_tournament_with_the_keyboard_alone"],
    "crosstables, of seasons too": [
        "test_holding::test_a_tournament_with_the_keyboard_alone",
        "test_holding::test_a_season_is_stopped_goes_on_and_survives_a_crash",
    ],
    "Elo with its error": ["test_features::test_a_contest_is_watched_and_tells_its_figures"],
    "a sequential test": ["test_features::test_a_contest_is_watched_and_tells_its_figures"],
    "German and English": [
        "test_access::test_every_page",
        "test_ending::test_a_game_that_was_given_up_can_be_analysed_at_once",
    ],
    "dark": ["test_access::test_every_page"],
    "phones, lying too, and installing": [
        "test_layout::test_the_board_comes_first",
        "test_site_playing::test_a_game_without_a_network",
        "test_features::test_a_site_has_what_needs_nobody_else",
    ],
    "accessibility": ["test_access::test_every_page", "test_by_hand::test_a_game_by_keyboard_and_ear"],
    "GIF, SVG and PNG": [
        "test_watching::test_bots_are_watched_at_a_pace_and_live_jumps_to_the_end",
        "test_replays::test_saving_and_pictures",
        "test_site_playing::test_an_address_carries_a_whole_game",
        "test_features::test_a_site_has_what_needs_nobody_else",
    ],
    "replays down and up": [
        "test_replays::test_dropping_files_of_every_kind_and_season",
        "test_replays::test_saving_and_pictures",
    ],
    "what a bot prints, move by move": ["test_understanding::test_a_lost_game_of_a_bot"],
    "embedding": [
        "test_watching::test_only_the_embedded_game_may_be_framed",
        "test_site_playing::test_an_address_carries_a_whole_game",
    ],
}


@cache
def read_tests(name: str) -> dict[str, set[str]]:
    """The tests of a file, each with what it asks for."""
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    return {
        each.name: {given.arg for given in each.args.args} for each in tree.body if isinstance(each, ast.FunctionDef)
    }


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_is_shown_in_a_browser(feature: str) -> None:
    for named in FEATURES[feature]:
        file, _, test = named.partition("::")
        assert "browser" in read_tests(file).get(test, set()), f"{named} shows nothing in a browser"


def test_the_table_is_whole() -> None:
    assert len(FEATURES) == 35


SLOW = """
import time
from schwarm.player import Player
class Slow(Player):
    def choose(self, state, *more):
        time.sleep(0.02)
        return state.legal_moves()[0]
"""


@pytest.mark.slow
def test_a_contest_is_watched_and_tells_its_figures(
    browser: Browser, arena: Arena, visitor: Visitor, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    wish = {"kind": "match", "game": "piranhas-2026", "players": [f"{tmp_path / 'slow.py'}:Slow", "random"]}
    begun = visitor.ask("/api/v1/contests", wish | {"games": 10, "time": "2s/10s", "sprt": [0, 1]})
    assert begun.status == 201, begun.text
    with person(browser, arena.address) as me:
        # Its games are on the page while they are played.
        me.go("/watch")
        me.watching.link_to("Slow").click()
        me.page.wait_for_url("**/game/**")
        expect(me.game.moves.first).to_be_visible()
        expect(me.screen.button("Resign")).to_be_hidden()
        me.go(begun.json["address"])
        expect(me.contest.state).to_have_text(re.compile("^Finished|decided"))
        told = re.compile(r"^[+−]?[\d.]+ (± [\d.]+|\([+−]\d+ to [+−]\d+\))$|^(above|below) ")
        expect(me.contest.figure("Elo difference, 95 %")).to_have_text(told)
        expect(me.contest.test).to_contain_text("Elo")


@pytest.mark.slow
def test_a_challenge_is_joined_a_move_taken_back_and_an_opening_known(
    browser: Browser, arena: Arena, visitor: Visitor
) -> None:
    start = schwarm.game("piranhas-2019").start(77)
    key = visitor.new_game(ME, {**ME, "name": "Ben"}, "piranhas-2019", start={"seed": 77})
    move = str(start.legal_moves()[0])
    assert visitor.ask(f"/api/v1/games/{key}/move", {"move": move, "turn": 0}).status == 200
    assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
    visitor.new_game({**ME, "name": "Clara"}, {"kind": "open"})
    openings = f"/api/v1/openings/piranhas-2019?position={quote(str(start))}"
    with person(browser, arena.address) as anna:
        page = anna.page
        anna.go("/watch")
        anna.watching.card("Clara").get_by_role("link", name="Join the game").click()
        anna.screen.field("Your name").fill("Dora")
        anna.press("Join the game")
        page.wait_for_url("**/game/*")
        expect(anna.game.player("Red")).to_contain_text("Clara")
        assert anna.game.is_above("Red", "Blue")
        anna.go(f"/play?game=piranhas-2019&from={key}&turn=0")
        anna.choose("opponent", "greedy")
        anna.start()
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)
        anna.press("Take back")
        expect(anna.game.moves).to_have_count(0)
        until(lambda: visitor.ask(openings).json["moves"], what="the opening")
        anna.go(f"/game/{key}?turn=0")
        anna.press(anna.game.menu("Stored games from here"))
        expect(anna.game.openings).to_have_count(1)
        expect(anna.game.openings).to_contain_text(move)
        anna.game.select("Whose games", "programs only")
        expect(anna.game.openings).to_have_count(0)


@pytest.mark.slow
@pytest.mark.core
def test_a_site_has_what_needs_nobody_else(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    with serve(tmp_path) as host, person(browser, f"{host}/site", size=(844, 390)) as reader:
        page = reader.page
        reader.go("/en/analysis-piranhas-2026.html")
        reader.wait_for_turn()
        assert reader.screen.manifest()["icons"]
        # Typed.
        start = str(schwarm.game("piranhas-2026").start(0))
        page.goto(f"{page.url.partition('?')[0]}?position={start}")
        reader.wait_for_turn()
        move = str(schwarm.game("piranhas-2026").start(0).legal_moves()[0])
        reader.game.type_move(move)
        expect(reader.game.current).to_have_text(move)
        # Heard or not.
        sound = reader.screen.button("Sound")
        pressed = sound.get_attribute("aria-pressed")
        reader.press(sound)
        expect(sound).to_have_attribute("aria-pressed", "false" if pressed == "true" else "true")
        # Taken along.
        reader.game.menu("Picture").click()
        for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
            with page.expect_download() as saved:
                reader.press(reader.screen.link(f"Picture of the position (.{kind})"))
            assert Path(saved.value.path()).read_bytes().startswith(begins)
