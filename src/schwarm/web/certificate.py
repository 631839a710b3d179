"""The certificate and the key of a page with https: whether they can be used, in one sentence if not."""

import ssl
from pathlib import Path
from typing import NamedTuple

from schwarm import words
from schwarm.words import Message, SchwarmError, Sentence

EXPIRED, NOT_YET = 10, 9
"""OpenSSL's numbers for a certificate whose time is over, or has not come."""


class BadCertificate(SchwarmError):
    """A certificate or key that cannot be used."""


class Certificate(NamedTuple):
    """Two files in PEM form; the certificate's may hold a whole chain."""

    certificate: Path
    key: Path

    def check(self) -> None:
        """Raises `BadCertificate` if a page cannot be served with these files."""
        for path in self:
            try:
                with path.open("rb") as file:
                    file.read(1)
            except FileNotFoundError as error:
                raise BadCertificate(NO_FILE(path=path)) from error
            except OSError as error:
                raise BadCertificate(UNREADABLE(path=path, error=words.trouble(error))) from error
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            server.load_cert_chain(self.certificate, self.key, password=_no_password)
        except BadCertificate as error:
            raise BadCertificate(PROTECTED(path=self.key)) from error
        except ssl.SSLError as error:
            raise BadCertificate(self._describe(error)) from error
        if trouble := _check_dates(server, self.certificate):
            raise BadCertificate(trouble)

    def _describe(self, error: ssl.SSLError) -> Message:
        if error.reason == "KEY_VALUES_MISMATCH":
            return NO_MATCH(key=self.key, certificate=self.certificate)
        try:
            # The key is not looked at here.
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(self.certificate)
        except ssl.SSLError:
            return NO_CERTIFICATE(path=self.certificate)
        return NO_KEY(path=self.key)


def _no_password() -> str:
    # Otherwise OpenSSL would ask whoever sits at the terminal, or nobody.
    raise BadCertificate(PROTECTED(path=""))


def _check_dates(server: ssl.SSLContext, path: Path) -> Message | None:
    """What a browser would say about the certificate's dates: it is shown to one in our own memory."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # Whoever signed it is the browsers' business; here it vouches for itself.
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(path)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True)
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                if error.verify_code in (EXPIRED, NOT_YET):
                    return OVER(path=path) if error.verify_code == EXPIRED else TOO_EARLY(path=path)
                return None
            except ssl.SSLError:
                return None
    return None


NO_FILE = Sentence("There is no file {path}; name the certificate with --certificate and its key with --key.")
UNREADABLE = Sentence("{path} cannot be read ({error}).")
NO_CERTIFICATE = Sentence("{path} is not a certificate in PEM form, which begins with “-----BEGIN CERTIFICATE-----”.")
NO_KEY = Sentence("{path} is not a private key in PEM form, which begins with “-----BEGIN PRIVATE KEY-----”.")
NO_MATCH = Sentence("The key {key} does not belong to the certificate {certificate}.")
PROTECTED = Sentence("The key {path} is protected by a password, and nobody is there to type it; use one without.")
OVER = Sentence("The certificate {path} has expired; browsers would refuse it, so renew it first.")
TOO_EARLY = Sentence("The certificate {path} is not valid yet; look at the date of this computer.")
