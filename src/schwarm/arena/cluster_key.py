"""The key of a cluster. Whoever has it may run programs on the workers, so nobody else gets in.

One file holds a certificate and its private key. Scheduler, workers and contests all show this certificate and accept
no other: a shared secret, by means of TLS, which also encrypts what they say. Without a key they talk on one machine
only.
"""

import os
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.store.draft import drafting
from schwarm.store.location import data_folder
from schwarm.words import SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from distributed import Security

FILE = "cluster.pem"
MAX_AGE = timedelta(days=3650)
CLOCKS_DIFFER = timedelta(days=1)
"""A machine whose clock is a little behind must not take a new key for one of the future."""


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


def make_key(path: Path) -> None:
    """Write a new key that only this user can read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "schwarm cluster")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + MAX_AGE)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # It must at no moment be readable for others.
        with drafting(path) as draft, os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(certificate.public_bytes(pem) + private)
    except OSError as error:
        raise NoCluster(CANNOT_WRITE(path=path, error=error.strerror or str(error))) from error


def is_loopback(host: str) -> bool:
    """Whether this names the machine itself to itself, so that no other machine can get there."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def split_address(place: str) -> tuple[str, str]:
    """Host and port of `10.0.0.1:8786` or `[::1]:8786`."""
    host, _, port = place.rpartition(":")
    return host.removeprefix("[").removesuffix("]"), port


NO_ADDRESS = Sentence("{address} is not the address of a scheduler, such as 10.0.0.1:8786.")
NO_KEY = Sentence(
    "A cluster of several machines needs its key, and there is none at {path}; copy it there from the machine of "
    "“schwarm scheduler”, or say where it is with --cluster-key."
)
IN_THE_CLEAR = Sentence("Other machines can be reached only with the cluster's key; leave out the tcp:// of {address}.")
NOT_A_KEY = Sentence("{path} is not the key of a cluster; copy it again from the machine of “schwarm scheduler”.")
CANNOT_WRITE = Sentence("The key of the cluster cannot be written to {path} ({error}).")
