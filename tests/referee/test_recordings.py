"""Every recorded conversation with an official server, held again with ours: each client must get the same.

The clients say what they said then, each thing once everybody has received what he had received at that moment.
Compared is what each client gets, in order: kinds and all facts, with symbols in place of the real ids. What differs
on purpose is listed here with its reason, and in docs/protocol.md.
"""

import socket
import time
from contextlib import suppress
from typing import Any

import pytest

from patience import PATIENCE
from protocol.facts import facts
from protocol.recordings import Recording, Row, edges, learn, recordings, said
from referee.differences import DIFFERENT
from referee.running import Client, Running, StoppedClock, running
from schwarm.games import State
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended

SAME = {
    "2026-prepared_leave_before_other": ("admin", "one"),
    "2022-prepared_leave_before_other": ("admin", "one"),
}
"""Whom such a difference does not concern."""
DERIVED = {"sha", "race", "move", "final", "outcome", "faults", "names", "refusal", "request", "reason", "fault"}
ROUNDING = 0.01
"""Seconds by which the clock of a recording may have been behind the server's."""
SILENCE = 0.02
"""Seconds to wait for messages that must not come."""


class Scene:
    """One recording being held again."""

    def __init__(self, recording: Recording, server: Running, clock: StoppedClock) -> None:
        self.recording, self.server, self.clock = recording, server, clock
        self.patience = SILENCE if str(recording) in DIFFERENT else PATIENCE
        self.clients: dict[str, Client] = {}
        self.symbols: dict[str, str] = {}
        self.got: dict[str, list[Any]] = {client: [] for client in recording.clients}
        self.expected = {client: recording.received(client) for client in recording.clients}

    def hold(self) -> None:
        due = dict.fromkeys(self.clients, 0)
        previous, speaker = 0.0, ""
        for row in self.recording.rows:
            if row.race:
                return
            if "timeout" in self.recording.scenario and row.at - previous > 0.5:
                self.catch_up(due)
                self.clock.advance(self.server, row.at - previous + ROUNDING)
            previous = row.at
            if row.from_server:
                due[row.client] = due.get(row.client, 0) + 1
            else:
                self.catch_up(due)
                if row.client != speaker:
                    self.server.settle()  # what somebody else said before, and nobody answered, comes first
                speaker = row.client
                self.send(row)
        self.catch_up(due)
        self.server.settle()
        for name in self.clients:
            self.receive(name, SILENCE, 1_000)

    def send(self, row: Row) -> None:
        if row.kind == "unsent":
            return
        client = self.clients.get(row.client)
        if client is None:
            client = self.clients[row.client] = self.server.client(row.client)
        if row.kind == "eof":
            # It says nothing more but still listens; who is gone for good hears nothing anyway.
            with suppress(OSError):
                client.socket.shutdown(socket.SHUT_WR)
            return
        try:
            client.say(said(self.recording, row, self.symbols))
        except OSError:
            client.gone = True

    def catch_up(self, due: dict[str, int]) -> None:
        """Wait until everybody has received what he had received at this moment."""
        for name, count in due.items():
            self.receive(name, self.patience, count)

    def receive(self, name: str, seconds: float, count: int) -> None:
        client, got = self.clients.get(name), self.got[name]
        deadline = time.monotonic() + seconds
        while client and len(got) < count and not client.gone and time.monotonic() < deadline:
            try:
                client.receive(deadline)
            except TimeoutError:
                return
            for news in client.news:
                self.note(name, news)
            client.news.clear()
        if client and client.gone and "eof" not in got and client.socket.fileno() >= 0:
            got.append("eof")

    def note(self, name: str, news: Element | Ended) -> None:
        got = self.got[name]
        rows = self.expected[name]
        if not got and rows and rows[0].kind == "open":
            got.append("open")
        if isinstance(news, Ended):
            got.append("end")
            return
        if len(got) < len(rows):
            learn(self.symbols, rows[len(got)], news)
        got.append(self.with_symbols(facts(self.recording.game, news)))

    def with_symbols(self, thing: Any) -> Any:
        """Real ids back to symbols, in any depth."""
        if isinstance(thing, dict):
            return {key: self.with_symbols(value) for key, value in thing.items()}
        if isinstance(thing, list):
            return [self.with_symbols(value) for value in thing]
        if isinstance(thing, str):
            for symbol, real in self.symbols.items():
                thing = thing.replace(real, symbol)
        return thing

    def wanted(self, name: str) -> list[Any]:
        found: list[Any] = []
        for row in self.expected[name]:
            if row.message:
                found.append({"kind": row.kind} | {key: row.facts[key] for key in row.facts if key not in DERIVED})
            else:
                found.append(row.kind)
        return found


def comparable(got: list[Any], wanted: list[Any]) -> list[Any]:
    """What was got, as far as the recording says anything about it."""
    found = []
    for place, message in enumerate(got):
        like = wanted[place] if place < len(wanted) else message
        if isinstance(message, dict) and isinstance(like, dict):
            found.append({key: value for key, value in message.items() if key in like})
        else:
            found.append(message)
    return found


def without_address(wanted: list[Any]) -> list[Any]:
    """2026 puts the address of a Java object into one refusal, which is nobody's business."""
    return [
        {key: value for key, value in message.items() if key != "message" or "@" not in value}
        if isinstance(message, dict)
        else message
        for message in wanted
    ]


def fitting_start(recording: Recording) -> State | None:
    """A start in which the heaviest swarms weigh what a result says, where no state was shown."""
    results = [row for row in recording.rows if row.kind == "result" and row.facts.get("outcome", [None])[0]]
    for row in results:
        wanted = max(parts[1] for *_, parts in row.facts["scores"])
        return next(start for seed in range(1000) if max((start := recording.game.start(seed)).points()) == wanted)
    return None


def hold_again(recording: Recording) -> dict[str, tuple[list[Any], list[Any]]]:
    """What each client got and should have got."""
    start = recording.start or fitting_start(recording)
    clock, first = StoppedClock(), str(start) if start else None
    with running(recording.game.id, rules="official", start=first, password="examplepassword", clock=clock) as server:
        scene = Scene(recording, server, clock)
        scene.hold()
        outcome = {}
        for name in recording.clients:
            wanted = without_address(scene.wanted(name))
            outcome[name] = comparable(scene.got[name], wanted), wanted
        return outcome


@pytest.mark.parametrize("recording", [*recordings(), *edges()], ids=str)
def test_each_client_gets_what_it_got(recording: Recording) -> None:
    outcome = hold_again(recording)
    same = all(got == wanted for got, wanted in outcome.values())
    if str(recording) in DIFFERENT:
        assert not same, "no longer different: strike it from the list"
        outcome = {name: outcome[name] for name in SAME.get(str(recording), ())}
    for name, (got, wanted) in outcome.items():
        assert got == wanted, name
