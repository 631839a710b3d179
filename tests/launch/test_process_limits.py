"""Open files are shared so that a crowd at the page never keeps clients from the referee."""

import subprocess
import sys

import pytest

from schwarm.launch.limits import RESERVED_FILES, share_open_files


def test_both_servers_fit_into_what_is_allowed() -> None:
    assert share_open_files(None, 4_000) == 4_000
    assert share_open_files(20_000, 4_000) == 4_000
    for limit in (1_024, 4_096, 500):
        assert 2 * share_open_files(limit, 4_000) + RESERVED_FILES <= limit
    assert share_open_files(64, 4_000) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_soft_limit_is_raised_to_the_hard_one() -> None:
    program = (
        "import resource; from schwarm.launch.limits import raise_open_files;"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, min(hard, 300)));"
        "print(raise_open_files(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["300", "300"]
