"""What clients say, to XML and back: joining, administration and the envelope of a move.

The same in all seasons but for some names; what a move looks like, a part of the season knows. No rules here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element, tag
from schwarm.protocol.messages import (
    AskScore,
    Authenticate,
    Cancel,
    Close,
    Join,
    JoinPrepared,
    JoinRoom,
    Leave,
    MoveSent,
    Observe,
    OtherSent,
    Pause,
    Prepare,
    Request,
    ServerWordSent,
    SetTestMode,
    Slot,
    Step,
)
from schwarm.protocol.parts import Moves, Words


def truth(text: str | None, *, missing: bool = False) -> bool:
    """A boolean as the official servers read it: whatever is not `true` is false."""
    return missing if text is None else text.strip().lower() == "true"


Reader = Callable[[Element], Request]
_PLAIN: dict[str, tuple[set[str], Reader]] = {
    "join": ({"gameType"}, lambda element: Join(element.fact("gameType"))),
    "joinRoom": ({"roomId"}, lambda element: JoinRoom(element.fact("roomId"))),
    "joinPrepared": ({"reservationCode"}, lambda element: JoinPrepared(element.fact("reservationCode"))),
    "observe": ({"roomId"}, lambda element: Observe(element.fact("roomId"))),
    "pause": ({"roomId", "pause"}, lambda element: Pause(element.fact("roomId"), truth(element.fact("pause")))),
    "step": ({"roomId", "forced"}, lambda element: Step(element.fact("roomId"), truth(element.fact("forced")))),
    "cancel": ({"roomId"}, lambda element: Cancel(element.fact("roomId"))),
}
"""Requests that are the same in all seasons, each with its facts; they are attributes, or children with text."""
_TESTING: dict[str, tuple[set[str], Reader]] = {
    "testMode": ({"testMode"}, lambda element: SetTestMode(truth(element.fact("testMode")))),
    "scoreForPlayer": ({"displayName"}, lambda element: AskScore(element.fact("displayName") or "")),
}


@dataclass(frozen=True, slots=True)
class Requests:
    """Clients' words, in a season's names and with its moves."""

    words: Words
    moves: Moves

    def read(self, element: Element) -> Request:
        word = self.words.full_names.get(element.tag, element.tag)
        if word == "room":
            return self._read_room(element)
        if word == "prepare":
            return self._read_prepare(element)
        if word in self.words.server_words:
            return ServerWordSent(element.fact("roomId"), word)
        if found := _PLAIN.get(word) or (_TESTING.get(word) if self.words.tested_parts else None):
            facts, read = found
            if any(child.tag not in facts or child.children for child in element.children):
                raise BadPacket(Leave.GARBAGE)
            return read(element)
        if not element.children:
            if word == self.words.close_tag:
                return Close()
            given, others = element.get(self.words.password), element.get(self.words.other_password)
            if word == "authenticate" and (given is not None or others is None):
                return Authenticate(given)
        raise BadPacket(Leave.GARBAGE)

    def _read_room(self, element: Element) -> Request:
        if any(child.tag != "data" for child in element.children) or len(element.children) > 1:
            raise BadPacket(Leave.GARBAGE)
        if not element.children:
            return OtherSent(element.get("roomId"))
        data = element.children[0]
        named = data.get("class") or ""
        kind = self.words.full_names.get(named, named)
        if kind == "move":
            return MoveSent(element.get("roomId"), self.moves.read(data))
        if kind == self.words.move_request or kind in self.words.other_kinds:
            return OtherSent(element.get("roomId"), kind)
        raise BadPacket(Leave.GARBAGE)

    def _read_prepare(self, element: Element) -> Prepare:
        if any(child.tag not in ("slot", "gameType", "pause") or child.children for child in element.children):
            raise BadPacket(Leave.GARBAGE)
        pauses_slots = self.words.pauses_slots
        slots = tuple(
            Slot(
                slot.get("displayName"),
                can_timeout=truth(slot.get("canTimeout"), missing=True),
                reserved=pauses_slots or truth(slot.get("reserved"), missing=True),
                paused=pauses_slots and truth(slot.get("shouldBePaused")),
            )
            for slot in element.all("slot")
        )
        return Prepare(element.fact("gameType"), not pauses_slots and truth(element.fact("pause")), slots)

    def write(self, request: Request) -> str:
        return self.markup(request, 1)

    def markup(self, request: Request, depth: int, name: str | None = None) -> str:
        """A request as an element; with a name, as a part of something else that says its kind as a class."""
        kind, facts, inside = self._parts(request, depth)
        return tag(depth, name or kind, inside, **({"class_": kind} if name else {}), **facts)

    def _parts(  # noqa: PLR0911, PLR0912  one case per kind of request
        self, request: Request, depth: int
    ) -> tuple[str, dict[str, str | bool | None], str]:
        match request:
            case Join():
                return "join", {"gameType": request.game_type}, ""
            case JoinRoom():
                return "joinRoom", {"roomId": request.room}, ""
            case JoinPrepared():
                return "joinPrepared", {"reservationCode": request.code}, ""
            case Authenticate():
                return "authenticate", {self.words.password: request.password}, ""
            case Prepare():
                slots = "".join(self._slot(slot, depth + 1) for slot in request.slots)
                pause = None if self.words.pauses_slots else request.pause
                return "prepare", {"gameType": request.game_type, "pause": pause}, slots
            case Observe():
                return "observe", {"roomId": request.room}, ""
            case Pause():
                return "pause", {"roomId": request.room, "pause": request.pause}, ""
            case Step():
                return "step", {"roomId": request.room, "forced": request.forced}, ""
            case Cancel():
                return "cancel", {"roomId": request.room}, ""
            case MoveSent():
                return "room", {"roomId": request.room}, self.moves.write(depth + 1, "data", request.move)
            case OtherSent():
                inside = tag(depth + 1, "data", class_=request.kind) if request.kind else ""
                return "room", {"roomId": request.room}, inside
            case ServerWordSent():
                return request.word, {"roomId": request.room}, ""
            case SetTestMode():
                return "testMode", {"testMode": request.on}, ""
            case AskScore():
                return "scoreForPlayer", {"displayName": request.name}, ""
            case Close():
                return self.words.close_tag, {}, ""

    def _slot(self, slot: Slot, depth: int) -> str:
        if self.words.pauses_slots:
            return tag(depth, "slot", displayName=slot.name, canTimeout=slot.can_timeout, shouldBePaused=slot.paused)
        return tag(depth, "slot", displayName=slot.name, canTimeout=slot.can_timeout, reserved=slot.reserved)
