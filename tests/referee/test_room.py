"""The game loop without sockets: seats, requests, time, faults, pause, cancel."""

import pytest

import schwarm
from schwarm import Outcome, Reason, Team
from schwarm.games import Move, State, TimeControl
from schwarm.games.record import Played, Record, Variation
from schwarm.protocol import ServerQuirks, codec_for
from schwarm.protocol.codec import DEFAULT_QUIRKS
from schwarm.protocol.messages import (
    Fault,
    FaultShown,
    Leave,
    LeftRoom,
    Paused,
    ResultShown,
    SentMove,
    StateShown,
    Welcome,
)
from schwarm.referee import Room, Seat

LATER = codec_for(schwarm.game("piranhas-2026")).quirks
EARLY = codec_for(schwarm.game("piranhas-2019")).quirks


class Ear:
    """An occupant that remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list = []
        self.out = False

    def notify(self, event) -> None:
        self.heard.append(event)

    def disconnect(self) -> None:
        self.out = True

    def kinds(self) -> list[str]:
        kinds, self.heard = [type(event).__name__ for event in self.heard], []
        return kinds


class Table:
    """A room with two ears and an observer, and a clock that the test moves."""

    def __init__(self, quirks: ServerQuirks = LATER, *, time: str = "2s/10s", paused: bool = False) -> None:
        game = schwarm.game("piranhas-2026")
        self.log: list[str] = []
        self.hold = False
        self.room = Room(
            "room",
            Record(game.start(3), time=TimeControl.parse(time)),
            quirks,
            seats=(Seat(Team.ONE, "Anna"), Seat(Team.TWO)),
            paused=paused,
            recorded=self.on_recorded,
            ended=lambda room: self.log.append("ended"),
        )
        self.one, self.two, self.observer = Ear(), Ear(), Ear()
        self.room.observe(self.observer)
        self.now = 100.0

    def on_recorded(self, room: Room) -> None:
        self.log.append(f"recorded {len(self.one.heard)}")
        if self.hold:
            room.hold_result()

    def begin(self) -> "Table":
        self.room.sit(self.room.seats[0], self.one, self.now)
        self.room.sit(self.room.seats[1], self.two, self.now)
        return self

    def play(self, ear: Ear, move: str | None = None, *, after: float = 0.5, delay: float = 0.0) -> None:
        self.now += after
        text = move or str(self.room.state.legal_moves()[0])
        sent = SentMove((0, 0), "UP")

        def resolve(state: State) -> Move:
            state.play(text)
            return state.game.parse_move(text)

        self.room.move(ear, resolve, at=self.now, now=self.now, delay=delay, sent=sent)

    def result(self, ear: Ear) -> ResultShown:
        (found,) = (event for event in ear.heard if isinstance(event, ResultShown))
        return found


def test_a_game_begins_when_both_are_there() -> None:
    table = Table()
    table.room.sit(table.room.seats[1], table.two, 0.0)
    assert table.two.heard == []
    table.room.sit(table.room.seats[0], table.one, 0.0)
    assert table.one.heard[0] == Welcome("room", Team.ONE)
    assert table.one.kinds() == ["Welcome", "StateShown", "MoveRequested"]
    assert table.two.kinds() == ["Welcome", "StateShown"]
    assert table.observer.kinds() == ["StateShown"]


def test_a_whole_game_is_recorded_with_times_before_anybody_hears_the_result() -> None:
    table = Table().begin()
    ears = {Team.ONE: table.one, Team.TWO: table.two}
    while not table.room.over:
        table.play(ears[table.room.state.to_move], after=0.25, delay=0.001)
    assert table.room.record.outcome == table.room.state.outcome()
    assert {played.seconds for played in table.room.record.moves} == {0.25}
    assert {played.delay for played in table.room.record.moves} == {0.001}
    assert table.room.record.players == ("Anna", "")
    heard = table.one.kinds()
    assert heard[-3:] == ["StateShown", "ResultShown", "LeftRoom"]
    assert table.log == [f"recorded {len(heard) - 2}", "ended"]


def test_a_late_move_loses_but_our_own_delay_does_not_count() -> None:
    table = Table().begin()
    table.play(table.one, after=2.5, delay=0.6)
    assert not table.room.over
    table.play(table.two, after=2.5, delay=0.4)
    assert table.result(table.two).outcome.reason is Reason.TIMEOUT
    assert table.result(table.one).outcome.winner is Team.ONE
    assert table.room.faults == (Fault(Team.TWO, limit=2.0),)
    assert len(table.room.record.moves) == 1
    late = "2.500000s, of which 0.400000s may have been the referee's own"
    assert table.room.record.tags == (("Late", late),), "a ruling must be justified by its figures"


def test_who_never_answers_loses_when_the_room_stops_waiting() -> None:
    table = Table().begin()
    assert table.room.deadline == 110.0
    table.room.tick(109.9)
    assert not table.room.over
    table.room.tick(110.0)
    assert table.result(table.one).outcome.reason is Reason.NO_ANSWER
    assert table.room.deadline is None


def test_a_limit_holds_also_where_no_timer_rang() -> None:
    """Two limits: 500 seconds for the one side, 2 for the other; a timer may be late, the clock is not."""
    table = Table(time="red 500s, blue 2s").begin()
    table.play(table.one, after=499.0)
    table.play(table.two, after=2.5, delay=0.5)
    table.play(table.one, after=1.0)
    assert not table.room.over, "our own delay does not count here either"
    table.play(table.two, after=2.5, delay=0.4)
    assert table.result(table.one).outcome == Outcome(Team.ONE, Reason.TIMEOUT, table.room.state.points())
    assert table.room.faults == (Fault(Team.TWO, limit=2.0),)
    assert len(table.room.record.moves) == 3
    late = "2.500000s, of which 0.400000s may have been the referee's own"
    assert table.room.record.tags == (("Late", late),)


def test_a_move_past_both_limits_came_too_late() -> None:
    table = Table().begin()
    table.play(table.one, after=11.0)
    assert (table.room.faults, table.room.record.outcome) == (
        (Fault(Team.ONE, limit=2.0),),
        Outcome(Team.TWO, Reason.TIMEOUT, table.room.state.points()),
    )


def test_without_limits_nobody_is_late() -> None:
    table = Table(time="none").begin()
    assert table.room.deadline is None
    table.play(table.one, after=10_000)
    assert not table.room.over


def test_an_illegal_move_is_explained_to_mover_and_observers_only() -> None:
    table = Table().begin()
    table.play(table.one, "A4-D4")
    shown = next(event for event in table.one.heard if isinstance(event, FaultShown))
    assert shown.fault.explanation is not None
    assert shown.fault.explanation.rule.name == "WRONG_DISTANCE"
    assert "FaultShown" in table.observer.kinds()
    assert "FaultShown" not in table.two.kinds()
    assert table.result(table.one).outcome.winner is Team.TWO


def test_a_move_out_of_turn_is_told_to_the_offender_only() -> None:
    table = Table().begin()
    table.play(table.two)
    assert "FaultShown" in [type(event).__name__ for event in table.two.heard]
    assert "FaultShown" not in table.observer.kinds()
    result = table.result(table.two)
    assert result.outcome == Outcome(Team.ONE, Reason.OUT_OF_TURN, table.room.state.points())
    assert result.faults[0].expected is Team.ONE


def test_in_2019_the_offender_is_hung_up_on_and_gets_no_result() -> None:
    table = Table(EARLY).begin()
    table.play(table.one, "A4-D4")
    assert table.one.out
    assert "ResultShown" not in table.one.kinds()
    assert table.result(table.two).outcome.winner is Team.TWO


@pytest.mark.parametrize(("cause", "reason"), [(Leave.LOST, Reason.LEFT), (Leave.GARBAGE, Reason.GARBAGE)])
def test_who_leaves_loses(cause: Leave, reason: Reason) -> None:
    table = Table().begin()
    table.one.heard.clear()
    table.room.leave(table.one, cause)
    assert table.one.heard == []
    assert table.result(table.two).outcome.reason is reason
    assert table.result(table.two).faults == (Fault(Team.ONE, leave=cause),)
    assert table.room.over


def test_who_leaves_before_the_start_takes_the_room_along() -> None:
    table = Table()
    table.room.sit(table.room.seats[0], table.one, 0.0)
    table.room.leave(table.one, Leave.LOST)
    assert table.room.over
    assert table.log == ["ended"]


def test_who_leaves_a_reserved_seat_before_the_start_loses() -> None:
    table = Table()
    table.room.seats[0].code = "reserved"
    table.room.sit(table.room.seats[0], table.one, 0.0)
    table.room.leave(table.one, Leave.LOST)
    assert table.result(table.observer).outcome == Outcome(Team.TWO, Reason.LEFT, table.room.state.points())


def test_pause_step_and_resume() -> None:
    table = Table(paused=True).begin()
    assert table.one.kinds() == ["Welcome"]
    assert table.observer.kinds() == ["StateShown"]
    table.room.step(table.now)
    assert table.one.kinds() == ["StateShown", "MoveRequested"]
    table.room.step(table.now)
    assert table.one.kinds() == [], "a second step while a move is pending changes nothing"
    table.play(table.one)
    assert (table.one.kinds(), table.two.kinds()) == ([], ["Welcome", "StateShown"])
    assert table.observer.kinds() == ["StateShown", "StateShown"]
    table.room.pause(True, table.now)
    assert table.observer.kinds() == []
    table.room.pause(False, table.now)
    assert table.observer.heard[0] == Paused("room", False)
    assert table.two.kinds() == ["StateShown", "MoveRequested"]
    table.room.pause(True, table.now)
    table.play(table.two)
    assert table.room.asked is None, "the pause takes effect after the pending move"


def test_where_no_season_is_imitated_observers_hear_of_a_pause() -> None:
    table = Table(DEFAULT_QUIRKS).begin()
    table.room.pause(True, table.now)
    assert table.observer.heard[-1] == Paused("room", True)


def test_in_2019_a_paused_game_shows_nothing() -> None:
    table = Table(EARLY, paused=True).begin()
    assert table.observer.kinds() == []
    table.room.pause(False, table.now)
    assert table.observer.kinds() == ["StateShown"]


def test_who_watches_from_inside_hears_also_what_the_season_keeps_from_observers() -> None:
    table, inside = Table(EARLY, paused=True), Ear()
    table.room.observe(inside, inside=True)
    table.begin()
    assert inside.kinds() == ["StateShown"]
    table.room.step(table.now)
    table.play(table.one)
    table.room.pause(False, table.now)
    assert inside.kinds() == ["StateShown", "MoveRequested", "StateShown", "Paused", "StateShown"]
    assert table.observer.kinds() == ["StateShown", "StateShown"]
    table.room.cancel()
    assert inside.kinds() == ["ResultShown", "LeftRoom"]
    assert table.observer.kinds() == table.one.kinds()[-1:] == ["LeftRoom"]


def test_a_move_that_nobody_asked_for() -> None:
    table = Table(paused=True).begin()
    table.play(table.one)
    assert table.result(table.one).faults[0].expected is None


def test_who_calls_off_a_game_that_has_not_begun_has_not_lost_it() -> None:
    table = Table()
    table.room.sit(table.room.seats[0], table.one, 0.0)
    table.room.withdraw()
    assert table.room.record.outcome == Outcome(None, Reason.CANCELLED, table.room.state.points())
    begun = Table().begin()
    begun.room.withdraw()
    assert not begun.room.over


def test_a_game_that_could_not_be_kept_is_over_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    class Full(Table):
        def on_recorded(self, room: Room) -> None:
            raise OSError("No space left on device")

    table = Full().begin()
    table.room.resign(Team.ONE)
    assert table.result(table.two).outcome.reason is Reason.RESIGNED
    assert "The game in room room could not be kept." in caplog.text
    assert "No space left on device" in caplog.text


def test_cancelling_judges_the_position_in_2026() -> None:
    table = Table().begin()
    table.room.cancel()
    assert table.room.record.outcome.reason is Reason.CANCELLED
    assert table.result(table.one).outcome.reason.regular
    early = Table(EARLY).begin()
    early.room.cancel()
    assert early.one.kinds()[-1] == "LeftRoom"
    assert "ResultShown" not in early.two.kinds()


def test_a_forced_step_ends_a_game_for_which_somebody_never_came() -> None:
    table = Table()
    table.room.step(0.0)
    assert not table.room.over
    table.room.sit(table.room.seats[0], table.one, 0.0)
    table.room.step(0.0, forced=True)
    assert table.result(table.one).outcome == Outcome(Team.ONE, Reason.NEVER_CAME, table.room.state.points())
    nobody = Table()
    nobody.room.cancel()
    assert nobody.room.record.outcome.winner is None
    assert nobody.observer.kinds() == ["ResultShown", "LeftRoom"]


def test_notes_go_with_the_move_they_are_about_and_stay_bounded() -> None:
    table = Table().begin()
    table.room.note(Team.ONE, "x" * 10_000)
    table.play(table.one)
    assert len(table.room.record.moves[0].note) == 4_000
    table.play(table.two)
    assert table.room.record.moves[1].note == ""


def test_resigning() -> None:
    table = Table().begin()
    table.room.resign(Team.ONE)
    assert table.room.record.outcome.reason is Reason.RESIGNED
    assert isinstance(table.two.heard[-1], LeftRoom)


def test_after_the_end_nothing_happens_any_more() -> None:
    table = Table().begin()
    table.room.cancel()
    table.one.heard.clear()
    table.play(table.one, "A4-C4")
    table.room.leave(table.one, Leave.LOST)
    table.room.cancel()
    table.room.pause(True, 0.0)
    table.room.tick(1e9)
    assert table.one.heard == []
    assert table.log.count("ended") == 1


def test_observers_see_the_position_from_the_next_state_on() -> None:
    table = Table().begin()
    late = Ear()
    table.room.observe(late)
    assert late.heard == []
    table.play(table.one)
    assert isinstance(late.heard[0], StateShown)
    table.room.leave(late, Leave.LOST)
    table.play(table.two)
    assert len(late.heard) == 1


class BrokenEar(Ear):
    """An occupant that cannot be told about moves any more."""

    def notify(self, event) -> None:
        super().notify(event)
        if isinstance(event, StateShown) and event.last is not None:
            raise RuntimeError("cannot be told")


def test_who_cannot_be_told_loses_and_everybody_else_hears_everything() -> None:
    table = Table()
    table.two = BrokenEar()
    table.begin()
    table.play(table.one)
    assert table.result(table.one).outcome == Outcome(Team.ONE, Reason.LEFT, table.room.state.points())
    assert table.one.kinds()[-3:] == ["StateShown", "ResultShown", "LeftRoom"]
    assert table.observer.kinds()[-3:] == ["StateShown", "ResultShown", "LeftRoom"]


def test_an_observer_who_cannot_be_told_is_dropped_and_the_game_goes_on() -> None:
    table = Table()
    broken = BrokenEar()
    table.room.observe(broken)
    table.begin()
    table.play(table.one)
    assert table.room.observers == [table.observer]
    assert not table.room.over


def test_a_result_that_is_held_back_is_told_once_and_nothing_changes_it() -> None:
    table = Table().begin()
    table.hold = True
    table.room.resign(Team.ONE)
    outcome = table.room.record.outcome
    assert table.room.over
    assert table.room.deadline is None
    for ear in (table.one, table.two, table.observer):
        assert not {"ResultShown", "LeftRoom"} & set(ear.kinds())
    table.play(table.one)
    table.room.cancel()
    table.room.step(0.0, forced=True)
    table.room.leave(table.one, Leave.LOST)
    assert (table.room.record.outcome, table.log) == (outcome, ["recorded 3"])
    table.room.tell_result()
    table.room.tell_result()
    assert table.one.kinds() == []
    assert table.two.kinds() == table.observer.kinds() == ["ResultShown", "LeftRoom"]
    assert table.log == ["recorded 3", "ended"]


def test_a_result_that_is_held_back_twice_is_told_when_both_are_done() -> None:
    table = Table().begin()
    table.hold = True
    table.room.hold_result()
    table.room.resign(Team.ONE)
    table.one.kinds()
    table.room.tell_result()
    assert table.one.kinds() == []
    table.room.tell_result()
    assert table.two.kinds()[-2:] == ["ResultShown", "LeftRoom"]


def test_a_room_that_is_left_while_its_result_is_held_back_tells_none() -> None:
    table = Table().begin()
    table.hold = True
    table.room.resign(Team.ONE)
    table.observer.kinds()
    table.room.suspend()
    table.room.tell_result()
    assert table.observer.kinds() == ["LeftRoom"]


def test_what_is_said_about_a_start_stays_when_the_game_begins() -> None:
    table = Table()
    quiet = Variation((Played(Move("A1", "A9")),), "the quiet way")
    table.room.record = Record(table.room.state, note="Red has the larger fish.", variations=(quiet,))
    record = table.begin().room.record
    assert (record.note, record.variations, record.players) == ("Red has the larger fish.", (quiet,), ("Anna", ""))


def test_no_more_of_a_moves_time_is_the_referees_than_there_was() -> None:
    table = Table().begin()
    table.play(table.one, after=0.5, delay=3.0)
    (played,) = table.room.record.moves
    assert (played.seconds, played.delay) == (0.5, 0.5)
