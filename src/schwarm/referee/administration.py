"""What administrators may ask of a lobby: prepare games, watch them, pause, step and cancel them."""

import hmac
import uuid
from collections.abc import Callable
from typing import Protocol

from schwarm.games import Game, Team, TimeControl
from schwarm.games.time_control import Limits
from schwarm.protocol.messages import (
    Authenticate,
    Cancel,
    Observe,
    Observed,
    Pause,
    Prepare,
    Prepared,
    Refusal,
    Request,
    Step,
)
from schwarm.protocol.testing import AskScore, SetTestMode, TestModeSet
from schwarm.referee.connection import Connection
from schwarm.referee.room import Room
from schwarm.referee.seasons import Seasons
from schwarm.referee.seat import Seat
from schwarm.referee.settings import Settings
from schwarm.referee.tested_scores import TestedScores

MAX_PASSWORD_TRIES = 5


class Administered(Protocol):
    """What administrators need of a lobby."""

    settings: Settings
    seasons: Seasons
    rooms: dict[str, Room]
    clock: Callable[[], float]
    tested_scores: TestedScores

    def refuse(self, connection: Connection, refusal: Refusal, request: Request) -> None: ...
    def open(self, wanted: Game, seats: tuple[Seat, Seat], *, paused: bool, time: TimeControl) -> Room: ...
    def reserve(self, room: Room, seat: Seat) -> None: ...


def authenticate(lobby: Administered, connection: Connection, request: Authenticate) -> None:
    """Whoever knows the password is an administrator; who guesses too often has to go."""
    expected = lobby.settings.password
    allowed = connection.local or not lobby.settings.password_is_local
    given = (request.password or "").encode()
    if expected is not None and allowed and hmac.compare_digest(expected.encode(), given):
        connection.admin = True
        return
    connection.wrong_passwords += 1
    lobby.refuse(connection, Refusal.WRONG_PASSWORD, request)
    if connection.wrong_passwords >= MAX_PASSWORD_TRIES:
        connection.close_after_refusal()


def prepare(lobby: Administered, connection: Connection, request: Prepare) -> None:
    """Make a room and tell the codes of its reserved seats."""
    wanted = lobby.seasons.game(request.game_type)
    if wanted is None:
        lobby.refuse(connection, Refusal.NO_SUCH_GAME, request)
        return
    if len(request.slots) != len(Team):
        lobby.refuse(connection, Refusal.WRONG_SLOTS, request)
        return
    if len(lobby.rooms) >= lobby.settings.max_rooms:
        lobby.refuse(connection, Refusal.SERVER_FULL, request)
        return
    seats = tuple(
        Seat(
            team,
            name=slot.name or "",
            code=str(uuid.uuid4()) if slot.reserved else None,
        )
        for team, slot in zip(Team, request.slots, strict=True)
    )
    limited = dict(zip(Team, (slot.can_timeout for slot in request.slots), strict=True))
    time = lobby.settings.time.for_each(lambda team, limits: limits if limited[team] else Limits())
    paused = request.pause or any(slot.paused for slot in request.slots)
    room = lobby.open(wanted, (seats[0], seats[1]), paused=paused, time=time)
    room.void_until_full = True
    for seat in seats:
        lobby.reserve(room, seat)
    connection.notify(Prepared(room.id, tuple(seat.code for seat in seats if seat.code)))


def administer(lobby: Administered, connection: Connection, request: Request) -> None:
    """Watch, pause, step or cancel a room, or test players."""
    if isinstance(request, SetTestMode):
        lobby.tested_scores.set(request.on)
        connection.notify(TestModeSet(request.on))
        return
    if isinstance(request, AskScore):
        connection.notify(lobby.tested_scores.of(request.name))
        return
    assert isinstance(request, Observe | Pause | Step | Cancel)
    room = lobby.rooms.get(request.room or "")
    if room is None:
        lobby.refuse(connection, Refusal.NO_SUCH_ROOM, request)
        return
    match request:
        case Observe():
            room.observe(connection)
            connection.rooms.add(room)
            connection.notify(Observed(room.id))
        case Pause():
            room.pause(request.pause, lobby.clock())
        case Step():
            room.step(lobby.clock(), forced=request.forced)
        case Cancel():
            room.cancel()
