"""What a visitor may do in a game: move, take back, resign, offer a draw, sit down, play again. Each says no in
one sentence."""

import asyncio
import time
from collections.abc import Set
from dataclasses import replace
from typing import Literal

from schwarm.games import Reason, Team
from schwarm.games.record import Record
from schwarm.referee import Room
from schwarm.web.errors import NOT_OVER, Refusal, Refused
from schwarm.web.live.commands import AdminCommand, Cancel, Pause, Resume, Step
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.side_player import Kind, SidePlayer

MAX_SECONDS_AWAY = 300.0
"""For how long somebody in the middle of a game is waited for, once the other one is back."""


def move(live_game: LiveGame, visitor: str, text: str, turn: int, *, at: float, delay: float) -> None:
    """Play a move. A slip of the hand is no violation: the room hears of legal moves only."""
    room, state = _room(live_game), live_game.record.final
    if turn != state.turn:
        raise Refused(CHANGED())
    side = state.to_move.index
    thinks = bool(visitor) and live_game.sides[side].thinker == visitor
    if side not in live_game.sides_of(visitor) and not thinks:
        raise Refused(NOT_YOUR_TURN(side=state.game.side(state.to_move)))
    if room.asked is not room.seats[side]:
        raise Refused(PAUSED() if room.paused else NOT_BEGUN())
    wanted = state.game.parse_move(text)
    state.play(wanted)
    now = time.monotonic()
    if thinks:
        live_game.browser_players[side].play(wanted, at=at, now=now, delay=delay)
    else:
        room.move(live_game.person(side), lambda _: wanted, at=at, now=now, delay=delay)


def decline(live_game: LiveGame, visitor: str) -> None:
    """The visitor's browser cannot think for Hecht; the server does from now on."""
    _room(live_game)
    for side, player in live_game.browser_players.items():
        if visitor and live_game.sides[side].thinker == visitor:
            player.decline()


def take_back(live_game: LiveGame, visitor: str) -> None:
    """Back to the visitor's own last move. A person elsewhere is asked first, and may say no."""
    mine = _sides(live_game, visitor)
    if not live_game.can_go_back:
        raise Refused(CANNOT_GO_BACK())
    if live_game.wants_back not in (None, *mine):
        # Who wants a move of their own back has not said yes to that of the other one.
        raise Refused(ANSWER_FIRST())
    steps = _steps_back(live_game, mine)
    if all(index in mine or side.kind is not Kind.PERSON for index, side in enumerate(live_game.sides)):
        live_game.reopen(live_game.record.back(steps))
        return
    live_game.wants_back = mine[0]
    live_game.feed.publish(lambda: ("status", live_game.status()))


def answer(live_game: LiveGame, visitor: str, request: Literal["undo", "draw"], *, agrees: bool) -> None:
    """Say yes or no to what the other person asks for."""
    mine = _sides(live_game, visitor)
    asked = live_game.wants_back if request == "undo" else live_game.wants_draw
    if asked is None or asked in mine:
        raise Refused(NOT_ASKED())
    if agrees and request == "undo":
        live_game.reopen(live_game.record.back(_steps_back(live_game, [asked])))
    elif agrees:
        _room(live_game).agree_on_draw()
    else:
        if request == "undo":
            live_game.wants_back = None
        else:
            live_game.wants_draw = None
        live_game.feed.publish(lambda: ("status", live_game.status()))


def _steps_back(live_game: LiveGame, sides: list[int]) -> int:
    """How many moves to the last one of these sides; a resignation and an agreed draw are taken back alone."""
    record = live_game.record
    if record.outcome is not None and record.outcome.reason in (Reason.RESIGNED, Reason.AGREED):
        return 0
    first = record.start.turn
    for steps in range(1, len(record.moves) + 1):
        if (first + len(record.moves) - steps) % 2 in sides:
            return steps
    raise Refused(NOTHING_TO_TAKE_BACK())


def resign(live_game: LiveGame, visitor: str) -> None:
    """Give up: the side to move if the visitor plays both, their own otherwise."""
    mine = _sides(live_game, visitor)
    room = _room(live_game)
    if not room.running:
        raise Refused(NOT_BEGUN())
    side = live_game.record.final.to_move.index
    room.resign(tuple(Team)[side if side in mine else mine[0]])


def withdraw(live_game: LiveGame, visitor: str) -> None:
    """Call off a game that waits for an opponent. One that goes on after a pause is given up instead."""
    _sides(live_game, visitor)
    room = _room(live_game)
    if room.running or live_game.record.moves:
        raise Refused(BEGUN())
    room.withdraw()


def offer_draw(live_game: LiveGame, visitor: str) -> None:
    """A draw where both people want it: who plays both sides decides alone, others ask first. An offer stands until
    somebody moves."""
    mine = _sides(live_game, visitor)
    room = _room(live_game)
    if not live_game.between_people:
        raise Refused(NOBODY_TO_ASK())
    if not room.running:
        raise Refused(NOT_BEGUN())
    if len(mine) == 2 or live_game.wants_draw not in (None, *mine):
        room.agree_on_draw()
        return
    live_game.wants_draw = mine[0]
    live_game.feed.publish(lambda: ("status", live_game.status()))


def sit(live_game: LiveGame, code: str, visitor: str, name: str) -> None:
    """Take the place that a link leads to."""
    code = code.rpartition(".")[2]
    for team, side in zip(Team, live_game.sides, strict=True):
        if side.invite and side.invite == code:
            if side.visitor and side.visitor != visitor:
                raise Refused(TAKEN())
            if visitor in (other.visitor for other in live_game.sides if other is not side):
                raise Refused(YOUR_OWN_LINK())
            _sit(live_game, team, side, visitor, name)
            return
    raise Refused(WRONG_LINK())


