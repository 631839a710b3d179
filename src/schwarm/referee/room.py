"""One game from its seats to its record: the game loop, without sockets, threads or timers of its own.

Whoever runs a room (the server, the terminal, a test) tells it what happened and when. The room tells its occupants
what they must know, and `asked` whenever a `deadline` begins. Times are seconds of a monotonic clock (`clock`).

How long a move may take follows from the record alone (`Record.time_to_move`), so clocks are right after a restart, a
pause and a take-back. The room judges every limit, when a move arrives and at `tick`; timers only wake it.
"""

from collections.abc import Callable
from dataclasses import replace

from schwarm.games import IllegalMove, InvalidMove, Move, Outcome, Reason, State, Team
from schwarm.games.record import Record
from schwarm.games.time_control import MoveTime
from schwarm.protocol.codec import DEFAULT_QUIRKS, ServerQuirks
from schwarm.protocol.messages import (
    Fault,
    FaultShown,
    Leave,
    LeftRoom,
    MoveRequested,
    Paused,
    ResultShown,
    SentMove,
    StateShown,
    TimeLeft,
    Welcome,
)
from schwarm.referee.absence import absent, reason_of_leaving
from schwarm.referee.audience import Audience
from schwarm.referee.ending import Ending
from schwarm.referee.late_move import with_late_move
from schwarm.referee.seat import Occupant, Seat

MAX_NOTE_LENGTH = 4_000
Resolve = Callable[[State], Move]
"""Finds the move that a player means in a position; raises `IllegalMove` or `InvalidMove`."""


