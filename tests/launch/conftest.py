"""What tests of several files need: walls, and a folder to be in."""

import os
from pathlib import Path

import pytest

from schwarm.launch.isolation import can_wall


@pytest.fixture
def walls() -> None:
    if not can_wall():
        assert os.environ.get("CI") != "true", "bubblewrap is missing"
        pytest.skip("bubblewrap is missing")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
