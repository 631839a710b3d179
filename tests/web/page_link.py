"""Processes of the page: a live service as one of them reaches it, here within one event loop, and the real ones."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.live_link import LiveLink
from schwarm.web.processes.live_socket import LiveSocket


@asynccontextmanager
async def reached_by_socket(service: LocalLiveService) -> AsyncIterator[tuple[LiveSocket, LiveLink]]:
    # The path of a socket is bounded, and pytest's folders are deep.
    with tempfile.TemporaryDirectory(prefix="schwarm-link-") as folder:
        sockets, link = LiveSocket(service), LiveLink()
        await sockets.listen(Path(folder) / "live")
        try:
            await link.connect(Path(folder) / "live")
            yield sockets, link
        finally:
            await link.close()
            await sockets.close()
            # What was cancelled ends before the loop does.
            await asyncio.sleep(0)


async def event(messages: AsyncIterator[bytes], wanted: str) -> dict[str, object]:
    """The next event of a kind; what came with it is passed over."""
    async for text in messages:
        for piece in text.decode().split("\n\n"):
            kind, _, data = piece.partition("\ndata: ")
            if kind == f"event: {wanted}":
                found: dict[str, object] = json.loads(data)
                return found
    raise AssertionError(f"no {wanted}")


def find_page_processes(pid: int) -> set[int]:
    """The processes that show the page of a server, by their numbers (Linux)."""
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"page_process_main" in (path / "cmdline").read_bytes():
                found.add(int(path.name))
        except OSError:
            continue
    return found