class Room:
    """Two seats, one game. It ends once: `recorded` is called before anybody hears the result (see `Ending`),
    `finished` when it is told, `ended` after. `kept_by_opener`: nobody else has to keep its record."""

    def __init__(
        self,
        id: str,
        record: Record,
        quirks: ServerQuirks = DEFAULT_QUIRKS,
        *,
        seats: tuple[Seat, Seat] | None = None,
        paused: bool = False,
        clock: Callable[[], float] = lambda: 0.0,
        asked: Callable[["Room"], None] = lambda room: None,
        recorded: Callable[["Room"], None] = lambda room: None,
        finished: Callable[["Room"], None] = lambda room: None,
        ended: Callable[["Room"], None] = lambda room: None,
    ) -> None:
        self.id, self.record, self.quirks, self.paused = id, record, quirks, paused
        self.seats = seats or (Seat(Team.ONE), Seat(Team.TWO))
        self.void_until_full = False
        """An administrator's game: who leaves a seat before the other came ends it without a winner."""
        self.faults: tuple[Fault, ...] = ()
        self.running = self.over = self._closed = self.kept_by_opener = False
        self.ending = Ending(id, lambda: recorded(self), lambda: finished(self))
        self._clock, self._on_asked, self._on_ended = clock, asked, ended
        self._asked_at: float | None = None
        self._time_to_move = MoveTime(None, None)
        self._audience = Audience(id, self.seats)

    # -- what can be seen ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.record.final

    @property
    def observers(self) -> list[Occupant]:
        return self._audience.observers

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name

    @property
    def asked(self) -> Seat | None:
        """Whose move the room waits for."""
        return self.seats[self.state.to_move.index] if self._asked_at is not None else None

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest, if no move comes before."""
        wait = self._time_to_move.wait
        return None if self._asked_at is None or wait is None else self._asked_at + wait

    def seat_of(self, occupant: Occupant) -> Seat | None:
        return next((seat for seat in self.seats if seat.occupant is occupant), None)

    # -- coming and going ------------------------------------------------------------------------------

    def sit(self, seat: Seat, occupant: Occupant, now: float) -> None:
        """Somebody takes a seat; when both are taken the game begins."""
        seat.occupant = occupant
        if not self.over and not any(seat.free for seat in self.seats):
            self._begin(now)

    def leave(self, occupant: Occupant, cause: Leave, sent: str = "") -> None:
        """Somebody goes, maybe over what they `sent`. Who leaves a game or a reserved seat loses; else it closes."""
        if occupant in self.observers:
            self.observers.remove(occupant)
        seat = self.seat_of(occupant)
        if seat is None or self._closed:
            return
        seat.occupant = None
        if self.over:  # Who goes before the result is told changes nothing about it.
            return
        fault = Fault(seat.team, leave=cause, sent=sent)
        if not self.running and seat.code is None:
            self._close()
        elif not self.running and self.void_until_full:
            self._end_before_start(fault)
        else:
            self._end_by_violation(seat, reason_of_leaving(cause), fault)

    def observe(self, occupant: Occupant, *, inside: bool = False) -> None:
        """Somebody watches from the next state on; inside this program they hear all, whatever a season tells."""
        self._audience.admit(occupant, inside=inside)

    # -- playing ---------------------------------------------------------------------------------------

    def move(
        self,
        occupant: Occupant,
        resolve: Resolve,
        *,
        at: float,
        now: float,
        delay: float = 0.0,
        sent: SentMove | None = None,
    ) -> None:
        """A player moves. `at` is when the move was complete, of which `delay` may be our own slowness."""
        seat = self.seat_of(occupant)
        if seat is None or self.over or not self.running:
            return
        asked = self.asked
        if asked is not seat or self._asked_at is None:
            fault = Fault(seat.team, move=sent, expected=self.state.to_move if asked else None)
            self._report_violation(seat, Reason.OUT_OF_TURN, fault)
            return
        seconds = max(0.0, at - self._asked_at)
        delay = min(delay, seconds)
        late = self._time_to_move.late
        if late is not None and seconds - delay > late:
            self.record = with_late_move(self.record, seconds, delay)
            self._end_by_violation(seat, Reason.TIMEOUT, Fault(seat.team, limit=late))
            return
        try:
            move = resolve(self.state)
            record = self.record.then(move, seconds=seconds, delay=delay, note=seat.notes)
        except (IllegalMove, InvalidMove) as error:
            why = error.explanation if isinstance(error, IllegalMove) else None
            self._report_violation(seat, Reason.ILLEGAL_MOVE, Fault(seat.team, move=sent, explanation=why))
            return
        seat.notes, self._asked_at, self.record = "", None, record
        self._go_on(now)

    def note(self, team: Team, text: str) -> None:
        """A player says something about its next move."""
        seat = self.seats[team.index]
        seat.notes = f"{seat.notes}\n{text}".strip()[:MAX_NOTE_LENGTH]

    def tick(self, now: float) -> None:
        """Time has passed: a side that has not moved by the `deadline` has lost."""
        deadline, seat = self.deadline, self.asked
        if deadline is not None and seat is not None and now >= deadline:
            wait = self._time_to_move.wait
            # Only a limit of its own for waiting says more than that the time is up.
            unanswered = wait == self.record.time.of(seat.team).wait
            reason = Reason.NO_ANSWER if unanswered else Reason.TIMEOUT
            self._end_by_violation(seat, reason, Fault(seat.team, limit=wait))

    def resign(self, team: Team) -> None:
        """A player gives up."""
        if self.running and not self.over:
            self._end(Outcome(team.opponent, Reason.RESIGNED, self.state.points()))

    def agree_on_draw(self) -> None:
        """Both players want the game to end without a winner."""
        if self.running and not self.over:
            self._end(Outcome(None, Reason.AGREED, self.state.points()))

    def withdraw(self) -> None:
        """End a game that has not begun: who waited for an opponent has not won."""
        if not self.running:
            self._end(Outcome(None, Reason.CANCELLED, self.state.points()))

    # -- the administrator -----------------------------------------------------------------------------

    def pause(self, paused: bool, now: float) -> None:
        """Stop after the pending move, or go on. Saying it twice changes nothing."""
        if paused == self.paused or self.over:
            return
        self.paused = paused
        self._audience.tell_observers(Paused(self.id, paused), outside=self.quirks.says_paused)
        if self.running and not paused and self._asked_at is None:
            self._go_on(now)

    def step(self, now: float, *, forced: bool = False) -> None:
        """Let one move be made while paused. Forced, end a game for which a player never came."""
        if not self.running and not self.over and forced:
            self._end_before_start()
        elif self.running and not self.over and self.paused and self._asked_at is None:
            self._show_state()
            self._ask(now)
            self._audience.tell_observers(MoveRequested(self.id), outside=False)
            self._drop_unreachable()

    def cancel(self) -> None:
        """End the game now, without a winner by the rules."""
        if self.over:
            return
        if not self.running:
            self._end_before_start()
            return
        shown = self.state.adjudicated() if self.quirks.cancel_judges else None
        self._end(Outcome(None, Reason.CANCELLED, self.state.points()), shown, silent=not self.quirks.cancel_has_result)

    def suspend(self) -> None:
        """Close without a result: whoever has the record goes on with it in another room, or another day."""
        if not self._closed:
            self.ending.drop()
            self._close()

    # -- inside ----------------------------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        self.running = True
        self.record = replace(self.record, players=self.names, outcome=None)
        for seat in self.seats:
            self._audience.tell(seat, Welcome(self.id, seat.team))
        if not self.paused:
            self._show_state()
            self._go_on(now, show=False)
        else:
            self._show_state(players=False)

    def _go_on(self, now: float, *, show: bool = True) -> None:
        """After a move: show it, and ask for the next or end the game."""
        outcome = self.state.outcome()
        if show:
            self._show_state(players=outcome is not None or not self.paused)
        if outcome:
            self._end(outcome)
        elif not self.paused:
            self._ask(now)
        self._drop_unreachable()

    def _ask(self, now: float) -> None:
        team = self.state.to_move
        self._time_to_move = self.record.time_to_move()
        self._asked_at = max(now, self._clock())  # Telling everybody took a while, which is nobody's time to think.
        self._on_asked(self)
        self._audience.tell(self.seats[team.index], MoveRequested(self.id, self._time_left(team)))

    def _time_left(self, team: Team) -> TimeLeft | None:
        remaining = self.record.remaining(team)
        if remaining is None:
            return None
        return TimeLeft(self._time_to_move.late or 0.0, remaining, self.record.time.of(team).increment)

    def _report_violation(self, seat: Seat, reason: Reason, fault: Fault) -> None:
        """A rule was broken by what a player sent: they are told why, and for an illegal move the observers too."""
        outcome = Outcome(seat.team.opponent, reason, self.state.points())
        shown = FaultShown(self.id, outcome, fault, self.names)
        self._audience.tell(seat, shown)
        if reason is Reason.ILLEGAL_MOVE:
            self._audience.tell_observers(shown)
        if self.quirks.faults_close:
            seat.dismiss()
        self._end_by_violation(seat, reason, fault)

    def _end_by_violation(self, seat: Seat, reason: Reason, fault: Fault) -> None:
        self.faults = (fault,)
        self._end(Outcome(seat.team.opponent, reason, self.state.points()))

    def _end_before_start(self, left: Fault | None = None) -> None:
        """Somebody never came: the other one wins, or nobody, also if they have left already."""
        self.faults = absent(self.seats, left)
        winner = self.faults[0].team.opponent if len(self.faults) == 1 else None
        self._end(Outcome(winner, Reason.NEVER_CAME, self.state.points()))

    def _end(self, outcome: Outcome, shown: Outcome | None = None, *, silent: bool = False) -> None:
        if self.over:
            return
        self.record = replace(self.record, players=self.names, outcome=outcome)
        self.over, self._asked_at = True, None
        result = ResultShown(self.id, shown or outcome, self.state, self.names, self.faults)
        self.ending.begin(lambda: self._close(result, silent=silent))

    def _close(self, result: ResultShown | None = None, *, silent: bool = False) -> None:
        if result is not None:
            if not silent:
                self._audience.tell_players(result)
            self._audience.tell_observers(result, outside=not silent)
        self.over, self._closed, self._asked_at = True, True, None
        self._audience.tell_everybody(LeftRoom(self.id))
        self._on_ended(self)

    def _show_state(self, *, players: bool = True) -> None:  # observers first, then Red and Blue
        moves = self.record.moves
        shown = StateShown(self.id, self.state, moves[-1].move if moves else None, self.names)
        self._audience.tell_observers(shown, outside=players or self.quirks.paused_shows_observers)
        if players:
            self._audience.tell_players(shown)

    def _drop_unreachable(self) -> None:
        """Whoever could not be told has left; only now, when everybody else knows what happened."""
        for occupant in self._audience.take_unreachable():
            self.leave(occupant, Leave.LOST)
