"""Reads what a bot prints while it runs, from both of its pipes, and closes them in the end.

Two pipes keep no order between them. What is here keeps this one: whatever was printed to the standard output before
something was printed to the standard error comes before it, so that an error is the last word of who prints and breaks
down. Windows cannot read without waiting, so there each pipe has a thread of its own and the order is what it is.
"""

import os
import select
import sys
import threading
from contextlib import suppress
from typing import IO

from schwarm.launch.output import Output

AT_ONCE = 64 * 1024
"""Bytes that are read at once: as many as a pipe holds."""
MAX_ROUNDS = 16
"""Reads of each pipe in a row; a bot that prints without end must not keep whoever catches up."""
LONGEST_WAIT = 1.0
"""Seconds for which a thread is waited for on Windows: a process that got away may hold the other end for ever."""
WINDOWS = sys.platform == "win32"


class Reader:
    """Fills an output from two pipes until `finish`."""

    def __init__(self, output: Output, out: IO[bytes], err: IO[bytes], name: str = "") -> None:
        self.output, self._out, self._err = output, out, err
        self._reading = threading.Lock()
        self._open = {"out": out, "err": err}
        self._finished = False
        if WINDOWS:
            self._threads = [
                threading.Thread(target=self._read_blocking, args=each, name=name, daemon=True)
                for each in self._open.items()
            ]
        else:
            for pipe in (out, err):
                os.set_blocking(pipe.fileno(), False)
            self._woken, self._waking = os.pipe()
            self._threads = [threading.Thread(target=self._read, name=name, daemon=True)]
        for thread in self._threads:
            thread.start()

    def catch_up(self) -> None:
        """Read what has been printed up to now, without waiting for the thread that usually does (not on Windows).

        What a bot prints before it sends a move is in the pipe when the move is here, and so belongs to that move."""
        if not WINDOWS:
            self._take()

    def finish(self) -> None:
        """Nobody prints any more: read the rest and close the pipes. What was printed does not depend on whether the
        thread has had its turn."""
        with self._reading:
            if self._finished:
                return
            self._finished = True
        if WINDOWS:
            for thread in self._threads:
                thread.join(LONGEST_WAIT)
            if any(thread.is_alive() for thread in self._threads):
                return
        else:
            self._take()
            os.close(self._waking)
            for thread in self._threads:
                thread.join()
            os.close(self._woken)
        with self._reading:
            self._open.clear()
            for name, pipe in (("out", self._out), ("err", self._err)):
                self.output.finish(name)
                pipe.close()

    # -- inside ----------------------------------------------------------------------------------------

    def _take(self) -> None:
        """Read what is there, but not for ever. Nobody else reads meanwhile, so nothing overtakes.

        The errors are read first and told last: all that was printed before them is in the other pipe by then."""
        with self._reading:
            for _ in range(MAX_ROUNDS):
                err, out = self._piece("err"), self._piece("out")
                if out:
                    self.output.feed("out", out)
                if err:
                    self.output.feed("err", err)
                if not out and not err:
                    return

    def _piece(self, name: str) -> bytes:
        """What is in a pipe now."""
        if name not in self._open:
            return b""
        try:
            data = os.read(self._open[name].fileno(), AT_ONCE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            del self._open[name]
            self.output.finish(name)
        return data

    def _read(self) -> None:
        while waited_for := list(self._open.values()):
            ready = select.poll()
            for end in (self._woken, *(pipe.fileno() for pipe in waited_for)):
                ready.register(end, select.POLLIN)
            if any(end == self._woken for end, _ in ready.poll()):
                return
            self._take()

    def _read_blocking(self, name: str, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while data := pipe.read(AT_ONCE):
                self.output.feed(name, data)
        self.output.finish(name)
