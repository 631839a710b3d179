"""A bot's last output, read for why its game broke off: the last line, its place in the code, an illegal move.

A bot that crashes leaves nothing but its output, so reports about the game quote that."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from schwarm.games import Game, Reason, Team
from schwarm.games.record import Record
from schwarm.launch.output import OutputLine
from schwarm.player.client import ILLEGAL_MOVE
from schwarm.referee.room import late_move
from schwarm.words import LANGUAGES, Figure, Message, Sentence, excerpt, speaking

if TYPE_CHECKING:
    from schwarm.launch.game_host import PlayedGame

LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ")
"""How a line begins that the kit's logging wrote."""
PLACE = re.compile(r' *File "([^"\n]+\.py)", line (\d+)')
FOREIGN = re.compile(r"/(?:schwarm/(?:core|engine|games|player|protocol|words)|site-packages|python3[^/]*)/")
"""Code that is not the author's own: the kit, Python and its packages."""


@dataclass(frozen=True, slots=True)
class LastWords:
    """What a bot printed last."""

    text: str
    """The last line, or what a program of another language says when it breaks down."""
    file: str = ""
    line: str = ""
    """Where in the author's own code, as far as an error says so."""
    illegal_move: str = ""
    """Why the kit did not send the move."""


def lines_at_end(lines: Sequence[OutputLine], reason: Reason) -> list[OutputLine]:
    """The lines that may tell more about a game that broke off than its reason does. Mostly the kit survives and only
    logs the end of the game, which is known."""
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
        return panic
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


MAX_LINES = 100
"""Lines from the end that are looked at; what was said before belongs to something that was survived."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one language begins, continues and places it."""

    begin: re.Pattern[str]
    """The group `text` is the message, or else the next line is; `file` and `line` are the location."""
    more: re.Pattern[str] | None = None
    """A line that says more about it; its group `text` is added."""
    place: re.Pattern[str] | None = None
    """A line that says where; the first that is not foreign is it."""
    foreign: re.Pattern[str] | None = None


DIALECTS = (
    Dialect(re.compile(r"thread '.*' (?:\(\d+\) )?panicked at (?P<file>[^']+?):(?P<line>\d+):\d+:$")),
    Dialect(re.compile(r"thread '.*' panicked at '(?P<text>.*)', (?P<file>[^']+?):(?P<line>\d+):\d+$")),
    Dialect(
        re.compile(r'Exception in thread "[^"]*" (?P<text>.+)'),
        re.compile(r"(?P<text>Caused by: .+)"),
        re.compile(r"\s+at .*\((?P<file>\w+\.(?:java|kt|scala)):(?P<line>\d+)\)"),
        re.compile(r"\s+at (?:[\w.]+/|java\.|jdk\.|sun\.|kotlin\.|scala\.)"),
    ),
    Dialect(
        re.compile(r"(?P<text>(?:panic|fatal error): .+)"),
        None,
        re.compile(r"\t(?P<file>.+\.go):(?P<line>\d+)"),
        re.compile(r"\t.*/(?:go|golang)[^/]*/src/"),
    ),
    Dialect(
        re.compile(r"terminate called after throwing an instance of '(?P<text>.+)'"),
        re.compile(r"\s*what\(\):\s+(?P<text>.+)"),
    ),
    Dialect(
        re.compile(r"Unhandled exception\. (?P<text>.+)"),
        None,
        re.compile(r"\s+at .* in (?P<file>.+\.cs):line (?P<line>\d+)"),
    ),
    Dialect(
        re.compile(r"(?:Uncaught )?(?P<text>\w*Error(?: \[\w+\])?: .+)"),
        None,
        re.compile(r"\s+at (?:.*\()?(?P<file>[^():]+\.[cm]?[jt]s):(?P<line>\d+):\d+\)?$"),
        re.compile(r"\s+at .*(?:node:|node_modules)"),
    ),
)
"""Rust, and Rust before 2023; Java and its relatives; Go; C++; C#; JavaScript."""


def find_panic(said: Sequence[str]) -> LastWords | None:
    """The last crash reported in a program's output."""
    said = said[-MAX_LINES:]
    for number in range(len(said) - 1, -1, -1):
        for dialect in DIALECTS:
            if (found := dialect.begin.match(said[number])) and (panic := _read(dialect, found, said[number + 1 :])):
                return panic
    return None


