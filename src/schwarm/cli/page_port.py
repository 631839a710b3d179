"""Where the page of `schwarm serve` listens: the port, why it cannot be had, and whether a page is there already."""

import errno
import os
import socket
import sys
import time
from collections.abc import Callable

from schwarm.cli.serve_options import PAGE_PORT
from schwarm.words import Message, Sentence, excerpt


def has_display() -> bool:
    """Whether somebody sits in front of this machine who could look at a browser."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


RETRY_SECONDS = 0.2
MAX_ANSWER_SECONDS = 5.0
"""A page that has just begun, on a busy machine, takes a while for its first answer."""


def running_page() -> str | None:
    """Where a page of Schwarm answers on this machine already, if one does at the usual place."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", PAGE_PORT, timeout=MAX_ANSWER_SECONDS)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse().read(4096)
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    return f"http://127.0.0.1:{PAGE_PORT}/" if b"<title>" in answer and b"Schwarm" in answer else None


def bind_page(
    bind: Callable[[str, int], socket.socket], host: str, port: int | None, patience: float = 0.0
) -> socket.socket:
    """The port that was asked for; where none was, the usual one or any that is free. `patience` says for how many
    seconds a port that was asked for is waited for."""
    if port is not None:
        deadline = time.monotonic() + patience
        while True:
            try:
                return bind(host, port)
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                    raise
                time.sleep(RETRY_SECONDS)
    try:
        return bind(host, PAGE_PORT)
    except OSError:
        return bind(host, 0)


def describe_error(error: OSError | UnicodeError, host: str, port: int | None) -> Message:
    """Why the page cannot be there: the address is not ours, or the port is not free."""
    from schwarm.referee.server import NOT_OUR_ADDRESS

    number = error.errno if isinstance(error, OSError) and not isinstance(error, socket.gaierror) else None
    if number in (None, errno.EADDRNOTAVAIL):
        return NOT_OUR_ADDRESS(host=excerpt(host))
    return PORT_TAKEN(port=PAGE_PORT if port is None else port, host=host, error=os.strerror(number or 0))


PORT_TAKEN = Sentence("The page cannot use port {port} on {host} ({error}); choose another with --page-port.")
