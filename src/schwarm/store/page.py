"""What a page keeps about itself: its address, the browsers in which the administrator is signed in, and tokens."""

import time
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select

from schwarm.store import tables
from schwarm.store.games import Store

_sign_ins = tables.sign_ins.c


class SignIn(NamedTuple):
    """A browser, by the hash of its cookie."""

    hash: str
    code: str
    """The hash of the code with which it came."""
    until: float


class Token(NamedTuple):
    """A token of the API, by its hash: it stands for a visitor."""

    hash: str
    visitor: str
    until: float


def set_address(store: Store, address: str) -> None:
    """The page of this store is here; the newest one counts."""
    with store.database.alone() as connection:
        connection.execute(delete(tables.page))
        connection.execute(insert(tables.page).values(address=address))


def clear_address(store: Store, address: str) -> None:
    """The page at this address has ended; another one stays."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.page).where(tables.page.c.address == address))


def find_address(store: Store) -> str | None:
    with store.database.reading() as connection:
        return connection.execute(select(tables.page.c.address)).scalar()


def add_sign_in(store: Store, new: SignIn, most: int) -> list[str]:
    """One more browser; the expired and the oldest beyond `most` are signed out, and their hashes returned."""
    with store.database.writing() as connection:
        connection.execute(insert(tables.sign_ins).values(new._asdict()))
        newest = select(_sign_ins.hash).order_by(_sign_ins.until.desc()).limit(most)
        kept = list(connection.execute(newest).scalars())
        old = or_(_sign_ins.until < time.time(), _sign_ins.hash.not_in(kept))
        gone = list(connection.execute(select(_sign_ins.hash).where(old)).scalars())
        connection.execute(delete(tables.sign_ins).where(old))
    return gone


def remove_sign_in(store: Store, hash: str) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(tables.sign_ins).where(_sign_ins.hash == hash))


def list_sign_ins(store: Store) -> list[SignIn]:
    with store.database.reading() as connection:
        return [SignIn(*row) for row in connection.execute(select(tables.sign_ins))]


def add_token(store: Store, new: Token) -> None:
    """One more token; expired ones are deleted."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.tokens).where(tables.tokens.c.until < time.time()))
        connection.execute(insert(tables.tokens).values(new._asdict()))


def remove_token(store: Store, hash: str) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(tables.tokens).where(tables.tokens.c.hash == hash))


def list_tokens(store: Store) -> list[Token]:
    with store.database.reading() as connection:
        return [Token(*row) for row in connection.execute(select(tables.tokens))]
