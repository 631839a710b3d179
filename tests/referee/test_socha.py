"""Clients nobody here wrote: the `socha` package from PyPI plays whole games of Piranhas 2026 without a violation.

It lives in an environment of its own, made by this run. What cannot be installed fails the test, except on a Python for
which there is no such package.
"""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from patience import LONG, PATIENCE
from quantity import quantity
from referee.running import PASSWORD, Client, Running, running
from schwarm.games import Team

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.version_info >= (3, 14), reason="socha is compiled for Python up to 3.13"),
]

# `socha` 4.3.9 imports pkg_resources, which setuptools 81 no longer has.
PACKAGES = ("socha==4.3.9", "setuptools<81")
GAMES_AT_ONCE = 3
BOT = """
import random

from socha.api.networking.game_client import IClientHandler
from socha.starter import Starter


class Anything(IClientHandler):
    def on_update(self, state):
        self.state = state

    def calculate_move(self):
        return random.choice(self.state.possible_moves())

    def on_error(self, message):
        print("error", message, flush=True)

    def on_game_over(self, result):
        print("won", result.winner.team, result.winner.regular, flush=True)


Starter(Anything())
"""


@pytest.fixture(scope="session")
def socha(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has `socha`."""
    folder = tmp_path_factory.mktemp("socha")
    venv.create(folder)
    python = folder / "bin" / "python"
    # The pip that is here works for the other environment too; one of its own would take longer than all the rest.
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--quiet", "--disable-pip-version-check", "--no-input"]
    done = subprocess.run([*pip, "install", "--no-compile", *PACKAGES], capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr
    (folder / "bot.py").write_text(BOT)
    return python


@pytest.fixture
def server() -> Iterator[Running]:
    # It is slow, and how slow is not what is tried.
    with running(limits="60s/90s") as server:
        yield server


def bot(socha: Path, server: Running, *options: str) -> subprocess.Popen[str]:
    """A bot at the server. It asks PyPI for news at every start; a proxy where nobody is ends that at once."""
    return subprocess.Popen(
        [socha, "-W", "ignore", socha.parent.parent / "bot.py", "-h", "127.0.0.1", "-p", str(server.port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=socha.parent.parent,
        env={**os.environ, "https_proxy": "http://127.0.0.1:9", "no_proxy": ""},
    )


def reservations(admin: Client) -> list[str]:
    """The codes for the two seats of a new game."""
    slots = "".join(f'<slot displayName="{name}" canTimeout="true" reserved="true"/>' for name in ("Anna", "Ben"))
    admin.say(f'<prepare gameType="swc_2026_piranhas" pause="false">{slots}</prepare>')
    return [code.text.strip() for code in admin.read("prepared").all("reservation")]


def play(socha: Path, server: Running, seats: list[tuple[str, ...]]) -> None:
    """Start a bot for each seat and see all of them end well, with the result that the server has recorded."""
    before = len(server.finished)
    with ExitStack() as started:
        bots = [started.enter_context(bot(socha, server, *seat)) for seat in seats]
        heard = []
        for process in bots:
            try:
                said, log = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                for other in bots:
                    other.kill()
                raise
            assert process.returncode == 0, log
            heard.append(said.strip())
    rooms = server.finished[before:]
    assert len(rooms) == len(seats) // 2
    for room in rooms:
        outcome = room.record.outcome
        assert outcome.reason.regular, outcome
        assert room.faults == ()
        assert len(room.record.moves) >= 2
    won = {Team.ONE: "ONE", Team.TWO: "TWO", None: "None"}
    told = [f"won {won[room.record.outcome.winner]} True" for room in rooms for _ in room.seats]
    assert sorted(heard) == sorted(told), "each bot heard how its game ended, and of no errors"


def test_socha_plays_whole_games_without_a_violation(socha: Path, server: Running) -> None:
    admin = server.client("admin")
    admin.say(f'<protocol><authenticate password="{PASSWORD}"/>')
    left = quantity(2, 10)
    # The first two come unannounced, the others have reservations.
    seats: list[tuple[str, ...]] = [(), ()]
    while left:
        at_once = min(left, GAMES_AT_ONCE)
        while len(seats) < 2 * at_once:
            seats += [("-r", code) for code in reservations(admin)]
        play(socha, server, seats)
        left -= at_once
        seats = []
    assert len(server.finished) == quantity(2, 10)
    moves = [played for room in server.finished for played in room.record.moves]
    slowest = max(played.seconds or 0.0 for played in moves)
    print(f"{len(server.finished)} games, {len(moves)} moves, the slowest took {slowest:.3f} s")
