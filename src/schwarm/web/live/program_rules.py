"""How programs play at the page, or why they do not."""

from dataclasses import dataclass
from pathlib import Path

from schwarm.launch import Sandbox
from schwarm.words import Message


@dataclass(frozen=True, slots=True)
class ProgramRules:
    """Behind which walls programs play at the page."""

    sandbox: Sandbox | None = None
    socket: Path | None = None
    """Leads from behind a wall to the game server."""
    refusal: Message | None = None
    """Why none are started at all."""


OWN_PROGRAMS = ProgramRules()
"""Whoever runs a page for themselves trusts what they start."""
