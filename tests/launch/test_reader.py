"""What a bot prints is read whole and in an order in which an error is the last word, however busy the machine is."""

import os
import sys
import threading
from typing import IO

import pytest

from patience import PATIENCE
from schwarm.launch import Output, Process
from schwarm.launch.output import Reader

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows cannot read without waiting")
TOLD = [("out", "thinking"), ("err", "NameError")]


class Pipes:
    """The two pipes of a bot, and what it prints before it breaks down."""

    def __init__(self) -> None:
        (out, self.to_out), (err, self.to_err) = os.pipe(), os.pipe()
        self.out: IO[bytes] = os.fdopen(out, "rb", 0)
        self.err: IO[bytes] = os.fdopen(err, "rb", 0)

    def break_down(self) -> None:
        os.write(self.to_out, b"thinking\n")
        os.write(self.to_err, b"NameError")

    def close(self) -> None:
        os.close(self.to_out)
        os.close(self.to_err)


def told(output: Output) -> list[tuple[str, str]]:
    return [(line.stream, line.text) for line in output.lines]


def test_an_error_comes_after_what_was_printed_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where both arrive between two looks, whichever pipe is looked at first."""
    pipes, output, looks = Pipes(), Output(), 0

    def look(descriptor: int, size: int) -> bytes:
        nonlocal looks
        looks += 1
        try:
            return os.read(descriptor, size)
        finally:
            if looks == 1:
                pipes.break_down()

    class Look:
        close, pipe, set_blocking, read = os.close, os.pipe, os.set_blocking, staticmethod(look)

    monkeypatch.setattr(threading.Thread, "start", lambda thread: None)
    monkeypatch.setattr(threading.Thread, "join", lambda thread: None)
    monkeypatch.setattr("schwarm.launch.output.os", Look)
    reading = Reader(output, pipes.out, pipes.err)
    reading.catch_up()
    pipes.close()
    reading.finish()
    assert told(output) == TOLD


def test_nothing_is_lost_where_the_thread_never_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(threading.Thread, "start", lambda thread: None)
        busy.setattr(threading.Thread, "join", lambda thread, timeout=None: None)
        busy.setattr(threading.Thread, "is_alive", lambda thread: False)
        with Process([sys.executable, "-c", "import sys; print('thinking'); sys.exit('NameError')"]) as process:
            assert process.wait(PATIENCE) == 1
    assert told(process.output) == TOLD


def test_who_got_away_with_a_pipe_keeps_nobody() -> None:
    pipes, output = Pipes(), Output()
    reading = Reader(output, pipes.out, pipes.err)
    pipes.break_down()
    reading.finish()
    reading.finish()
    reading.catch_up()
    assert told(output) == TOLD
    assert pipes.out.closed
    assert pipes.err.closed
    pipes.close()
