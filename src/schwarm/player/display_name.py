"""What people call a player. Everything that is stored or sent keeps the name that players are started by."""

import re

from schwarm.words import Sentence

_SPEC = re.compile(r"\bhecht:level=(\d{1,2})(?![\w,=:])")
_SHORT = re.compile(r"Hecht (\d{1,2})")
_WITHDRAWN = re.compile(r"withdrawn \d{1,2}")
"""A team that a league shows no longer, by its number, see `store.leagues`."""


def display_name(name: str) -> str:
    """`hecht:level=3` as people say it in the language spoken, also inside a title; every other name as it is."""
    if name == "hecht":
        return "Hecht"
    if found := _SHORT.fullmatch(name):
        return str(LEVEL(level=found[1]))
    if is_withdrawn(name):
        return str(NO_LONGER_THERE())
    return _SPEC.sub(lambda found: str(LEVEL(level=found[1])), name)


def is_withdrawn(name: str) -> bool:
    """Whether that stands for a team that its league shows no longer."""
    return _WITHDRAWN.fullmatch(name) is not None


NO_LONGER_THERE = Sentence("withdrawn")
LEVEL = Sentence("Hecht, level {level}")
