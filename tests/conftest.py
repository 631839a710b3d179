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
    "web/test_older_memory.py", "web/test_full_disk.py", "guide/test_built.py", "web/test_moderation.py",
    "cli/test_breakthrough.py", "arena/test_faults.py", "cli/test_contests.py", "web/test_wall.py",
    "web/test_deadlines.py", "web/test_layout.py", "web/test_access.py", "web/test_streams.py", "web/test_feel.py",
    "web/test_leagues.py", "referee/test_socha.py", "test_readme.py", "games/test_finished.py", "web/test_api.py",
    "store/test_store.py", "web/test_playing.py", "arena/test_sprt.py", "test_wheel.py", "guide/test_code.py",
    "web/test_features.py", "arena/test_ladder.py", "web/test_league_contests.py", "launch/test_sight.py",
    "web/test_flags.py", "guide/test_german.py", "web/test_fair_shares.py", "test_benchmarks.py", "cli/test_play.py",
    "launch/test_time_told.py", "arena/test_joining_workers.py", "cli/test_verbs.py", "web/test_clocks.py",
    "protocol/test_stream.py", "web/test_studies.py", "cli/test_replay.py", "web/test_firefox.py",
    "launch/test_programs_elsewhere.py", "games/test_conformance.py", "web/test_holding.py",
    "league/test_fair_shares.py", "web/test_learning.py", "games/test_second_opinion.py", "web/test_replays.py",
    "launch/test_fairness.py", "web/test_watching.py", "launch/test_hosting.py", "web/test_by_hand.py",
    "core/test_equals_rules.py", "web/test_studying.py", "arena/test_publish.py", "protocol/test_replay.py",
    "league/test_pairing.py",
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
