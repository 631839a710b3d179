"""In which browsers the administrator is known. Hashes of their cookies are kept in the store and survive a restart."""

import hashlib
import logging
import secrets
import time
from contextlib import suppress

from schwarm.store.games import Store
from schwarm.store.page import SignIn, add_sign_in, list_sign_ins, remove_sign_in
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

MAX_SECONDS = 30 * 24 * 3600
"""For which a browser is known."""
MAX_BROWSERS = 200
"""Those that came first go."""


class SignIns:
    """Browsers by the hashes of their cookies, and until when each is known. Those that came with another `code` are
    not: whoever changes it signs everybody out."""

    def __init__(self, store: Store | None = None, code: str = "") -> None:
        """`code` is empty where none was chosen."""
        self._store, self._code = store, _hash(code) if code else ""
        self._until: dict[str, float] = {}
        if store is not None:
            with suppress(SchwarmError):
                self._until = {known.hash: known.until for known in list_sign_ins(store) if known.code == self._code}

    def open(self) -> str:
        """A new cookie. Where nothing can be written, it is worth something until the server ends."""
        cookie = secrets.token_urlsafe(24)
        self._until[_hash(cookie)] = until = time.time() + MAX_SECONDS
        if self._store is not None:
            try:
                for gone in add_sign_in(self._store, SignIn(_hash(cookie), self._code, until), MAX_BROWSERS):
                    self._until.pop(gone, None)
            except SchwarmError as error:
                log.warning("%s", error)
        return cookie

    def close(self, cookie: str) -> None:
        self._until.pop(_hash(cookie), None)
        if self._store is not None:
            remove_sign_in(self._store, _hash(cookie))

    def knows(self, cookie: str) -> bool:
        return 16 <= len(cookie) <= 64 and time.time() < self._until.get(_hash(cookie), 0.0)


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()
