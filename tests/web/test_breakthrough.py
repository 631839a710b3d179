"""Breakthrough at the page: a game from another package is played, analysed, kept, taken along and shown."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.arena import Visitor

GAME = "breakthrough-6x6"
# The exhibition shows any game; here it is this one.
PROGRAM = """
import sys
from schwarm.cli import main
from schwarm.games import game
from schwarm.web.live import exhibition
exhibition.all_games = lambda: [game("breakthrough-6x6")]
main(["serve", "--port", "0", "--page-port", "0", "--data", sys.argv[1], "--lang", "en"])
"""


@pytest.fixture(scope="module")
def page_port(breakthrough: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    variables = {**os.environ, "PYTHONPATH": str(breakthrough)}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path_factory.mktemp("data"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables) as process:
        assert process.stdout
        yield next(int(line.rstrip("/\n").rpartition(":")[2]) for line in process.stdout if "http://" in line)
        process.terminate()


@pytest.fixture
def visitor(page_port: int) -> Iterator[Visitor]:
    guest = Visitor(page_port)
    yield guest
    guest.close()


def test_a_whole_game_against_the_engine_then_its_review_and_its_replay(visitor: Visitor) -> None:
    key = visitor.new_game({"kind": "person", "name": "Anna"}, {"kind": "player", "player": "hecht:level=2"}, GAME)
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    facts = stream.event("sync")
    while not facts["running"]:
        facts = stream.event("sync")
    assert visitor.ask(f"/api/v1/games/{key}/hint").json["turn"] == 0
    position, outcome = facts["positions"][-1], None
    while outcome is None:
        if position["side"] == 0:
            start, targets = next(iter(position["moves"].items()))
            order = {"move": f"{start}-{targets[0]}", "turn": position["turn"]}
            assert visitor.ask(f"/api/v1/games/{key}/move", order).status == 200
        position = stream.event("move")["position"]
        if not position["moves"]:
            outcome = stream.event("end")["outcome"]
    assert outcome["reason"] in ("breakthrough", "captured-all")
    page = visitor.ask(f"/game/{key}").text
    assert "Hecht searches Breakthrough 6×6 in Python here" in page
    review = visitor.follow(f"/api/v1/games/{key}/review").event("review", 60)
    assert len(review["chances"]) == len(visitor.facts(key)["moves"]) + 1
    replay = visitor.ask(f"/games/{key}/download.xml").body
    opened = visitor.ask("/api/v1/replays", replay, method="POST").json["key"]
    assert visitor.facts(opened)["outcome"]["reason"] == outcome["reason"]
    assert [move["move"] for move in visitor.facts(opened)["moves"]] == [
        move["move"] for move in visitor.facts(key)["moves"]
    ]


def test_a_position_is_analysed(visitor: Visitor) -> None:
    visitor.ask("/")
    found = visitor.follow(f"/api/v1/analysis/{GAME}?position=bbbbbb%2Fbbbbbb%2F6%2F6%2FWWWWWW%2FWWWWWW+0").event(
        "lines"
    )
    assert found["depth"] >= 1
    assert visitor.ask(f"/rules/{GAME}").status == visitor.ask(f"/analysis?game={GAME}").status == 200


def test_the_exhibition_shows_it(visitor: Visitor) -> None:
    visitor.ask("/")
    stream = visitor.follow("/api/v1/games/exhibition/events")
    assert stream.event("sync")["game"] == GAME
    assert stream.event("move")["position"]["turn"] == 1
