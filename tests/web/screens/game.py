"""A game, being played, watched or replayed: board, moves, clocks, what it says and what can be done."""

import re

from playwright.sync_api import Locator

from web.screens.board import Board
from web.screens.screen import Screen

GAPS_OF_LINES = """room => {
    const place = (part) => part.getBoundingClientRect(), [depth, lines] = room.querySelectorAll("p.meta, ol");
    return [place(lines).top - place(depth).bottom, parseFloat(getComputedStyle(lines).rowGap)];
}"""
TRY_OTHER = """(buttons, played) => {
    const found = buttons.find(({textContent}) => textContent !== played);
    found.click();
    return found.textContent;
}"""


class Game(Screen):
    @property
    def board(self) -> Board:
        return Board(self.page, self.lang)

    @property
    def move_list(self) -> Locator:
        """The list of moves."""
        return self.find("group", "Moves")

    @property
    def moves(self) -> Locator:
        """The moves of the game, in order, as they are listed."""
        return self.move_list.get_by_role("button")

    @property
    def played(self) -> list[str]:
        """What was moved, in order."""
        return [text.split()[0] for text in self.moves.all_inner_texts()]

    @property
    def current(self) -> Locator:
        """The move that is shown, as it is written."""
        return self.current_button.locator("> span").first

    @property
    def current_button(self) -> Locator:
        return self.move_list.locator("[aria-current]")

    @property
    def current_in_variation(self) -> Locator:
        """The move that is shown, as it is written, if it stands in a variation."""
        return self.variations.locator("[aria-current] > span").first

    @property
    def first_round(self) -> Locator:
        """The number before the first move."""
        return self.move_list.locator(".round").first

    @property
    def last_row(self) -> Locator:
        return self.move_list.locator("> *").last

    # -- what is beside the game ---------------------------------------------------------------------------

    @property
    def variations(self) -> Locator:
        """What could have been played, also where it is part of another variation."""
        return self.move_list.get_by_role("group")

    @property
    def inner_variations(self) -> Locator:
        """Variations of variations."""
        return self.variations.get_by_role("group")

    def variation(self, name: str) -> Locator:
        """A variation by the name that somebody gave it."""
        return self.move_list.get_by_role("group", name=name, exact=True)

    @property
    def tried(self) -> Locator:
        """The moves beside the game."""
        return self.variations.get_by_role("button")

    @property
    def tried_inside(self) -> Locator:
        """The moves beside moves beside the game."""
        return self.inner_variations.get_by_role("button")

    @property
    def main_line(self) -> Locator:
        """The moves of the game without those of variations."""
        return self.move_list.locator("> button")

    @property
    def comments(self) -> Locator:
        """What somebody wrote about moves, where it stands among them."""
        return self.move_list.get_by_role("note")

    @property
    def tools(self) -> Locator:
        """What can be done with variations and remarks."""
        return self.find("group", "Variations and remarks")

    @property
    def comment(self) -> Locator:
        """Where a comment is written."""
        return self.field("Comment")

    @property
    def variation_name(self) -> Locator:
        """Where a variation gets its name."""
        return self.field("Name of the variation")

    @property
    def tab_stops(self) -> Locator:
        """The moves that the tab key leads to."""
        return self.move_list.locator("button[tabindex='0']")

    @property
    def times(self) -> Locator:
        """How long somebody thought about each move."""
        return self.move_list.locator("time")

    @property
    def marks(self) -> Locator:
        """What the engine says about moves, beside them."""
        return self.move_list.locator(".mark")

    @property
    def mistakes(self) -> Locator:
        """The moves that the engine calls mistakes or blunders."""
        return self._marked("mistake", "blunder")

    @property
    def inaccuracies(self) -> Locator:
        return self._marked("inaccuracy")

    def _marked(self, *kinds: str) -> Locator:
        words = "|".join(self.words(kind) for kind in kinds)
        return self.moves.filter(has=self.page.get_by_role("img", name=re.compile(f"^({words})$")))

    @property
    def better(self) -> Locator:
        """What would have been better than the move that is shown, and the button to try it."""
        return self.whole.get_by_role("paragraph").filter(has=self.inside("button", "Try it"))

    @property
    def remarks(self) -> Locator:
        """The dots that say that somebody said something about a move."""
        return self.move_list.locator(".has-note")

    @property
    def result_in_list(self) -> Locator:
        """How the game ended, below its moves."""
        return self.move_list.locator(".result")

    @property
    def state(self) -> Locator:
        """The line that says whose turn it is, or how the game ended."""
        return self.page.locator("#state-line")

    @property
    def after_end(self) -> Locator:
        """Says that moves go on after the end of the game."""
        return self.page.locator("#after-end")

    @property
    def explanation(self) -> Locator:
        """Why a piece may go there, or may not."""
        return self.page.locator("#explanation")

    # -- the players -----------------------------------------------------------------------------------

    def player(self, side: str) -> Locator:
        """The strip of a side, with name and clock."""
        return self.find("group", side)

    def name(self, side: str) -> Locator:
        return self.player(side).locator(".who")

    def clock(self, side: str) -> Locator:
        return self.player(side).locator(".clock")

    def yours(self, side: str) -> Locator:
        """Says that a side is the reader's own."""
        return self.player(side).get_by_text(self.words("(you)"), exact=True)

    def clock_reads(self, side: str, text: str) -> None:
        """Let a clock read what it might, to see whether there is room for it."""
        self.clock(side).evaluate("(clock, text) => clock.textContent = text", text)

    def is_above(self, side: str, other: str) -> bool:
        """Whether one player stands above the other, as their sides of the board do."""
        upper, lower = self.player(side).bounding_box(), self.player(other).bounding_box()
        assert upper
        assert lower
        return upper["y"] < lower["y"]

    # -- what is said about a move ---------------------------------------------------------------------

    @property
    def note(self) -> Locator:
        """What somebody said about the move that is shown."""
        return self.page.locator("#note")

    @property
    def log(self) -> Locator:
        """What a bot printed while it thought about the move that is shown."""
        return self.page.locator("#log")

    @property
    def printed(self) -> Locator:
        """What a bot printed beside its moves, and why it broke down."""
        return self.find("region", "How it happened")

    @property
    def why(self) -> Locator:
        """Why a bot broke down."""
        return self.printed.locator(".why")

    @property
    def printed_here(self) -> Locator:
        """What a bot printed about the move that is shown, in the box with all that it printed."""
        return self.printed.locator("[aria-current]")

    # -- stepping through it ---------------------------------------------------------------------------

    @property
    def slider(self) -> Locator:
        return self.find("slider", "Move of the game")

    @property
    def speed(self) -> Locator:
        return self.find("combobox", "Time per move when playing back")

    @property
    def chosen_speed(self) -> str:
        return self.chosen(self.speed)

    @property
    def pace(self) -> Locator:
        """How fast a game that is on is shown."""
        return self.find("slider", "Pace")

    @property
    def shown_pace(self) -> Locator:
        return self.page.get_by_role("status").and_(self.page.locator("#pace-shown"))

    @property
    def live(self) -> Locator:
        """Jumps to the latest move, and says how far behind it is."""
        return self.page.locator("#pace-live")

    # -- how it ended ----------------------------------------------------------------------------------

    @property
    def result(self) -> Locator:
        """How it ended for who played, with what can be done next."""
        return self.page.locator("#result")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#result-title")

    @property
    def next_game(self) -> Locator:
        return self.link("Go to the next game")

    @property
    def overview(self) -> Locator:
        """The game at a glance."""
        return self.find("region", "At a glance")

    @property
    def curve(self) -> Locator:
        return self.page.locator("#graph")

    @property
    def accuracy(self) -> Locator:
        """What the engine says about both players."""
        return self.page.locator("#verdicts")

    @property
    def accuracies(self) -> Locator:
        """What the engine says about each player."""
        return self.accuracy.locator(".side")

    @property
    def lesson(self) -> Locator:
        return self.link("Learn from the mistakes")

    @property
    def chances(self) -> Locator:
        """The curve as a slider, once there is one."""
        return self.find("slider", "Chances over the game")

    @property
    def bot_values(self) -> Locator:
        """What bots thought how they stood, from their notes."""
        return self._players_curve("Own value, from their notes")

    @property
    def times_used(self) -> Locator:
        """How long each move took."""
        return self._players_curve("Time per move")

    def _players_curve(self, title: str) -> Locator:
        part = self.find("region", "What the players thought").locator("div")
        return part.filter(has=self.inside("heading", title)).get_by_role("img")

    def bar_places(self) -> list[tuple[float, float]]:
        """Where each bar of the times begins, and how wide it is, of a width of 600."""
        found = self.time_bars.evaluate_all("bars => bars.map(bar => [bar.x, bar.width].map(at => at.baseVal.value))")
        return [(left, width) for left, width in found]

    @property
    def balance(self) -> Locator:
        """The bar beside the board that says who is ahead."""
        return self.page.locator("#bar")

    @property
    def time_bars(self) -> Locator:
        """A bar for each move: how long somebody thought."""
        return self.page.locator("#times rect")

    # -- other people and programs ---------------------------------------------------------------------

    @property
    def invitation(self) -> Locator:
        return self.field("Link for your opponent")

    @property
    def how_to_connect(self) -> Locator:
        """The command that starts a program for this game."""
        return self.page.locator("#connect-how")

    @property
    def moves_card(self) -> Locator:
        """The moves with all that steps through them."""
        return self.find("region", "Moves")

    @property
    def beside_board(self) -> Locator:
        """The column beside the board."""
        return self.whole.locator(".panel-main")

    @property
    def rest(self) -> Locator:
        """The column with everything else."""
        return self.whole.locator(".panel-more")

    @property
    def balance_room(self) -> Locator:
        """The place that is kept free for the bar beside the board."""
        return self.whole.locator(".bar-room")

    @property
    def dots(self) -> Locator:
        """The colours of both sides, beside their names."""
        return self.whole.locator(".strip .dot")

    @property
    def pens(self) -> Locator:
        """What can be drawn with."""
        return self.part("group", "Draw on the board").find("button", "Draw in", exact=False)

    @property
    def knob(self) -> Locator:
        """What moves on the switch of the engine."""
        return self.switch.locator(".knob")

    @property
    def panel(self) -> Locator:
        return self.find("complementary", "About this game")

    @property
    def asked_back(self) -> Screen:
        """The opponent's wish to take back, and its answers."""
        return self.part("group", "Your opponent would like to take back")

    @property
    def asked_draw(self) -> Screen:
        """The opponent's offer of a draw, and its answers."""
        return self.part("group", "Your opponent offers a draw")

    @property
    def take_back(self) -> Locator:
        """The button that takes back, whatever it says."""
        return self.button("Take back").or_(self.button("Asked to take back …"))

    # -- what is known about the position ------------------------------------------------------------------

    @property
    def engine(self) -> Locator:
        """The switch of the engine."""
        return self.find("switch", "Engine on")

    @property
    def engine_lines(self) -> Locator:
        """What the engine would play, the best first."""
        return self.find("region", "Engine").get_by_role("listitem")

    @property
    def switch(self) -> Locator:
        """What a mouse finds of the switch of the engine."""
        return self.page.locator("label").filter(has=self.inside("switch", "Engine on"))

    @property
    def engine_room(self) -> Locator:
        """The place that is kept free for what the engine says."""
        return self.find("region", "Engine").locator(".engine-room")

    def gaps_of_engine_lines(self) -> tuple[float, float]:
        """The pixels between the depth and the first line of the engine, and between two lines."""
        above, between = self.engine_room.evaluate(GAPS_OF_LINES)
        return above, between

    @property
    def first_engine_moves(self) -> Locator:
        """The move with which each line of the engine begins."""
        return self.engine_lines.get_by_role("button")

    def try_other_than(self, played: str) -> str:
        """Try what the engine would play, and what was not; at once, because its lines change while it thinks."""
        return str(self.first_engine_moves.evaluate_all(TRY_OTHER, played))

    @property
    def engine_variations(self) -> Locator:
        """The moves of each of these lines."""
        return self.engine_lines.locator(".pv")

    @property
    def engine_state(self) -> Locator:
        """How deep the engine has looked."""
        return self.page.locator("#depth")

    @property
    def depth(self) -> int:
        found = re.search(r"\d+", self.engine_state.inner_text())
        return int(found[0]) if found else 0

    @property
    def openings(self) -> Locator:
        """The moves that were played from here in stored games."""
        return self.page.locator("#opening-moves").get_by_role("listitem")

    @property
    def opening_sum(self) -> Locator:
        """What stored games say about the position."""
        return self.page.locator("#opening-sum")

    @property
    def asked_bot(self) -> Screen:
        """The part where one's own bot is asked."""
        part = self.whole.get_by_role("group").filter(has_text=self.words("Ask your own bot"))
        return Screen(self.page, self.lang, part)

    @property
    def bot_answer(self) -> Locator:
        return self.asked_bot.whole.get_by_role("status")

    # -- beside it, in a first game ------------------------------------------------------------------------

    @property
    def guide_step(self) -> Locator:
        """How far a guided first game is."""
        return self._guide.nth(0)

    @property
    def guide_rule(self) -> Locator:
        """The rule of this step."""
        return self._guide.nth(1)

    @property
    def guide_move(self) -> Locator:
        """What could be tried now."""
        return self._guide.nth(2)

    @property
    def _guide(self) -> Locator:
        return self.find("region", "First game, guided").get_by_role("paragraph")

    @property
    def known_openings(self) -> Locator:
        """The moves of these openings."""
        return self.openings.get_by_role("button")

    # -- by hand ---------------------------------------------------------------------------------------

    def type_move(self, text: str) -> None:
        self.field("Type a move").fill(text)
        self.page.keyboard.press("Enter")

    @property
    def keys(self) -> Locator:
        """The keys that do something, as they are written on the keyboard."""
        return self.find("dialog", "Keys").locator("kbd")

    @property
    def summary(self) -> Locator:
        """The board in words."""
        return self.find("dialog", "The board in words")

    # -- what is taken along ---------------------------------------------------------------------------

    def menu(self, english: str) -> Locator:
        """Opens a menu."""
        return self.whole.locator("summary").filter(has_text=self.words(english))
