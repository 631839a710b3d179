"""Understanding bots: their curves, output that follows the move, a review that stays, stored games, a bot to ask."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

BOT = """
from schwarm.player import Player
class Bot(Player):
    def choose(self, state, clock):
        print('looking at turn', state.turn)
        self.note(f'depth 2, value {state.turn / 10}')
        if state.turn == 12:
            raise RuntimeError('out of ideas')
        return state.legal_moves()[0]
"""


def test_a_lost_game_of_a_bot(browser: Browser, arena: Arena, visitor: Visitor, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    wish = {"kind": "player", "player": f"{bot}:Bot"}
    key = visitor.new_game(wish, {"kind": "player", "player": "greedy"}, start={"seed": 7})
    until(lambda: "crashed" in ((visitor.facts(key)["outcome"] or {}).get("sentence") or ""))
    with person(browser, arena.address) as me:
        me.go(f"/game/{key}")
        game = me.game
        # The output opens where the error is, by the number that the list of moves has.
        here = game.printed_here
        expect(here).to_contain_text("[7. not played]")
        expect(here).to_contain_text("out of ideas")
        expect(game.bot_values).to_have_accessible_name("Bot: 0.00 to 1.00")
        expect(game.time_bars).to_have_count(12)
        # The first bar and the last are whole, with the same room beside them; a click on a bar goes to its move.
        bars = game.bar_places()
        (first, _), (last, width) = bars[0], bars[-1]
        assert first == pytest.approx(600 - last - width, abs=0.2)
        assert first > 0
        frame = game.box(game.times_used)
        for move, at in ((1, first + 1), (1, first + width - 1), (12, last + width - 1)):
            game.times_used.click(position={"x": frame.width * at / 600, "y": frame.height - 2})
            expect(game.current).to_have_text(me.plies[move - 1])
        me.press("To the start")
        # It leads no further back, but whoever pressed it is still there.
        expect(game.button("To the start")).to_be_disabled()
        expect(game.button("To the start")).to_be_focused()
        me.press("One move forward")
        expect(here).to_contain_text("looking at turn 0")
        assert here.inner_text().startswith("[1. ")
        me.press(game.menu("Stored games from here"))
        expect(game.opening_sum).to_contain_text("No stored game")
        me.press(game.menu("Ask your own bot"))
        game.asked_bot.field("How to start it").fill(f"{bot}:Bot")
        me.press("What would it play here?")
        expect(game.bot_answer).to_contain_text("It would play")
        me.press("Analyse the game")
        expect(game.accuracy).to_contain_text("accuracy")
        told = game.accuracy.inner_text()
        assert not Axe().run(me.page).response["violations"]
        me.page.reload()
        expect(game.accuracy).to_have_text(told, use_inner_text=True)
        expect(game.button("Analyse the game")).to_be_hidden()
        me.go("/games")
        expect(me.home.opens(key)).to_contain_text("analysed")