def _read(dialect: Dialect, found: re.Match[str], rest: Sequence[str]) -> LastWords | None:
    facts = found.groupdict()
    text = facts.get("text") or next((line.strip() for line in rest if line.strip()), "")
    if dialect.more:
        text = ": ".join([text, *(more["text"] for line in rest if (more := dialect.more.match(line)))])
    file, number = facts.get("file") or "", facts.get("line") or ""
    if dialect.place:
        foreign = dialect.foreign
        places = [
            match for line in rest if (match := dialect.place.match(line)) and not (foreign and foreign.match(line))
        ]
        if not places and dialect.foreign:
            # A sentence that only looks like one: no program of this language prints it without its place.
            if not any(dialect.place.match(line) or dialect.foreign.match(line) for line in rest):
                return None
        elif places:
            file, number = places[0]["file"], places[0]["line"]
    return LastWords(text, PurePath(file).name, number)


MAX_QUOTE_LENGTH = 200


def report_violation(hosted: "PlayedGame") -> list[Message]:
    """What to tell about a violation, in order; nothing for a game that went to its regular end."""
    outcome = hosted.record.outcome
    if outcome is None or not outcome.reason.violation:
        return []
    losers = [outcome.winner.opponent] if outcome.winner else list(Team)
    faults = {team: _describe_end(hosted, team, outcome.reason) for team in losers}
    facts = list_faults(faults, hosted.record.start.game)
    number = hosted.record.final.round  # each side moves once in a round, so it is also the number of its own move
    if outcome.reason is Reason.NO_ANSWER:
        return [NO_ANSWER(number=number), *facts]
    if outcome.reason is Reason.TIMEOUT:
        with_kit = any(hosted.made_with_kit[team.index] for team in losers)
        return [_describe_lateness(hosted.record, number, LATE_WITH_KIT if with_kit else LATE), *facts]
    return facts


def _describe_lateness(record: Record, number: int, late: Sentence) -> Message:
    limit, seconds = record.time_to_move().late, late_move(record)
    if limit is None or limit == record.remaining(record.final.to_move):
        return OUT_OF_TIME(number=number)
    if seconds is None:
        return MISSING(number=number, limit=Figure(limit, None))
    return late(number=number, seconds=Figure(seconds, 1), limit=Figure(limit, None))


def list_faults(faults: Mapping[Team, Sequence[Message]], game: Game) -> list[Message]:
    """The facts about each side that lost, in order, with the side's name if both did."""
    told: list[Message] = []
    for team, facts in faults.items():
        first = [WHOSE(side=game.side(team)(), fact=fact) if len(faults) > 1 else fact for fact in facts[:1]]
        told += [*first, *facts[1:]]
    return told


def _describe_end(hosted: "PlayedGame", team: Team, reason: Reason) -> list[Message]:
    facts = []
    trouble = hosted.troubles[team.index]
    last = quote_last_words(hosted.other_output[team.index], reason)
    if trouble and not (last and trouble == ENDED_WITH(code=1)):
        # 1 is every error's exit code; the last words say more.
        facts.append(trouble)
    if last:
        facts.append(last)
    return facts


def quote_last_words(lines: Sequence[OutputLine], reason: Reason) -> Message | None:
    """What a bot said last before its game was broken off; None where that tells nothing."""
    last = last_words(lines_at_end(lines, reason))
    if last is None:
        return None
    text = excerpt(last.text, MAX_QUOTE_LENGTH)
    where = {"file": excerpt(last.file), "line": last.line}
    return LAST_WORDS_AT(text=text, **where) if last.file else LAST_WORDS(text=text)


NO_ANSWER = Sentence("Its move {number} never came; look for an endless loop or something it waits for.")
WHOSE = Sentence("{side}: {fact}")
OUT_OF_TIME = Sentence("At its move {number} its time ran out.")
MISSING = Sentence("Its move {number} was not there after {limit} s, and more is not allowed.")
LATE = Sentence("Its move {number} took {seconds} seconds; {limit} are allowed.")
LATE_WITH_KIT = Sentence(
    "Its move {number} took {seconds} seconds; {limit} are allowed, and clock.left says how many of them remain."
)
LAST_WORDS = Sentence("Its last words: “{text}”")
LAST_WORDS_AT = Sentence("Its last words, from {file}, line {line}: “{text}”")
ENDED_WITH = Sentence("It exited with code {code}.")
