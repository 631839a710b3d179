"""What processes of the page say to each other: JSON objects, each with its length before it, none too long."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

MAX_FRAME_BYTES = 8_000_000
"""A whole game with all its positions is a few hundred thousand."""
LENGTH_BYTES = 4


class BadFrame(Exception):
    """What was sent is no frame, or too long for one."""


def encode_frame(facts: Mapping[str, Any]) -> bytes:
    data = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    if len(data) > MAX_FRAME_BYTES:
        raise BadFrame(len(data))
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


async def read_frame(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next frame; None when the other side is gone."""
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
        if length > MAX_FRAME_BYTES:
            raise BadFrame(length)
        facts = json.loads(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, OSError):
        return None
    except ValueError as error:
        raise BadFrame(str(error)) from error
    if not isinstance(facts, dict):
        raise BadFrame(type(facts).__name__)
    return facts
