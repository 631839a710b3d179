"""What the servers of 2022 and later share beyond all seasons: how they word complaints and refusals.

Their texts are partly Java's own way of printing objects; clients of the contest know them, so they are kept.
"""

from dataclasses import dataclass

from schwarm.games import Reason, Team
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element, tag, to_xml
from schwarm.protocol.messages import (
    Cancel,
    Complaint,
    Fault,
    FaultShown,
    Leave,
    Observe,
    OtherSent,
    Pause,
    Prepare,
    Refusal,
    Refused,
    Request,
    Slot,
    Step,
)
from schwarm.protocol.parts import Moves, MoveWords
from schwarm.protocol.requests import Requests

_ROOM_ERROR = "sc.api.plugins.exceptions.GameRoomException"

FULL_NAMES = {
    "sc.protocol.requests.AuthenticateRequest": "authenticate",
    "sc.protocol.requests.CancelRequest": "cancel",
    "sc.protocol.requests.JoinGameRequest": "join",
    "sc.protocol.requests.JoinPreparedRoomRequest": "joinPrepared",
    "sc.protocol.requests.JoinRoomRequest": "joinRoom",
    "sc.protocol.requests.ObservationRequest": "observe",
    "sc.protocol.requests.PauseGameRequest": "pause",
    "sc.protocol.requests.PrepareGameRequest": "prepare",
    "sc.protocol.requests.StepRequest": "step",
    "sc.protocol.room.RoomPacket": "room",
    "sc.protocol.room.MoveRequest": "moveRequest",
    "sc.protocol.room.MementoMessage": "memento",
    "sc.protocol.room.WelcomeMessage": "welcomeMessage",
    "sc.protocol.room.ErrorMessage": "error",
    "sc.protocol.room.GamePaused": "paused",
    "sc.shared.GameResult": "result",
}
SERVER_WORDS = {
    "joined": "sc.protocol.responses.JoinedRoomResponse",
    "left": "sc.protocol.RemovedFromGame",
    "prepared": "sc.protocol.responses.GamePreparedResponse",
    "observed": "sc.protocol.responses.ObservationResponse",
    "joinedGameRoom": "sc.protocol.responses.RoomWasJoinedEvent",
    "errorpacket": "sc.protocol.responses.ErrorPacket",
}

# With the room, the request and what else it says as gaps. Those about too many games or requests, slots and game types
# are ours: the official servers disconnect, or go on with half a game.
REFUSALS = {
    Refusal.NO_SUCH_ROOM: f"{_ROOM_ERROR}: Couldn't find a room with id {{room}}",
    Refusal.ROOM_FULL: f"{_ROOM_ERROR}: Room {{room}} is already full!",
    Refusal.SERVER_FULL: f"{_ROOM_ERROR}: There are too many games on this server",
    Refusal.NOT_A_MEMBER: f"{_ROOM_ERROR}: Client is not a member of game {{room}}",
    Refusal.NOT_A_MOVE: f"{_ROOM_ERROR}: Received non-move packet: {{request}}",
    Refusal.SERVER_WORD: (
        "sc.api.plugins.exceptions.RescuableClientException: Unhandled Packet of type: class {word_class}"
    ),
    Refusal.TOO_MUCH_TALK: f"{_ROOM_ERROR}: Too many requests and no moves; goodbye",
    Refusal.WRONG_SLOTS: f"{_ROOM_ERROR}: A game has 2 slots, not {{slots}}",
    Refusal.NO_RESERVATION: (
        "sc.server.gaming.UnknownReservationException: Couldn't find a reservation for the provided token."
    ),
    Refusal.NOT_ADMIN: "sc.server.network.UnauthenticatedException: Request {request} requires authentication",
    Refusal.WRONG_PASSWORD: (
        "sc.server.network.AuthenticationFailedException: Failed to authenticate as administrator"
    ),
    Refusal.NO_SUCH_GAME: "sc.server.plugins.UnknownGameTypeException: Unknown game type {game_type}",
}
# What the server calls its own classes, for requests that are printed into a refusal.
_KINDS = {
    "moveRequest": "MoveRequest",
    "memento": "MementoMessage",
    "welcomeMessage": "WelcomeMessage",
    "result": "GameResult",
    "error": "ErrorMessage",
    "paused": "GamePaused",
}


