"""Replay files: the official ones of every season are understood, and written again as they were."""

import contextlib
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import schwarm
from protocol.facts import facts
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.protocol import Element, Stream, replay
from schwarm.protocol.replay import InvalidReplay

IDS = [known.id for known in schwarm.all_games()]


@pytest.fixture(params=IDS)
def official(request: pytest.FixtureRequest, data: Path) -> tuple[Record, dict[str, Any]]:
    """The game of an official replay file, and the facts that were taken from it."""
    folder = data / "protocol" / "replays"
    text = (folder / f"{request.param}.txt").read_text(encoding="utf-8")
    return Record.parse(text), json.loads((folder / f"{request.param}.json").read_text(encoding="utf-8"))


def played(id: str, seed: int, moves: int = 60, rules: str = "documents") -> Record:
    """A game of legal moves, chosen by a small generator."""
    record = Record(schwarm.game(id, rules).start(seed=seed), players=("Anna & <Ben>", "'Ω' \"q\""))
    for turn in range(moves):
        legal = record.final.legal_moves()
        if record.outcome or not legal:
            break
        record = record.then(legal[(seed * 7919 + turn * 104729) % len(legal)])
    return record


def same(one: Record, two: Record) -> bool:
    return (one.start, [move.move for move in one.moves], one.outcome, one.players) == (
        two.start,
        [move.move for move in two.moves],
        two.outcome,
        two.players,
    )


def test_official_replays_are_written_as_they_were(official: tuple[Record, dict[str, Any]]) -> None:
    record, expected = official
    text = replay.write(record, room="room1")
    assert text.count("\n") + 1 == expected["lines"]
    lines = "\n".join(sorted(text.split("\n")))
    assert hashlib.sha256(lines.encode()).hexdigest() == expected["sha256_of_sorted_lines"]
    # In 2022 the order of the pieces is the order of a hash table; everything else is the same to the byte.
    if record.start.game.season != 2022:
        assert hashlib.sha256(text.encode()).hexdigest() == expected["sha256"]


def test_official_replays_hold_these_facts(official: tuple[Record, dict[str, Any]]) -> None:
    record, expected = official
    text = replay.write(record, room="room1")
    found = [facts(record.start.game, item) for item in Stream().feed(text.encode()) if isinstance(item, Element)]
    assert [item["kind"] for item in found] == expected["kinds"]
    assert [item["position"] for item in found if item["kind"] == "state"] == expected["states"]
    assert found[-1] == expected["result"]


def test_official_replays_are_read(official: tuple[Record, dict[str, Any]]) -> None:
    record, expected = official
    text = replay.write(record).encode()
    assert same(replay.read(text), record)
    assert same(replay.read(gzip.compress(text)), record)
    assert [str(state) for state in replay.read(text).states()] == expected["states"]


@pytest.mark.parametrize("id", IDS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60), rules=st.sampled_from(["documents", "official"]))
def test_any_game_comes_back(id: str, seed: int, moves: int, rules: str) -> None:
    record = played(id, seed, moves, rules)
    assert same(replay.read(replay.write(record).encode()), record)
    assert replay.read(replay.write(record)) == replay.read(replay.write(record).encode())


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("winner", [Team.ONE, Team.TWO, None])
def test_any_outcome_comes_back(id: str, reason: Reason, winner: Team | None) -> None:
    record = played(id, 3, 4).ended(Outcome(winner, reason, (3, 4)))
    assert same(replay.read(replay.write(record).encode()), record)


def test_names_that_try_to_be_reasons_stay_names() -> None:
    record = played("piranhas-2026", 5, 2)
    names = ("A hat aufgegeben.", "Regelverletzung von ONE: x")
    outcome = Outcome(Team.ONE, Reason.TIMEOUT, record.final.points())
    record = Record(record.start, record.moves, names, outcome)
    text = replay.write(record)
    assert text.startswith("<protocol>\n")
    assert same(replay.read(text.encode()), record)


