"""A game for tests of what bots can do in it, and bots that look for what they must not see."""

from typing import Any

import schwarm
from patience import PATIENCE
from schwarm import launch

SPY = """
import os
from pathlib import Path
from schwarm.player import Player

class Spy(Player):
    def choose(self, state, clock):
        if state.turn < 2:
            files = [Path(place, name) for seen in PLACES for place, _, names in os.walk(seen) for name in names]
            files = [file for file in files if file.is_file() and os.access(file, os.R_OK)]
            # Neither this file nor what Python compiles it to holds the word.
            word = bytes(reversed(b"terces"))
            print({file.name for file in files if word in file.read_bytes()})
        return state.legal_moves()[0]
"""

PEEPER = """
import os
from schwarm.player import Player

class Peeper(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            print(os.listdir("DATA"), flush=True)
        return state.legal_moves()[0]
"""


def play(first: schwarm.State, red: str, blue: str, **options: Any) -> launch.PlayedGame:
    """A game in which nobody is in a hurry."""
    calm: dict[str, Any] = {"time": "60s/90s", "patience": PATIENCE}
    return launch.play(first, red, blue, **(calm | options))
