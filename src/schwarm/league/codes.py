"""The access codes of a store's leagues.

A code has 60 bits and is easy to read aloud and to type. Only a keyed hash is stored. The key is beside the database,
not in it: a stolen database alone cannot be attacked by guessing, and a lookup costs microseconds.
"""

import hashlib
import hmac
import os
import secrets
from functools import cached_property
from pathlib import Path

from schwarm.store import leagues
from schwarm.store.games import Store
from schwarm.store.leagues import CodeOwner

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, 1, I and O, which look alike: 32 signs, five bits each."""
LENGTH = 12
GROUP = 4
RESERVATION_LENGTH = 16
"""Of codes that programs send and no person types twice: 80 bits."""
KEY_FILE = "codes.key"
KEY_BYTES = 32


class LeagueCodes:
    """The key of a store's codes, and lookups with it. Thread-safe."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._path = store, folder / KEY_FILE

    @cached_property
    def _key(self) -> bytes:
        if not self._path.exists():
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_key(self._path)
        return self._path.read_bytes()

    def hash(self, code: str) -> str:
        """The hash to keep of a code; raises `OSError` if there is no key and none can be written."""
        return hash_code(self._key, code)

    def find(self, code: str) -> CodeOwner | None:
        return leagues.find_code(self._store, self.hash(code))


def _make_key(path: Path) -> None:
    """Write a key unless there is one: of several processes the first wins."""
    draft = path.with_name(f".{KEY_FILE}.{secrets.token_hex(8)}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        except OSError:
            # A file system without links.
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def new_code() -> str:
    """A code as it is printed: ABCD-EFGH-JKLM."""
    signs = [secrets.choice(ALPHABET) for _ in range(LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, LENGTH, GROUP))


def parse_code(typed: str) -> str | None:
    """A typed code in its canonical form; None if it cannot be one."""
    plain = "".join(char for char in typed[:100].upper() if char.isalnum())
    return plain if len(plain) == LENGTH and all(char in ALPHABET for char in plain) else None


def hash_code(key: bytes, code: str) -> str:
    plain = parse_code(code)
    assert plain is not None
    return hmac.digest(key, plain.encode(), "sha256").hex()


def new_reservation() -> str:
    """The code by which the game server identifies a team's client: ABCD-EFGH-JKLM-NPQR."""
    signs = [secrets.choice(ALPHABET) for _ in range(RESERVATION_LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, RESERVATION_LENGTH, GROUP))


def hash_reservation(code: str) -> str | None:
    """The hash to keep of a reservation; None for malformed ones. A fast hash is enough for 80 bits, and a game server
    can afford it while games are on."""
    plain = code.upper().replace("-", "") if len(code) <= 2 * RESERVATION_LENGTH else ""
    if len(plain) != RESERVATION_LENGTH or any(sign not in ALPHABET for sign in plain):
        return None
    return hashlib.sha256(b"schwarm reservation " + plain.encode()).hexdigest()


def new_session() -> str:
    """A browser's cookie, too long to be guessed."""
    return secrets.token_urlsafe(24)


def hash_session(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()