def test_official_rulings_are_recognised(data: Path) -> None:
    """A swarm that the opponent brought about: only the official server credits its owner."""
    with gzip.open(data / "piranhas-2026" / "credit-games.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines][:40]
    recognised = set()
    for row in rows:
        record = Record(schwarm.game("piranhas-2026", "official").parse(row["start"]))
        for move in row["moves"]:
            if not record.outcome:
                record = record.then(move)
        back = replay.read(replay.write(record).replace(' rules="official"', "").encode())
        assert [move.move for move in back.moves] == [move.move for move in record.moves]
        recognised.add(back.start.game.rules)
    assert "official" in recognised


def test_rulings_are_recognised_by_the_end_alone() -> None:
    """Blue ate Red's last fish, but its own are apart: every position is the same by both, and each names a winner."""
    known = schwarm.game("piranhas-2019", "official")
    record = Record(known.parse("9f/10/4f5/10/4F5/10/10/10/10/10 1")).then("E7-E5")
    assert record.outcome is not None
    back = replay.read(replay.write(record).replace(' rules="official"', "").encode())
    assert (back.start.game.rules, back.outcome) == ("official", record.outcome)


def test_the_room_is_the_same_every_time() -> None:
    record = played("piranhas-2026", 1, 3)
    assert replay.write(record) == replay.write(record)
    assert 'roomId="here"' in replay.write(record, room="here")


GOOD = replay.write(played("piranhas-2026", 11, 6))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (b"", "This is not a replay"),
        (b"Game: piranhas-2026\nStart: x", "This is not a replay"),
        (b"<html><body></body></html>", "This is not a replay"),
        (b"\x89PNG\r\n", "This is not a replay"),
        (b"\x1f\x8b\x08\x00broken", "gzip file is damaged"),
        (gzip.compress(GOOD.encode())[:-20], "gzip file is damaged"),
        (b"<protocol></protocol>", "shows no state of a known game"),
        (b'<protocol><joined roomId="r"/></protocol>', "shows no state of a known game"),
        (b"<protocol><a/></protocol>", "the known games are Piranhas 2026, Ostseeschach 2022 and Piranhas 2019."),
        (GOOD.encode()[: GOOD.rindex("<room")], "breaks off after 6 messages"),
        (GOOD.encode()[:4000], "breaks off after 1 message;"),
        (GOOD.replace("ONE_S", "ONE_X").encode(), "shows no state of a known game"),
        (GOOD.replace('turn="3"', 'turn="5"').encode(), "no legal move leads from turn 2"),
        (GOOD.replace("</board>", "</bored>", 4).replace("</bored>", "</board>", 3).encode(), "Message 4"),
        (b"<protocol>" + b" " * 100_000, "This is not a replay"),
        ((GOOD.removesuffix("</protocol>") + "<a/>" + GOOD.removeprefix("<protocol>")).encode(), "Message 8"),
        (b"<protocol>" + b'<joined roomId="r"/>' * 1_001 + b"</protocol>", "more than 1000 messages"),
        (b"<protocol>" + (b'<joined roomId="r">' + b" " * 60_000 + b"</joined>") * 100, "larger than 5 megabytes"),
    ],
)
def test_what_is_no_replay_gets_one_sentence(broken: bytes, sentence: str) -> None:
    with pytest.raises(InvalidReplay) as error:
        replay.read(broken)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_fish_that_appears_from_nowhere_is_a_contradiction() -> None:
    states = GOOD.split('<data class="memento">')
    states[-1] = states[-1].replace("<field>EMPTY</field>", "<field>TWO_L</field>", 1)
    with pytest.raises(InvalidReplay, match="no legal move leads from turn 5"):
        replay.read('<data class="memento">'.join(states).encode())


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damage_never_gives_more_than_a_sentence(data: st.DataObject) -> None:
    good = GOOD.encode()
    at = data.draw(st.integers(0, len(good)))
    length = data.draw(st.integers(0, 200))
    broken = good[:at] + data.draw(st.binary(max_size=20)) + good[at + length :]
    with contextlib.suppress(InvalidReplay):
        replay.read(broken)


def test_a_small_file_with_millions_of_messages_is_left_at_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked: list[int] = []

    class Counted(Stream):
        def feed(self, data: bytes):
            unpacked.append(len(data))
            return super().feed(data)

    monkeypatch.setattr(replay, "Stream", Counted)
    bomb = gzip.compress(b"<protocol>" + b"<a/>" * 250_000)
    with pytest.raises(InvalidReplay, match="shows no state of a known game"):
        replay.read(bomb)
    assert sum(unpacked) < 20_000
