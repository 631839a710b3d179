"""https: which files serve, what is said about those that do not, and cookies that stay on it."""

import asyncio
import http.client
import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from patience import PATIENCE
from schwarm.launch.isolation import PRIVATE
from schwarm.web.certificate import BadCertificate, Certificate
from schwarm.web.errors import NoPage
from schwarm.web.page import find_certificate
from schwarm.web.server import PageServer, bind
from schwarm.web.settings import PageSettings
from schwarm.web.shell.access import Access
from schwarm.web.shell.middleware import AccessMiddleware

PEM, PKCS8, PLAIN = (
    serialization.Encoding.PEM,
    serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption(),
)


def make(folder: Path, name: str, *, days: int = 30, begins: int = -60, password: bytes | None = None) -> Certificate:
    """A certificate that vouches for itself, until so many days from now."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=begins))
        .not_valid_after(now + timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    lock = serialization.BestAvailableEncryption(password) if password else PLAIN
    found = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    found.certificate.write_bytes(made.public_bytes(PEM))
    found.key.write_bytes(key.private_bytes(PEM, PKCS8, lock))
    return found


def test_every_trouble_with_the_files_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE, "")
    good, other = make(tmp_path, "good"), make(tmp_path, "other")
    good.check()
    garbage = tmp_path / "garbage.pem"
    garbage.write_text("hello")
    for pair, sentence in (
        ((tmp_path / "nothing.pem", good.key), "There is no file"),
        ((tmp_path, good.key), "cannot be read (it is a folder)"),
        ((garbage, good.key), "garbage.pem is not a certificate in PEM form"),
        ((good.certificate, garbage), "garbage.pem is not a private key in PEM form"),
        ((good.certificate, other.key), "other.key does not belong to the certificate"),
        (make(tmp_path, "old", days=-1), "old.pem has expired"),
        (make(tmp_path, "early", begins=5), "early.pem is not valid yet"),
        (make(tmp_path, "locked", password=b"secret"), "is protected by a password"),
    ):
        with pytest.raises(BadCertificate) as refused:
            Certificate(*pair).check()
        assert sentence in str(refused.value)
    with pytest.raises(NoPage, match="needs both files"):
        find_certificate(good.certificate, None)
    assert find_certificate(None, None) is None
    assert find_certificate(*good) == good
    # No bot may print the key to its team.
    assert str(good.key) in os.environ[PRIVATE].split(os.pathsep)


async def page(request: Request) -> HTMLResponse:
    return HTMLResponse(str(request.url.scheme))


def ask(port: int, context: ssl.SSLContext | None, **headers: str) -> tuple[str, str]:
    """What the page says, and the cookie it sets."""
    connection: http.client.HTTPConnection = (
        http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=context)
        if context
        else http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    )
    try:
        connection.request("GET", "/", headers=headers)
        answer = connection.getresponse()
        return answer.read().decode(), answer.getheader("Set-Cookie") or ""
    finally:
        connection.close()


def test_cookies_of_https_stay_on_https(tmp_path: Path) -> None:
    certificate = make(tmp_path, "page")
    context = ssl.create_default_context(cafile=certificate.certificate)
    context.check_hostname = False

    async def serve(settings: PageSettings, secure: bool, **headers: str) -> tuple[str, str]:
        app = AccessMiddleware(Starlette(routes=[Route("/", page)]), Access(settings))
        bound = bind("127.0.0.1", 0)
        server = PageServer(app, bound, certificate=settings.certificate)
        await server.start()
        try:
            return await asyncio.to_thread(ask, bound.getsockname()[1], context if secure else None, **headers)
        finally:
            await server.stop()
            bound.close()

    def cookie(secure: bool, proxies: tuple[str, ...] = (), **headers: str) -> tuple[str, bool]:
        settings = PageSettings(token="x", certificate=certificate if secure else None, proxies=proxies)
        said, cookie = asyncio.run(serve(settings, secure, **headers))
        assert cookie
        return said, cookie.endswith("; Secure")

    assert cookie(True) == ("https", True)
    assert cookie(False) == ("http", False)
    # A web server in front is believed if it was named, and nobody else.
    forwarded = {"X-Forwarded-Proto": "https"}
    assert cookie(False, ("127.0.0.1",), **forwarded) == ("http", True)
    assert cookie(False, (), **forwarded) == ("http", False)
