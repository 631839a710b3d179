"""A season's codec: what the XML of all seasons has in common, put together with the parts in which they differ.

Joining, leaving, administration and the envelope of a room's messages are here; states, moves, results, complaints and
refusals are parts. No rules here.
"""

from dataclasses import dataclass

from schwarm.games import Game, Move, State, Team
from schwarm.games.number import parse_number
from schwarm.protocol.codec import BadPacket, Codec, ServerQuirks
from schwarm.protocol.element import Element, leaf, number, room, tag
from schwarm.protocol.messages import (
    Closing,
    Complaint,
    Event,
    FaultShown,
    Joined,
    Leave,
    LeftRoom,
    MoveRequested,
    Observed,
    Paused,
    Prepared,
    Refused,
    Request,
    ResultShown,
    ScoreShown,
    SeatTaken,
    SentMove,
    StateShown,
    TestModeSet,
    TimeLeft,
    Welcome,
)
from schwarm.protocol.parts import Complaints, Moves, Refusals, Results, States, Words
from schwarm.protocol.requests import Requests, truth
from schwarm.protocol.scores import fragment
from schwarm.words import SchwarmError

MAX_SECONDS = 1e6


@dataclass(frozen=True)
class SeasonCodec(Codec):
    """The parts of one season."""

    wire_name: str
    quirks: ServerQuirks
    words: Words
    requests: Requests
    moves: Moves
    states: States
    results: Results
    complaints: Complaints
    refusals: Refusals

    # -- requests and moves ----------------------------------------------------------------------------

    def read_request(self, element: Element) -> Request:
        return self.requests.read(element)

    def write_request(self, request: Request) -> str:
        return self.requests.write(request)

    def move(self, state: State, sent: SentMove) -> Move:
        return self.moves.resolve(state, sent)

    def to_wire(self, state: State, move: Move) -> SentMove:
        return self.moves.to_wire(state, move)

    # -- events ----------------------------------------------------------------------------------------

    def write_event(self, event: Event) -> str:  # noqa: PLR0911, PLR0912  one case per kind of event
        match event:
            case StateShown():
                return room(event.room, tag(2, "data", self.states.write(event), class_="memento"))
            case MoveRequested():
                return room(event.room, tag(2, "data", class_=self.words.move_request, **_time_left(event)))
            case Joined():
                return tag(1, "joined", roomId=event.room)
            case Welcome():
                colour = self.words.colours[event.team.index]
                return room(event.room, tag(2, "data", class_="welcomeMessage", color=colour))
            case ResultShown():
                return room(event.room, tag(2, "data", self.results.write(event), class_="result"))
            case LeftRoom():
                return tag(1, "left", roomId=event.room)
            case FaultShown():
                return self.write_event(self.complaints.word(event))
            case Complaint():
                return room(event.room, self.complaints.write(event))
            case Refused():
                return self.refusals.write(event)
            case Prepared():
                codes = "".join(leaf(2, "reservation", code) for code in event.codes)
                return tag(1, "prepared", codes, roomId=event.room)
            case Observed():
                return tag(1, "observed", roomId=event.room)
            case SeatTaken():
                if self.words.counts_players:
                    return tag(1, "joinedGameRoom", roomId=event.room, playerCount=event.players)
                return tag(1, "joinedGameRoom", roomId=event.room, existing=event.existing)
            case Paused():
                return room(event.room, tag(2, "data", class_="paused", paused=event.paused))
            case Closing():
                return tag(1, self.words.close_tag)
            case TestModeSet():
                return tag(1, "testing", testMode=event.on)
            case ScoreShown():
                return self._write_score(event)

    def _write_score(self, event: ScoreShown) -> str:
        values = "".join(
            tag(3, "values", fragment(4, *part) + leaf(4, "value", f"{value:g}"))
            for part, value in zip(self.words.tested_parts, event.values, strict=True)
        )
        return tag(1, "playerScore", tag(2, "score", values, displayName=event.name, numberOfTests=event.games))

    def read_event(self, game: Game, element: Element) -> Event | None:  # noqa: PLR0911  one case per kind
        id = element.get("roomId") or ""
        match element.tag:
            case "room":
                return self._read_data(game, id, element.find("data"))
            case "joined":
                return Joined(id)
            case "left":
                return LeftRoom(id)
            case "prepared":
                return Prepared(id, tuple(code.text.strip() for code in element.all("reservation")))
            case "observed":
                return Observed(id)
            case "joinedGameRoom":
                players = number(element.get("playerCount"))
                return SeatTaken(id, players or 0, existing=truth(element.get("existing")))
            case "testing":
                return TestModeSet(truth(element.get("testMode")))
            case "errorpacket":
                return self.refusals.read(element)
            case self.words.close_tag:
                return Closing()
        return None

    def _read_data(  # noqa: PLR0911  one case per kind
        self, game: Game, id: str, data: Element | None
    ) -> Event | None:
        if data is None:
            return None
        kind = data.get("class")
        if kind == self.words.move_request:
            return MoveRequested(id, _read_time_left(data))
        match kind:
            case "memento":
                return self._read_memento(game, id, data)
            case "welcomeMessage":
                return self._read_welcome(id, data.get("color"))
            case "result":
                return self.results.read(id, data)
            case "error":
                return Complaint(id, data.get("message") or "", self._move_in(data))
            case "paused":
                return Paused(id, truth(data.get("paused")))
        return None

    def _read_memento(self, game: Game, id: str, data: Element) -> StateShown:
        state = data.find("state")
        if state is None:
            raise BadPacket(Leave.GARBAGE)
        try:
            return self.states.read(game, id, state)
        except SchwarmError as error:
            raise BadPacket(Leave.GARBAGE) from error

    def _read_welcome(self, id: str, colour: str | None) -> Welcome:
        for team, name in zip(Team, self.words.colours, strict=True):
            if colour is not None and colour.upper() == name.upper():
                return Welcome(id, team)
        raise BadPacket(Leave.GARBAGE)

    def _move_in(self, data: Element) -> SentMove | None:
        """The move that a complaint is about, if it is there."""
        for child in data.children:
            if child.get("class") == "move":
                try:
                    return self.moves.read(child)
                except BadPacket:
                    return None
        return None


def _time_left(event: MoveRequested) -> dict[str, str]:
    """Attributes that the official servers do not have: their games have no time of their own."""
    if event.left is None:
        return {}
    names = zip(("limit", "remaining", "increment"), event.left, strict=True)
    return {name: f"{seconds:.3f}" for name, seconds in names}


def _read_time_left(data: Element) -> TimeLeft | None:
    given = (parse_number(data.get(name) or "", 0.0, MAX_SECONDS) for name in ("limit", "remaining", "increment"))
    move, remaining, increment = given
    return None if move is None or remaining is None else TimeLeft(move, remaining, increment or 0.0)
