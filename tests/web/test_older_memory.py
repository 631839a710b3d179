"""What a browser remembers from an older version is read: names, levels, puzzles, variations, studies, switches."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

import schwarm
from schwarm.engine.puzzle import puzzles
from web.arena import Arena, Visitor
from web.browsing import Person, expect, person
from web.studies import TEXT

pytestmark = pytest.mark.slow

GAME = "piranhas-2026"
EXAMPLE = f"example-{GAME}"
OWN = puzzles(schwarm.game(GAME))[-1]
KEPT: dict[str, Any] = {
    "name": "Anna",
    "level": "7",
    "pace": "9",
    "sound": "off",
    "engine": "on",
    f"puzzles-{GAME}": {
        "solved": ["1x2y3z", "zzz"],
        "missed": [],
        "streak": 3,
        "best": 12,
        "suits": 2,
        "trend": 1,
        "chosen": "",
    },
    "beaten": {GAME: [1, 3]},
    "own-puzzles": [
        {
            "game": GAME,
            "position": str(OWN.state),
            "line": [str(move) for move in OWN.line],
            "difficulty": OWN.difficulty,
            "goal": OWN.goal.value,
            "turns": OWN.turns,
        }
    ],
}
"""As it stands in browsers, by its name; what is no text is JSON."""


def remember(reader: Person, kept: dict[str, Any]) -> None:
    """Make the browser one in which an older version left this."""
    reader.go("/rules")
    for name, value in kept.items():
        written = value if isinstance(value, str) else json.dumps(value)
        reader.page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, written])


def test_a_new_game_knows_name_and_level(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        remember(reader, KEPT)
        reader.go("/play")
        expect(reader.page.get_by_label("Your name", exact=True)).to_have_value("Anna")
        expect(reader.page.get_by_role("slider", name="Level")).to_have_value("7")
        reader.page.get_by_role("slider", name="Level").fill("3")
        expect(reader.page.get_by_text("✓ beaten")).to_be_visible()
        reader.page.get_by_role("slider", name="Level").fill("2")
        expect(reader.page.get_by_text("✓ beaten")).to_be_hidden()


def test_puzzles_go_on_where_they_were_left(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        remember(reader, KEPT)
        reader.go("/learn")
        expect(reader.page.get_by_text("2 puzzles solved.")).to_be_visible()
        expect(reader.page.get_by_text("✓ beaten in Piranhas 2026")).to_have_count(2)
        reader.page.get_by_role("link", name="Puzzles Piranhas 2026").click()
        progress = reader.page.get_by_role("region", name="Your progress")
        expect(progress.get_by_role("definition").nth(0)).to_have_text("3")
        expect(progress.get_by_role("definition").nth(1)).to_have_text("12")
        progress.get_by_label("Difficulty").select_option("from your own games")
        expect(reader.page.get_by_role("link", name="Analyse")).to_be_hidden()
        reader.page.get_by_role("button", name="Show the solution").click()
        expect(reader.page.get_by_text(f"The solution: {OWN.move}", exact=True)).to_be_visible()


def test_switches_stay_as_they_were(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, moving=True) as reader:
        remember(reader, KEPT)
        reader.go(f"/game/{EXAMPLE}")
        expect(reader.page.get_by_role("switch", name="Engine on")).to_be_checked()
        expect(reader.page.get_by_label("Time per move when playing back")).to_have_value("9")
        expect(reader.page.get_by_role("button", name="Sound", exact=False).first).to_have_attribute(
            "aria-pressed", "false"
        )


def test_variations_and_reviews_are_still_there(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    facts = visitor.facts(EXAMPLE)
    played = [move["move"] for move in facts["moves"]]
    start = schwarm.game(GAME).parse(facts["positions"][0]["text"])
    tried = next(str(move) for move in start.legal_moves() if str(move) != played[0])
    text = "\n".join([played[0], "( An older idea", f"  {tried} ; It was tried long ago.", ")", *played[1:]])
    kept = {f"tree:{EXAMPLE}": {"text": text, "at": 1_700_000_000_000}}
    judged = [{"verdict": "blunder", "chance": 0.1, "best": tried, "mark": "??"}, *({} for _ in played[1:])]
    review = {"chances": [0.5] * (len(played) + 1), "moves": judged, "end": "another end", "at": 1_700_000_000_000}
    with person(browser, arena.address) as reader:
        remember(reader, kept | {f"review:{EXAMPLE}": review})
        reader.go(f"/game/{EXAMPLE}")
        moves = reader.page.get_by_role("group", name="Moves", exact=True)
        expect(moves).to_contain_text("An older idea")
        expect(moves).to_contain_text(tried)
        expect(moves).to_contain_text("It was tried long ago.")
        # A review of another end is not this game's.
        expect(reader.page.get_by_role("button", name="Analyse the game")).to_be_visible()


def test_studies_are_still_ones_own(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    made = visitor.ask("/api/v1/studies", {"text": TEXT}).json
    with person(browser, arena.address) as reader:
        remember(reader, {"studies": [{"key": made["key"], "title": "Kept of old", "secret": made["secret"]}]})
        reader.go("/analysis")
        reader.page.get_by_text("Your studies").click()
        reader.page.get_by_role("link", name="Kept of old").click()
        expect(reader.page.get_by_label("Title")).to_be_editable()
        expect(reader.page.get_by_text("Read only")).to_have_count(0)
    with person(browser, arena.address) as friend:
        friend.go(f"/study/{made['key']}")
        expect(friend.page.get_by_text("Read only")).to_be_visible()


@pytest.mark.parametrize("value", ["", "nonsense", "{", "null", "[]"])
def test_what_cannot_be_read_is_no_obstacle(browser: Browser, arena: Arena, value: str) -> None:
    with person(browser, arena.address) as reader:
        remember(reader, dict.fromkeys([*KEPT, "studies", f"tree:{EXAMPLE}", f"review:{EXAMPLE}"], value))
        for path in ("/play", "/learn", f"/learn/{GAME}", f"/game/{EXAMPLE}", "/games", "/analysis"):
            reader.go(path)
            expect(reader.page.get_by_role("main")).to_be_visible()
