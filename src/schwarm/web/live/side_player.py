"""Who plays a side of a game at the page: a person, a player that is started here, or a client that connects."""

import hashlib
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any, Self

from schwarm.engine.level import LEVELS
from schwarm.games import Team
from schwarm.games.time_control import CONTEST_TIME, Limits
from schwarm.launch import parse_player, seat_for
from schwarm.protocol.messages import Event
from schwarm.referee import Seat
from schwarm.web.live.contract import PlayerJson


class Kind(Enum):
    """Who may sit at a place."""

    PERSON = "person"
    PLAYER = "player"
    CLIENT = "client"


@dataclass(slots=True)
class SidePlayer:
    """One side of a game."""

    kind: Kind
    name: str = ""
    player: str = ""
    """How `launch` calls the player that is started here."""
    visitor: str = ""
    """The fingerprint of the person who sits here."""
    invite: str = ""
    """The code of the link that lets somebody sit down while nobody does."""
    open: bool = False
    """Whether anybody who watches may sit down, so that the code is no secret."""
    away: bool = False
    """Whether the person who sits here has yet to come to the board, and is waited for."""
    thinker: str = ""
    """The fingerprint of the person in whose browser Hecht thinks for this side; else the server does."""

    @property
    def taken(self) -> bool:
        return self.kind is not Kind.PERSON or bool(self.visitor)

    @property
    def here(self) -> bool:
        """Whether the game can begin, as far as this side goes."""
        return self.taken and not self.away

    @property
    def joinable(self) -> bool:
        """Whether anybody may sit down now."""
        return self.open and bool(self.invite) and not self.taken

    def seat(self, team: Team) -> Seat:
        """The seat in a room. A person's is reserved with a code that nobody can know, so that no client takes it."""
        if self.kind is Kind.PLAYER:
            seat = seat_for(team, parse_player(self.player))
            seat.name = self.name or record_name(seat.name)
            return seat
        if self.kind is Kind.CLIENT:
            return Seat(team, self.name)
        return Seat(team, self.name, code="page")

    @property
    def level(self) -> int:
        """At which level Hecht plays."""
        return int(self.player.partition("level=")[2] or len(LEVELS))

    def limits(self, agreed: Limits) -> Limits:
        """What the game's time control means for this side."""
        if self.thinker:
            # How long a network takes is nobody's fault; the page waits a bounded time and then thinks itself.
            return Limits()
        if self.kind is Kind.PERSON:
            # A person sees the clock run down: when it is at zero, the time is over.
            return replace(agreed, wait=None)
        return for_program(agreed)

    def to_player(self, name: str) -> PlayerJson:
        """As browsers hear of them, by the name that the record has."""
        return {"kind": self.kind.value, "name": name, "here": self.here}

    def to_json(self) -> dict[str, Any]:
        """As JSON, for the store."""
        return asdict(self) | {"kind": self.kind.value}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        return cls(**{**kept, "kind": Kind(kept["kind"])})


def for_program(agreed: Limits) -> Limits:
    """Programs never think for ever: where people have no limit, they have the contest's."""
    return CONTEST_TIME.red if agreed == Limits() else agreed


class WebPlayer:
    """A person at a page, as a room sees them. They hear what happens through the game's feed."""

    def notify(self, event: Event) -> None:
        pass

    def disconnect(self) -> None:
        pass


def record_name(title: str) -> str:
    """What a player is called in a game's record, which has no language: `hecht:level=4` is Hecht 4."""
    name, _, options = title.partition(":")
    level = options.removeprefix("level=")
    return f"Hecht {level}".strip() if name == "hecht" and (level.isdigit() or not options) else title


def hash_visitor(visitor: str) -> str:
    """What is kept of a visitor's cookie: enough to know them again, not enough to be them."""
    return hashlib.sha256(f"schwarm visitor {visitor}".encode()).hexdigest()[:32]
