"""What a client was told is finished survives `kill -9`: the game's replay is there, whole and with that result."""

import contextlib
import os
import random
import re
import signal
import threading
import time
from pathlib import Path

import pytest

import schwarm
from cli.serving import Serving
from patience import PATIENCE
from quantity import quantity
from referee.running import Client
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.protocol import codec_for, replay
from schwarm.referee import archive
from schwarm.referee.archive import Archive

pytestmark = pytest.mark.slow

GAME = schwarm.game("piranhas-2026")
CODEC = codec_for(GAME)
# The last round of a game, so that many games end quickly; each side knows its only move.
LAST_ROUND = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 58 -"
MOVES = {"ONE": ("RIGHT", 0, 4), "TWO": ("UP", 1, 0)}


class Told:
    """The results that clients received, by room."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.contradictions: list[str] = []
        self.enough = threading.Event()
        self.wanted = 0

    def hear(self, room: str, outcome: Outcome) -> None:
        if self.outcomes.setdefault(room, outcome) != outcome:
            self.contradictions.append(room)
        if len(self.outcomes) >= self.wanted:
            self.enough.set()


def play_on(client: Client, told: Told) -> None:
    """Play one game after the other until the server is gone."""
    # The server dies in the middle of anything: a socket error, or the end of the stream while waiting.
    with contextlib.suppress(OSError, AssertionError):
        client.say("<protocol>")
        while True:
            client.say('<join gameType="swc_2026_piranhas"/>')
            client.room = client.read("joined").get("roomId") or ""
            colour = client.read("room", "welcomeMessage").find("data").get("color")
            client.read("room", "moveRequest")
            client.move(*MOVES[colour])
            result = CODEC.read_event(GAME, client.read("room", "result"))
            told.hear(client.room, result.outcome)
            client.read("left")


def kept(folder: Path) -> dict[str, Record]:
    """Every game under a final name, by room. A file that cannot be read fails here."""
    found = {}
    for path in folder.glob("*.xml"):
        if not path.name.startswith("."):
            content = path.read_bytes()
            found[re.search(rb'roomId="([^"]+)"', content)[1].decode()] = replay.read(content)
    return found


def play_and_kill(folder: Path, told: Told, clients: int) -> None:
    with Serving("--start", LAST_ROUND, "--replays", str(folder)) as server:
        threads = [
            threading.Thread(target=play_on, args=(server.client(f"client {number}"), told), daemon=True)
            for number in range(clients)
        ]
        for thread in threads:
            thread.start()
        assert told.enough.wait(PATIENCE), f"only {len(told.outcomes)} results"
        time.sleep(random.Random(told.wanted).random() * 0.05)
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()


def test_results_that_were_told_survive_kill_9(tmp_path: Path) -> None:
    told = Told()
    drafts = 0
    for _ in range(quantity(2, 20)):
        told.wanted = len(told.outcomes) + quantity(30, 200)
        told.enough.clear()
        play_and_kill(tmp_path, told, clients=20)
        assert not told.contradictions, "both clients are told the same"
        records = kept(tmp_path)
        for room, outcome in told.outcomes.items():
            assert records[room].outcome == outcome
        left = [path for path in tmp_path.iterdir() if path.name.startswith(".")]
        drafts += len(left)
        for draft in left:
            os.utime(draft, (0, 0))
    print(f"{len(told.outcomes)} results told, {len(records)} replays kept, {drafts} drafts left behind")
    with Serving("--start", LAST_ROUND, "--replays", str(tmp_path)) as server:
        assert not list(tmp_path.glob(".*")), "what was left behind is cleared at the next start"
        told.wanted = len(told.outcomes) + 1
        told.enough.clear()
        threads = [threading.Thread(target=play_on, args=(server.client(), told), daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        assert told.enough.wait(PATIENCE), "it goes on after a restart"
        assert server.end(signal.SIGTERM) == 0
        for thread in threads:
            thread.join(PATIENCE)
    assert told.outcomes.keys() <= kept(tmp_path).keys()


def test_old_drafts_are_removed_young_ones_may_belong_to_somebody(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".replay_a.xml.draft", ".replay_b.xml.draft", ".notes"))
    for path in (old, young, other):
        path.write_text("<protocol>")
    long_ago = time.time() - archive.MAX_DRAFT_AGE - 1
    for path in (old, other):
        os.utime(path, (long_ago, long_ago))
    Archive(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".notes", ".replay_b.xml.draft"]


def test_a_replay_that_cannot_be_finished_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = Archive(tmp_path / "replays")
    monkeypatch.setattr(archive.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        folder.write(Record(GAME.start(1)).ended(Outcome(Team.TWO, Reason.LEFT, (1, 1))), "room")
    assert not list((tmp_path / "replays").iterdir())


def test_a_game_that_ended_before_its_first_move_is_kept_too(tmp_path: Path) -> None:
    record = Record(GAME.start(1), players=("Anna", "../greedy")).ended(Outcome(Team.TWO, Reason.ILLEGAL_MOVE, (3, 4)))
    path = Archive(tmp_path).write(record, "0123456789")
    assert path.parent == tmp_path
    assert path.name.endswith("_Anna_greedy_01234567.xml")
    assert replay.read(path.read_bytes()) == record
