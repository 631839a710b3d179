"""What a client was told is finished survives `kill -9`: the game's replay is there, whole and with that result."""

import asyncio
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from cli.serving import Serving
from patience import PATIENCE
from quantity import quantity
from referee.told import GAME, LAST_ROUND, Told, kept, play_on
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.protocol import replay
from schwarm.referee import archive
from schwarm.referee.archive import Archive

pytestmark = pytest.mark.slow


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
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        asyncio.run(folder.write(Record(GAME.start(1)).ended(Outcome(Team.TWO, Reason.LEFT, (1, 1))), "room"))
    assert not list((tmp_path / "replays").iterdir())


def test_a_game_that_ended_before_its_first_move_is_kept_too(tmp_path: Path) -> None:
    record = Record(GAME.start(1), players=("Anna", "../greedy")).ended(Outcome(Team.TWO, Reason.ILLEGAL_MOVE, (3, 4)))
    path = asyncio.run(Archive(tmp_path).write(record, "0123456789"))
    assert path.parent == tmp_path
    assert path.name.endswith("_Anna_greedy_01234567.xml")
    assert replay.read(path.read_bytes()) == record


@pytest.mark.parametrize(("letter", "kept"), [("a", 40), ("Ж", 32), ("漢", 21), ("𝒜", 16)])
def test_names_of_wide_letters_are_no_reason_to_lose_a_game(tmp_path: Path, letter: str, kept: int) -> None:
    record = Record(GAME.start(1), players=(60 * letter, 60 * letter)).ended(Outcome(None, Reason.CANCELLED, (3, 4)))
    path = asyncio.run(Archive(tmp_path).write(record, "0123456789"))
    assert replay.read(path.read_bytes()) == record
    assert f"_{kept * letter}_{kept * letter}_" in path.name


def test_other_games_go_on_while_a_replay_is_written(tmp_path: Path) -> None:
    record = Record(GAME.start(1))
    while record.outcome is None:
        record = record.then(record.final.legal_moves()[0])

    async def scenario() -> int:
        writing = asyncio.create_task(Archive(tmp_path).write(record, "0123456789"))
        turns = 0
        while not writing.done():
            await asyncio.sleep(0)
            turns += 1
        assert replay.read((await writing).read_bytes()).outcome == record.outcome
        return turns

    assert asyncio.run(scenario()) > len(record.moves) // 5
