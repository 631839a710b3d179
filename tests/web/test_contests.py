"""Contests at the page: begun, followed to their end, lost games opened; and what is refused, in one sentence."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

MATCH = {"kind": "match", "game": "piranhas-2026", "players": ["random", "greedy"], "games": 2, "limit": 2}


def test_a_match_from_the_form_to_the_output_of_a_loser(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "talker.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Talker(Player):\n"
        "    def choose(self, state, *more):\n"
        "        print('no idea at turn', state.turn)\n"
        "        raise RuntimeError('lost on purpose')\n"
    )
    with person(browser, arena.address) as me:
        me.go("/contests/new?kind=match")
        me.page.locator("#one").fill(f"{bot}:Talker")
        me.page.locator("#two").fill("greedy")
        me.page.locator("#games").fill("2")
        me.press("button[type=submit]")
        me.page.wait_for_url("**/contests/match-*")
        expect(me.page.locator("#state")).to_have_text("Finished; all games have been played.")
        expect(me.page.locator("[data-act=go-on]")).to_be_hidden()
        expect(me.page.locator(".tiles dd").first).to_have_text("+0 =0 −2")
        assert not Axe().run(me.page).response["violations"]
        me.page.locator(".tabs a[href$='/games']").click()
        me.page.locator("#games .listed a").first.click()
        me.page.wait_for_url("**/game/**")
        expect(me.page.locator("#beside pre").first).to_contain_text("no idea at turn")
        assert not Axe().run(me.page).response["violations"]


@pytest.mark.thorough
def test_on_a_telephone_every_column_is_on_the_screen(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    begun = visitor.ask("/api/contests", MATCH | {"kind": "tournament", "players": ["greedy", "random:seed=12345"]})
    assert begun.status == 201, begun.text
    with person(browser, arena.address, lang="de", size=(400, 860)) as me:
        me.go(begun.json["address"])
        expect(me.page.locator("#state")).to_have_text("Vorbei; alle Spiele sind gespielt.")
        boxes = me.page.eval_on_selector_all(
            ".scroll", "boxes => boxes.map(box => [box.ariaLabel, box.scrollWidth - box.clientWidth])"
        )
        assert {"Rangliste", "Zeitverbrauch"} <= {label for label, _ in boxes}
        assert all(beyond <= 0 for _, beyond in boxes), boxes
        me.page.set_viewport_size({"width": 375, "height": 812})
        ends = me.page.eval_on_selector_all(".tabs a", "tabs => tabs.map(tab => tab.getBoundingClientRect().right)")
        assert len(ends) == 4
        assert max(ends) <= me.page.locator(".tabs").evaluate("tabs => tabs.getBoundingClientRect().right")


RENEWED = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { beginParts, renewParts } = await import(folder + "renew-parts.js");
  const place = document.querySelector("main"), found = [];
  const report = (name) => `<details id="${name}"><summary>Report</summary></details>`;
  const part = (name, more) => `<section data-part="${name}">
    <table class="sortable"><thead><tr><th>games</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
    ${report(`${name}-one`)}${report(`${name}-two`)}
    <button id="${name}-button">Choose</button>${more}</section>`;
  const draw = (more) => part("first", "") + part("second", more);
  place.innerHTML = draw("");
  beginParts(place);
  const parts = () => [...place.querySelectorAll("[data-part]")], before = parts();
  renewParts(place, draw(""));
  found.push(parts().every((each, number) => each === before[number]));
  for (const name of ["#second-two summary", "#second-button", "#second-button ~ p a", ".sort"]) {
    const last = () => [...place.querySelectorAll(name)].at(-1);
    renewParts(place, draw('<p><a href="#">old</a></p>'));
    const chosen = last();
    chosen.focus();
    renewParts(place, draw('<p><a href="#">new</a></p>'));
    found.push(document.activeElement !== chosen && document.activeElement === last());
  }
  return found;
}"""
"""Parts that look alike: those that did not change stay, and the focus is where it was in one that did."""


