"""What every test starts from: English, and the folder of golden data."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm import core
from schwarm.words import speaking

ROOT = Path(__file__).resolve().parent.parent


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What asks for Hecht or the fast board itself (the mark `core`) says nothing where the core was not built."""
    if item.get_closest_marker("core") and not core.available:
        if os.environ.get("CI") == "true":
            pytest.fail("the native core was not built")
        pytest.skip("needs the native core")
    if item.get_closest_marker("alone") and os.environ.get("SCHWARM_THOROUGH") != "1":
        pytest.skip("measures time, which says something only in `make thorough`")


@pytest.fixture(autouse=True)
def speaks_english() -> Iterator[None]:
    with speaking("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def keeps_nothing_at_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever a test keeps in the user's data folder, directly or through a process, lands elsewhere."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    return ROOT / "tests" / "data"


@pytest.fixture(scope="session")
def breakthrough(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the game Breakthrough was installed, as a package from elsewhere, for PYTHONPATH."""
    folder = tmp_path_factory.mktemp("breakthrough")
    # Building leaves things behind, which are not wanted in the source.
    source = shutil.copytree(root / "tests" / "breakthrough", folder / "source")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder / "site"), str(source)]
    subprocess.run(command, check=True, timeout=120)
    return folder / "site"
