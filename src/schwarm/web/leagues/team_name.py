"""What a team of a league may be called: a name that can be seen, and that nobody takes for somebody else's."""

from functools import cache

from schwarm.arena.contest import check_name
from schwarm.arena.fixture import BETWEEN
from schwarm.player import PLAYERS
from schwarm.player.display_name import NO_LONGER_THERE, display_name
from schwarm.store.leagues import WITHDRAWN
from schwarm.web.errors import Refusal, Refused
from schwarm.web.shell.fields import parse_line
from schwarm.words import LANGUAGES, excerpt, is_visible, say, speaking
from schwarm.words.lookalike import fold_strokes

MAX_LENGTH = 30
MOST_LEVELS = 100
"""More than Hecht will ever have; none of them is a team."""


def parse_team_name(typed: str, own: str = "") -> str:
    """The name as it is kept; a team's `own` one is never refused."""
    name = parse_line(typed)
    if own and name == own:
        return name
    if len(name) > MAX_LENGTH or not any(map(is_visible, name)) or BETWEEN.strip() in name or "/" in name:
        raise Refused(NO_NAME(most=MAX_LENGTH))
    if name.casefold().partition(":")[0] in PLAYERS:
        raise Refused(A_PARTNER(name=excerpt(name)))
    if why := _reserved().get(_letters(name)):
        raise Refused(why(name=excerpt(name)))
    return check_name(name)


@cache
def _reserved() -> dict[str, Refusal]:
    """What sparring partners, organisers and teams that are gone are called on the page, in every language."""
    found = dict.fromkeys(PLAYERS, A_PARTNER)
    found |= {f"{WITHDRAWN} {number}": WITHDRAWN_TEAMS for number in range(MOST_LEVELS)}
    for lang in LANGUAGES:
        with speaking(lang):
            for level in range(MOST_LEVELS):
                found |= {f"Hecht {level}": A_PARTNER, display_name(f"hecht:level={level}"): A_PARTNER}
            found |= {say("Organiser"): AN_ORGANISER, str(NO_LONGER_THERE()): WITHDRAWN_TEAMS}
    return {_letters(name): why for name, why in found.items()}


def _letters(name: str) -> str:
    """A sign more or less makes no other name."""
    return "".join(filter(str.isalnum, fold_strokes(name)))


NO_NAME = Refusal("A team's name has 1 to {most} visible characters, on one line, without “/” and “–”.")
A_PARTNER = Refusal("“{name}” is one of the sparring partners; choose another name.")
AN_ORGANISER = Refusal("“{name}” is what organisers are called here; choose another name.")
WITHDRAWN_TEAMS = Refusal("“{name}” is what teams are called that are gone; choose another name.")
