"""The rooms and connections of a server: seats clients, hears administrators, sets the timer of every room."""

import asyncio
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from schwarm.games import Game, InvalidMove, Move, Rules, State, Team, all_games
from schwarm.games import game as game_by_id
from schwarm.games.record import Record
from schwarm.games.time_control import CONTEST_TIME, UNLIMITED_TIME, TimeControl
from schwarm.protocol import BadPacket, Codec, codec_for
from schwarm.protocol.element import Element
from schwarm.protocol.messages import (
    Authenticate,
    Close,
    Event,
    Join,
    Joined,
    JoinPrepared,
    JoinRoom,
    Leave,
    MoveSent,
    OtherSent,
    Prepare,
    Refusal,
    Refused,
    Request,
    SeatTaken,
    SentMove,
    ServerWordSent,
)
from schwarm.referee import administration
from schwarm.referee.administration import TestedScores
from schwarm.referee.connection import Connection
from schwarm.referee.room import Occupant, Room, Seat
from schwarm.referee.throttle import Turns
from schwarm.words import Sentence

MAX_SECONDS_PER_MESSAGE = 60.0
"""Seconds a client may take to say one thing completely."""
MAX_SECONDS_DEAF = 60.0
"""Seconds for which a client may leave unread what keeps it from being heard."""
MAX_CONNECTIONS = 4_000
"""Fewer where the system allows fewer open files."""
MAX_ROOMS_PER_CLIENT = 8
"""Games one client may be in at a time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server is told at its start."""

    game: Game
    """The game of those who name none."""
    time: TimeControl = CONTEST_TIME
    start: State | None = None
    """Every game of its kind begins here instead of at a random start."""
    password: str | None = None
    """Opens administration; None: there are no administrators."""
    password_is_local: bool = True
    """A password that was not chosen but generated counts only from this machine."""
    max_connections: int = MAX_CONNECTIONS
    max_per_address: int = 250
    """Connections from one address of another machine, and games opened from there: a school behind one router, but not
    all places."""
    max_rooms: int = 5_000


