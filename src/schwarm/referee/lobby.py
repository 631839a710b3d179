"""Who is there and which games are on: seats clients, hears administrators, keeps the clock of every room."""

import asyncio
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable

from schwarm.games import Game, InvalidMove, Move, State, Team
from schwarm.games.record import Record
from schwarm.games.time_control import UNLIMITED_TIME, TimeControl
from schwarm.protocol import BadPacket, Codec, codec_for
from schwarm.protocol.element import Element
from schwarm.protocol.messages import (
    Authenticate,
    Close,
    Event,
    Join,
    JoinPrepared,
    JoinRoom,
    Leave,
    MoveSent,
    OtherSent,
    Prepare,
    Refusal,
    Refused,
    Request,
    SentMove,
    ServerWordSent,
)
from schwarm.referee import administration, joining
from schwarm.referee.connection import Connection
from schwarm.referee.room import Room
from schwarm.referee.seasons import Seasons
from schwarm.referee.seat import Occupant, Seat
from schwarm.referee.settings import Settings
from schwarm.referee.tested_scores import TestedScores
from schwarm.referee.turns import Turns
from schwarm.words import Sentence

MAX_SECONDS_PER_MESSAGE = 60.0
"""Seconds a client may take to say one thing completely."""
MAX_SECONDS_DEAF = 60.0
"""Seconds for which a client may leave unread what keeps it from being heard."""


