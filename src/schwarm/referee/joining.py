"""How clients come to their seats: in any open game, in a certain room, or where a code leads."""

from collections.abc import Iterable
from typing import Protocol

from schwarm.games import Game
from schwarm.protocol.messages import Join, Joined, JoinPrepared, JoinRoom, Refusal, Request, SeatTaken
from schwarm.referee.connection import Connection
from schwarm.referee.room import Room
from schwarm.referee.seasons import Seasons
from schwarm.referee.seat import Occupant, Seat

MAX_ROOMS_PER_CLIENT = 8
"""Games one client may be in at a time."""


class StandingReservations(Protocol):
    """Codes that lead to no room yet: whoever has one waits here until a room is opened for them."""

    def welcome(self, connection: Connection, request: JoinPrepared) -> bool:
        """Take care of a client; False where its code is none of these."""


class Joinable(Protocol):
    """What those who join need of a lobby."""

    seasons: Seasons
    rooms: dict[str, Room]
    waiting: dict[str, Room]
    codes: dict[str, tuple[Room, Seat]]
    standing: StandingReservations | None

    @property
    def connections(self) -> Iterable[Connection]: ...
    def refuse(self, connection: Connection, refusal: Refusal, request: Request) -> None: ...
    def open_for(self, connection: Connection, wanted: Game) -> Room | None: ...
    def seat(self, room: Room, seat: Seat, occupant: Occupant) -> None: ...


def join(lobby: Joinable, connection: Connection, request: Join) -> None:
    """Take a seat in any open game of a type, or open one."""
    wanted = lobby.seasons.game(request.game_type)
    if wanted is None:
        lobby.refuse(connection, Refusal.NO_SUCH_GAME, request)
        connection.close_after_refusal()
        return
    games = sum(room.seat_of(connection) is not None for room in connection.rooms)
    room = _open_room(lobby, connection, wanted) if games < MAX_ROOMS_PER_CLIENT else None
    if room is None:
        lobby.refuse(connection, Refusal.SERVER_FULL, request)
        return
    sit(lobby, connection, room, _seat_in(room, connection))
    taken = SeatTaken(room.id, sum(not seat.free for seat in room.seats), existing=room.running)
    for admin in [admin for admin in lobby.connections if admin.admin]:
        admin.notify(taken)


def _open_room(lobby: Joinable, connection: Connection, wanted: Game) -> Room | None:
    """A room with a seat for a client: one in which somebody waits, or a new one; None where there is no place."""
    for room in lobby.waiting.values():
        if room.record.start.game.id == wanted.id and _seat_in(room, connection):
            return room
    return lobby.open_for(connection, wanted)


def join_room(lobby: Joinable, connection: Connection, request: JoinRoom) -> None:
    """Take a free seat in a certain room."""
    room = lobby.rooms.get(request.room or "")
    if room is None:
        lobby.refuse(connection, Refusal.NO_SUCH_ROOM, request)
    elif seat := _seat_in(room, connection):
        sit(lobby, connection, room, seat)
    else:
        lobby.refuse(connection, Refusal.ROOM_FULL, request)


def join_prepared(lobby: Joinable, connection: Connection, request: JoinPrepared) -> None:
    """Take the seat that a code stands for, or wait for one."""
    found = lobby.codes.get(request.code or "")
    if found is not None and (found[0].over or found[0].seat_of(connection)):
        # Nobody plays against themselves; the seat waits for whom it is meant.
        lobby.refuse(connection, Refusal.NO_RESERVATION, request)
    elif found is not None:
        del lobby.codes[request.code or ""]
        sit(lobby, connection, *found)
    elif lobby.standing is None or not lobby.standing.welcome(connection, request):
        lobby.refuse(connection, Refusal.NO_RESERVATION, request)


def _seat_in(room: Room, connection: Connection) -> Seat | None:
    """A seat in a waiting room that needs no reservation. Nobody plays against themselves."""
    if room.running or room.over or room.seat_of(connection):
        return None
    return next((seat for seat in room.seats if seat.free and seat.code is None), None)


def sit(lobby: Joinable, connection: Connection, room: Room, seat: Seat | None) -> None:
    """Let a client take a seat, and tell whoever has to know."""
    assert seat is not None
    connection.rooms.add(room)
    joined = Joined(room.id)
    others = [other.occupant for other in room.seats if other.occupant is not None]
    if not (room.quirks.joined_when_full and seat.code):
        connection.notify(joined)
    elif others:
        for occupant in (*others, connection):
            occupant.notify(joined)
    lobby.seat(room, seat, connection)