class Seasons:
    """The games a server offers, all by the same rules as its usual one."""

    def __init__(self, usual: Game) -> None:
        self.default = usual
        self._games = {known.wire_name: _by_rules(known, usual.rules) for known in all_games()}
        others = [codec_for(known) for known in self._games.values() if known is not usual]
        # Now, and not when the first client comes while others play: it takes a while to load them.
        self._codecs = [codec_for(usual), *others]

    def game(self, wire_name: str | None) -> Game | None:
        """The game of a wire name; the usual one where none is given."""
        return self._games.get(wire_name) if wire_name else self.default

    def codec_named_by(
        self, element: Element, rooms: Mapping[str, Room], codes: Mapping[str, tuple[Room, Seat]]
    ) -> Codec | None:
        """The codec of the game that a message names: by a room, by a reservation or by its type."""
        # Nearly every message is a move and names its room; what comes first here is all that it costs.
        if room := rooms.get(element.fact("roomId") or ""):
            return codec_for(room.record.start.game)
        if reserved := codes.get(element.fact("reservationCode") or ""):
            return codec_for(reserved[0].record.start.game)
        named = self._games.get(element.fact("gameType") or "")
        return codec_for(named) if named else None

    def guess_codec(self, element: Element) -> Codec:
        """The codec for the first words of a client that names no game: who understands them first."""
        return next((codec for codec in self._codecs if _understands(codec, element)), codec_for(self.default))


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
        """Rooms with a seat that needs no reservation."""
        self.codes: dict[str, tuple[Room, Seat]] = {}
        self.standing: Callable[[Connection, JoinPrepared], bool] = lambda connection, request: False
        """Takes care of clients with a standing reservation, which leads to no room yet; False for any other code."""
        self.expected: set[Connection] = set()
        """Those who have such a code and wait, so that they are no strangers."""
        self.connections: set[Connection] = set()
        self._strangers: OrderedDict[Connection, None] = OrderedDict()
        """Those who may not have taken a seat yet, in the order in which they came."""
        self._from: Counter[str] = Counter()
        self._openers: dict[str, str] = {}
        """Origins of the clients that opened a room by joining, by the rooms' ids."""
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
        """Where all places are taken, disconnect the oldest client that neither plays nor watches."""
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
        """The codec of a room's events: that of its game, whatever the client has said meanwhile."""
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
                self.join(connection, request)
            case JoinRoom():
                self._join_room(connection, request)
            case JoinPrepared():
                self._join_prepared(connection, request)
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
        """Say why a request is not granted; disconnect a client whose budget of refusals is exhausted."""
        connection.refusals.spend(1, self.clock())
        enough = connection.too_talkative
        connection.notify(Refused(Refusal.TOO_MUCH_TALK if enough else refusal, request))
        codec = connection.codec or self.default_codec
        if enough or codec.quirks.refusals_close:
            connection.close_after_refusal()

    # -- taking seats ----------------------------------------------------------------------------------

    def join(self, connection: Connection, request: Join) -> None:
        """Take a seat in any open game of a type, or open one."""
        wanted = self.seasons.game(request.game_type)
        if wanted is None:
            self.refuse(connection, Refusal.NO_SUCH_GAME, request)
            connection.close_after_refusal()
            return
        games = sum(room.seat_of(connection) is not None for room in connection.rooms)
        room = self._find_room(connection, wanted) if games < MAX_ROOMS_PER_CLIENT else None
        if room is None:
            self.refuse(connection, Refusal.SERVER_FULL, request)
            return
        self.seat_client(room, _free_seat(room, connection), connection)
        taken = SeatTaken(room.id, sum(not seat.free for seat in room.seats), existing=room.running)
        for admin in [admin for admin in self.connections if admin.admin]:
            admin.notify(taken)

    def _find_room(self, connection: Connection, wanted: Game) -> Room | None:
        """A room with a seat for a client: one in which an opponent waits, or a new one; None if the server is full."""
        for room in self.waiting.values():
            if room.record.start.game.id == wanted.id and _free_seat(room, connection):
                return room
        return self._open_for(connection, wanted)

    def _join_room(self, connection: Connection, request: JoinRoom) -> None:
        """Take a free seat in a certain room."""
        room = self.rooms.get(request.room or "")
        if room is None:
            self.refuse(connection, Refusal.NO_SUCH_ROOM, request)
        elif seat := _free_seat(room, connection):
            self.seat_client(room, seat, connection)
        else:
            self.refuse(connection, Refusal.ROOM_FULL, request)

    def _join_prepared(self, connection: Connection, request: JoinPrepared) -> None:
        """Take the seat that a code stands for, or wait for one."""
        found = self.codes.get(request.code or "")
        if found is not None and (found[0].over or found[0].seat_of(connection)):
            # A client does not play against itself; the seat stays reserved.
            self.refuse(connection, Refusal.NO_RESERVATION, request)
        elif found is not None:
            del self.codes[request.code or ""]
            self.seat_client(*found, connection)
        elif not self.standing(connection, request):
            self.refuse(connection, Refusal.NO_RESERVATION, request)

    def seat_client(self, room: Room, seat: Seat | None, connection: Connection) -> None:
        """Let a client take a seat, and tell those who have to know."""
        assert seat is not None
        connection.rooms.add(room)
        joined = Joined(room.id)
        others = [other.occupant for other in room.seats if other.occupant is not None]
        if not (room.quirks.joined_when_full and seat.code):
            connection.notify(joined)
        elif others:
            for occupant in (*others, connection):
                occupant.notify(joined)
        self.seat(room, seat, connection)

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

    def _open_for(self, connection: Connection, wanted: Game) -> Room | None:
        """A new room for a client that joins; None if there are too many already, at all or from where it comes."""
        mine = 0 if connection.local else list(self._openers.values()).count(connection.origin)
        if len(self.rooms) >= self.settings.max_rooms or mine >= self.settings.max_per_address:
            return None
        room = self.open(wanted)
        self._openers[room.id] = connection.origin
        return room

    def reserve(self, room: Room, seat: Seat) -> None:
        """Make the seat claimable by its code."""
        if seat.code:
            self.codes[seat.code] = room, seat

    def seat(self, room: Room, seat: Seat, occupant: Occupant) -> None:
        """Seat a client or another occupant, which may begin the game."""
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
        """One timer a room. When it rings after a move it is set for the next deadline; only a deadline before that
        needs an earlier timer at once."""
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
        # A move may have arrived unread while the loop was busy: that time is given back.
        room.tick(now - self.delay(now))
        if not room.over:
            self._set_timer(room)


def _by_rules(known: Game, rules: Rules) -> Game:
    """A game by these rules, or by its own where it knows no others."""
    return game_by_id(known.id, rules) if rules in known.rulings else known


def _understands(codec: Codec, element: Element) -> bool:
    try:
        codec.read_request(element)
    except BadPacket:
        return False
    return True


def _free_seat(room: Room, connection: Connection) -> Seat | None:
    """A seat in a waiting room that needs no reservation. A client does not play against itself."""
    if room.running or room.over or room.seat_of(connection):
        return None
    return next((seat for seat in room.seats if seat.free and seat.code is None), None)


def _meant(codec: Codec, state: State, sent: SentMove | None) -> Move:
    if sent is None:
        raise InvalidMove(NO_MOVE())
    return codec.move(state, sent)


NO_MOVE = Sentence("The player sent something that is not a move.")
