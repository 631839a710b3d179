"""What a check-up found: one sentence each, with what to do about it."""

from dataclasses import dataclass
from enum import Enum

from schwarm.words import Message


class Weight(Enum):
    """How much a finding matters; the value is its sign in a report."""

    GOOD = "✓"
    HINT = "!"
    """It plays, but this may cost a game one day."""
    FAULT = "✗"
    """With this it loses games, or never plays any."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found."""

    weight: Weight
    message: Message

    def __str__(self) -> str:
        return f"{self.weight.value} {self.message}"


def good(message: Message) -> Finding:
    return Finding(Weight.GOOD, message)


def hint(message: Message) -> Finding:
    return Finding(Weight.HINT, message)


def fault(message: Message) -> Finding:
    return Finding(Weight.FAULT, message)
