"""The wall for the projector: boards, tables, and the Final Eight with its champion."""

from playwright.sync_api import Locator

from web.screens.screen import Screen

BESIDE = """board => {
  const place = (name) => board.querySelector(name).getBoundingClientRect();
  return [place(".board").top - place(".blue").bottom, place(".red").top - place(".board").bottom];
}"""
LONG_ADDRESS = """where => where.textContent = "example.org/contests/".repeat(20)"""
PLAYLIST = """async address => {
  const { Playlist } = await import(address);
  const list = new Playlist(), game = (key, interest) => ({ key, players: [], place: "", live: false, interest });
  let repeated = 0;
  for (let turn = 0; turn < 5000; turn++) {
    list.offer(Array.from({ length: 24 }, (_, age) => game(`game ${turn + 24 - age}`, age % 7)));
    if (list.next(new Set(), () => true).again) repeated++;
  }
  list.offer([game("a", 0), game("b", 50), game("c", 0)]);
  const order = [0, 1, 2, 3].map(() => list.next(new Set(["x"])));
  return [list.shown.size, repeated, order.map(({ game }) => game.key).join(""), order.at(-1).again];
}"""
STEP_TO_POINTS = """wall => {
  const place = (part) => wall.querySelector(part).getBoundingClientRect();
  const name = place(".wall-name"), points = place(".wall-points");
  return Math.abs(name.top + name.bottom - points.top - points.bottom) / 2;
}"""


class Wall(Screen):
    @property
    def boards(self) -> Locator:
        return self.find("region", "Games").get_by_role("article")

    @property
    def ended(self) -> Locator:
        """Boards whose games are over."""
        return self.whole.locator(".wall-board.over")

    @property
    def tags(self) -> Locator:
        """What each board says about its game: live, or shown before."""
        return self.whole.locator(".wall-tag")

    @property
    def live(self) -> Locator:
        return self.whole.locator(".wall-tag.live")

    @property
    def state(self) -> Locator:
        """How far the contest is."""
        return self.page.locator("#wall-state")

    @property
    def lost(self) -> Locator:
        return self.text("The server does not answer; the wall goes on by itself when it is back.")

    def show_next(self) -> list[str]:
        """Go to the next game at once; gives the tags of the boards."""
        button = self.whole.get_by_role("button", name=self.words("Next game"), include_hidden=True)
        button.evaluate("button => button.click()")
        return self.tags.all_text_contents()

    # -- how a game ended, and the contest ---------------------------------------------------------------

    @property
    def winner(self) -> Locator:
        """Who won the game on the first board."""
        return self.whole.locator(".wall-result b").first

    @property
    def reason(self) -> Locator:
        return self.whole.locator(".wall-result span").first

    @property
    def final(self) -> Locator:
        """The column of the final."""
        return self.whole.locator(".wall-column.final")

    @property
    def unknown_finalists(self) -> Locator:
        return self.final.locator(".unknown")

    @property
    def won_duels(self) -> Locator:
        return self.final.locator(".won")

    @property
    def champion(self) -> Locator:
        return self.page.locator("#wall-champion")

    @property
    def champion_name(self) -> Locator:
        return self.champion.get_by_role("strong")

    def table_cell(self, column: int) -> Locator:
        """A cell of the first row of the table."""
        return self.whole.locator(".wall-table tbody tr").first.locator("> *").nth(column)

    # -- how it looks ----------------------------------------------------------------------------------

    def gaps_beside_the_board(self) -> list[float]:
        """The pixels between the first board and the players above and below it."""
        found = self.boards.first.evaluate(BESIDE)
        assert isinstance(found, list)
        return found

    def title_beside_a_long_address(self) -> str:
        """The title, if all of it can be read however long its address is."""
        self.whole.locator(".wall-where").evaluate(LONG_ADDRESS)
        fits = self.heading.evaluate("title => title.scrollWidth <= title.clientWidth")
        return self.heading.inner_text() if fits else ""

    def step_to_points(self) -> float:
        """By how many pixels a player's points stand higher or lower than the name."""
        return float(self.whole.evaluate(STEP_TO_POINTS))

    def count_elements(self) -> int:
        """Of how many elements the whole page is made."""
        return self.page.locator("*").count()

    def play_many(self) -> object:
        """What a playlist remembers after 5,000 turns, how often it repeated itself, and in which order it goes on."""
        return self.page.evaluate(PLAYLIST, self.script("wall-playlist.js"))
