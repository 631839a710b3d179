"""What a team of a league may be called: a name that can be seen, and that nobody takes for somebody else's."""

from functools import cache
from typing import Any

from schwarm.arena.contest import BETWEEN, check_name
from schwarm.player import PLAYERS
from schwarm.player.display_name import display_name
from schwarm.web.errors import Refused
from schwarm.web.shell.fields import parse_line
from schwarm.words import LANGUAGES, Sentence, excerpt, is_visible, say, speaking
from schwarm.words.lookalike import fold_strokes

MAX_LENGTH = 30
MOST_LEVELS = 100
"""More than Hecht will ever have; none of them is a team."""


def parse_team_name(found: dict[str, Any]) -> str:
    name = parse_line(found, "name")
    if len(name) > MAX_LENGTH or not any(map(is_visible, name)) or BETWEEN.strip() in name or "/" in name:
        raise Refused(NO_NAME(most=MAX_LENGTH))
    partners, organisers = _reserved()
    if name.casefold().partition(":")[0] in PLAYERS or _letters(name) in partners:
        raise Refused(A_PARTNER(name=excerpt(name)))
    if _letters(name) in organisers:
        raise Refused(AN_ORGANISER(name=excerpt(name)))
    return check_name(name)


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """What sparring partners and organisers are called on the page, in every language."""
    partners, organisers = {*PLAYERS}, set[str]()
    for lang in LANGUAGES:
        with speaking(lang):
            for level in range(MOST_LEVELS):
                partners |= {f"Hecht {level}", display_name(f"hecht:level={level}")}
            organisers.add(say("Organiser"))
    return frozenset(map(_letters, partners)), frozenset(map(_letters, organisers))


def _letters(name: str) -> str:
    """A sign more or less makes no other name."""
    return "".join(filter(str.isalnum, fold_strokes(name)))


NO_NAME = Sentence("A team's name has 1 to {most} visible characters, on one line, without “/” and “–”.")
A_PARTNER = Sentence("“{name}” is one of the sparring partners; choose another name.")
AN_ORGANISER = Sentence("“{name}” is what organisers are called here; choose another name.")
