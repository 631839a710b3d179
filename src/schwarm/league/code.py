"""The codes with which teams and organisers come in: no names, no passwords, easy to read aloud and to type.

A code is worth 60 bits. Only its hash is kept, made slowly on purpose: whoever steals the database still has to guess.
"""

import hashlib
import secrets

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, 1, I and O, which look alike: 32 signs, five bits each."""
LENGTH = 12
GROUP = 4
RESERVATION_LENGTH = 16
"""Of codes that programs send and nobody has to type twice: 80 bits."""
ROUNDS = 40_000
SALT = b"schwarm league code"
"""The same for all, since a code is looked up by its hash; no two codes are alike anyway."""


def new_code() -> str:
    """A code as it is printed: ABCD-EFGH-JKLM."""
    signs = [secrets.choice(ALPHABET) for _ in range(LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, LENGTH, GROUP))


def parse_code(typed: str) -> str | None:
    """A code without what people add or confuse when they type; None if it cannot be one."""
    plain = "".join(char for char in typed[:100].upper() if char.isalnum())
    return plain if len(plain) == LENGTH and all(char in ALPHABET for char in plain) else None


def hash_code(code: str) -> str:
    """What is kept of a code; takes a moment, so not in an event loop."""
    plain = parse_code(code)
    assert plain is not None
    return hashlib.pbkdf2_hmac("sha256", plain.encode(), SALT, ROUNDS).hex()


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
