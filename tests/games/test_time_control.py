"""How long players may think: one grammar, and clocks that follow from a record alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schwarm
from schwarm import Outcome, Reason, Team
from schwarm.games import InvalidTime, TimeControl
from schwarm.games.record import InvalidRecord, Record
from schwarm.games.time_control import CONTEST_TIME, UNLIMITED_TIME, Limits, MoveTime
from schwarm.words import sentence

START = schwarm.game("piranhas-2019").start(seed=1)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("2s", Limits(2)),
        ("2s/10s", Limits(2, 10)),
        ("0.3s", Limits(0.3)),
        ("5m+3s", Limits(game=300, increment=3)),
        ("5m+0s", Limits(game=300)),
        ("90s+0.1s", Limits(game=90, increment=0.1)),
        ("5m+0s, 30s a move", Limits(30, game=300)),
        ("5m+3s, 2s/10s a move", Limits(2, 10, 300, 3)),
        ("none", Limits()),
    ],
)
def test_what_is_written_is_read(text: str, limits: Limits) -> None:
    time = TimeControl.parse(text)
    assert time == TimeControl(limits, limits)
    assert str(time) == text


def test_the_two_sides_may_have_different_times() -> None:
    time = TimeControl.parse("red 5m+3s, 30s a move, blue none")
    assert (time.red, time.blue) == (Limits(30, game=300, increment=3), Limits())
    assert str(time) == "red 5m+3s, 30s a move, blue none"
    assert str(time.swapped()) == "red none, blue 5m+3s, 30s a move"
    assert [time.of(team) for team in Team] == [time.red, time.blue]
    assert not time.limited
    assert TimeControl.parse("red 1s, blue 1s") == TimeControl.parse("1s")


@pytest.mark.parametrize("text", ["  2S / 10s", "5m +  3s", "RED 1s,blue 60s"])
def test_blanks_and_capitals_do_not_matter(text: str) -> None:
    time = TimeControl.parse(text)
    assert TimeControl.parse(str(time)) == time


SECONDS = st.integers(1, 86_400_000).map(lambda thousandths: thousandths / 1000)
PER_MOVE = st.one_of(
    st.just((None, None)),
    st.tuples(SECONDS, st.none()),
    st.tuples(SECONDS, SECONDS).map(lambda pair: tuple(sorted(pair))),
)
PER_GAME = st.one_of(st.just((None, 0.0)), st.tuples(SECONDS, st.one_of(st.just(0.0), SECONDS)))
LIMITS = st.builds(lambda move, game: Limits(*move, *game), PER_MOVE, PER_GAME)


@given(LIMITS, LIMITS)
def test_every_time_control_reads_back(red: Limits, blue: Limits) -> None:
    time = TimeControl(red, blue)
    assert TimeControl.parse(str(time)) == time
    record = Record(START, time=time)
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            "soon",
            "“soon” is not a time control; write 2s or 2s/10s for a move,",
            "„soon“ ist keine Bedenkzeit;",
        ),
        ("5", "“5” is not a time control;", "„5“ ist keine Bedenkzeit;"),
        ("-2s", "“-2s” is not a time control;", "„-2s“ ist keine Bedenkzeit;"),
        ("5m + 3", "“5m + 3” is not a time control;", "„5m + 3“ ist keine Bedenkzeit;"),
        ("red 2s", "“red 2s” is not a time control;", "„red 2s“ ist keine Bedenkzeit;"),
        ("0s", "A time limit is from 0.001 seconds to 24 hours, not 0 seconds.", "Ein Zeitlimit liegt"),
        ("1441m", "from 0.001 seconds to 24 hours, not 86460 seconds.", "nicht bei 86460 Sekunden."),
        (
            "2.5s/2s",
            "A move may take 2.5 seconds but would be waited for only 2;",
            "Ein Zug dürfte 2,5 Sekunden dauern,",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, english: str, german: str) -> None:
    with pytest.raises(InvalidTime) as wrong:
        TimeControl.parse(text)
    assert english in sentence(wrong.value, "en")
    assert german in sentence(wrong.value, "de")


def test_a_record_says_in_which_line_its_time_is_wrong() -> None:
    text = str(Record(START, time=CONTEST_TIME)).replace("2s/10s", "soon")
    with pytest.raises(InvalidRecord, match=r"^Line 5: “soon” is not a time control"):
        Record.parse(text)


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("2s/10s", "2 s per move", "2 s pro Zug"),
        ("5m+0s", "5 min per game", "5 min pro Spiel"),
        ("5m+3s", "5 min per game and 3 s more for every move", "5 min pro Spiel und 3 s mehr für jeden Zug"),
        ("5m+0s, 30s a move", "5 min per game, at most 30 s per move", "5 min pro Spiel, höchstens 30 s pro Zug"),
        ("red 1s, blue none", "Red: 1 s per move; Blue: no time limit", "Rot: 1 s pro Zug; Blau: kein Zeitlimit"),
    ],
)
def test_people_read_it_in_words(text: str, english: str, german: str) -> None:
    told = TimeControl.parse(text).tell()
    assert (sentence(told, "en"), sentence(told, "de")) == (english, german)


# -- the clocks of a game --------------------------------------------------------------------------------------


def played(*seconds: float, time: str = "60s+0s", delay: float = 0.0) -> Record:
    record = Record(START, time=TimeControl.parse(time))
    for spent in seconds:
        record = record.then(record.final.legal_moves()[0], seconds=spent, delay=delay)
    return record


def left(record: Record) -> list[float | None]:
    return [record.remaining(team) for team in Team]


def test_every_side_uses_its_own_time() -> None:
    assert left(played()) == [60, 60]
    assert left(played(10, 3, 5.5)) == [44.5, 57]
    # Taking back gives back what the move took.
    assert left(played(10, 3, 5.5).back(1)) == [50, 57]
    assert left(Record.parse(str(played(10, 3, 5.5)))) == [44.5, 57]
    assert left(played(1, 1, time="2s/10s")) == [None, None]
    assert left(played(10, 10, time="red 60s+0s, blue 2s")) == [50, None]


def test_moves_add_time_and_the_referees_own_slowness_costs_none() -> None:
    assert left(played(10, 1, 10, time="60s+2s")) == [44, 61]
    assert left(played(10, 3, delay=0.5)) == [50.5, 57.5]


def test_a_game_that_begins_in_the_middle_knows_whose_move_is_whose() -> None:
    middle = played(1).final
    record = Record(middle, time=TimeControl.parse("60s+0s"))
    record = record.then(record.final.legal_moves()[0], seconds=7)
    assert left(record) == [60, 53]


@pytest.mark.parametrize(
    ("time", "allowed"),
    [
        ("60s+0s", MoveTime(50, 50)),
        ("60s+0s, 5s a move", MoveTime(5, 5)),
        ("60s+0s, 5s/10s a move", MoveTime(5, 10)),
        ("60s+0s, 40s/90s a move", MoveTime(40, 50)),
        ("60s+0s, 90s a move", MoveTime(50, 50)),
        ("2s/10s", MoveTime(2, 10)),
        ("none", MoveTime(None, None)),
    ],
)
def test_a_move_may_take_what_is_left(time: str, allowed: MoveTime) -> None:
    assert played(10, 3, time=time).time_to_move() == allowed


def test_nothing_left_is_not_no_limit() -> None:
    assert played(60, 3).time_to_move() == MoveTime(0, 0)
    lost = played(60, 3).ended(Outcome(Team.TWO, Reason.TIMEOUT, START.points()))
    assert left(lost) == [0, 57]


def test_who_knows_a_time_per_move_only_is_never_late_with_it() -> None:
    assert Limits(game=60, increment=1).usual(30) == 3
    assert Limits(2, game=60, increment=1).usual(30) == 2
    assert Limits(2, 10).usual(30) == 2
    assert Limits().usual(30) is None


def test_how_long_a_game_can_take() -> None:
    game = schwarm.game("piranhas-2019")
    assert CONTEST_TIME.total(game) == 120
    assert TimeControl.parse("red 10s+1s, blue 1s").total(game) == 40 + 30
    assert UNLIMITED_TIME.total(game) is None
