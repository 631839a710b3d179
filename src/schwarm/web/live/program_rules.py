"""How programs play at the page, or why they do not."""

from collections.abc import Iterable
from dataclasses import dataclass

from schwarm.launch import Sandbox
from schwarm.player import PLAYERS
from schwarm.web.errors import Refused
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.words import Message


@dataclass(frozen=True, slots=True)
class ProgramRules:
    """Behind which walls programs play at the page."""

    sandbox: Sandbox | None = None
    refusal: Message | None = None
    """Why none are started at all."""

    def check(self, sides: Iterable[SidePlayer]) -> None:
        """Raises `Refused` where somebody would have to be started and nobody is."""
        played = [side.player for side in sides if side.kind is Kind.PLAYER]
        if self.refusal and any(player.partition(":")[0] not in PLAYERS for player in played):
            raise Refused(self.refusal, 409)


OWN_PROGRAMS = ProgramRules()
"""Whoever runs a page for themselves trusts what they start."""
