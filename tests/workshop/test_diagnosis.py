"""What is said about the habits of a bot whose game went well, from what was measured."""

import io

import pytest

import schwarm
from schwarm.games.record import Played, Record
from schwarm.games.time_control import CONTEST_TIME
from schwarm.workshop import load
from schwarm.workshop.check_game import CheckGame
from schwarm.workshop.diagnosis import failure, habits
from schwarm.workshop.load import Usage

WON = schwarm.Outcome(schwarm.Team.ONE, schwarm.Reason.HEAVIER_SWARM, (20, 10))


def trial(*seconds: float, usage: Usage = Usage(), exit_code: int | None = 0, printed: int = 0) -> CheckGame:  # noqa: B008
    """A game that Red, who is looked at, won after some moves."""
    state = schwarm.game("piranhas-2026").start(1)
    moves = []
    for taken in seconds:
        for each in (taken, 0.1):
            moves.append(Played(state.legal_moves()[0], each))
            state = state.play(moves[-1].move)
    record = Record(schwarm.game("piranhas-2026").start(1), tuple(moves), outcome=WON, time=CONTEST_TIME)
    return CheckGame(record, schwarm.Team.ONE, (), printed, None, exit_code, usage)


@pytest.mark.parametrize(
    ("one", "sentences"),
    [
        (trial(0.1, 1.7), []),
        (trial(1.87, 1.86, 1.86), []),  # it uses the time that the clock gives it
        (
            trial(1.9, 0.1),
            [
                "! Its first move took 1.9 of 2 seconds; do slow work (loading, tables) "
                "before it connects to the server."
            ],
        ),
        (
            trial(0.1, 1.94),
            [
                "! Its slowest move took 1.9 of 2 seconds; leave more room, "
                "because the contest's computers may be slower."
            ],
        ),
        (
            trial(0.1, usage=Usage(1_300_000_000, 1.0)),
            ["! It used 1300 MB of memory; the contest stops it at 1500 MB."],
        ),
        (
            trial(0.1, usage=Usage(1, 3.96)),
            ["! It used 4.0 cores at once; the contest gives it only one, so it will think more slowly there."],
        ),
        (
            trial(0.1, exit_code=3),
            ["! After a regular game it exited with code 3; exit with 0, or the contest may take it for a crash."],
        ),
        (
            trial(0.1, printed=1_000_001),
            ["✗ It printed more than 1 MB in one game; print a few lines for each move at most: printing takes time."],
        ),
    ],
)
def test_habits(one: CheckGame, sentences: list[str]) -> None:
    assert [str(finding) for finding in habits(one)] == sentences
    assert failure(one) is None


def test_how_busy_a_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # User, nice, system, idle and so on, as the kernel counts them.
    counted = iter(["100 0 0 100", "125 0 0 175", "0 0 0 0"])

    def open_counts(path: str, **more: object) -> io.StringIO:
        assert path == "/proc/stat"
        for times in counted:
            return io.StringIO(f"cpu  {times} 0 0 0 0 0 0\n")
        raise FileNotFoundError(path)

    monkeypatch.setattr(load, "open", open_counts, raising=False)
    monkeypatch.setattr(load, "MEASURED_SECONDS", 0.0)
    assert load.measure_busy_share() == 0.25
    assert load.measure_busy_share() == 0.0
    assert "(25 % of it)" in str(load.BUSY(percent=25))
