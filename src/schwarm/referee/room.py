"""One game from its seats to its record: who loses when, without sockets, threads or timers of its own.

The caller (the server, the terminal, a test) tells the room what happened and when. The room notifies its occupants and
calls `asked` whenever a `deadline` begins. Times are seconds of a monotonic clock (`clock`).

How long a move may take follows from the record alone (`Record.time_to_move`), so clocks are right after a restart, a
pause and a take-back. The room judges every limit, when a move arrives and at `tick`; timers only wake it.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from schwarm.games import IllegalMove, InvalidMove, Move, Outcome, Reason, State, Team
from schwarm.games.record import Record
from schwarm.games.time_control import MoveTime
from schwarm.protocol.codec import DEFAULT_QUIRKS, ServerQuirks
from schwarm.protocol.messages import (
    Event,
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
from schwarm.words import one_line

log = logging.getLogger("schwarm.referee")

MAX_NAME_LENGTH = 60
MAX_NOTE_LENGTH = 4_000
LATE_TAG = "Late"
LATE_FIGURES = re.compile(r"(\d+\.\d+)s,")
Resolve = Callable[[State], Move]
"""Finds the move that a player means in a position; raises `IllegalMove` or `InvalidMove`."""


class Occupant(Protocol):
    """A player or an observer of a room: a connection, a program, a person at a page or a terminal."""

    def notify(self, event: Event) -> None:
        """Something happened in the room. Must return at once; an answer comes later, through the room."""

    def disconnect(self) -> None:
        """Hung up on for breaking a rule, in a season that does so; no event follows."""


@dataclass(slots=True)
class Seat:
    """One of the two places in a room."""

    team: Team
    name: str = ""
    code: str | None = None
    """The reservation that is needed to sit here; None: open to all."""
    occupant: Occupant | None = None
    notes: str = ""
    """The player's remarks on its next move; recorded with that move."""

    def __post_init__(self) -> None:
        # Names come from outside and go into records, files and terminals: one printable line, not too long.
        self.name = one_line(self.name, MAX_NAME_LENGTH)

    @property
    def free(self) -> bool:
        return self.occupant is None

    def dismiss(self) -> None:
        """Disconnect the occupant; the seat is free then."""
        offender, self.occupant = self.occupant, None
        if offender is not None:
            offender.disconnect()


