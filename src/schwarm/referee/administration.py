"""What administrators may ask of a lobby: prepare games, watch them, pause, step and cancel them."""

import hmac
import uuid
from typing import TYPE_CHECKING

from schwarm.games import Team
from schwarm.games.time_control import Limits
from schwarm.protocol.messages import (
    AskScore,
    Authenticate,
    Cancel,
    Observe,
    Observed,
    Pause,
    Prepare,
    Prepared,
    Refusal,
    Request,
    ScoreShown,
    SetTestMode,
    Step,
    TestModeSet,
)
from schwarm.protocol.scores import victory_points
from schwarm.referee.connection import Connection
from schwarm.referee.room import Room, Seat

if TYPE_CHECKING:
    from schwarm.referee.lobby import Lobby

MAX_PASSWORD_TRIES = 5
MAX_TESTED_NAMES = 1_000
"""Players that are remembered."""


def authenticate(lobby: "Lobby", connection: Connection, request: Authenticate) -> None:
    """Make a client that knows the password an administrator; disconnect one that guesses too often."""
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


def prepare(lobby: "Lobby", connection: Connection, request: Prepare) -> None:
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


def administer(lobby: "Lobby", connection: Connection, request: Request) -> None:
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


class TestedScores:
    """Victory points are added up, and of the game's own points the average is taken."""

    def __init__(self) -> None:
        self.on = False
        self._scores: dict[str, ScoreShown] = {}

    def set(self, on: bool) -> None:
        """Beginning again forgets what was there."""
        if on and not self.on:
            self._scores.clear()
        self.on = on

    def add(self, room: Room) -> None:
        """A game is over; only players with names can be asked about."""
        outcome = room.record.outcome
        if not self.on or outcome is None:
            return
        for team, name, wins in zip(Team, room.names, victory_points(outcome), strict=True):
            if name and (name in self._scores or len(self._scores) < MAX_TESTED_NAMES):
                before = self.of(name)
                total, mean = before.values
                games = before.games + 1
                points = outcome.points[team.index]
                self._scores[name] = ScoreShown(name, games, (total + wins, mean + (points - mean) / games))

    def of(self, name: str) -> ScoreShown:
        """Of a player that has not played, nothing."""
        return self._scores.get(name) or ScoreShown(name, 0, (0, 0))
