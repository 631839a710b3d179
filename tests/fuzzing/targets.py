"""What is read from outside, and the good inputs that damage begins with."""

import random
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from fuzzing.pages import SEEDS, ask_page
from protocol.recordings import edges, event, recordings, said
from schwarm.arena.season_file import read_season
from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.protocol import BadPacket, Element, Stream, StreamError, codec_for, replay

ROOT = Path(__file__).resolve().parent.parent.parent
CODECS = [codec_for(game) for game in all_games()]
CHANCE = random.Random()
FOLDER = tempfile.TemporaryDirectory()


def read_stream(data: bytes) -> None:
    """The same events and the same end, however it is cut."""

    def read(pieces: list[bytes]) -> tuple[list[Any], Any]:
        stream, events = Stream(longest=4096, strict=False), list[Any]()
        try:
            for piece in pieces:
                for found in stream.feed(piece):
                    events.append(found)
        except StreamError as error:
            return events, error.why
        return events, None

    cut = CHANCE.randrange(len(data) + 1)
    assert read([data]) == read([data[:cut], data[cut:]]) == read([data[i : i + 1] for i in range(len(data))])


def elements(data: bytes) -> list[Element]:
    """The messages in front of the first trouble."""
    found: list[Element] = []
    with suppress(StreamError):
        found.extend(news for news in Stream(strict=False).feed(b"<protocol>" + data) if isinstance(news, Element))
    return found


def read_requests(data: bytes) -> None:
    """What is understood is written in a way that is understood as the same."""
    for element in elements(data):
        for codec in CODECS:
            try:
                request = codec.read_request(element)
            except BadPacket:
                continue
            (again,) = elements(codec.write_request(request).encode())
            assert codec.read_request(again) == request


def read_events(data: bytes) -> None:
    for element in elements(data):
        for game, codec in zip(all_games(), CODECS, strict=True):
            try:
                codec.read_event(game, element)
            except BadPacket:
                continue


def read_replay(data: bytes) -> None:
    record = replay.read(data)
    assert replay.read(replay.write(record).encode()) == record


def read_record(data: bytes) -> None:
    record = Record.parse(data.decode(errors="replace"))
    assert Record.parse(str(record)) == record


def read_season_file(data: bytes) -> None:
    path = Path(FOLDER.name) / "season.toml"
    path.write_bytes(data)
    read_season(path)


# -- where to begin ----------------------------------------------------------------------------------------------


def messages(*, from_server: bool) -> list[bytes]:
    found = set()
    for recording in recordings():
        for row in recording.rows:
            if row.from_server is from_server and row.message:
                text = recording.codec.write_event(event(recording, row)) if from_server else said(recording, row)
                found.add(text.encode())
    if not from_server:
        found |= {row.facts["raw"].encode() for recording in edges() for row in recording.rows if row.kind == "raw"}
    return sorted(found)[:: 20 if from_server else 1]


def records() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "tests/data/protocol/replays").glob("*.txt"))]


def replays() -> list[bytes]:
    whole = [replay.write(Record.parse(text.decode())) for text in records()]
    return [(text[: text.index("</room>", 5000) + 7] + "</protocol>").encode() for text in whole]


SEASON = """title = "Cup"
game = "piranhas-2026"
seed = 3
[games]
per_encounter = 2
time = "2s/10s"
[champions_league]
per_group = 1
[final_eight]
teams = 2
[[team]]
name = "A"
bot = "greedy"
[[team]]
name = "B"
bot = "random"
group = "x"
"""
TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], list[bytes]]]] = {
    "streams": (read_stream, lambda: [b"<protocol>" + text for text in messages(from_server=False)]),
    "requests": (read_requests, lambda: messages(from_server=False)),
    "events": (read_events, lambda: messages(from_server=True)),
    "replays": (read_replay, replays),
    "records": (read_record, records),
    "seasons": (read_season_file, lambda: [SEASON.encode()]),
    "pages": (ask_page, lambda: SEEDS),
}
