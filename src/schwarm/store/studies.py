"""Studies in the store: games with variations and remarks.

A study's key gives read access, its secret write access; only a fingerprint of the secret is stored.
"""

import hmac
import secrets
import time
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import and_, delete, false, insert, or_, select, update

from schwarm.store import tables
from schwarm.store.games import Store


class StudyText(NamedTuple):
    """What a study says: a record text, and what it is about."""

    game: str
    title: str
    text: str


class Study(NamedTuple):
    """A study as it stands; every change makes its version one more."""

    key: str
    secret: str
    """The fingerprint of the secret that gives write access."""
    game: str
    title: str
    text: str
    version: int
    at: float

    def opens_with(self, secret: str) -> bool:
        """Whether a secret is this study's."""
        return hmac.compare_digest(self.secret, _fingerprint(secret))


def add_study(store: Store, said: StudyText, most: int) -> tuple[Study, str]:
    """Keep a new study; gives it and its secret. Beyond `most` studies, those go that were not changed for longest."""
    secret = secrets.token_urlsafe(18)
    study = Study(secrets.token_urlsafe(9), _fingerprint(secret), *said, 1, time.time())
    with store.database.writing() as connection:
        connection.execute(insert(tables.studies).values(study._asdict()))
        oldest = select(tables.studies.c.key).order_by(tables.studies.c.at.desc()).offset(most)
        connection.execute(delete(tables.studies).where(tables.studies.c.key.in_(oldest)))
    return study, secret


def find_study(store: Store, key: str) -> Study | None:
    with store.database.reading() as connection:
        row = connection.execute(select(tables.studies).where(tables.studies.c.key == key)).first()
    return None if row is None else Study(*row)


def change_study(store: Store, key: str, said: StudyText, version: int, after: str = "") -> int | None:
    """Change a study from this version; returns the new one, None if it has another version by now or is gone.

    Idempotent, so that a client without an answer can ask again. `after` is the text of an earlier request without an
    answer, which may have arrived or not."""
    columns, fields = tables.studies.c, said._asdict()
    arrived = and_(columns.version == version + 1, columns.text == after) if after else false()
    seen = and_(columns.key == key, or_(columns.version == version, arrived))
    same = and_(columns.key == key, *(columns[name] == value for name, value in fields.items()))
    with store.database.writing() as connection:
        changed = {**fields, "version": columns.version + 1, "at": time.time()}
        connection.execute(update(tables.studies).where(seen).values(changed))
        return connection.execute(select(columns.version).where(same)).scalar()


def remove_study(store: Store, key: str) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(tables.studies).where(tables.studies.c.key == key))


def _fingerprint(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
