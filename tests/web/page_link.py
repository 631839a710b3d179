"""A live service as a process of the page reaches it: by a socket, here within one event loop."""

import asyncio
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
