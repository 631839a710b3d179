"""The page behind one port in several processes: begins and ends like the page's own server.

This process keeps the games, contests and leagues; it answers what the others forward to it, at a socket in a folder
that only this user may enter.
"""

import socket
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from starlette.types import ASGIApp

from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.forwarding import ForwardedRequests
from schwarm.web.processes.live_socket import LiveSocket
from schwarm.web.processes.page_processes import PageProcesses
from schwarm.web.processes.page_task import PageTask
from schwarm.web.server import PageServer, bind_path, share
from schwarm.web.settings import PageSettings
from schwarm.words import Message, SchwarmError, Sentence

NOBODY = ""
"""The address of whoever comes through a path; connections of the page's own processes are not counted."""


class CannotShare(SchwarmError):
    """The page cannot be in several processes."""


class SharedPage:
    """Shows an application to everybody by so many processes."""

    def __init__(
        self,
        app: ASGIApp,
        bound: socket.socket,
        number: int,
        live_service: LocalLiveService,
        settings: PageSettings,
        database: str,
        tell: Callable[[Message], None],
    ) -> None:
        self._app, self._bound, self._number, self._settings = app, bound, number, settings
        self._database, self._tell = database, tell
        self._live = LiveSocket(live_service)
        self._inside: PageServer | None = None
        self._processes: PageProcesses | None = None
        self._stack = ExitStack()

    async def start(self) -> None:
        """Begin to serve; when this returns, the page answers."""
        folder = Path(self._stack.enter_context(TemporaryFolder(for_sockets=True)))
        live, inside = folder / "live", folder / "inside"
        await self._live.listen(live)
        bounds = replace(self._settings.bounds, header_seconds=3600.0, unread_seconds=3600.0)
        self._inside = PageServer(ForwardedRequests(self._app), bind_path(inside), bounds, (NOBODY,))
        await self._inside.start()
        sockets = share(self._bound, self._number)
        for each in sockets:
            self._stack.callback(each.close)
        task = PageTask(self._database, self._settings, live, inside, listening=-1)
        self._processes = PageProcesses(sockets, task, self._live, self._tell)
        await self._processes.start()

    async def stop(self) -> None:
        if self._processes is not None:
            await self._processes.stop()
        await self._live.close()
        if self._inside is not None:
            await self._inside.stop()
        self._stack.close()


def check_sharing(data: str | None) -> None:
    """Raises `CannotShare` where several processes cannot show the same page."""
    if not hasattr(socket, "AF_UNIX") or not hasattr(socket, "SO_REUSEPORT"):
        raise CannotShare(NOT_THIS_SYSTEM())
    if data is None or data.partition("://")[0].partition("+")[0] not in ("postgres", "postgresql"):
        raise CannotShare(NEEDS_SERVER())


NEEDS_SERVER = Sentence(
    "Several page processes need a PostgreSQL database; name one with --data postgresql://user@host/name, or leave out "
    "--page-processes."
)
NOT_THIS_SYSTEM = Sentence("The page cannot run in several processes on this system; leave out --page-processes.")
