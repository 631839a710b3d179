"""The codes with which teams and organisers come in: no names, no passwords, easy to read aloud and to type.

A code is worth 60 bits. Only a keyed hash is kept. The key lies beside the database, not in it: a stolen database alone
leaves nothing to guess, and a lookup costs microseconds.
"""

import hashlib
import hmac
import secrets

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, 1, I and O, which look alike: 32 signs, five bits each."""
LENGTH = 12
GROUP = 4
RESERVATION_LENGTH = 16
"""Of codes that programs send and nobody has to type twice: 80 bits."""
KEYED = "hmac:"
"""What hashes begin with that were made with the key."""
ROUNDS = 40_000
SALT = b"schwarm league code"
"""Of the older hash; the same for all, since a code is looked up by its hash."""


def new_code() -> str:
    """A code as it is printed: ABCD-EFGH-JKLM."""
    signs = [secrets.choice(ALPHABET) for _ in range(LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, LENGTH, GROUP))


def parse_code(typed: str) -> str | None:
    """A code without what people add or confuse when they type; None if it cannot be one."""
    plain = "".join(char for char in typed[:100].upper() if char.isalnum())
    return plain if len(plain) == LENGTH and all(char in ALPHABET for char in plain) else None


def hash_code(key: bytes, code: str) -> str:
    """What is kept of a code."""
    return KEYED + hmac.digest(key, _plain(code), "sha256").hex()


def hash_slowly(code: str) -> str:
    """What was kept of a code before there was a key; takes a moment, so not in an event loop."""
    return hashlib.pbkdf2_hmac("sha256", _plain(code), SALT, ROUNDS).hex()


def _plain(code: str) -> bytes:
    plain = parse_code(code)
    assert plain is not None
    return plain.encode()


def new_reservation() -> str:
    """The code with which a team's client is known to the game server: ABCD-EFGH-JKLM-NPQR."""
    signs = [secrets.choice(ALPHABET) for _ in range(RESERVATION_LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, RESERVATION_LENGTH, GROUP))


def hash_reservation(code: str) -> str | None:
    """What is kept of a reservation; None for what cannot be one. Nobody guesses 80 bits, so it need not be slow, and a
    game server may ask while games are on."""
    plain = code.upper().replace("-", "") if len(code) <= 2 * RESERVATION_LENGTH else ""
    if len(plain) != RESERVATION_LENGTH or any(sign not in ALPHABET for sign in plain):
        return None
    return hashlib.sha256(b"schwarm reservation " + plain.encode()).hexdigest()


def new_session() -> str:
    """What a browser keeps; long enough that nobody needs to make guessing slow."""
    return secrets.token_urlsafe(24)


def hash_session(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()
