"""What every test starts from: English, and the folder of golden data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm.words import speaking

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def speaks_english() -> Iterator[None]:
    with speaking("en"):
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    return ROOT / "tests" / "data"
