"""For pytest under `scripts/mutants`: which tests reach which line, or run only the named tests, in the named order.

Coverage is started by a .pth file, here and in every Python that a test starts; it is told here which test is on.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ORDER = os.environ.get("MUTANTS_ORDER", "")
"""A file with the tests to run; without one, all are run and measured."""
MEASURED = os.environ.get("MUTANTS_MEASURED", "")
"""The folder for what was measured."""
users: dict[str, list[str]] = {}
"""Fixtures that several tests share, by a name of their own: who uses them."""
outcomes: dict[str, Any] = {}


def switch(context: str) -> None:
    from coverage import Coverage

    if MEASURED and (coverage := Coverage.current()):
        coverage.switch_context(context)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ORDER:
        ranks = {name: rank for rank, name in enumerate(json.loads(Path(ORDER).read_text()))}
        items[:] = sorted((item for item in items if item.nodeid in ranks), key=lambda item: ranks[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    switch(item.nodeid)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Iterator[None]:
    """What a fixture does once counts for all that use it."""
    if not MEASURED or fixturedef.scope == "function":
        return (yield)
    name = f"fixture {fixturedef.baseid} {fixturedef.argname}"
    item = getattr(request, "_pyfuncitem", None)
    users[name] = [
        other.nodeid
        for other in request.session.items
        if fixturedef.argname in getattr(other, "fixturenames", ()) and other.nodeid.startswith(fixturedef.baseid)
    ]
    switch(name)
    try:
        return (yield)
    finally:
        switch(item.nodeid if item else "")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds, passed = outcomes.get(report.nodeid, (0.0, True))
    outcomes[report.nodeid] = (seconds + report.duration, passed and report.passed)


def pytest_sessionfinish() -> None:
    # With several processes, the first one hears the outcomes of all and measures nothing itself.
    if MEASURED:
        told = {"users": users, "outcomes": {} if "PYTEST_XDIST_WORKER" in os.environ else outcomes}
        Path(MEASURED, f"told-{os.getpid()}.json").write_text(json.dumps(told))
        switch("")
