"""Tokens of the API: a program that sends one is the visitor who made it. Only hashes are kept.

A token gives no rights and no quota of its own: what it asks for counts for its network as well as for itself.
"""

import hashlib
import secrets
import time
from contextlib import suppress

from starlette.requests import HTTPConnection

from schwarm.store.games import Store
from schwarm.store.page import Token, add_token, list_tokens, remove_token
from schwarm.web.errors import NOT_FOUND, Refusal, Refused
from schwarm.web.shell.background import in_background
from schwarm.words import SchwarmError

MAX_SECONDS = 90 * 24 * 3600
MAX_OWN = 5
"""Tokens of one visitor."""
MAX_TOKENS = 10_000
"""Of all visitors."""
ID_LENGTH = 12
"""Characters of a hash that name a token."""


class Tokens:
    """All valid tokens. Used by the event loop alone, which reads and writes the store elsewhere."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._known: dict[str, Token] = {}
        if store is not None:
            with suppress(SchwarmError):
                self._known = {token.hash: token for token in list_tokens(store)}

    def find(self, connection: HTTPConnection) -> Token | None:
        """The valid token of a request."""
        token = self._known.get(_hash(bearer_of(connection)))
        return token if token is not None and token.until > time.time() else None

    def of_visitor(self, visitor: str) -> list[Token]:
        now = time.time()
        return [token for token in self._known.values() if token.visitor == visitor and token.until > now]

    async def make(self, visitor: str) -> tuple[str, Token]:
        """A new token, with its secret."""
        if len(self.of_visitor(visitor)) >= MAX_OWN:
            raise Refused(TOO_MANY_TOKENS(most=MAX_OWN))
        now = time.time()
        self._known = {hash: token for hash, token in self._known.items() if token.until > now}
        if len(self._known) >= MAX_TOKENS:
            raise Refused(TOKENS_CROWDED())
        secret = f"schwarm_{secrets.token_urlsafe(32)}"
        token = self._known[_hash(secret)] = Token(_hash(secret), visitor, now + MAX_SECONDS)
        if self._store is not None:
            try:
                await in_background(add_token, self._store, token)
            except BaseException:
                del self._known[token.hash]
                raise
        return secret, token

    async def revoke(self, visitor: str, id: str) -> None:
        token = next((token for token in self.of_visitor(visitor) if token.hash.startswith(id)), None)
        if token is None or len(id) != ID_LENGTH:
            raise Refused(NOT_FOUND())
        self._known.pop(token.hash, None)
        if self._store is not None:
            await in_background(remove_token, self._store, token.hash)


def bearer_of(connection: HTTPConnection) -> str:
    """The secret that a request sends along; empty without one."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


BAD_TOKEN = Refusal("This token is not valid here; it has expired, or it was revoked.", status=401)
TOO_MANY_TOKENS = Refusal("You have {most} tokens already, which is the most; revoke one first.", status=409)
TOKENS_CROWDED = Refusal("There are too many tokens here at the moment; try again tomorrow.", status=503)
