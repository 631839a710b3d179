"""What the XML of all seasons has in common: joining, leaving, administration, and the envelope of a room's messages.

States, moves, results and complaints differ by season; a season's codec adds them. No rules here.
"""

from abc import abstractmethod
from typing import ClassVar

from schwarm.games import Game, Outcome, Team
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.markup import leaf, number, room, tag
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
    ResultShown,
    SeatTaken,
    SentMove,
    StateShown,
    Welcome,
)
from schwarm.protocol.requests import RequestCodec, truth
from schwarm.words import SchwarmError

WIN, DRAW, LOSS = 2, 1, 0


def victory_points(outcome: Outcome) -> tuple[int, int]:
    """The first part of both scores: a draw gives one each, but a game that nobody won regularly gives nothing."""
    if outcome.winner is None:
        return (DRAW, DRAW) if outcome.reason.regular else (LOSS, LOSS)
    return (WIN, LOSS) if outcome.winner is Team.ONE else (LOSS, WIN)


def definition(*fragments: tuple[str, str]) -> str:
    """What the parts of a score are called and how a table adds them up."""
    inside = "".join(
        tag(4, "fragment", leaf(5, "aggregation", how) + leaf(5, "relevantForRanking", True), name=name)
        for name, how in fragments
    )
    return tag(3, "definition", inside)


def offenders(event: ResultShown) -> set[Team]:
    """Who lost by breaking a rule or the contest's conditions."""
    if not event.outcome.reason.violation:
        return set()
    if event.faults:
        return {fault.team for fault in event.faults}
    return {event.outcome.winner.opponent} if event.outcome.winner else set(Team)


class SeasonCodec(RequestCodec):
    """The part of a codec that is the same in all seasons but for some names."""

    colours: ClassVar[tuple[str, str]] = ("ONE", "TWO")
    """What the sides are called in a welcome."""

    # -- what a season adds ----------------------------------------------------------------------------

    @abstractmethod
    def write_state(self, event: StateShown) -> str:
        """The `<state>` of a memento, at depth 3."""

    @abstractmethod
    def read_state(self, game: Game, room: str, state: Element) -> StateShown:
        """The inverse; raises `BadPacket` or a `SchwarmError` for what is not a state of this season."""

    @abstractmethod
    def write_result(self, event: ResultShown) -> str:
        """The inside of a `<data class="result">`, at depth 3."""

    @abstractmethod
    def read_result(self, room: str, data: Element) -> ResultShown:
        """The inverse, as far as the wire tells; raises `BadPacket`."""

    @abstractmethod
    def complain(self, event: FaultShown) -> Complaint:
        """A fault in the season's words."""

    @abstractmethod
    def write_complaint(self, event: Complaint) -> str:
        """The `<data class="error">`, at depth 2."""

    @abstractmethod
    def write_refusal(self, event: Refused) -> str:
        """The answer to a request that is not granted."""

    @abstractmethod
    def read_refusal(self, element: Element) -> Refused | None:
        """The inverse, as far as the wire tells."""

    # -- events ----------------------------------------------------------------------------------------

    def write_event(self, event: Event) -> str:  # noqa: PLR0911, PLR0912  one case per kind of event
        match event:
            case StateShown():
                return room(event.room, tag(2, "data", self.write_state(event), class_="memento"))
            case MoveRequested():
                return room(event.room, tag(2, "data", class_=self.move_request))
            case Joined():
                return tag(1, "joined", roomId=event.room)
            case Welcome():
                colour = self.colours[event.team.index]
                return room(event.room, tag(2, "data", class_="welcomeMessage", color=colour))
            case ResultShown():
                return room(event.room, tag(2, "data", self.write_result(event), class_="result"))
            case LeftRoom():
                return tag(1, "left", roomId=event.room)
            case FaultShown():
                return self.write_event(self.complain(event))
            case Complaint():
                return room(event.room, self.write_complaint(event))
            case Refused():
                return self.write_refusal(event)
            case Prepared():
                codes = "".join(leaf(2, "reservation", code) for code in event.codes)
                return tag(1, "prepared", codes, roomId=event.room)
            case Observed():
                return tag(1, "observed", roomId=event.room)
            case SeatTaken():
                return self.write_seat_taken(event)
            case Paused():
                return room(event.room, tag(2, "data", class_="paused", paused=event.paused))
            case Closing():
                return tag(1, self.close_tag)

    def write_seat_taken(self, event: SeatTaken) -> str:
        return tag(1, "joinedGameRoom", roomId=event.room, playerCount=event.players)

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
            case "errorpacket":
                return self.read_refusal(element)
            case self.close_tag:
                return Closing()
        return None

    def _read_data(  # noqa: PLR0911  one case per kind
        self, game: Game, id: str, data: Element | None
    ) -> Event | None:
        if data is None:
            return None
        kind = data.get("class")
        if kind == self.move_request:
            return MoveRequested(id)
        match kind:
            case "memento":
                return self._read_memento(game, id, data)
            case "welcomeMessage":
                return self._read_welcome(id, data.get("color"))
            case "result":
                return self.read_result(id, data)
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
            return self.read_state(game, id, state)
        except SchwarmError as error:
            raise BadPacket(Leave.GARBAGE) from error

    def _read_welcome(self, id: str, colour: str | None) -> Welcome:
        for team, name in zip(Team, self.colours, strict=True):
            if colour is not None and colour.upper() == name.upper():
                return Welcome(id, team)
        raise BadPacket(Leave.GARBAGE)

    def _move_in(self, data: Element) -> SentMove | None:
        """The move that a complaint is about, if it is there."""
        for child in data.children:
            if child.get("class") == "move":
                try:
                    return self.read_move(child)
                except BadPacket:
                    return None
        return None