class Lobby:
    """All rooms and connections of one server."""

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], float] = time.monotonic,
        delay: Callable[[float], float] = lambda now: 0.0,
        began: Callable[[Room], None] = lambda room: None,
        recorded: Callable[[Room], None] = lambda room: None,
        finished: Callable[[Room], None] = lambda room: None,
    ) -> None:
        self.settings = settings
        self.clock, self.delay = clock, delay
        self.rooms: dict[str, Room] = {}
        self.waiting: dict[str, Room] = {}
        """Those in which somebody without a reservation may still take a seat."""
        self.codes: dict[str, tuple[Room, Seat]] = {}
        self.standing: joining.StandingReservations | None = None
        """Codes of those who wait for a room of their own."""
        self.expected: set[Connection] = set()
        """Those who have such a code and wait, so that they are no strangers."""
        self.connections: set[Connection] = set()
        self._strangers: OrderedDict[Connection, None] = OrderedDict()
        """Those who may not have taken a seat yet, in the order in which they came."""
        self._from: Counter[str] = Counter()
        self._openers: dict[str, str] = {}
        """Where those come from who opened a room by joining, by the rooms' ids."""
        self.seasons = Seasons(settings.game)
        self.tested_scores = TestedScores()
        self.turns = Turns()
        self.default_codec = codec_for(settings.game)
        self._began, self._recorded, self._finished = began, recorded, finished
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._encoded: tuple[Codec, Event, str] | None = None

    # -- connections -----------------------------------------------------------------------------------

    def admit(self, connection: Connection) -> bool:
        """A client connects; False if there are too many already, at all or from where it comes."""
        crowded = not connection.local and self._from[connection.origin] >= self.settings.max_per_address
        if crowded or (len(self.connections) >= self.settings.max_connections and not self._make_room()):
            return False
        self.connections.add(connection)
        self._strangers[connection] = None
        self._from[connection.origin] += 1
        return True

    def _make_room(self) -> bool:
        """Where all places are taken, whoever came first and neither plays nor watches has to go."""
        while self._strangers:
            stranger, _ = self._strangers.popitem(last=False)
            if stranger in self.connections and not (stranger.rooms or stranger.admin or stranger in self.expected):
                stranger.abort()
                self.forget(stranger)
                return True
        return False

    def forget(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
            self._strangers.pop(connection, None)
            self.expected.discard(connection)
            self._from[connection.origin] -= 1
            if not self._from[connection.origin]:
                del self._from[connection.origin]

    def call_soon(self, work: Callable[[], None]) -> None:
        """Do something after what is going on now."""
        asyncio.get_running_loop().call_soon(work)

    def drop_silent_clients(self, now: float) -> None:
        """Part with clients that say nothing, or say it too slowly, or do not read."""
        for connection in list(self.connections):
            unfinished_since, deaf_since = connection.inbox.unfinished_since, connection.deaf_since
            if unfinished_since is not None and now - unfinished_since > MAX_SECONDS_PER_MESSAGE:
                connection.close_after_garbage(Leave.GARBAGE)
            elif deaf_since is not None and now - deaf_since > MAX_SECONDS_DEAF:
                connection.abort()

    def codec_of(self, event: Event) -> Codec | None:
        """What happens in a room is told in the language of its game, whatever else somebody has said meanwhile."""
        room = self.rooms.get(getattr(event, "room", ""))
        return codec_for(room.record.start.game) if room is not None else None

    def encode(self, codec: Codec, event: Event) -> str:
        """An event in a season's words. The same event often goes to several; it is written once."""
        if self._encoded is None or self._encoded[0] is not codec or self._encoded[1] is not event:
            self._encoded = codec, event, codec.write_event(event)
        return self._encoded[2]

    # -- requests --------------------------------------------------------------------------------------

    def handle(  # noqa: PLR0912  one case per kind of request
        self, connection: Connection, element: Element, *, at: float, delay: float
    ) -> None:
        """Do what a client asks for. Raises `BadPacket` for what its season does not understand."""
        codec = (
            self.seasons.codec_named_by(element, self.rooms, self.codes)
            or connection.codec
            or self.seasons.guess_codec(element)
        )
        if codec is not connection.codec and connection.seated:
            # A player speaks the language of its game until it has left it; another one would be a way to disturb.
            raise BadPacket(Leave.NONSENSE)
        request = codec.read_request(element)
        if not isinstance(request, Close):
            connection.codec = codec
        match request:
            case MoveSent():
                self._move(connection, codec, request, at, delay)
            case OtherSent() if codec.quirks.non_moves_lose:
                self._move(connection, codec, request, at, delay)
            case Join():
                joining.join(self, connection, request)
            case JoinRoom():
                joining.join_room(self, connection, request)
            case JoinPrepared():
                joining.join_prepared(self, connection, request)
            case Authenticate():
                administration.authenticate(self, connection, request)
            case Close():
                connection.on_goodbye()
            case OtherSent() | ServerWordSent():
                refusal = Refusal.NOT_A_MOVE if isinstance(request, OtherSent) else Refusal.SERVER_WORD
                self.refuse(connection, refusal, request)
            case _ if not connection.admin:
                self.refuse(connection, Refusal.NOT_ADMIN, request)
            case Prepare():
                administration.prepare(self, connection, request)
            case _:
                administration.administer(self, connection, request)

    def _move(
        self, connection: Connection, codec: Codec, request: MoveSent | OtherSent, at: float, delay: float
    ) -> None:
        room = self.rooms.get(request.room or "")
        if room is None:
            self.refuse(connection, Refusal.NO_SUCH_ROOM, request)
        elif room.seat_of(connection) is None:
            self.refuse(connection, Refusal.NOT_A_MEMBER, request)
        else:
            sent = request.move if isinstance(request, MoveSent) else None
            now = self.clock()
            room.move(connection, lambda state: _meant(codec, state, sent), at=at, now=now, delay=delay, sent=sent)

    def refuse(self, connection: Connection, refusal: Refusal, request: Request) -> None:
        """Say why a request is not granted; whoever is refused again and again is let go."""
        connection.talk.add(1, self.clock())
        enough = connection.too_talkative
        connection.notify(Refused(Refusal.TOO_MUCH_TALK if enough else refusal, request))
        codec = connection.codec or self.default_codec
        if enough or codec.quirks.refusals_close:
            connection.close_after_refusal()

    # -- rooms -----------------------------------------------------------------------------------------

    def open(
        self,
        wanted: Game,
        seats: tuple[Seat, Seat] | None = None,
        *,
        paused: bool = False,
        start: State | None = None,
        time: TimeControl | None = None,
        record: Record | None = None,
    ) -> Room:
        """A new room of a game: at a start, with the server's own time control or another one, or where a record
        stands."""
        quirks = codec_for(wanted).quirks
        start = start or self.settings.start
        if start is None or start.game is not wanted:
            start = wanted.start()
        if time is None:
            time = self.settings.time if quirks.plain_joins_time_out else UNLIMITED_TIME
        if seats is None:
            seats = Seat(Team.ONE), Seat(Team.TWO)
        room = Room(
            str(uuid.uuid4()),
            record or Record(start, time=time),
            quirks,
            seats=seats,
            paused=paused,
            clock=self.clock,
            asked=self._set_timer,
            recorded=self._recorded,
            finished=self._finished,
            ended=self._on_ended,
        )
        self.rooms[room.id] = room
        if any(seat.code is None for seat in seats):
            self.waiting[room.id] = room
        return room

    def open_for(self, connection: Connection, wanted: Game) -> Room | None:
        """A new room for a client that joins; None if there are too many already, at all or from where it comes."""
        mine = 0 if connection.local else list(self._openers.values()).count(connection.origin)
        if len(self.rooms) >= self.settings.max_rooms or mine >= self.settings.max_per_address:
            return None
        room = self.open(wanted)
        self._openers[room.id] = connection.origin
        return room

    def reserve(self, room: Room, seat: Seat) -> None:
        """From now on the seat's code opens it."""
        if seat.code:
            self.codes[seat.code] = room, seat

    def seat(self, room: Room, seat: Seat, occupant: Occupant) -> None:
        """Somebody takes a seat, a client or whoever else; the game may begin by that."""
        room.sit(seat, occupant, self.clock())
        if room.running and not room.over:
            self.waiting.pop(room.id, None)
            self._began(room)

    def _on_ended(self, room: Room) -> None:
        self.rooms.pop(room.id, None)
        self.waiting.pop(room.id, None)
        self._openers.pop(room.id, None)
        self.tested_scores.add(room)
        if timer := self._timers.pop(room.id, None):
            timer.cancel()
        for seat in room.seats:
            self.codes.pop(seat.code or "", None)
        for connection in [*room.observers, *(seat.occupant for seat in room.seats)]:
            if isinstance(connection, Connection):
                connection.rooms.discard(room)

    def _set_timer(self, room: Room) -> None:
        """One timer per room, which rings in time; if somebody moved before, it is set anew only then. Only whoever
        has less time than the one before needs an earlier one at once."""
        if room.deadline is None:
            return
        loop = asyncio.get_running_loop()
        rings_at = loop.time() + max(0.0, room.deadline - self.clock())
        if timer := self._timers.get(room.id):
            if timer.when() <= rings_at:
                return
            timer.cancel()
        self._timers[room.id] = loop.call_at(rings_at, self._on_timer, room)

    def _on_timer(self, room: Room) -> None:
        self._timers.pop(room.id, None)
        now = self.clock()
        # A move may be here already that nobody has read while the loop was busy: that time is given back.
        room.tick(now - self.delay(now))
        if not room.over:
            self._set_timer(room)


def _meant(codec: Codec, state: State, sent: SentMove | None) -> Move:
    if sent is None:
        raise InvalidMove(NO_MOVE())
    return codec.move(state, sent)


NO_MOVE = Sentence("The player sent something that is not a move.")
