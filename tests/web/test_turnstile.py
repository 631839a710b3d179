"""Requests begin one by one, and clients take turns."""

import asyncio
from functools import partial
from itertools import pairwise

from schwarm.web.shell.feed import BACKLOG, MAX_TOLD_AT_ONCE, Event, Feed
from schwarm.web.shell.turnstile import Turnstile
from schwarm.web.shell.waiting_line import WaitingLine
from web.listening import Listener


def test_one_request_begins_in_each_turn_of_the_loop_and_clients_take_turns() -> None:
    async def scenario() -> None:
        turnstile, begun = Turnstile(), list[str]()

        async def ask(client: str) -> None:
            await turnstile.enter(client)
            begun.append(client)

        asking = [asyncio.create_task(ask(client)) for client in ["flood"] * 50 + ["honest"]]
        counts = [0]
        while len(begun) < 51:
            await asyncio.sleep(0)
            counts.append(len(begun))
        assert max(after - before for before, after in pairwise(counts)) == 1
        assert begun.index("honest") <= 2
        assert not len(turnstile)
        await asyncio.gather(*asking)
        # Who has gone away in the meantime takes nobody's turn.
        asking = [asyncio.create_task(ask(client)) for client in ("a", "b", "c")]
        await asyncio.sleep(0)
        asking[1].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert begun[51:] == ["a", "c"]

    asyncio.run(scenario())


def test_networks_take_turns() -> None:
    async def scenario() -> None:
        line = WaitingLine()
        crowd = [f"10.0.0.{number}" for number in range(200)] + [
            f"2001:0db8:0000:{number:04x}" for number in range(200)
        ]
        for client in [*crowd, "192.0.2.7", "192.0.2.7", "192.0.2.8"]:
            line.join(client)
        called = [line.call_next() for _ in range(9)]
        assert called[:3] == ["10.0.0.0", "2001:0db8:0000:0000", "192.0.2.7"]
        assert called[3::3] == ["10.0.0.1", "10.0.0.2"]
        assert called[5::3] == ["192.0.2.8", "192.0.2.7"]
        assert len(line) == 403 - 9
        # Where others wait, the client that was called last does not come again.
        line = WaitingLine()
        for client in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "192.0.2.7"):
            line.join(client)
        called = ["10.0.0.1"]
        while line:
            called.append(line.call_next(called[-1]) or "")
        assert called == ["10.0.0.1", "192.0.2.7", "10.0.0.1", "10.0.0.2", "10.0.0.1"]

    asyncio.run(scenario())


def said(number: int) -> Event:
    return "move", {"n": number}


def test_a_crowd_is_told_in_portions_and_in_order() -> None:
    async def scenario() -> None:
        feed: Feed[Event] = Feed()
        heard: list[list[bytes]] = [[] for _ in range(3 * MAX_TOLD_AT_ONCE)]

        def count() -> int:
            return sum(map(len, heard))

        streams = [feed.follow("en") for _ in heard]
        for stream, each in zip(streams, heard, strict=True):
            stream.begin(each.append)
        for number in range(3):
            feed.publish(partial(said, number))
        told = [count()]
        while told[-1] < 4 * len(heard):
            await asyncio.sleep(0)
            told.append(count())
        assert max(after - before for before, after in pairwise(told)) == MAX_TOLD_AT_ONCE
        moves = [f'event: move\ndata: {{"n":{number}}}\n\n'.encode() for number in range(3)]
        assert all(each[1:] == moves for each in heard)
        # What cannot be told in time is not kept: the feed parts with its readers, and others can come.
        for number in range(2 * BACKLOG):
            feed.publish(partial(said, number))
        assert len(feed) == 0
        assert max(map(len, heard)) <= 4 + BACKLOG
        newcomer = Listener(feed.follow("en"))
        await anext(newcomer)
        feed.publish(partial(said, 0))
        assert await anext(newcomer) == moves[0]

    asyncio.run(scenario())
