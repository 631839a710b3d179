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
        # The output opens where the error is, by the number that the list of moves has.
        here = me.page.locator(".output .here")
        expect(here).to_contain_text("[7. not played]")
        expect(here).to_contain_text("out of ideas")
        expect(me.page.locator("#values")).to_have_attribute("aria-label", "Bot: 0.00 to 1.00")
        expect(me.page.locator("#times rect")).to_have_count(12)
        # The first bar and the last are whole, with the same room beside them; a click on a bar goes to its move.
        bars = me.page.eval_on_selector_all(
            "#times rect", "bars => bars.map(bar => [bar.x, bar.width].map(at => at.baseVal.value))"
        )
        (first, _), (last, width) = bars[0], bars[-1]
        assert first == pytest.approx(600 - last - width, abs=0.2)
        assert first > 0
        frame = me.page.locator("#times").bounding_box()
        assert frame
        for move, at in ((1, first + 1), (1, first + width - 1), (12, last + width - 1)):
            me.page.locator("#times").click(position={"x": frame["width"] * at / 600, "y": frame["height"] - 2})
            expect(me.page.locator(".ply[aria-current] > span").first).to_have_text(me.plies[move - 1])
        me.press("[data-go=first]")
        # It leads no further back, but whoever pressed it is still there.
        expect(me.page.locator("[data-go=first]")).to_be_disabled()
        expect(me.page.locator("[data-go=first]")).to_be_focused()
        me.press("[data-go=next]")
        expect(here).to_contain_text("looking at turn 0")
        assert here.inner_text().startswith("[1. ")
        me.press("#openings summary")
        expect(me.page.locator("#opening-sum")).to_contain_text("No stored game")
        me.press("#ask-bot summary")
        me.page.locator("#asked-bot").fill(f"{bot}:Bot")
        me.press("#ask-bot-form button")
        expect(me.page.locator("#bot-said")).to_contain_text("It would play")
        me.press("#review")
        expect(me.page.locator("#verdicts")).to_contain_text("accuracy")
        told = me.page.locator("#verdicts").inner_text()
        assert not Axe().run(me.page).response["violations"]
        me.page.reload()
        expect(me.page.locator("#verdicts")).to_have_text(told, use_inner_text=True)
        expect(me.page.locator("#review")).to_be_hidden()
        me.go("/games")
        expect(me.page.locator(f'a[href="/game/{key}"] .analysed')).to_have_text("analysed")
