"""The codes of a store's leagues: their key, and whom a code belongs to."""

import os
import secrets
from functools import cached_property
from pathlib import Path

from schwarm.league.code import KEYED, hash_code, hash_slowly
from schwarm.store import leagues
from schwarm.store.games import Store
from schwarm.store.league_rows import CodeOwner

KEY_FILE = "codes.key"
KEY_BYTES = 32


class LeagueCodes:
    """Used by any thread. Codes that were stored before there was a key get their keyed hash at their first use."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._path = store, folder / KEY_FILE
        self._older = True
        """False once no code is hashed slowly any more: new ones never are."""

    @cached_property
    def _key(self) -> bytes:
        if not self._path.exists():
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_key(self._path)
        return self._path.read_bytes()

    def hash(self, code: str) -> str:
        """What is kept of a code; raises `OSError` where there is no key and none can be written."""
        return hash_code(self._key, code)

    def find(self, code: str) -> CodeOwner | None:
        return leagues.find_code(self._store, self.hash(code))

    def any_older(self) -> bool:
        """Whether the store has codes that were hashed slowly."""
        self._older = self._older and leagues.has_codes_without(self._store, KEYED)
        return self._older

    def find_older(self, code: str) -> CodeOwner | None:
        """The same for codes that were hashed slowly."""
        slow = hash_slowly(code)
        owner = leagues.find_code(self._store, slow)
        if owner is not None:
            leagues.replace_hash(self._store, slow, self.hash(code))
        return owner


def _make_key(path: Path) -> None:
    """A key that is there is never replaced: of several processes the first one wins."""
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
