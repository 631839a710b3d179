"""What the page of `schwarm serve` is told at its start, from what was typed."""

import os
import secrets
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.words import Message, SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.web.certificate import Certificate
    from schwarm.web.settings import PageSettings

TOKEN = "SCHWARM_PAGE_TOKEN"


class CannotShow(SchwarmError):
    """The page cannot be shown."""


def find_certificate(certificate: Path | None, key: Path | None) -> "Certificate | None":
    """The two files for https, if they were named; raises `SchwarmError` where they cannot be used."""
    from schwarm.launch.privacy import keep_private
    from schwarm.web.certificate import Certificate

    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise CannotShow(BOTH_FILES())
    # A page process may have another folder.
    found = Certificate(certificate.absolute(), key.absolute())
    found.check()
    # Where bots run as the same user, they could read it, and what they print is shown to their teams.
    keep_private(found.key)
    return found


def make_settings(host: str, public: bool, proxies: tuple[str, ...], open_files: int | None) -> "PageSettings":
    """Raises `CannotShow` where an address of a web server in front makes no sense."""
    from schwarm.launch.process_limits import share_open_files
    from schwarm.web.settings import Bounds, PageSettings

    for proxy in proxies:
        try:
            ip_address(proxy)
        except ValueError as error:
            raise CannotShow(NO_PROXY(address=excerpt(proxy))) from error
    bounds = Bounds()
    return PageSettings(
        token=os.environ.get(TOKEN) or secrets.token_urlsafe(15),
        chosen=bool(os.environ.get(TOKEN)),
        public=public,
        proxies=proxies,
        hosts=(host,),
        bounds=replace(bounds, connections=share_open_files(open_files, bounds.connections)),
    )


def describe_login(address: str, token: str) -> Message:
    """Where the page is administered. A token that somebody chose is their secret and is not printed."""
    if os.environ.get(TOKEN):
        return CHOSEN_TOKEN(name=TOKEN, address=address)
    return PRINTED_TOKEN(address=f"{address}?token={token}")


BOTH_FILES = Sentence("For https the page needs both files: --certificate FILE and --key FILE.")
NO_PROXY = Sentence("“{address}” is not the address of a computer; write --proxy like --proxy 127.0.0.1.")
CHOSEN_TOKEN = Sentence("Administration of the page, with the token from {name}: {address}")
PRINTED_TOKEN = Sentence("Administration of the page, with its token: {address}")
