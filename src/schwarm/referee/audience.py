"""Everybody who hears what happens in a room: the players at their seats, and the observers."""

import logging

from schwarm.protocol.messages import Event
from schwarm.referee.seat import Occupant, Seat

log = logging.getLogger("schwarm.referee")


class Audience:
    """Delivers events. If one occupant cannot be told, that is this one's problem alone: everybody else hears all."""

    def __init__(self, room: str, seats: tuple[Seat, Seat]) -> None:
        self.observers: list[Occupant] = []
        self._room, self._seats = room, seats
        self._insiders: list[Occupant] = []
        self._unreachable: list[Occupant] = []

    def admit(self, observer: Occupant, *, inside: bool) -> None:
        """From now on somebody hears what observers do; inside also what a season's server does not tell them."""
        if observer not in self.observers:
            self.observers.append(observer)
            if inside:
                self._insiders.append(observer)

    def tell(self, seat: Seat, event: Event) -> None:
        if seat.occupant is not None:
            self._send(seat.occupant, event)

    def tell_observers(self, event: Event, *, outside: bool = True) -> None:
        for observer in list(self.observers):
            if outside or observer in self._insiders:
                self._send(observer, event)

    def tell_players(self, event: Event) -> None:
        """Red first."""
        for seat in self._seats:
            self.tell(seat, event)

    def tell_everybody(self, event: Event) -> None:
        self.tell_players(event)
        self.tell_observers(event)

    def take_unreachable(self) -> list[Occupant]:
        """Those who could not be told since this was last asked."""
        unreachable, self._unreachable = self._unreachable, []
        return unreachable

    def _send(self, occupant: Occupant, event: Event) -> None:
        try:
            occupant.notify(event)
        except Exception:
            log.exception("An occupant of room %s could not be told.", self._room)
            self._unreachable.append(occupant)
