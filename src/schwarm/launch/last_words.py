"""What a bot printed about its own end: its last line, where in its code that was, whether it chose a illegal move.

A bot that is broken off had no time for anything but its output, so whoever tells about the game reads that."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from schwarm.games import Reason
from schwarm.launch.output import OutputLine
from schwarm.launch.panic import find_panic
from schwarm.player.client import ILLEGAL_MOVE
from schwarm.words import LANGUAGES, speaking

LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ")
"""How a line begins that the kit's logging wrote."""
PLACE = re.compile(r' *File "([^"\n]+\.py)", line (\d+)')
FOREIGN = re.compile(r"/(?:schwarm/(?:core|engine|games|player|protocol|words)|site-packages|python3[^/]*)/")
"""What is not the author's own: the kit, and what Python brings along."""


@dataclass(frozen=True, slots=True)
class LastWords:
    """What a bot printed last."""

    text: str
    """The last line, or what a program of another language says when it breaks down."""
    file: str = ""
    line: str = ""
    """Where in the author's own code, as far as an error says so."""
    illegal_move: str = ""
    """What is wrong with the move that the kit did not send."""


def lines_at_end(lines: Sequence[OutputLine], reason: Reason) -> list[OutputLine]:
    """What may tell more about a broken off game than its reason. In most of them the kit lives on and logs only how
    the game ended, once more."""
    says_why = reason in (Reason.CRASHED, Reason.ILLEGAL_MOVE, Reason.NEVER_CAME)
    return [line for line in lines if says_why or not LOGGED.match(line.text)]


def last_words(lines: Sequence[OutputLine]) -> LastWords | None:
    """What a bot's output says about its end; None for one that said nothing."""
    said = [line.text for line in lines if line.text.strip()]
    if not said:
        return None
    places = [found for text in said if (found := PLACE.match(text)) and not FOREIGN.search(found[1])]
    errors = [line.text for line in lines if line.stream == "err" and line.text.strip()]
    if errors and (places or LOGGED.match(errors[-1])):
        # Two pipes keep no order between them: what was printed before an error may arrive after it.
        said = errors
    if not places and (panic := find_panic(errors or said)):
        return LastWords(panic.text, panic.file, panic.line)
    last = LOGGED.sub("", said[-1]).strip()
    false = _illegal_move_pattern().match(last)
    file, number = (Path(places[-1][1]).name, places[-1][2]) if places else ("", "")
    return LastWords(last, file, number, false[1].strip() if false else "")


def error_report(lines: Sequence[OutputLine]) -> list[str]:
    """The output after the last sentence that the kit logged: where an error was, as Python tells it. If there is
    nothing after it, that sentence itself."""
    said = [line.text for line in lines]
    logged = [number for number, text in enumerate(said) if LOGGED.match(text)]
    if not logged:
        return said
    rest = [text for text in said[logged[-1] + 1 :] if text.strip()]
    return rest or [LOGGED.sub("", said[logged[-1]])]


@cache
def _illegal_move_pattern() -> re.Pattern[str]:
    """What the kit prints before it gives up on a illegal move, in any language."""
    prefixes = []
    for lang in LANGUAGES:
        with speaking(lang):
            prefixes.append(re.escape(str(ILLEGAL_MOVE(why="")).strip()))
    return re.compile(f"(?:{'|'.join(prefixes)})(.*)")
