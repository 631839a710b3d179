"""What a visitor may do at a table: move, take back, resign, sit down, play again. Each says no in one sentence."""

import time

from schwarm.games import Reason, State, Team
from schwarm.games.record import Record
from schwarm.referee import Room
from schwarm.web.errors import Refused
from schwarm.web.place import Kind, Place
from schwarm.web.table import Table
from schwarm.words import Sentence


def move(table: Table, visitor: str, text: str, turn: int, *, at: float, delay: float) -> None:
    """Play a move. A slip of the hand is no violation: the room hears of legal moves only."""
    room, state = _room(table), table.record.final
    if turn != state.turn:
        raise Refused(CHANGED(), 409)
    side = state.to_move.index
    if side not in table.sides_of(visitor):
        raise Refused(NOT_YOUR_TURN(side=state.game.side(state.to_move)), 403)
    if room.asked is not room.seats[side]:
        raise Refused(PAUSED() if room.paused else NOT_BEGUN(), 409)
    wanted = state.game.parse_move(text)
    state.play(wanted)
    room.move(table.person(side), lambda _: wanted, at=at, now=time.monotonic(), delay=delay)
    table.hall.lobby.keep_time(room)


def take_back(table: Table, visitor: str) -> None:
    """Back to the visitor's own last move. Against a person elsewhere, both have to want it."""
    mine = _sides(table, visitor)
    if not table.can_go_back:
        raise Refused(CANNOT_GO_BACK(), 409)
    others = [place for side, place in enumerate(table.places) if side not in mine and place.kind is Kind.PERSON]
    if others and table.wants_back in (None, *mine):
        if _steps_back(table, mine) is None:
            raise Refused(NOTHING_TO_TAKE_BACK(), 409)
        table.wants_back = mine[0]
        table.feed.tell("status", table.status)
        return
    sides = [table.wants_back] if others and table.wants_back is not None else mine
    steps = _steps_back(table, sides)
    if steps is None:
        raise Refused(NOTHING_TO_TAKE_BACK(), 409)
    table.reopen(table.record.back(steps))


def _steps_back(table: Table, sides: list[int]) -> int | None:
    """How many moves to the last one of these sides; a resignation is taken back alone."""
    record = table.record
    if record.outcome is not None and record.outcome.reason is Reason.RESIGNED:
        return 0
    first = record.start.turn
    for steps in range(1, len(record.moves) + 1):
        if (first + len(record.moves) - steps) % 2 in sides:
            return steps
    return None


def resign(table: Table, visitor: str) -> None:
    """Give up: the side to move if the visitor plays both, his own otherwise."""
    mine = _sides(table, visitor)
    room = _room(table)
    if not room.running:
        raise Refused(NOT_BEGUN(), 409)
    side = table.record.final.to_move.index
    room.resign(tuple(Team)[side if side in mine else mine[0]])


def sit(table: Table, code: str, visitor: str, name: str) -> None:
    """Take the place that a link leads to."""
    code = code.rpartition(".")[2]
    for team, place in zip(Team, table.places, strict=True):
        if place.invite and place.invite == code:
            if place.visitor and place.visitor != visitor:
                raise Refused(TAKEN(), 409)
            if visitor in (other.visitor for other in table.places if other is not place):
                raise Refused(YOUR_OWN_LINK(), 409)
            _sit(table, team, place, visitor, name)
            return
    raise Refused(WRONG_LINK(), 404)


def _sit(table: Table, team: Team, place: Place, visitor: str, name: str) -> None:
    if place.visitor == visitor:
        return
    room = _room(table)
    place.visitor, place.name = visitor, name
    seat = room.seats[team.index]
    seat.name = name
    table.hall.keep(table)
    table.hall.lobby.seat(room, seat, table.person(team.index))
    table.feed.tell("status", table.status)


def again(table: Table, visitor: str) -> tuple[Record, tuple[Place, Place]]:
    """The same start with the sides swapped: what a rematch begins with."""
    if any(place.kind is Kind.PERSON for place in table.places):
        _sides(table, visitor)
    elif not table.own or table.pace is not None:
        # The referee's games and the exhibition are nobody's here to begin again.
        raise Refused(NOT_A_PLAYER(), 403)
    if not table.over:
        raise Refused(NOT_OVER(), 409)
    one, two = table.places
    for place in (one, two):
        place.invite = ""
    return Record(table.record.start), (two, one)


def _sides(table: Table, visitor: str) -> list[int]:
    mine = table.sides_of(visitor)
    if not mine:
        raise Refused(NOT_A_PLAYER(), 403)
    return mine


def _room(table: Table) -> Room:
    if table.room is None or table.room.over:
        raise Refused(OVER(), 409)
    return table.room


def playable(state: State) -> State:
    """A position from which a game can begin."""
    if state.outcome() is not None or not state.can_move():
        raise Refused(ENDED_THERE())
    return state


CHANGED = Sentence("The game has gone on in the meantime; look at the board again.")
NOT_YOUR_TURN = Sentence("It is {side}'s turn, not yours.")
NOT_A_PLAYER = Sentence("You are only watching this game; that is up to its players.")
NOT_BEGUN = Sentence("The game has not begun yet; a player is still missing.")
PAUSED = Sentence("The game is paused; it continues when the administrator resumes it.")
OVER = Sentence("This game is over.")
NOT_OVER = Sentence("The game is not over yet.")
CANNOT_GO_BACK = Sentence("Programs cannot be told that a move was taken back, so the move stands.")
NOTHING_TO_TAKE_BACK = Sentence("There is no move to take back.")
TAKEN = Sentence("Somebody else has already taken this seat; you can watch.")
YOUR_OWN_LINK = Sentence("This link is for your opponent; send it to somebody else.")
WRONG_LINK = Sentence("This link does not lead to a free seat; ask for a new one.")
ENDED_THERE = Sentence("The game is already over in this position; choose an earlier one.")
