"""How late the event loop may be: never less than what it did before it looked for news."""

import asyncio
import selectors
import threading
import time

import pytest

from patience import PATIENCE
from referee.running import START, pair, running
from schwarm.referee.loop_delay import IDLE_SECONDS, LoopDelay


@pytest.mark.parametrize(
    ("timeout", "looking", "delay"),
    [
        (0, IDLE_SECONDS / 2, 0.3 + IDLE_SECONDS / 2),
        # It had other things to do and did not wait; it was only held up while it looked.
        (0, 0.05, 0.35),
        (None, IDLE_SECONDS / 2, 0.3 + IDLE_SECONDS / 2),
        (None, 0.05, 0.0),
    ],
)
def test_news_count_as_fresh_only_if_the_loop_waited_for_them(
    monkeypatch: pytest.MonkeyPatch, timeout: float | None, looking: float, delay: float
) -> None:
    made, new_loop = list[selectors.BaseSelector](), asyncio.SelectorEventLoop

    def make(selector: selectors.BaseSelector) -> asyncio.SelectorEventLoop:
        made.append(selector)
        return new_loop(selector)

    monkeypatch.setattr(asyncio, "SelectorEventLoop", make)
    loop_delay = LoopDelay()
    (selector,) = made
    loop_delay.loop.call_soon_threadsafe(lambda: None)  # so that there are news
    selector.select(0)
    moments = iter([10.0, 10.0, 10.3, 10.3 + looking])
    monkeypatch.setattr(time, "monotonic", lambda: next(moments))
    selector.select(0)
    selector.select(timeout)
    monkeypatch.undo()
    loop_delay.loop.close()
    assert loop_delay.delay(10.3 + looking) == pytest.approx(delay)


def test_a_move_that_came_while_the_server_was_busy_is_not_late() -> None:
    with running(start=START, limits="1s") as server:
        one, two = pair(server)
        busy, sent = threading.Event(), threading.Event()

        def work() -> None:
            busy.set()
            assert sent.wait(PATIENCE)
            time.sleep(1.5)

        thread = threading.Thread(target=server.inside, args=(work,))
        thread.start()
        assert busy.wait(PATIENCE)
        move = '<data class="move"><from x="0" y="4"/><direction>RIGHT</direction></data>'
        one.say(f'<room roomId="{one.room}">{move}</room>')
        sent.set()
        thread.join()
        two.read("room", "moveRequest")
        two.say("</protocol>")
        one.read("left")
        (room,) = server.finished
        (played,) = room.record.moves
        assert played.delay > 1.0
