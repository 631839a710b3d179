"""A finished game on the page: nothing can be moved, and every move gets the sentence that says why."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

OVER = {"position": "5r2/8/8/8/8/8/8/8 2 2:0"}
"""Red has two ambers after round 1; Blue's seal could still step to d7."""
SENTENCE = {
    "en": "The game is over; Red wins: more ambers.",
    "de": "Die Partie ist vorbei; Rot gewinnt: mehr Bernsteine.",
}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_explains_every_move_by_the_end(arena: Arena, lang: str) -> None:
    guest = Visitor(arena.page_port, lang)
    assert guest.ask(f"/api/v1/look/ostseeschach-2022?{urlencode(OVER)}").json["moves"] == {}
    asked = guest.ask(f"/api/v1/explain/ostseeschach-2022?{urlencode({**OVER, 'move': 'f8-d7'})}").json
    assert (asked["legal"], asked["sentence"]) == (False, SENTENCE[lang])
    # A file with moves after the end is still shown.
    after = {"position": "5r2/8/8/8/8/8/8/R7 2 2:0", "move": "a1-b3"}
    assert guest.ask(f"/api/v1/look/ostseeschach-2022?{urlencode(after)}").json["turn"] == 3


def test_a_typed_move_after_the_end_is_refused(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as anna:
        anna.go(f"/analysis?game=ostseeschach-2022&{urlencode({'position': '5r2/8/8/8/8/8/8/R7 2 2:0'})}")
        expect(anna.game.state).to_contain_text("Red wins")
        anna.page.wait_for_load_state("networkidle")
        anna.game.type_move("a1-b3")
        expect(anna.game.spoken).to_have_text("The game is over; Red wins: more ambers.")