def to_java_text(request: Request) -> str:  # noqa: PLR0911  one case per kind of request
    """A request as the official server prints it."""
    match request:
        case Observe():
            return f"ObservationRequest(roomId={_java(request.room)})"
        case Pause():
            return f"PauseGameRequest(roomId={_java(request.room)}, pause={_java(request.pause)})"
        case Step():
            return f"StepRequest(roomId={_java(request.room)}, forced={_java(request.forced)})"
        case Cancel():
            return f"CancelRequest(roomId={_java(request.room)})"
        case Prepare():
            slots = ", ".join(_slot(slot) for slot in request.slots)
            return (
                f"PrepareGameRequest(gameType={_java(request.game_type)}, slotDescriptors=[{slots}], "
                f"pause={_java(request.pause)})"
            )
        case OtherSent():
            # Java prints an object's address here, which means nothing.
            kind = _KINDS.get(request.kind, request.kind)
            data = f"sc.protocol.room.{kind}@0" if kind else "null"
            return f"RoomPacket(roomId={_java(request.room)}, data={data})"
        case _:
            return type(request).__name__


def _slot(slot: Slot) -> str:
    name, can_timeout, reserved = _java(slot.name), _java(slot.can_timeout), _java(slot.reserved)
    return f"SlotDescriptor(displayName={name}, canTimeout={can_timeout}, reserved={reserved})"


def _java(value: str | bool | None) -> str:
    if value is None:
        return "null"
    return to_xml(value) if isinstance(value, bool) else value


def reason_of_leaving(word: str) -> Reason:
    """Why a game ended, by the protocol's word for how somebody left it."""
    garbage = (Leave.GARBAGE.value, Leave.NONSENSE.value)
    if word in garbage:
        return Reason.GARBAGE
    return Reason.NEVER_CAME if word == Leave.NEVER_CAME.value else Reason.LEFT


def left_word(reason: Reason, fault: Fault | None) -> str:
    """The protocol's word for how somebody left."""
    usual = {Reason.GARBAGE: Leave.GARBAGE, Reason.NEVER_CAME: Leave.NEVER_CAME}.get(reason, Leave.LOST)
    return ((fault.leave if fault else None) or usual).value


def name_or_team(names: tuple[str, str], team: Team) -> str:
    """What a player is called in a sentence."""
    return names[team.index] or team.value


def word_move_out_of_turn(words: MoveWords, fault: Fault, names: tuple[str, str]) -> str:
    """A move at the wrong time: the opponent's turn, or nobody's."""

    def player(team: Team) -> str:
        return f"{team.value}({names[team.index]})"

    if fault.expected is None or fault.expected is fault.team:
        return f"Move from {player(fault.team)} has not been requested."
    move = words.describe(fault.move) if fault.move else ""
    return f"It's not your turn yet; expected: {player(fault.expected)}, got {player(fault.team)} (msg was {move})."


@dataclass(frozen=True, slots=True)
class ComplaintsSince2022:
    """Java's exceptions, and the move that they are about."""

    moves: Moves
    words: MoveWords

    def word(self, event: FaultShown) -> Complaint:
        fault = event.fault
        if event.outcome.reason is Reason.ILLEGAL_MOVE:
            move = self.words.describe(fault.move) if fault.move else ""
            text = (
                f"Ungueltiger Zug von '{event.names[fault.team.index]}'.\n"
                f"InvalidMoveException(mistake={self.words.mistake_name(fault)}, move={move})"
            )
        else:
            text = word_move_out_of_turn(self.words, fault, event.names)
        return Complaint(event.room, text, fault.move)

    def write(self, event: Complaint) -> str:
        move = self.moves.write(3, "originalMessage", event.move) if event.move else ""
        return tag(2, "data", move, class_="error", message=event.text)


@dataclass(frozen=True, slots=True)
class RefusalsSince2022:
    """An `<errorpacket>` around the request that is not granted."""

    requests: Requests

    def write(self, event: Refused) -> str:
        request = event.request
        gaps = {
            "room": _java(getattr(request, "room", None)),
            "game_type": _java(getattr(request, "game_type", None)),
            "request": to_java_text(request),
            "word_class": SERVER_WORDS.get(getattr(request, "word", ""), ""),
            "slots": str(len(getattr(request, "slots", ()))),
        }
        message = REFUSALS[event.refusal].format(**gaps)
        return tag(1, "errorpacket", self.requests.markup(request, 2, "originalRequest"), message=message)

    def read(self, element: Element) -> Refused | None:
        original = element.find("originalRequest")
        text = element.get("message") or ""
        refusal = next((refusal for refusal, words in REFUSALS.items() if _fits(text, words)), None)
        if original is None or refusal is None:
            return None
        rest = {key: value for key, value in original.attributes.items() if key != "class"}
        try:
            request = self.requests.read(Element(original.get("class") or "", rest, original.children))
        except BadPacket:
            return None
        return Refused(refusal, request)


def _fits(text: str, words: str) -> bool:
    """Whether a text begins and ends as a sentence with a gap does."""
    begin, _, rest = words.partition("{")
    return text.startswith(begin) and text.endswith(rest.partition("}")[2])
