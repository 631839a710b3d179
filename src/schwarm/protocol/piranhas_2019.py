"""The XML of Piranhas 2019, as server 19.2.1 and its clients speak it.

Places and directions are attributes, the sides are called red and blue, and a client that does something wrong is
disconnected.
"""

from dataclasses import dataclass

from schwarm.games import Game, Move, Reason, State, Team
from schwarm.games.notation import write_rows
from schwarm.games.piranhas import DIRECTIONS, PiranhasState, SwimRule
from schwarm.protocol import wire_moves
from schwarm.protocol.codec import BadPacket, ServerQuirks
from schwarm.protocol.element import Element
from schwarm.protocol.markup import INDENT, leaf, number, pair, tag
from schwarm.protocol.messages import (
    Complaint,
    Fault,
    FaultShown,
    Leave,
    Refused,
    ResultShown,
    SentMove,
    StateShown,
)
from schwarm.protocol.parts import Words
from schwarm.protocol.requests import Requests
from schwarm.protocol.results_2019 import FRAGMENTS, NAMELESS, read_result, write_result
from schwarm.protocol.season import SeasonCodec

FIELDS = {"EMPTY": "", "OBSTRUCTED": "x", "RED": "F", "BLUE": "f"}
_NAMES = {letter: name for name, letter in FIELDS.items()}

MISTAKES = {
    SwimRule.NO_FISH: "Field does not belong to the current player",
    SwimRule.OTHER_SIDE: "Field does not belong to the current player",
    SwimRule.EDGE: "Move in that direction would not be on the board",
    SwimRule.OPPONENT_IN_THE_WAY: "Path to the new position is not clear",
    SwimRule.SQUID: "Field is obstructed",
    SwimRule.OWN_FISH: "Field obstructed with own piranha",
    # Ours: the wire cannot send such moves, but a player that is seated without a wire can.
    SwimRule.NO_LINE: "Fields are not on one line",
    SwimRule.WRONG_DISTANCE: "Distance does not match the number of piranhas on the line",
}
UNKNOWN_MISTAKE = "Move is not possible"
NO_MOVE_OBJECT = "{} hat kein Zug-Objekt gesendet."
NOT_YOUR_TURN = "It's not your turn yet."


def mistake(fault: Fault | None, names: tuple[str, str]) -> str:
    """What is wrong with a move, in the server's words."""
    if fault and fault.move is None and fault.explanation is None:
        return NO_MOVE_OBJECT.format(names[fault.team.index] or NAMELESS)
    rule = fault.explanation.rule if fault and fault.explanation else None
    return MISTAKES.get(rule, UNKNOWN_MISTAKE) if isinstance(rule, SwimRule) else UNKNOWN_MISTAKE


class Moves2019:
    """A start and a direction as attributes, and remarks."""

    def read(self, data: Element) -> SentMove:
        """Whatever is wrong here counts as leaving, so there is only one kind of wrong."""
        place, towards = pair(data.get), data.get("direction")
        if place is None or towards not in DIRECTIONS or any(child.tag != "hint" for child in data.children):
            raise BadPacket(Leave.GARBAGE)
        return SentMove(place, towards, hints=tuple(hint.get("content") or "" for hint in data.children))

    def write(self, depth: int, name: str, sent: SentMove) -> str:
        hints = "".join(tag(depth + 1, "hint", content=hint) for hint in sent.hints)
        x, y = sent.start or (None, None)
        return tag(depth, name, hints, class_="move", x=x, y=y, direction=sent.direction)

    def resolve(self, state: State, sent: SentMove) -> Move:
        return wire_moves.resolve_move(state, sent)

    def to_wire(self, state: State, move: Move) -> SentMove:
        return wire_moves.to_wire(state, move)


@dataclass(frozen=True, slots=True)
class States2019:
    """A board of columns; every state also says what the players' names are."""

    moves: Moves2019

    def write(self, event: StateShown) -> str:
        state = event.state
        assert isinstance(state, PiranhasState)
        last = self.moves.write(4, "lastMove", wire_moves.to_wire(state, event.last)) if event.last else ""
        red, blue = (name or NAMELESS for name in event.names)
        players = tag(4, "red", color="RED", displayName=red) + tag(4, "blue", color="BLUE", displayName=blue)
        return tag(
            3,
            "state",
            last + players + _board(state),
            class_="sc.plugin2019.GameState",
            startPlayerColor="RED",
            currentPlayerColor="RED" if state.to_move is Team.ONE else "BLUE",
            turn=state.turn,
        )

    def read(self, game: Game, room: str, state: Element) -> StateShown:
        """`last` is None where the board fits more than one move; see `wire_moves.last_move`."""
        board = state.find("board")
        if board is None or state.get("startPlayerColor") != "RED":
            raise BadPacket(Leave.GARBAGE)
        found = game.parse(f"{write_rows(game, _letters(board))} {number(state.get('turn'))}")
        players = state.find("red"), state.find("blue")
        red, blue = ((player.get("displayName") if player else None) or NAMELESS for player in players)
        names = "" if red == NAMELESS else red, "" if blue == NAMELESS else blue
        last = state.find("lastMove")
        place = pair(last.get) if last else None
        square = wire_moves.square_at(place)
        if last is None or square is None:
            return StateShown(room, found, None, names)
        return StateShown(room, found, wire_moves.last_move(found, square, last.get("direction") or ""), names)


