"""Where the page of `schwarm serve` listens: the port, why it cannot be had, and whether a page is there already."""

import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from schwarm.words import Message, SchwarmError, Sentence, excerpt, trouble

if TYPE_CHECKING:
    from schwarm.store.games import Store


def has_display() -> bool:
    """Whether this machine has a display for a browser."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


PAGE_PORT = 8000
MAX_ANSWER_SECONDS = 5.0
"""A page that has just begun, on a busy machine, takes a while for its first answer."""


def note_page(store: "Store", address: str) -> str:
    """Note in the store where its page is, for other programs that use it; gives the address. A page works without
    that."""
    from schwarm.store.page import set_address

    with suppress(SchwarmError):
        set_address(store, address)
    return address


def forget_page(store: "Store", address: str) -> None:
    """Take that back, unless another page has taken the place."""
    from schwarm.store.page import clear_address

    with suppress(SchwarmError):
        clear_address(store, address)


def page_of(store: "Store") -> str | None:
    """Where the page of a store is, if it answers there; one that was killed took nothing back."""
    from schwarm.store.page import find_address

    address = find_address(store)
    return running_page(address) if address else None


def running_page(address: str = "") -> str | None:
    """Where a page of Schwarm answers: at this address, or on this machine at the usual place; None if none does."""
    import ssl
    from http.client import HTTPConnection, HTTPException, HTTPSConnection
    from urllib.parse import urlsplit

    address = address or f"http://127.0.0.1:{PAGE_PORT}/"
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=MAX_ANSWER_SECONDS)
    if parts.scheme == "https":
        # Nothing secret is asked; a certificate need not be for the address at which we ask.
        anyone = ssl.create_default_context()
        anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection(parts.netloc, timeout=MAX_ANSWER_SECONDS, context=anyone)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse().read(4096)
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    return address if b"<title>" in answer and b"Schwarm" in answer else None


def bind_page(bind: Callable[[str, int], socket.socket], host: str, port: int | None) -> socket.socket:
    """The port that was asked for; where none was, the usual one or any that is free."""
    if port is not None:
        return bind(host, port)
    try:
        return bind(host, PAGE_PORT)
    except OSError:
        return bind(host, 0)


def describe_error(error: OSError | UnicodeError, host: str, port: int | None) -> Message:
    """Why the page cannot be there: the address is not ours, or the port is not free."""
    from schwarm.referee.server import NOT_OUR_ADDRESS  # with asyncio, which not every verb needs

    number = error.errno if isinstance(error, OSError) and not isinstance(error, socket.gaierror) else None
    if number in (None, errno.EADDRNOTAVAIL):
        return NOT_OUR_ADDRESS(host=excerpt(host))
    return PORT_TAKEN(port=PAGE_PORT if port is None else port, host=host, error=trouble(error))


PORT_TAKEN = Sentence("The page cannot use port {port} on {host} ({error}); choose another with --page-port.")
