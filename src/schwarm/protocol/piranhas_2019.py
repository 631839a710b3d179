"""The XML of Piranhas 2019, as server 19.2.1 and its clients speak it.

Places and directions are attributes, the sides are called red and blue, and a client that does something wrong is
disconnected.
"""

from dataclasses import dataclass

from schwarm.games import Game, Move, Outcome, Reason, State, Team
from schwarm.games.notation import write_rows
from schwarm.games.piranhas import DIRECTIONS, PiranhasState, SwimRule
from schwarm.games.piranhas.seasons import LARGER_SWARM
from schwarm.protocol import wire_moves
from schwarm.protocol.codec import BadPacket, ServerQuirks
from schwarm.protocol.element import INDENT, Element, leaf, number, pair, tag
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
from schwarm.protocol.scores import definition, offenders, victory_points
from schwarm.protocol.season import SeasonCodec

NAMELESS = "Unknown"
COLOURS = ("RED", "BLUE")
FRAGMENTS = ("Gewinner", "SUM"), ("∅ Schwarm", "AVERAGE")

ROUND_LIMIT = "Das Rundenlimit wurde erreicht."
UNITED = "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint."
# Ours: by the documents a game can also end like this, but no official server says so.
BLOCKED = "Das Spiel ist beendet.\nEin Spieler kann keinen Zug mehr machen."
BOTH_UNITED = "Das Spiel ist beendet.\nBeide Spieler haben ihren Schwarm vereint."
CANCELLED = "Das Spiel wurde abgebrochen."
AGREED = "Das Spiel ist beendet.\nBeide Spieler haben sich auf ein Unentschieden geeinigt."
CRASHED = "Der Spieler ist abgestürzt"
RESIGNED = "Der Spieler hat aufgegeben"

LEFT = "Der Spieler hat das Spiel verlassen"
NO_MOVE = "Der Spieler hat innerhalb von {} Sekunden nach Aufforderung keinen Zug gesendet"


def write_result(event: ResultShown, mistake: str) -> str:
    """The offender gets no victory points and keeps its swarm; only it has a reason then."""
    outcome, guilty = event.outcome, offenders(event)
    if outcome.reason is Reason.RESIGNED and outcome.winner:
        guilty = {outcome.winner.opponent}
    points = event.final.points() if guilty and event.final else outcome.points
    scores = ""
    for team in Team:
        fault = next((fault for fault in event.faults if fault.team is team), None)
        cause, reason = "REGULAR", None if guilty else _regular(event)
        if team in guilty:
            cause, reason = _cause(outcome.reason, fault, mistake)
        parts = victory_points(outcome)[team.index], points[team.index]
        scores += tag(3, "score", "".join(leaf(4, "part", part) for part in parts), cause=cause, reason=reason)
    winner = ""
    if outcome.winner:
        place = outcome.winner.index
        winner = tag(3, "winner", color=COLOURS[place], displayName=event.names[place] or NAMELESS)
    return definition(*FRAGMENTS) + scores + winner


def _regular(event: ResultShown) -> str:
    outcome, final = event.outcome, event.final
    if outcome.reason is Reason.CANCELLED:
        return CANCELLED
    if outcome.reason is Reason.AGREED:
        return AGREED
    if outcome.reason is Reason.BLOCKED:
        return BLOCKED
    if final is None or final.turn >= final.game.last_turn:
        return ROUND_LIMIT
    return UNITED if outcome.winner else BOTH_UNITED


def _cause(reason: Reason, fault: Fault | None, mistake: str) -> tuple[str, str]:
    limit = fault.limit if fault else None
    match reason:
        case Reason.TIMEOUT:
            return "SOFT_TIMEOUT", NO_MOVE.format(f"{limit or 2:g}")
        case Reason.NO_ANSWER:
            return "HARD_TIMEOUT", NO_MOVE.format(f"{limit or 10:g}")
        case Reason.ILLEGAL_MOVE:
            return "RULE_VIOLATION", mistake
        case Reason.CRASHED:
            return "LEFT", CRASHED
        case Reason.RESIGNED:
            return "LEFT", RESIGNED
    return "LEFT", LEFT


def read_result(room: str, data: Element) -> ResultShown:
    """Winner and points as they are on the wire; the reason as far as causes and words tell. Of the names, only the
    winner's is there."""
    scores = list(data.all("score"))
    if len(scores) != 2:
        raise BadPacket(Leave.GARBAGE)
    one, two = (_points(score) for score in scores)
    winner = data.find("winner")
    won = next((team for team in Team if winner and winner.get("color") == COLOURS[team.index]), None)
    names = ["", ""]
    if won and winner and winner.get("displayName") != NAMELESS:
        names[won.index] = winner.get("displayName") or ""
    causes = [score.get("cause") or "REGULAR" for score in scores]
    guilty = [team for team in Team if causes[team.index] != "REGULAR"]
    text = scores[guilty[0].index if guilty else 0].get("reason") or ""
    reason = _irregular(causes[guilty[0].index], text) if guilty else _understood(text, won, (one, two))
    faults = tuple(Fault(team) for team in guilty) if reason.violation else ()
    return ResultShown(room, Outcome(won, reason, (one, two)), None, (names[0], names[1]), faults)


def _points(score: Element) -> int:
    parts = [number(part.text) for part in score.all("part")]
    if len(parts) != 2 or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return parts[1]


def _irregular(cause: str, text: str) -> Reason:
    words = {CRASHED: Reason.CRASHED, RESIGNED: Reason.RESIGNED}
    causes = {
        "SOFT_TIMEOUT": Reason.TIMEOUT,
        "HARD_TIMEOUT": Reason.NO_ANSWER,
        "RULE_VIOLATION": Reason.ILLEGAL_MOVE,
    }
    return words.get(text) or causes.get(cause, Reason.LEFT)


def _understood(text: str, won: Team | None, points: tuple[int, int]) -> Reason:
    if text == CANCELLED:
        return Reason.CANCELLED
    if won is None:
        return Reason.AGREED if text == AGREED else Reason.DRAW
    if text == BLOCKED:
        return Reason.BLOCKED
    # Both sentences are also said where both sides are united, or only one at the last round.
    heavier = points[won.index] > points[won.opponent.index]
    return LARGER_SWARM if text == ROUND_LIMIT and heavier else Reason.ONLY_SWARM


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
    """Why a move is wrong, in the server's words."""
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
    """One `<fields>` per column, and a line whose meaning is unknown."""
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