class Results2019:
    """Two scores and the winner's colour."""

    def write(self, event: ResultShown) -> str:
        fault = event.faults[0] if event.faults else None
        return write_result(event, mistake(fault, event.names))

    def read(self, room: str, data: Element) -> ResultShown:
        return read_result(room, data)


@dataclass(frozen=True, slots=True)
class Complaints2019:
    """A sentence; only a move out of turn is sent back."""

    moves: Moves2019

    def word(self, event: FaultShown) -> Complaint:
        if event.outcome.reason is not Reason.ILLEGAL_MOVE:
            return Complaint(event.room, NOT_YOUR_TURN, event.fault.move)
        name = event.names[event.fault.team.index] or NAMELESS
        return Complaint(event.room, f"Ungueltiger Zug von '{name}'.\n{mistake(event.fault, event.names)}")

    def write(self, event: Complaint) -> str:
        move = self.moves.write(3, "originalRequest", event.move) if event.move else ""
        return tag(2, "data", move, class_="error", message=event.text)


class Refusals2019:
    """There is no message for a refusal: the server disconnects."""

    def write(self, event: Refused) -> str:
        return tag(1, WORDS.close_tag)

    def read(self, element: Element) -> Refused | None:
        return None


def _board(state: PiranhasState) -> str:
    """One `<fields>` per column, and a line whose meaning nobody knows."""
    letters = state.letters()
    columns = ""
    for x, column in enumerate(wire_moves.SQUARES):
        fields = [
            f'{INDENT[6]}<field x="{x}" y="{y}" state="{_NAMES[letters.get(square, "")]}"/>'
            for y, square in enumerate(column)
        ]
        columns += f"{INDENT[5]}<fields>{''.join(fields)}{INDENT[5]}</fields>"
    return f"{INDENT[4]}<board>{columns}{leaf(5, 'line', '------------')}{INDENT[4]}</board>"


def _letters(board: Element) -> dict[str, str]:
    found = {}
    for column in board.all("fields"):
        for field in column.all("field"):
            place, name = pair(field.get), field.get("state")
            square = wire_moves.square_at(place)
            if square is None or square in found or name not in FIELDS:
                raise BadPacket(Leave.GARBAGE)
            found[square] = FIELDS[name]
    if len(found) != len(wire_moves.PLACES):
        raise BadPacket(Leave.GARBAGE)
    return {square: letter for square, letter in found.items() if letter}


WORDS = Words(
    close_tag="sc.protocol.responses.CloseConnection",
    password="passphrase",
    other_password="password",
    move_request="sc.framework.plugins.protocol.MoveRequest",
    colours=("red", "blue"),
    pauses_slots=True,
    counts_players=False,
    full_names={
        "sc.protocol.requests.AuthenticateRequest": "authenticate",
        "sc.protocol.requests.CancelRequest": "cancel",
        "sc.protocol.requests.GetScoreForPlayerRequest": "scoreForPlayer",
        "sc.protocol.requests.JoinPreparedRoomRequest": "joinPrepared",
        "sc.protocol.requests.JoinRoomRequest": "join",
        "sc.protocol.requests.ObservationRequest": "observe",
        "sc.protocol.requests.PauseGameRequest": "pause",
        "sc.protocol.requests.PrepareGameRequest": "prepare",
        "sc.protocol.requests.StepRequest": "step",
        "sc.protocol.requests.TestModeRequest": "testMode",
        "sc.protocol.responses.RoomPacket": "room",
        "sc.plugin2019.Move": "move",
    },
    tested_parts=FRAGMENTS,
)
MOVES = Moves2019()
CODEC = SeasonCodec(
    "swc_2019_piranhas",
    ServerQuirks(
        refusals_close=True,
        faults_close=True,
        closes_politely=True,
        plain_joins_time_out=True,
        joined_when_full=True,
        paused_shows_observers=False,
        says_paused=False,
        cancel_has_result=False,
        non_moves_lose=True,
    ),
    WORDS,
    Requests(WORDS, MOVES),
    MOVES,
    States2019(MOVES),
    Results2019(),
    Complaints2019(MOVES),
    Refusals2019(),
)
