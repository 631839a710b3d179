"""Files that people bring along: good ones of all seasons open, all others get one sentence."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

import schwarm
from fuzzing.pages import BOUNDS, Page
from schwarm.protocol import replay
from schwarm.web.study.stored_games import UPLOAD
from web.arena import Visitor
from web.studies import ENDED, PLAYED_ON

pytestmark = pytest.mark.slow

HEAD = "Game: piranhas-2026\nStart: 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -\n"


def upload(visitor: Visitor, data: bytes):
    visitor.ask("/")
    return visitor.ask("/api/v1/replays", data, method="POST")


@pytest.mark.parametrize("season", [known.id for known in schwarm.all_games()])
def test_replays_of_every_season_open(visitor: Visitor, replays: Path, season: str) -> None:
    text = (replays / f"{season}.txt").read_text()
    record = schwarm.Record.parse(text)
    written = replay.write(record).encode()
    keys = {upload(visitor, data).json["key"] for data in (written, gzip.compress(written))}
    assert len(keys) == 1, "the same game twice is one game"
    facts = visitor.facts(keys.pop())
    assert [move["move"] for move in facts["moves"]] == [str(played.move) for played in record.moves]
    key = upload(visitor, text.encode()).json["key"]
    assert visitor.facts(key)["outcome"]["sentence"]


def test_moves_after_the_end_are_told(visitor: Visitor) -> None:
    for text, moves, over in ((ENDED, 2, None), (PLAYED_ON, 3, 2)):
        facts = visitor.facts(upload(visitor, text.encode()).json["key"])
        assert (len(facts["moves"]), facts.get("overAt")) == (moves, over)


def bomb() -> bytes:
    """Five million messages in a few kilobytes."""
    return gzip.compress(b"<protocol>" + b"<a/>" * 5_000_000)


LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
    b"<protocol>&c;</protocol>"
)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"hello", "This is not a game; open a replay of the Software-Challenge"),
        (b"\xff\xfe\x00rubbish", "This is not a game; open a replay of the Software-Challenge"),
        (LAUGHS, "This is not a replay; a replay of the Software-Challenge is XML"),
        (b"\x1f\x8bbroken", "The replay's gzip file is damaged"),
        (b"<protocol></protocol>", "The replay shows no state of a known game"),
        (b"<protocol><room>", "The replay breaks off"),
        (b"<html><script>alert(1)</script></html>", "This is not a replay"),
        (b'<protocol><room roomId="r"><data class="memento"><state turn="1"/></data></room></protocol>', "The replay"),
        ((HEAD + "\nA4-D4\n").encode(), "Line 4: A4 "),
        ((HEAD + "\n<script>\n").encode(), "Line 4: “<script>” is not a move"),
        (b"Game: chess\nStart: x\n\n", "Line 1: There is no game “chess”"),
        ((HEAD + "\n" + "A4-C4\n" * 200_000).encode(), "The record is longer than"),
    ],
)  # fmt: skip
def test_everything_else_gets_one_sentence(visitor: Visitor, data: bytes, sentence: str) -> None:
    answer = upload(visitor, data)
    assert answer.status == 400
    assert answer.error.startswith(sentence)
    assert "\n" not in answer.error


def test_bombs_are_refused_before_they_burst(visitor: Visitor) -> None:
    assert upload(visitor, bomb()).error.startswith("The replay shows no state of a known game")
    assert upload(visitor, gzip.compress(b"\0" * 10_000_000) * 100).error.startswith("This is not a replay")
    notes = HEAD + "\nA4-C4 ; " + "x" * 100_000
    assert upload(visitor, notes.encode()).error.startswith("The record is longer than 100000 characters")
    large = upload(visitor, b"<" * 2_000_001)
    assert large.status == 413
    assert large.error == "That is larger than 2000 kilobytes, which is the most allowed here."


def test_an_illegal_move_in_a_replay(visitor: Visitor, replays: Path) -> None:
    record = schwarm.Record.parse((replays / "ostseeschach-2022.txt").read_text())
    written = replay.write(record)
    # The same piece appears somewhere else from one state to the next.
    parts = written.split("<state")
    parts[3] = parts[3].replace('x="0" y="', 'x="3" y="', 1)
    answer = upload(visitor, "<state".join(parts).encode())
    assert answer.status == 400
    assert "contradicts itself" in answer.error or "cannot be read" in answer.error


def test_only_so_many_are_kept() -> None:
    page, keys = Page(replace(BOUNDS, uploads=3)), list[str]()
    try:
        for seed in range(6):
            record = schwarm.Record(schwarm.game("piranhas-2019").start(seed))
            assert page.ask(b"POST /api/v1/replays\nx-schwarm: page\n\n" + str(record).encode()) == 201
            (key,) = {game.key for game in page.store.listing(finished=None, event=UPLOAD)} - set(keys)
            keys.append(key)
            page.store.keep_review(key, "mark", {"chances": []})
        assert [game.key for game in page.store.listing(finished=None, event=UPLOAD)] == keys[-3:]
        assert [page.store.review(key, "mark") is not None for key in keys] == [False] * 3 + [True] * 3
    finally:
        page.close()
