"""What the system says is wrong, said so that people understand it."""

import errno
import os
import socket

import pytest

from schwarm.words import trouble


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), "nobody answers there"),
        (socket.gaierror(-2, "Name or service not known"), "there is no computer of that name"),
        (TimeoutError("timed out"), "no answer came in time"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.ELOOP, os.strerror(errno.ELOOP)), os.strerror(errno.ELOOP)),
        (ValueError("Expecting value"), "Expecting value"),
        (ValueError(), "ValueError"),
    ],
)
def test_the_system_speaks_our_language(error: Exception, said: str) -> None:
    assert str(trouble(error)) == said
