"""How a player learns its time for a move: a bot of the kit, a class, a script, a jar, and a client from elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import play
from patience import PATIENCE
from player.one_move import OneMove
from player.scripted_server import server
from schwarm.launch import Sandbox

pytestmark = pytest.mark.slow

BOT = """
from schwarm.player import Player, run

class Bot(Player):
    def choose(self, state, clock):
        print(f"has {clock.limit:g} seconds", flush=True)
        return state.legal_moves()[0]

if __name__ == "__main__":
    run(Bot)
"""
CLIENT = f'#!/bin/sh\necho "has $SCHWARM_LIMIT seconds"\n{{}}exec {sys.executable} -m schwarm.player random "$@"\n'
"""A client that is not of the kit: all it has is its environment and how it is called."""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "team.jar").touch()
    java, script = tmp_path / "bin" / "java", tmp_path / "start.sh"
    java.parent.mkdir()
    java.write_text(CLIENT.format("shift 2\n"))
    script.write_text(CLIENT.format(""))
    for program in (java, script):
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
    return tmp_path


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    ("bot", "told"),
    [
        # The kit takes off what messages may need.
        ("bot.py:Bot", "has 59.9 seconds"),
        ("bot.py", "has 59.9 seconds"),
        ("start.sh", "has 60.0 seconds"),
        ("team.jar", "has 60.0 seconds"),
    ],
)
@pytest.mark.parametrize("sandbox", [Sandbox(), Sandbox(wall=False), None], ids=["walled", "bounded", "free"])
def test_a_bot_that_is_started_learns_the_time_of_its_game(
    bots: Path, bot: str, told: str, sandbox: Sandbox | None
) -> None:
    played = play(schwarm.game("piranhas-2026").start(1), f"{bots}/{bot}", "random", seed=1, sandbox=sandbox)
    assert played.record.outcome.reason.regular, played.troubles
    said = [*played.other_output[0], *(line for lines in played.printed for line in lines)]
    assert told in [line.text for line in said]


@pytest.mark.parametrize(
    ("options", "variables", "told"),
    [
        ([], {}, "has 1.9 seconds"),
        (["--limit", "40"], {}, "has 39.9 seconds"),
        ([], {"SCHWARM_LIMIT": "0.5"}, "has 0.45 seconds"),
        (["--limit=40"], {"SCHWARM_LIMIT": "0.5"}, "has 39.9 seconds"),
    ],
)
def test_a_client_from_elsewhere_has_the_contests_time_unless_it_is_told_another(
    bots: Path, options: list[str], variables: dict[str, str], told: str
) -> None:
    script = OneMove()
    with server(script) as address:
        client = subprocess.run(
            [sys.executable, bots / "bot.py", "-h", address.host, "-p", str(address.port), *options],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert client.returncode == 0, client.stderr
    assert told in client.stdout


SPENDER = """
import time
from schwarm.player import Player

class Spender(Player):
    def choose(self, state, clock):
        time.sleep(clock.left)
        return state.legal_moves()[0]
"""


def test_nobody_runs_out_of_a_games_time(bots: Path) -> None:
    """One takes all seconds of its clock for every move; the other knows only how long it can always take."""
    (bots / "spender.py").write_text(SPENDER)
    state = schwarm.game("piranhas-2026").start(1)
    while state.turn < 52:
        state = next(after for after in map(state.play, state.legal_moves()) if after.outcome() is None)
    played = play(state, f"{bots}/spender.py:Spender", f"{bots}/start.sh", time="8s+0s", seed=1)
    assert played.record.outcome.reason.regular, played.troubles
    assert "has 2.0 seconds" in [line.text for line in played.other_output[1]]
    assert str(played.record.time) == "8s+0s"
    spent = 8.0 - (played.record.remaining(schwarm.Team.ONE) or 0.0)
    assert spent > len(played.record.moves[::2]) * 0.5