class Room:
    """Two seats, one game. It ends once: `recorded` is called first and may `hold_result`, `finished` when the result
    is told, `ended` after that. `kept_by_opener`: the opener keeps the record itself."""

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
        """An administrator's game: leaving a seat before the opponent came ends it without a winner."""
        self.faults: tuple[Fault, ...] = ()
        self.observers: list[Occupant] = []
        self.running = self.over = self._closed = self.kept_by_opener = False
        self._clock, self._on_asked = clock, asked
        self._on_recorded, self._on_finished, self._on_ended = recorded, finished, ended
        self._asked_at: float | None = None
        self._time_to_move = MoveTime(None, None)
        self._insiders: list[Occupant] = []
        """Observers inside this program, who hear what a season's server does not tell."""
        self._unreachable: list[Occupant] = []
        """Occupants whose `notify` failed; they leave once the event has reached all others."""
        self._holds = 0
        """How many still keep the record."""
        self._untold: Callable[[], None] | None = None
        """Tells the result of a game that is over."""

    # -- what can be seen ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.record.final

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name

    @property
    def asked(self) -> Seat | None:
        """The seat whose move the room waits for."""
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
        """Take a seat; the game begins when both are taken."""
        seat.occupant = occupant
        if not self.over and not any(seat.free for seat in self.seats):
            self._begin(now)

    def leave(self, occupant: Occupant, cause: Leave, sent: str = "") -> None:
        """Leave, maybe over what was `sent`. Leaving a game or a reserved seat loses; otherwise the room closes."""
        if occupant in self.observers:
            self.observers.remove(occupant)
        seat = self.seat_of(occupant)
        if seat is None or self._closed:
            return
        seat.occupant = None
        if self.over:  # The result stands, told or not.
            return
        fault = Fault(seat.team, leave=cause, sent=sent)
        if not self.running and seat.code is None:
            self._close()
        elif not self.running and self.void_until_full:
            self._end_before_start(fault)
        else:
            unreadable = cause in (Leave.GARBAGE, Leave.NONSENSE)
            self._end_by_violation(seat, Reason.GARBAGE if unreadable else Reason.LEFT, fault)

    def observe(self, occupant: Occupant, *, inside: bool = False) -> None:
        """Watch from the next state on; inside this program with all events, whatever the season tells observers."""
        if occupant not in self.observers:
            self.observers.append(occupant)
            if inside:
                self._insiders.append(occupant)

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
        """End a game that has not begun, without a winner."""
        if not self.running:
            self._end(Outcome(None, Reason.CANCELLED, self.state.points()))

    # -- the administrator -----------------------------------------------------------------------------

    def pause(self, paused: bool, now: float) -> None:
        """Stop after the pending move, or go on. Saying it twice changes nothing."""
        if paused == self.paused or self.over:
            return
        self.paused = paused
        self._tell_observers(Paused(self.id, paused), outside=self.quirks.says_paused)
        if self.running and not paused and self._asked_at is None:
            self._go_on(now)

    def step(self, now: float, *, forced: bool = False) -> None:
        """Let one move be made while paused. Forced, end a game for which a player never came."""
        if not self.running and not self.over and forced:
            self._end_before_start()
        elif self.running and not self.over and self.paused and self._asked_at is None:
            self._show_state()
            self._ask(now)
            self._tell_observers(MoveRequested(self.id), outside=False)
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
        """Close without a result; the record can be continued in another room, or another day."""
        if not self._closed:
            self._untold = None
            self._close()

    # -- the result ------------------------------------------------------------------------------------

    def hold_result(self) -> None:
        """Called by `recorded`: the result is not told before a `tell_result` for each call, when the record is
        safe."""
        self._holds += 1

    def tell_result(self) -> None:
        """The record is safe here: tell the result, unless it is still held elsewhere."""
        self._holds = max(0, self._holds - 1)
        if self._holds:
            return
        tell, self._untold = self._untold, None
        if tell is not None:
            self._inform(self._on_finished)
            tell()

    # -- inside ----------------------------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        self.running = True
        self.record = replace(self.record, players=self.names, outcome=None)
        for seat in self.seats:
            self._tell(seat, Welcome(self.id, seat.team))
        if not self.paused:
            self._show_state()
            self._go_on(now, show=False)
        else:
            self._show_state(players=False)

    def _go_on(self, now: float, *, show: bool = True) -> None:
        """After a move: show it, and ask for the next or end the game."""
        outcome = self.record.outcome
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
        self._asked_at = max(now, self._clock())  # Telling the state took a while, which costs no player time.
        self._on_asked(self)
        self._tell(self.seats[team.index], MoveRequested(self.id, self._time_left(team)))

    def _time_left(self, team: Team) -> TimeLeft | None:
        remaining = self.record.remaining(team)
        if remaining is None:
            return None
        return TimeLeft(self._time_to_move.late or 0.0, remaining, self.record.time.of(team).increment)

    def _report_violation(self, seat: Seat, reason: Reason, fault: Fault) -> None:
        """A player's message broke a rule: tell them why, and of an illegal move the observers too."""
        outcome = Outcome(seat.team.opponent, reason, self.state.points())
        shown = FaultShown(self.id, outcome, fault, self.names)
        self._tell(seat, shown)
        if reason is Reason.ILLEGAL_MOVE:
            self._tell_observers(shown)
        if self.quirks.faults_close:
            seat.dismiss()
        self._end_by_violation(seat, reason, fault)

    def _end_by_violation(self, seat: Seat, reason: Reason, fault: Fault) -> None:
        self.faults = (fault,)
        self._end(Outcome(seat.team.opponent, reason, self.state.points()))

    def _end_before_start(self, left: Fault | None = None) -> None:
        """A player never came: the other one wins. If both are missing, or the other has left, there is no winner."""
        missing = tuple(Fault(seat.team, leave=Leave.NEVER_CAME) for seat in self.seats if seat.free)
        # The one that came and left is named first.
        self.faults = missing if left is None else (left, *(fault for fault in missing if fault.team is not left.team))
        winner = self.faults[0].team.opponent if len(self.faults) == 1 else None
        self._end(Outcome(winner, Reason.NEVER_CAME, self.state.points()))

    def _end(self, outcome: Outcome, shown: Outcome | None = None, *, silent: bool = False) -> None:
        if self.over:
            return
        self.record = replace(self.record, players=self.names, outcome=outcome)
        self.over, self._asked_at = True, None
        result = ResultShown(self.id, shown or outcome, self.state, self.names, self.faults)
        self._untold = lambda: self._close(result, silent=silent)
        self._inform(self._on_recorded)
        if not self._holds:
            self.tell_result()

    def _inform(self, keeper: Callable[["Room"], None]) -> None:
        try:
            keeper(self)
        except Exception:
            # Keeping the record may fail; the game is over nevertheless, and the players hear of it.
            log.exception("The game in room %s could not be kept.", self.id)

    def _close(self, result: ResultShown | None = None, *, silent: bool = False) -> None:
        if result is not None:
            if not silent:
                self._tell_players(result)
            self._tell_observers(result, outside=not silent)
        self.over, self._closed, self._asked_at = True, True, None
        left = LeftRoom(self.id)
        self._tell_players(left)
        self._tell_observers(left)
        self._on_ended(self)

    def _show_state(self, *, players: bool = True) -> None:  # observers first, then Red and Blue
        moves = self.record.moves
        shown = StateShown(self.id, self.state, moves[-1].move if moves else None, self.names)
        self._tell_observers(shown, outside=players or self.quirks.paused_shows_observers)
        if players:
            self._tell_players(shown)

    # -- telling ---------------------------------------------------------------------------------------

    def _tell(self, seat: Seat, event: Event) -> None:
        if seat.occupant is not None:
            self._send(seat.occupant, event)

    def _tell_players(self, event: Event) -> None:  # Red first
        for seat in self.seats:
            self._tell(seat, event)

    def _tell_observers(self, event: Event, *, outside: bool = True) -> None:
        for observer in list(self.observers):
            if outside or observer in self._insiders:
                self._send(observer, event)

    def _send(self, occupant: Occupant, event: Event) -> None:
        # A failing occupant affects itself alone.
        try:
            occupant.notify(event)
        except Exception:
            log.exception("An occupant of room %s could not be told.", self.id)
            self._unreachable.append(occupant)

    def _drop_unreachable(self) -> None:
        """Unreachable occupants have left; only now, when all others know what happened."""
        unreachable, self._unreachable = self._unreachable, []
        for occupant in unreachable:
            self.leave(occupant, Leave.LOST)


# -- the figures that justify a ruling on time, as a tag of the record -----------------------------------------


def with_late_move(record: Record, seconds: float, delay: float) -> Record:
    """The record of a game that a move lost by taking too many seconds; the move itself is not in it."""
    late = f"{seconds:.6f}s, of which {delay:.6f}s may have been the referee's own"
    return replace(record, tags=(*record.tags, (LATE_TAG, late)))


def late_move(record: Record) -> float | None:
    """Seconds of the move that ended a game by coming too late; None for games that ended otherwise."""
    if record.outcome is None or record.outcome.reason is not Reason.TIMEOUT:
        return None
    found = LATE_FIGURES.match(dict(record.tags).get(LATE_TAG, ""))
    return float(found[1]) if found else None
