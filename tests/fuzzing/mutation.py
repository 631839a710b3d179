"""Damage to inputs, and which of them reach something new."""

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import schwarm
from schwarm.words import SchwarmError

SOURCE = str(Path(schwarm.__file__).parent)
MAX_BYTES = 20_000
CHANCE = random.Random()
PIECES = [
    *(b"<protocol>", b"</protocol>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&amp;", b"&#x0;", b"<!DOCTYPE a>"),
    *(b"'", b'"', b">", b"-1", b"99999999999", b"0.5", b"true", b"null", b"\xff", b"\xc3", b"\x00"),
    *(b"\n", b"\r", b" ", b"[", b"]", b"=", b"{", b":"),
]


class Reached:
    """The lines of the source that any input has reached."""

    def __init__(self) -> None:
        self.lines: set[tuple[CodeType, int]] = set()
        self.new = False
        self._ours: dict[CodeType, bool] = {}

    def run(self, work: Callable[[bytes], None], data: bytes) -> bool:
        """Read an input without looking what it reaches; raises whatever is no refusal in words."""
        with suppress(SchwarmError):
            work(data)
        return False

    def look(self, work: Callable[[bytes], None], data: bytes) -> bool:
        """Read an input; whether it reached something new."""
        self.new = False
        sys.settrace(self._enter)
        try:
            self.run(work, data)
        finally:
            sys.settrace(None)
        return self.new

    def _enter(self, frame: FrameType, kind: str, argument: Any) -> Any:
        code = frame.f_code
        ours = self._ours.get(code)
        if ours is None:
            ours = self._ours[code] = code.co_filename.startswith(SOURCE)
        return self._step if ours else None

    def _step(self, frame: FrameType, kind: str, argument: Any) -> Any:
        if kind == "line" and (place := (frame.f_code, frame.f_lineno)) not in self.lines:
            self.lines.add(place)
            self.new = True
        return self._step


def damage(data: bytes, others: list[bytes]) -> bytes:
    """An input with a few changes."""
    for _ in range(CHANCE.randint(1, 4)):
        at, to = sorted(CHANCE.randrange(len(data) + 1) for _ in range(2))
        match CHANCE.randrange(6):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:at] + CHANCE.choice(PIECES) + data[at:]
            case 2:
                data = data[:at] + bytes([CHANCE.randrange(256)]) + data[at + 1 :]
            case 3:
                data = data[:to] + data[at:to][:500] + data[to:]
            case 4:
                other = CHANCE.choice(others)
                begin, end = sorted(CHANCE.randrange(len(other) + 1) for _ in range(2))
                data = data[:at] + other[begin:end][:500] + data[to:]
            case _:
                data = data[:at] + CHANCE.choice(PIECES) + data[to:]
    return data[:MAX_BYTES]
