"""The server that most tests of clients talk to."""

from collections.abc import Iterator

import pytest

from referee.running import START, Running, running


@pytest.fixture
def server() -> Iterator[Running]:
    with running(start=START) as server:
        yield server
