"""Spectators beyond one process: a real nginx with nchan tells them what the page tells it once."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import schwarm
from patience import until
from web.arena import Arena, Visitor
from web.browsing import expect, person
from web.nchan import nginx

pytestmark = pytest.mark.slow

GAME = schwarm.game("piranhas-2026")
ME, BEN = {"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}
CROWD = {"Accept": "text/event-stream"}


@contextmanager
def visitors(number: int, port: int) -> Iterator[list[Visitor]]:
    made = [Visitor(port) for _ in range(number)]
    try:
        yield made
    finally:
        for visitor in made:
            visitor.close()


def play(visitor: Visitor, key: str, turn: int) -> str:
    """The first move that can be made in a game that had only such moves."""
    state = GAME.start(7)
    for _ in range(turn):
        state = state.play(state.legal_moves()[0])
    move = str(state.legal_moves()[0])
    assert visitor.ask(f"/api/v1/games/{key}/move", {"move": move, "turn": turn}).status == 200
    return move


def moves_of(sync: dict[str, list[dict[str, str]]]) -> list[str]:
    return [played["move"] for played in sync["moves"]]


def test_spectators_hear_every_move_once_from_nginx_also_after_the_page_was_killed(tmp_path: Path) -> None:
    with nginx(tmp_path) as front, visitors(4, front.port) as (anna, carl, dora, back):
        with Arena(tmp_path / "data", "--fan-out", front.publish) as arena:
            front.start(arena.page_port)
            anna.port = arena.page_port
            key = anna.new_game(ME, BEN, start={"seed": 7})
            events = f"/api/v1/games/{key}/events"
            made = [play(anna, key, 0)]
            # The state comes from the page, and says where the rest does.
            first = carl.follow(events)
            assert moves_of(first.event("sync")) == made
            address = first.event("elsewhere")["address"]
            made.append(play(anna, key, 1))
            crowd = carl.follow(address, CROWD)
            assert crowd.event("move")["move"]["move"] == made[1]
            # Later ones hear the move in the state, and not again.
            late = dora.follow(events)
            assert moves_of(late.event("sync")) == made
            later = carl.follow(late.event("elsewhere")["address"], CROWD)
            made.append(play(anna, key, 2))
            assert crowd.event("move")["move"]["turn"] == later.event("move")["move"]["turn"] == 2
            assert crowd.event("watching")["watching"] == 2
            # Players are told by the page itself.
            assert anna.follow(events).event("watching")["watching"] == 2
            arena.wait_until_saved(key, 3)
            arena.end(signal.SIGKILL)
        port = arena.page_port
        with Arena(tmp_path / "data", "--fan-out", front.publish, "--page-port", str(port)):
            returned = back.follow(events)
            assert moves_of(returned.event("sync")) == made
            # Whoever still listens is sent back for the state.
            returned.event("elsewhere")
            assert crowd.event("again") == {}
            made.append(play(anna, key, 3))
            assert crowd.event("move")["move"]["move"] == made[3]


def test_a_page_behind_nginx_shows_every_move_and_counts_its_spectators(browser: Browser, tmp_path: Path) -> None:
    with nginx(tmp_path) as front, Arena(tmp_path / "data", "--fan-out", front.publish) as arena:
        front.start(arena.page_port)
        anna = Visitor(arena.page_port)
        key = anna.new_game(ME, BEN, start={"seed": 7})
        asked: list[str] = []
        with person(browser, f"http://127.0.0.1:{front.port}") as third:
            third.page.on("request", lambda request: asked.append(request.url))
            third.go(f"/game/{key}")
            expect(third.game.state).to_have_text("Round 1: Anna to move")
            until(lambda: any("/crowd/" in url for url in asked), what="the way to nginx")
            for turn in range(3):
                play(anna, key, turn)
                expect(third.game.moves).to_have_count(turn + 1)
            expect(third.screen.away).to_be_hidden()
            expect(third.page.get_by_text("1 spectator", exact=True)).to_be_visible()
            assert anna.ask(f"/api/v1/games/{key}/resign", {}).status == 200
            expect(third.game.state).to_have_text(re.compile("resigned"))
            assert sum("/crowd/" in url for url in asked) == 1


def test_without_nginx_the_page_tells_spectators_itself_and_goes_over_when_it_is_there(tmp_path: Path) -> None:
    with (
        nginx(tmp_path) as front,
        Arena(tmp_path / "data", "--fan-out", front.publish) as arena,
        visitors(2, arena.page_port) as (anna, carl),
    ):
        key = anna.new_game(ME, BEN, start={"seed": 7})
        stream = carl.follow(f"/api/v1/games/{key}/events")
        assert stream.event("sync")["moves"] == []
        move = play(anna, key, 0)
        assert stream.event("move")["move"]["move"] == move
        front.start(arena.page_port)

        def is_sent_on() -> bool:
            return "content-length" in anna.ask("/api/v1/live/events", method="HEAD").headers

        until(is_sent_on, what="the way over nginx")


def test_an_address_that_is_none_is_told_in_one_sentence() -> None:
    from schwarm.web.errors import NoPage
    from schwarm.web.page import check_fan_out

    with pytest.raises(NoPage, match="is not an address of http; write --fan-out like"):
        check_fan_out("localhost:8001")