def _sit(live_game: LiveGame, team: Team, side: SidePlayer, visitor: str, name: str) -> None:
    if side.visitor == visitor:
        return
    room = _room(live_game)
    side.visitor, side.name = visitor, name
    room.seats[team.index].name = name
    _take_seat(live_game, room, team)


def wait_for_people(live_game: LiveGame) -> None:
    """Nobody's clock runs while the server was away and they do not know that it is back."""
    for side in live_game.sides:
        side.away = _is_timed(live_game) and side.kind is Kind.PERSON and bool(side.visitor)


def arrive(live_game: LiveGame, visitor: str) -> None:
    """The visitor is at the board now; a game that waited for them begins, or goes on."""
    if not any(side.away and side.visitor == visitor for side in live_game.sides):
        return
    _welcome(live_game, {visitor})
    absent = {side.visitor for side in live_game.sides if side.away}
    if absent and live_game.record.moves:
        # Whoever has left for good does not keep the other one waiting.
        asyncio.get_running_loop().call_later(MAX_SECONDS_AWAY, _welcome, live_game, absent)


def _welcome(live_game: LiveGame, visitors: Set[str]) -> None:
    for team, side in zip(Team, live_game.sides, strict=True):
        if side.away and side.visitor in visitors:
            side.away = False
            if live_game.room is not None and not live_game.decided:
                _take_seat(live_game, live_game.room, team)


def _take_seat(live_game: LiveGame, room: Room, team: Team) -> None:
    live_game.keeper.saver.save(live_game)
    live_game.keeper.lobby.seat(room, room.seats[team.index], live_game.person(team.index))
    live_game.feed.publish(lambda: ("status", live_game.status()))


def rematch(live_game: LiveGame, visitor: str) -> tuple[Record, tuple[SidePlayer, SidePlayer]]:
    """The same start with the sides swapped: what a rematch begins with."""
    if any(side.kind is Kind.PERSON for side in live_game.sides):
        _sides(live_game, visitor)
    elif not live_game.own or live_game.show_every is not None:
        # The referee's games and the exhibition are nobody's here to begin again.
        raise Refused(NOT_A_PLAYER())
    if not live_game.over:
        raise Refused(NOT_OVER())
    if not all(side.taken for side in live_game.sides):
        raise Refused(NEVER_BEGUN())
    # Nobody's clock runs before they have seen that there is a game.
    one, two = (
        replace(side, invite="", away=_is_timed(live_game) and side.kind is Kind.PERSON and side.visitor != visitor)
        for side in live_game.sides
    )
    return Record(live_game.record.start, tags=live_game.record.tags), (two, one)


def _is_timed(live_game: LiveGame) -> bool:
    return not live_game.time.endless


def _sides(live_game: LiveGame, visitor: str) -> list[int]:
    mine = live_game.sides_of(visitor)
    if not mine:
        raise Refused(NOT_A_PLAYER())
    return mine


def _room(live_game: LiveGame) -> Room:
    if not live_game.steerable and not live_game.over:
        raise Refused(ELSEWHERE())
    if live_game.room is None or live_game.room.over:
        raise Refused(OVER())
    return live_game.room


def administer(live_game: LiveGame, command: AdminCommand) -> None:
    """Pause a game, let it go on, or end it."""
    room, now = _room(live_game), time.monotonic()
    if live_game.show_every is not None:
        raise Refused(EXHIBITION_PACE())
    match command:
        case Pause() | Resume():
            room.pause(isinstance(command, Pause), now)
        case Step():
            room.step(now)
        case Cancel():
            room.cancel()
    live_game.feed.publish(lambda: ("status", live_game.status()))


CHANGED = Refusal("The game has gone on in the meantime; look at the board again.", status=409)
NOT_YOUR_TURN = Refusal("It is {side}'s turn, not yours.", status=403)
NOT_A_PLAYER = Refusal("You are only watching this game; that is up to its players.", status=403)
BEGUN = Refusal("The game has begun already; resign if you want to end it.", status=409)
NOT_BEGUN = Refusal("The game has not begun yet; a player is still missing.", status=409)
NEVER_BEGUN = Refusal("Nobody came to this game, so there is nobody to play again with; start a new one.", status=409)
PAUSED = Refusal("The game is paused; it continues when the administrator resumes it.", status=403)
NOBODY_TO_ASK = Refusal("Only people can agree on a draw; programs play to the end.", status=409)
OVER = Refusal("This game is over.", status=409)
ELSEWHERE = Refusal("This is a game of a contest; here you can only watch it.", status=409)
CANNOT_GO_BACK = Refusal("Programs cannot be told that a move was taken back, so the move stands.", status=409)
ANSWER_FIRST = Refusal("Your opponent would like to take back; answer that first.", status=409)
NOT_ASKED = Refusal("Your opponent does not ask for that any more.", status=409)
NOTHING_TO_TAKE_BACK = Refusal("There is no move to take back.", status=409)
TAKEN = Refusal("Somebody else has already taken this seat; you can watch.", status=409)
YOUR_OWN_LINK = Refusal("This link is for your opponent; send it to somebody else.", status=409)
WRONG_LINK = Refusal("This link does not lead to a free seat; ask for a new one.", status=404)
EXHIBITION_PACE = Refusal("The exhibition game goes at its own pace.", status=409)
