"""Watching and durability: small live boards, two browsers and a third, and a server that is killed in the middle."""

import re
import signal
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from patience import until
from quantity import quantity
from web.arena import Arena, Visitor
from web.browsing import NARROW, expect, person
from web.plain_host import serve
from web.screens import Embedded

pytestmark = pytest.mark.slow

ME = {"kind": "person"}
GREEDY = {"kind": "player", "player": "greedy"}
LOST = "Failed to load resource|ERR_|EventSource"


@pytest.mark.parametrize("lang", ["de", "en"][quantity(1, 0) :])
def test_running_games_are_listed_and_opened(browser: Browser, arena: Arena, visitor: Visitor, lang: str) -> None:
    key = visitor.new_game({**ME, "name": f"Anna {lang}"}, {**ME, "name": "<i>Ben</i>"}, start={"seed": 7})
    with person(browser, arena.address, lang=lang) as third:
        third.go("/watch")
        card = third.watching.card(f"Anna {lang}")
        expect(card).to_contain_text("<i>Ben</i>")
        expect(card).to_contain_text("Runde 1" if lang == "de" else "round 1")
        assert visitor.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0}).status == 200
        expect(third.watching.moved(f"Anna {lang}")).to_have_count(1)
        third.watching.link_to(f"Anna {lang}").click()
        third.page.wait_for_url(f"**/game/{key}**")
        assert third.plies == ["A4-C4"]
        # The local administrator pauses, and after the move that was asked for the game waits; then it goes on.
        third.press("Pause")
        pausing = (
            "Angehalten, sobald <i>Ben</i> gezogen hat." if lang == "de" else "Paused as soon as <i>Ben</i> has moved."
        )
        expect(third.game.state).to_have_text(pausing)
        assert visitor.ask(f"/api/v1/games/{key}/move", {"move": "B9-B7", "turn": 1}).status == 200
        expect(third.game.state).to_have_text("Angehalten." if lang == "de" else "Paused.")
        third.press("Resume")
        expect(third.screen.button("Pause")).to_be_visible()
        third.press("Cancel the game")
        third.press("Really cancel?")
        over = "Das Spiel wurde abgebrochen." if lang == "de" else "The game was cancelled."
        expect(third.game.state).to_have_text(over)


@pytest.mark.thorough
def test_games_that_are_on_come_first_and_take_the_places_of_others(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as me:
        me.go("/watch")
        told = me.watching.offer(["A", "B", "A.", "C", "D", "E", "B.", "E", "F."])
        assert told == ["A", "AB", "AB", "CAB", "CDB", "CDB", "CDB", "CDE", "CDE"]


@pytest.mark.thorough
def test_watching_with_the_keyboard_alone(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Tab"}, {**ME, "name": "Ben"}, start={"seed": 7})
    with person(browser, arena.address, lang="de", size=NARROW, keyboard=True) as third:
        third.go("/watch")
        expect(third.watching.link_to("Tab")).to_be_visible()
        third.press(third.watching.link_to("Tab"))
        third.page.wait_for_url(f"**/game/{key}**")
        for act, words in (("Pause", "Angehalten, sobald Tab gezogen hat."), ("Resume", "Runde 1: Tab ist am Zug")):
            third.press(act)
            expect(third.game.state).to_have_text(words)
        visitor.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0})
        expect(third.screen.spoken).to_have_text("Tab zieht A4-C4.")


