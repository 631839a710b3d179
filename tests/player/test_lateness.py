"""How late a machine has been lately: on clocks that tests set themselves, and without a search."""

import os
import time
from pathlib import Path

import pytest

from schwarm.player import Clock, Hecht
from schwarm.player.time_plan import CpuTimes, Lateness, read_first_times, read_load, read_own_times

NOTHING = pytest.approx(0.0, abs=1e-9)


class Machine:
    """A machine whose times a test sets: everything takes `stretch` times as long as with a core of one's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, stretch: float = 1.0, tells: bool = True) -> None:
        self.now, self.load, self.stretch, self.tells = 100.0, stretch, stretch, tells
        self.running = self.waiting = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        self.work(0.3 * stretch)
        self.lateness = Lateness(own_times=self.times, first_times=self.times, load=lambda: self.load)

    def times(self) -> CpuTimes | None:
        return (self.running, self.waiting) if self.tells else None

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.running += seconds / self.stretch
        self.waiting += seconds - seconds / self.stretch

    def search(self, seconds: float, late: float = 0.0) -> None:
        with self.lateness.watch(seconds):
            self.work(seconds + late)


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def thinking_time(lateness: Lateness, limit: float) -> float:
    """What Hecht allows itself."""

    class Tried(Hecht):
        pass

    Tried.lateness = lateness
    seconds = Tried().seconds(Clock(limit))
    assert seconds is not None
    return seconds


@pytest.mark.parametrize("stretch", [1.0, 1.5, 2.0])
def test_a_quiet_machine_costs_nothing(monkeypatch: pytest.MonkeyPatch, stretch: float) -> None:
    machine = Machine(monkeypatch, stretch=stretch)
    for _ in range(5):
        assert machine.lateness.reserve(1.9) == NOTHING
        assert thinking_time(machine.lateness, 1.9) == pytest.approx(1.9 - 1.9 / 20)
        assert thinking_time(machine.lateness, 0.1) == pytest.approx(0.1 - 0.04)
        machine.search(1.8)


@pytest.mark.parametrize("tells", [True, False])
def test_a_loaded_machine_is_known_before_the_first_move(monkeypatch: pytest.MonkeyPatch, tells: bool) -> None:
    """From how the process itself was started, or where nobody tells that, from the system's load."""
    machine = Machine(monkeypatch, stretch=10.0, tells=tells)
    assert machine.lateness.reserve(1.9) == pytest.approx(0.32)
    assert thinking_time(machine.lateness, 1.9) == pytest.approx(1.9 - 0.095 - 0.32)


@pytest.mark.parametrize("tells", [True, False])
def test_load_that_comes_is_noticed_with_the_next_move_and_forgotten_later(
    monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    machine = Machine(monkeypatch, tells=tells)
    assert machine.lateness.reserve(1.9) == NOTHING
    machine.stretch = machine.load = 6.0
    machine.search(1.8)
    assert machine.lateness.reserve(1.9) == pytest.approx(0.16)
    machine.stretch = machine.load = 1.0
    reserves = []
    for _ in range(12):
        machine.search(1.8)
        reserves.append(machine.lateness.reserve(1.9))
    assert reserves == sorted(reserves, reverse=True)
    assert reserves[-1] == NOTHING


def test_a_search_that_ended_late_is_kept_over_games(quiet: Machine) -> None:
    quiet.search(1.8, late=0.2)
    assert thinking_time(quiet.lateness, 1.9) == pytest.approx(1.9 - 0.095 - 0.2)
    quiet.search(1.6)
    assert thinking_time(quiet.lateness, 1.9) == pytest.approx(1.9 - 0.095 - 0.18)
    assert Hecht().lateness is Hecht().lateness


def test_a_search_without_a_limit_cannot_be_late(quiet: Machine) -> None:
    with quiet.lateness.watch(None):
        quiet.work(5.0)
    assert quiet.lateness.reserve(1.9) == NOTHING


def test_at_most_half_of_the_time_is_left_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, stretch=1000.0)
    assert machine.lateness.reserve(2.0) == pytest.approx(0.5)
    machine.search(1.0, late=60.0)
    assert machine.lateness.reserve(2.0) == pytest.approx(1.0)
    assert machine.lateness.reserve(0.0) == 0.0


def test_a_glance_says_nothing_about_the_machine(quiet: Machine) -> None:
    quiet.lateness.reserve(1.9)
    quiet.stretch = 50.0
    quiet.search(0.01)
    assert quiet.lateness.reserve(1.9) == NOTHING


def test_what_the_system_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_text", lambda path, encoding: "1500000000 250000000 12\n")
    assert read_own_times() == read_first_times() == (1.5, 0.25)
    monkeypatch.setattr(Path, "read_text", lambda path, encoding: "not a number")
    assert read_own_times() is None

    def refuse(path: Path, encoding: str) -> str:
        raise PermissionError

    monkeypatch.setattr(Path, "read_text", refuse)
    assert read_first_times() is None
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (20.0, 1.0, 1.0))
    assert read_load() == 10.0
    monkeypatch.delattr(os, "getloadavg")
    assert read_load() == 1.0
