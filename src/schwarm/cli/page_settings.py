"""How the page of `schwarm serve` is run, as far as its options and the environment say."""

import os
import secrets
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

from schwarm.words import SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.web.settings import PageSettings

TOKEN = "SCHWARM_PAGE_TOKEN"


class CannotShow(SchwarmError):
    """The page cannot be shown."""


def make_settings(host: str, public: bool, proxies: tuple[str, ...], open_files: int | None) -> "PageSettings":
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
        public=public,
        proxies=proxies,
        hosts=(host,),
        bounds=replace(bounds, connections=share_open_files(open_files, bounds.connections)),
    )


NO_PROXY = Sentence("“{address}” is not the address of a computer; write --proxy like --proxy 127.0.0.1.")