@pytest.mark.thorough
def test_bots_against_each_other_step_by_step(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    slow = {"kind": "player", "player": "greedy"}
    with person(browser, arena.address) as admin:
        key = visitor.new_game({**ME, "name": "Anna"}, slow, "ostseeschach-2022", start={"seed": 3})
        admin.go(f"/game/{key}")
        admin.press("Pause")
        expect(admin.game.state).to_have_text("Paused as soon as Anna has moved.")
        facts = visitor.facts(key)
        start, targets = next(iter(facts["positions"][-1]["moves"].items()))
        # The move that was asked for before the pause is still made; the answer waits for a step.
        assert visitor.ask(f"/api/v1/games/{key}/move", {"move": f"{start}-{targets[0]}", "turn": 0}).status == 200
        expect(admin.game.moves).to_have_count(1)
        expect(admin.game.state).to_have_text("Paused.")
        admin.press("One move")
        expect(admin.game.moves).to_have_count(2)


def test_bots_are_watched_at_a_pace_and_live_jumps_to_the_end(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address, lang="de") as third:
        third.go("/play")
        third.choose("opponent", "greedy")
        third.choose("side", "none")
        third.form.field("Against").select_option(label="Random")
        key = third.start()
        # However fast they were, they are shown from their first move on.
        expect(third.game.live).to_contain_text("zurück")
        expect(third.game.shown_pace).to_have_text("0,8 s")
        until(lambda: int(third.game.slider.input_value()) >= 2)
        # It is over long since, but nobody is told before they have seen it.
        until(lambda: not visitor.facts(key)["live"])
        expect(third.game.result_in_list).to_have_count(0)
        expect(third.game.overview).to_be_hidden()
        # As slow as it goes, so that there is something left to jump over.
        third.game.pace.fill("3")
        third.press(third.game.live)
        expect(third.game.moves.last).to_have_attribute("aria-current", "true")
        expect(third.game.result_in_list).to_be_visible()
        expect(third.game.overview).to_be_visible()
        # Who steps back stays there.
        third.press("To the start")
        expect(third.game.slider).to_have_value("0")
        expect(third.game.pace).to_be_hidden()
        with third.page.expect_download() as film:
            third.press(third.game.menu("Save"))
            third.press(third.screen.link("The whole game as a moving picture (.gif)"))
        assert film.value.path().read_bytes().startswith(b"GIF89a")
        third.press(third.game.menu("Embed"))
        code = third.screen.field("Code for your own site").input_value()
    found = re.fullmatch(r'<iframe src="([^"]+)" title="[^"]+" width="480" height="600" .*></iframe>', code)
    assert found, code


def test_only_the_embedded_game_may_be_framed(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    key = "example-piranhas-2026"
    frames = [f'<iframe name="{page}" src="{arena.address}/{page}/{key}"></iframe>' for page in ("embed", "game")]
    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>" + "".join(frames))
    with serve(tmp_path) as elsewhere, closing(browser.new_context(locale="en")) as context:
        page = context.new_page()
        page.goto(f"{elsewhere}/index.html")
        inside, refused = page.frame("embed"), page.frame("game")
        assert inside is not None
        assert refused is not None
        shown = Embedded(page, "en", inside.get_by_role("main"))
        expect(shown.board.picture).to_be_visible()
        expect(shown.slider).not_to_have_value("0")
        shown.button("To the start").click()
        expect(shown.slider).to_have_value("0")
        assert refused.get_by_role("grid").count() == 0
        # However small the frame is, all that is below the board is inside it.
        for width, height in ((260, 480), (330, 480), (480, 480), (480, 600), (640, 400), (375, 812)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{arena.address}/embed/{key}?lang=de")
            shown = Embedded(page, "de")
            expect(shown.board.picture).to_be_visible()
            ends = [part.bounding_box() for part in (shown.content, shown.whole_game)]
            frame, link = (box["x"] + box["width"] for box in ends if box)
            assert link <= frame <= width, (width, height, link, frame)
        # In a tall frame nothing drifts apart.
        line, board = shown.line.bounding_box(), shown.wide_board.bounding_box()
        assert line
        assert board
        assert line["y"] - board["y"] - board["height"] < 20


@pytest.mark.thorough
def test_two_play_over_a_link_one_watches_and_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    # The programs of the fourth game never answer.
    with Arena(tmp_path, "--time", "none") as before:
        ports = before.port, before.page_port
        with (
            person(browser, before.address, lang="de", allowed=LOST) as anna,
            person(browser, before.address, lang="en", size=NARROW, allowed=LOST) as ben,
            person(browser, before.address, allowed=LOST) as third,
            person(browser, before.address, allowed=LOST) as fourth,
        ):
            client, rival = before.client("red"), before.client("blue")
            for program in (client, rival):
                program.say('<protocol><join gameType="swc_2026_piranhas"/>')
                room = program.read("joined").get("roomId")
            client.read("room")
            fourth.go(f"/game/{room}")
            expect(fourth.game.state).to_have_text(re.compile("^Round 1"))
            key = anna.new_game("piranhas-2026", "link")
            link = anna.game.invitation.input_value()
            ben.page.goto(link)
            ben.screen.field("Your name").fill("Ben")
            ben.press("Join the game")
            ben.page.wait_for_url(f"**/game/{key}")
            third.go(f"/game/{key}")
            for turn in range(4):
                (anna, ben)[turn % 2].move_somewhere(turn)
                for everybody in (anna, ben, third):
                    expect(everybody.game.moves).to_have_count(turn + 1)
            played = third.plies
            before.wait_until_saved(key, 4)
            before.end(signal.SIGKILL)
            expect(third.board.stale).to_have_count(1)
            with Arena(tmp_path, port=ports[0], page_port=ports[1]):
                for everybody in (anna, ben, third):
                    expect(everybody.board.stale).to_have_count(0)
                    assert everybody.plies == played
                # A game of programs ends with its server; whoever watched it is told so, once.
                expect(fourth.game.state).to_have_text(
                    "This game is gone; the server was started again, or the game was cancelled."
                )
                # Nothing is offered that only a server with the game can do.
                game = fourth.game
                for part in (game.away, game.pace, game.result, game.button("Copy link"), game.menu("Embed")):
                    expect(part).to_be_hidden()
                expect(game.link("Play from here")).to_have_attribute("href", re.compile("position="))
                expect(fourth.board.stale).to_have_count(0)
                for turn in range(4, 6):
                    (anna, ben)[turn % 2].move_somewhere(turn)
                    for everybody in (anna, ben, third):
                        expect(everybody.game.moves).to_have_count(turn + 1)
                assert third.plies[:4] == played
                # Whoever loads the page anew sees the same.
                third.go(f"/game/{key}")
                expect(third.game.moves).to_have_count(6)


@pytest.mark.thorough
def test_a_bot_that_breaks_down_says_why(tmp_path: Path) -> None:
    """At once, and on the next day."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Bot(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('thinking')\n"
        "        return stat.legal_moves()[0]\n"
    )
    why = "Its last words, from bot.py, line 5: “NameError: name &#39;stat&#39; is not defined”"
    with Arena(tmp_path / "data") as before:
        visitor = Visitor(before.page_port)
        key = visitor.new_game({"kind": "player", "player": f"{bot}:Bot"}, GREEDY)
        stream = visitor.follow(f"/api/v1/games/{key}/events")
        while stream.event("sync")["outcome"] is None or "crashed" not in visitor.facts(key)["outcome"]["sentence"]:
            pass
        for text in (visitor.ask(f"/game/{key}").text,):
            assert why in text
            assert "[1. not played]\nthinking\n" in text
            # What the kit has to say to whoever sits at a terminal would only be in the way.
            assert "Joined room" not in text
        # The terminal leaves the page's games to the page.
        before.end()
        assert not [line for line in before.rest() if "Bot" in line]
        visitor.close()
    with Arena(tmp_path / "data") as after:
        visitor.port = after.page_port
        assert why in visitor.ask(f"/game/{key}").text


@pytest.mark.thorough
def test_finished_games_and_games_with_programs_survive_too(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Bot(Player):\n"
        "    def choose(self, state, clock):\n"
        "        return state.legal_moves()[0]\n"
    )
    with Arena(tmp_path / "data") as before:
        visitor = Visitor(before.page_port)
        over = visitor.new_game(ME, GREEDY)
        stream = visitor.follow(f"/api/v1/games/{over}/events")
        visitor.ask(f"/api/v1/games/{over}/resign", {})
        told = stream.event("end")["outcome"]["sentence"]
        running = visitor.new_game(ME, {"kind": "player", "player": f"{bot}:Bot"}, start={"seed": 7})
        stream = visitor.follow(f"/api/v1/games/{running}/events")
        while not stream.event("sync")["running"]:
            pass
        visitor.ask(f"/api/v1/games/{running}/move", {"move": "A4-C4", "turn": 0})
        stream.event("move")
        stream.event("move")
        before.wait_until_saved(running, 2)
        before.end(signal.SIGKILL)
        visitor.close()
    with Arena(tmp_path / "data") as after:
        visitor.port, visitor.streams = after.page_port, []
        assert visitor.facts(over)["outcome"]["sentence"] == told
        assert not visitor.facts(over)["live"]
        # Whoever played it can play it again, also on another day; others cannot.
        assert (visitor.facts(over)["you"]["mine"], visitor.facts(over)["again"]) == ([0], True)
        # A person played it, so that nobody else, not even who administers the page, is offered to play it again.
        assert [player["kind"] for player in visitor.facts(over)["players"]] == ["person", "player"]
        assert Visitor(after.page_port).ask(f"/api/v1/games/{over}/rematch", {}).status == 403
        again = visitor.ask(f"/api/v1/games/{over}/rematch", {}).json["key"]
        assert visitor.facts(again)["you"]["mine"] == [1]
        assert visitor.facts(over)["next"] == again
        # Whoever has its page open cannot follow it any more, but hears where it goes on.
        told = visitor.ask(f"/api/v1/games/{over}/details").json
        assert (told["next"], told["atHand"]) == (again, False)
        assert visitor.ask(f"/api/v1/games/{over}/rematch", {}).json["key"] == again
        stream = visitor.follow(f"/api/v1/games/{running}/events")
        facts = stream.event("sync")
        while not facts["running"]:
            facts = stream.event("sync")
        assert len(facts["moves"]) == 2
        assert facts["names"][1] == "Bot"
        start, targets = next(iter(facts["positions"][-1]["moves"].items()))
        assert visitor.ask(f"/api/v1/games/{running}/move", {"move": f"{start}-{targets[0]}", "turn": 2}).status == 200
        assert stream.event("move")["move"]["turn"] == 2
        assert stream.event("move")["move"]["turn"] == 3
        # Ended in good order, the game of the page goes on another day as well.
        assert after.end() == 0
        visitor.close()
    with Arena(tmp_path / "data") as again:
        visitor.port, visitor.streams = again.page_port, []
        assert len(visitor.facts(running)["moves"]) == 4
        assert visitor.facts(running)["live"]
