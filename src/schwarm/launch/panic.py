"""How programs of other languages than Python say that they break down: what it was, and where in their code.

Their last line is mostly the least of it: advice about backtraces, or the deepest frame of a library.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

MAX_LINES = 100
"""Lines from the end that are looked at; what was said before belongs to something that was survived."""


@dataclass(frozen=True, slots=True)
class Panic:
    """The sentence of a breakdown, and its place where that is told."""

    text: str
    file: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one language begins, continues and places it."""

    begin: re.Pattern[str]
    """Its group `text` is what happened; without it, that follows in the next line. `file` and `line`: where."""
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


def find_panic(said: Sequence[str]) -> Panic | None:
    """The last breakdown that a program's output tells of."""
    said = said[-MAX_LINES:]
    for number in range(len(said) - 1, -1, -1):
        for dialect in DIALECTS:
            if (found := dialect.begin.match(said[number])) and (panic := _read(dialect, found, said[number + 1 :])):
                return panic
    return None


def _read(dialect: Dialect, found: re.Match[str], rest: Sequence[str]) -> Panic | None:
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
    return Panic(text, PurePath(file).name, number)