@pytest.mark.thorough
def test_a_part_that_is_drawn_anew_keeps_the_focus(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as me:
        me.go("/contests")
        assert me.page.evaluate(RENEWED) == [True] * 5


SORTED = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { sortTables } = await import(folder + "sort-tables.js"), place = document.querySelector("main");
  const rows = [["850.0 ms", "0.850000"], ["–", ""], ["1.20 s", "1.200000"], ["2.5 ms", "0.002500"]];
  const cells = rows.map(([text, by], place) => `<tr><td data-sort="${by}">${text}</td><td>${place || "–"}</td></tr>`);
  const heads = "<thead><tr><th>median</th><th>won</th></tr></thead>";
  place.innerHTML = `<table class="sortable">${heads}<tbody>${cells.join("")}</tbody></table>`;
  sortTables(place);
  return [...place.querySelectorAll(".sort")].map((head) => {
    head.click();
    return [...place.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent);
  });
}"""


@pytest.mark.thorough
def test_a_table_is_sorted_by_what_its_cells_mean(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as me:
        me.go("/contests")
        assert me.page.evaluate(SORTED) == [
            ["1.20 s", "850.0 ms", "2.5 ms", "–"],
            ["2.5 ms", "1.20 s", "–", "850.0 ms"],
        ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 3}, "The number of games must be even"),
        ({"games": "many"}, "The number of games must be even"),
        ({"players": ["greedy"]}, "A match has two players, not 1"),
        ({"players": "greedy"}, "“players” is missing"),
        ({"limit": 0}, "The time per move is 0.5"),
        ({"sprt": [20, 0]}, "A test needs two Elo differences"),
        ({"sprt": [0, None]}, "A test needs two Elo differences"),
        ({"players": ["nothere.zip", "greedy"]}, "nothere.zip"),
        ({"kind": "season", "path": "/nowhere"}, "There is no season in /nowhere"),
        ({"kind": "season", "path": " "}, "Name the folder"),
        ({"kind": "duel"}, "“kind” is missing"),
    ],
)
def test_what_cannot_be_held_is_said(visitor: Visitor, change: dict[str, object], sentence: str) -> None:
    answer = visitor.ask("/api/contests", MATCH | change)
    assert answer.status == 400
    assert sentence in answer.error


def test_other_pages_cannot_begin_a_contest(visitor: Visitor) -> None:
    assert visitor.ask("/api/contests", MATCH, trusted=False).status == 403


def test_unknown_contests_are_not_there(visitor: Visitor) -> None:
    assert visitor.ask("/contests/match-nobody-knows").status == 404
    assert visitor.ask("/api/contests/match-nobody-knows/go-on", {}).status == 404


def test_a_public_page_needs_the_token(tmp_path: Path) -> None:
    with Arena(tmp_path, "--public", "--host", "127.0.0.1") as public:
        stranger = Visitor(public.page_port)
        answer = stranger.ask("/api/contests", MATCH)
        assert answer.status == 403
        assert "the page's token" in answer.error
        assert stranger.ask("/contests").status == 200


def test_stop_and_go_on(arena: Arena, visitor: Visitor) -> None:
    begun = visitor.ask("/api/contests", MATCH | {"games": 400})
    assert begun.status == 201, begun.text
    address = begun.json["address"]
    # Another one may be on beside it, and each is stopped by itself.
    other = visitor.ask("/api/contests", MATCH | {"games": 400})
    assert other.status == 201, other.text
    for stopped in (address, other.json["address"]) * 2:
        visitor.ask(f"/api{stopped}/stop", {})
    until(lambda: "Not finished, and not being played" in visitor.ask(address).text)
    assert visitor.ask(f"/api{address}/go-on", {}).status == 200
    for _ in range(2):
        visitor.ask(f"/api{address}/stop", {})
    assert begun.json["event"] in visitor.ask("/contests").text
