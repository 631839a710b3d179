"""Clients that play one game after the other until their server dies, what they were told, and what it kept."""

import contextlib
import re
import threading
from pathlib import Path

import schwarm
from referee.running import Client
from schwarm.games import Outcome
from schwarm.games.record import Record
from schwarm.protocol import codec_for, replay

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
            client.move(*MOVES[str(colour)])
            result = CODEC.read_event(GAME, client.read("room", "result"))
            told.hear(client.room, result.outcome)
            client.read("left")


def kept(folder: Path) -> dict[str, Record]:
    """Every game under a final name, by room. A file that cannot be read fails here."""
    found = {}
    for path in folder.glob("*.xml"):
        if not path.name.startswith("."):
            content = path.read_bytes()
            (room,) = set(re.findall(rb'roomId="([^"]+)"', content))
            found[room.decode()] = replay.read(content)
    return found
