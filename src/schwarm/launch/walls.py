"""Which walls this machine has against programs of strangers, and what is said where one is missing."""

from schwarm.launch.control_group import find_hierarchies
from schwarm.launch.sandbox import can_wall
from schwarm.words import Listing, Message, Sentence


def why_no_strangers() -> Message | None:
    """Why programs of people whom nobody here knows are not started on this machine; None where they may be."""
    missing = [] if can_wall() else [SANDBOX()]
    if not {"memory", "pids"} <= set(find_hierarchies()):
        missing.append(COUNTED())
    return NO_STRANGERS(walls=Listing(missing)) if missing else None


NO_STRANGERS = Sentence(
    "A public page starts programs only behind walls, and this machine lacks {walls}; “schwarm doctor” says more."
)
SANDBOX = Sentence("a sandbox (bubblewrap)")
COUNTED = Sentence("control groups for memory and processes")
