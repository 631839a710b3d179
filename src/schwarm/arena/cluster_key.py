"""The key of a cluster. It allows running programs on the workers, so all connections require it.

One file holds a certificate and its private key, which both follow from a secret that fits into one line. Scheduler,
workers and contests all show this certificate and accept no other: a shared secret, by means of TLS, which also
encrypts what they say. Without a key they talk on one machine only.
"""

import hashlib
import logging
import os
import secrets
import socket
from datetime import datetime
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.store.draft import drafting
from schwarm.store.location import data_folder
from schwarm.words import SchwarmError, Sentence, excerpt, trouble

if TYPE_CHECKING:
    from distributed import Client, Security

FILE = "cluster.pem"
MARK = "schwarm cluster secret: "
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, 1, I and O, which look alike: 32 signs, five bits each."""
SECRET_LENGTH = 24
GROUP = 4
VALID_FROM, VALID_UNTIL = datetime(2020, 1, 1), datetime(2099, 1, 1)
"""The same for all keys, since machines that know only the secret make the same key. Revoke a key by a new one."""


SLOT = "game"
"""dask's word is resource: a worker has one per core, and a game needs one."""
MAX_CONNECT_SECONDS = 10.0


class NoCluster(SchwarmError):
    """There is no cluster to play on."""


def key_file(given: Path | None = None) -> Path:
    return given or data_folder() / FILE


def secure(address: str, key: Path | None = None) -> "tuple[str, Security | None]":
    """The address as dask wants it, and what to show there; None on this machine if there is no key.

    Raises `NoCluster` for another machine if there is no key."""
    way, _, place = address.rpartition("://")
    if way not in ("", "tcp", "tls"):
        raise NoCluster(NO_ADDRESS(address=excerpt(address)))
    if way == "tcp" or not (way or key or key_file().exists()):
        if not is_loopback(split_address(place)[0]):
            raise NoCluster(IN_THE_CLEAR(address=excerpt(address)) if way else NO_KEY(path=key_file()))
        return f"tcp://{place}", None
    return f"tls://{place}", load_key(key_file(key))


def load_key(path: Path) -> "Security":
    from distributed import Security

    if not path.exists():
        raise NoCluster(NO_KEY(path=path))
    file = str(path)
    everybody = {f"tls_{role}_cert": file for role in ("client", "scheduler", "worker")}
    security = Security(require_encryption=True, tls_ca_file=file, **everybody)
    try:
        security.get_connection_args("client")
    except OSError as error:
        raise NoCluster(NOT_A_KEY(path=path)) from error
    return security


def new_secret() -> str:
    """A secret as people pass it on: ABCD-EFGH-…, worth 120 bits."""
    signs = [secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH)]
    return "-".join("".join(signs[place : place + GROUP]) for place in range(0, SECRET_LENGTH, GROUP))


def make_key(path: Path, secret: str | None = None) -> None:
    """Write a key that only this user can read: a new one, or the one that a secret stands for.

    The same secret gives the same key on every machine, to the last byte: everything in it follows from the secret."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    secret = new_secret() if secret is None else secret
    plain = "".join(sign for sign in secret.upper() if sign.isalnum())
    if len(plain) != SECRET_LENGTH or any(sign not in ALPHABET for sign in plain):
        raise NoCluster(NOT_A_SECRET())
    key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(f"schwarm cluster key {plain}".encode()).digest())
    number = int.from_bytes(hashlib.sha256(f"schwarm cluster number {plain}".encode()).digest()[:8]) | 1
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "schwarm cluster")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), number)
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(key, None)
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # It must at no moment be readable for others.
        with drafting(path) as draft, os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(f"{MARK}{secret}\n".encode() + certificate.public_bytes(pem) + private)
    except OSError as error:
        raise NoCluster(CANNOT_WRITE(path=path, error=trouble(error))) from error


def secret_of(path: Path) -> str | None:
    """The secret of a key, for those who join with one line; None for a key of an older version."""
    try:
        first = path.read_text(encoding="ascii", errors="replace").partition("\n")[0]
    except OSError:
        return None
    return first.removeprefix(MARK) if first.startswith(MARK) else None


def is_loopback(host: str) -> bool:
    """Whether this is a loopback address, unreachable from other machines."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def split_address(place: str) -> tuple[str, str]:
    """Host and port of `10.0.0.1:8786` or `[::1]:8786`."""
    host, _, port = place.rpartition(":")
    return host.removeprefix("[").removesuffix("]"), port


def require_dask() -> None:
    try:
        import cryptography  # noqa: F401
        import distributed  # noqa: F401
    except ImportError as error:
        raise NoCluster(NEEDS_DASK()) from error
    # What dask does is of no interest as long as it works; and if it does not, we say so.
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def connect(address: str, place: str, security: "Security | None") -> "Client":
    from distributed import Client

    reach(address)
    try:
        return Client(place, security=security, timeout=MAX_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster((WRONG_KEY if security else NOBODY_THERE)(address=excerpt(address))) from error


def reach(address: str) -> str:
    """Which of our own addresses leads to the scheduler. dask retries for a long time where nothing listens; a
    single attempt reports it at once."""
    host, port = split_address(address.rpartition("://")[2])
    try:
        with socket.create_connection((host, int(port)), MAX_CONNECT_SECONDS) as line:
            return str(line.getsockname()[0])
    except (OSError, ValueError, OverflowError) as error:
        raise NoCluster(NOBODY_THERE(address=excerpt(address))) from error


NO_ADDRESS = Sentence("{address} is not the address of a scheduler, such as 10.0.0.1:8786.")
NO_KEY = Sentence(
    "A cluster of several machines needs its key, and there is none at {path}; copy it there from the machine of "
    "“schwarm scheduler”, or say where it is with --cluster-key."
)
IN_THE_CLEAR = Sentence("Other machines can be reached only with the cluster's key; leave out the tcp:// of {address}.")
NOT_A_SECRET = Sentence("That is not a cluster's secret; copy the whole line from the organiser's page again.")
NOT_A_KEY = Sentence("{path} is not the key of a cluster; copy it again from the machine of “schwarm scheduler”.")
CANNOT_WRITE = Sentence("The key of the cluster cannot be written to {path} ({error}).")
NEEDS_DASK = Sentence("A cluster needs the package distributed; install it with: pip install 'schwarm[cluster]'")
NOBODY_THERE = Sentence("No dask scheduler answers at {address}; start one with: schwarm scheduler")
WRONG_KEY = Sentence("The scheduler at {address} has another key; copy the key from its machine again.")
WENT_AWAY = Sentence("The dask scheduler at {address} went away; start it again, then resume the contest.")
