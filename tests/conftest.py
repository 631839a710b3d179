"""What every test starts from: English, and the folder of golden data."""

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from quantity import quantity
from schwarm import core
from schwarm.words import speaking

ROOT = Path(__file__).resolve().parent.parent
# fmt: off
LONGEST = (
    "web/test_replays.py", "web/test_studying.py", "web/test_variations.py", "web/test_positions.py",
    "guide/test_built.py", "web/test_holding.py", "web/test_site_playing.py",
    "web/test_watching.py", "web/test_leagues.py", "web/test_playing.py", "arena/test_faults.py",
    "cli/test_contests.py", "guide/test_code.py", "cli/test_ladder.py", "arena/test_cluster.py",
    "web/test_browser_hecht.py", "web/test_studies.py", "web/test_access.py", "workshop/test_check_mistakes.py",
    "web/test_ending.py", "web/test_learning.py", "web/test_processes.py", "web/test_firefox.py", "test_wheel.py",
    "web/test_feel.py", "referee/test_socha.py", "web/test_layout.py", "web/test_browser_player.py",
    "web/test_contests.py", "web/test_wall.py", "web/test_features.py", "web/test_understanding.py",
    "cli/test_serve.py", "web/test_sliding.py", "web/test_security.py", "store/test_postgres.py",
    "cli/test_breakthrough.py", "cli/test_play.py", "cli/test_replay.py", "test_without_core.py",
    "web/test_breakthrough.py", "web/test_by_hand.py", "core/test_equals_rules.py", "workshop/test_packing.py",
    "cli/test_page.py", "web/test_database.py", "web/test_attacks.py", "cli/test_analyse.py", "soak/test_soak.py",
    "guide/test_answers.py", "cli/test_verbs.py", "arena/test_publish.py", "games/test_conformance.py",
    "test_figures.py", "games/test_second_opinion.py",
)
"""The files that take longest, the longest first; roughly is enough."""
LONGEST_THOROUGHLY = (
    "learn/test_batch.py", "learn/test_tensors.py", "training/test_signature.py", "test_native_wheels.py",
    "training/test_networks.py",
)
"""Those that take longest when everything is tried: minutes for a single test."""
# fmt: on


def pytest_configure(config: pytest.Config) -> None:
    """Whatever a test keeps in the user's data folder, directly or through a process, lands elsewhere; also what the
    tests' files find in the environment when they are read."""
    home = tempfile.TemporaryDirectory(prefix="schwarm-home-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    os.environ["XDG_DATA_HOME"] = home.name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first: with several workers, none is left alone with it at the end."""
    longest = (*LONGEST_THOROUGHLY, *LONGEST) if quantity(0, 1) else LONGEST
    ranks = {ROOT / "tests" / name: rank for rank, name in enumerate(longest)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


def pytest_collection_finish() -> None:
    """What was found stays to the end: looking through it again and again for what nobody needs takes time."""
    gc.freeze()


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
    kept = {name: os.environ.get(name) for name in ("LANGUAGE", "SCHWARM_LANG")}
    with speaking("en"):
        yield
    # A command that was run in this process has chosen a language for all that it starts.
    for name, value in kept.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


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
