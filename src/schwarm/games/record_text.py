"""The text form of a record.

    Game: piranhas-2026
    Start: 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -
    Red: Anna
    Blue: greedy
    Result: Red, heavier, 23:17

    A4-C4 1.52s ; to the middle
    B0-B2

A header block, an empty line, then the moves as in `line_text`: one per line with its time and its note, variations in
parentheses. A note of several lines continues on lines that start with a semicolon. `Rules: official` is written where
it applies, and `Time: 5m+3s` where time is limited (`time_control`). A move's time like `1.52s-0.003s` says that up to
0.003 of the seconds were the referee's own.
"""

import re
from typing import NamedTuple

from schwarm.games.base import State
from schwarm.games.line_text import Moves, at_line, read_moves, without_notes, write_moves
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.games.played import InvalidRecord
from schwarm.games.reason import is_id
from schwarm.games.registry import find_game
from schwarm.games.time_control import UNLIMITED_TIME, TimeControl
from schwarm.words import SchwarmError, Sentence, excerpt

LIMIT = 1_000_000

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]{0,39}):(.*)")
_RESULT = re.compile(r"(Red|Blue|nobody), ([a-z0-9-]+), (-?[0-9]{1,6}):(-?[0-9]{1,6})")
_WINNERS = {"Red": Team.ONE, "Blue": Team.TWO, "nobody": None}
_KNOWN = ("Game", "Rules", "Start", "Red", "Blue", "Time", "Result")


class Parts(NamedTuple):
    """What a record consists of. An outcome of None is left to the rules."""

    start: State
    moves: Moves
    players: tuple[str, str]
    outcome: Outcome | None
    time: TimeControl
    tags: tuple[tuple[str, str], ...]


def write(
    start: State,
    moves: Moves,
    players: tuple[str, str],
    outcome: Outcome | None,
    time: TimeControl,
    tags: tuple[tuple[str, str], ...],
) -> str:
    """A record as text."""
    headers = [("Game", start.game.id)]
    if start.game.rules != "documents":
        headers.append(("Rules", start.game.rules))
    headers += [("Start", str(start)), ("Red", players[0]), ("Blue", players[1])]
    if outcome:
        headers.append(("Result", _result(outcome)))
    if not time.endless:
        headers.append(("Time", str(time)))
    lines = [f"{key}: {value}".rstrip() for key, value in (*headers, *tags)]
    lines += ["", *write_moves(moves)]
    return "\n".join(lines) + "\n"


def _result(outcome: Outcome) -> str:
    winner = next(word for word, team in _WINNERS.items() if team is outcome.winner)
    return f"{winner}, {outcome.reason.value}, {outcome.points[0]}:{outcome.points[1]}"


def read(text: str) -> Parts:
    """Read a record; the sentence of an error begins with the line it is about."""
    if not isinstance(text, str):
        raise InvalidRecord(NOT_A_TEXT(given=excerpt(repr(text))))
    if len(text) > LIMIT:
        raise InvalidRecord(TOO_LONG(limit=LIMIT))
    text = text.removeprefix("\ufeff")  # with which some editors begin their files
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    head = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    headers = _read_headers(lines[:head])
    start = _read_start(headers)
    return Parts(
        start=start,
        moves=read_moves(start, lines[head:], head + 1),
        players=(headers.get("Red", (0, ""))[1], headers.get("Blue", (0, ""))[1]),
        outcome=_read_result(start, *headers["Result"]) if "Result" in headers else None,
        time=_read_time(*headers["Time"]) if "Time" in headers else UNLIMITED_TIME,
        tags=tuple((key, value) for key, (_, value) in headers.items() if key not in _KNOWN),
    )


def strip_notes(text: str) -> str:
    """A record's text without any notes, also where they make it too long to be read."""
    head, _, moves = text.partition("\n\n")
    return "\n".join([head, "", *without_notes(moves.split("\n"))]) + "\n"


def check_headers(players: tuple[str, ...], tags: tuple[tuple[str, str], ...]) -> None:
    """Raise `InvalidRecord` for names and tags that would not be read back as they are."""
    if isinstance(players, str) or len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise InvalidRecord(TWO_PLAYERS())
    for text in (*players, *(word for tag in tags for word in tag)):
        if text != text.strip() or not text.isprintable():
            raise InvalidRecord(NOT_ONE_LINE(text=excerpt(text)))
    keys = [key for key, _ in tags]
    for key in keys:
        if key in _KNOWN or keys.count(key) > 1 or not _HEADER.fullmatch(f"{key}:") or ":" in key:
            raise InvalidRecord(NOT_A_TAG(key=excerpt(key)))


def _read_headers(lines: list[str]) -> dict[str, tuple[int, str]]:
    headers: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, start=1):
        found = _HEADER.fullmatch(line)
        if not found:
            raise at_line(number, NOT_A_HEADER(text=excerpt(line)))
        if found[1] in headers:
            raise at_line(number, TWICE(key=found[1]))
        headers[found[1]] = number, found[2].strip()
    return headers


def _read_start(headers: dict[str, tuple[int, str]]) -> State:
    for key in ("Game", "Start"):
        if key not in headers:
            raise InvalidRecord(MISSING(key=key))
    _, rules = headers.get("Rules", (0, "documents"))
    try:
        number, id = headers["Game"]
        known = find_game(id, rules)
        number, position = headers["Start"]
        return known.parse(position)
    except SchwarmError as error:
        raise at_line(number, error.message) from error


def _read_time(number: int, text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except SchwarmError as error:
        raise at_line(number, error.message) from error


def _read_result(start: State, number: int, text: str) -> Outcome:
    found = _RESULT.fullmatch(text)
    if not found or not is_id(found[2]):
        raise at_line(number, NOT_A_RESULT(text=excerpt(text)))
    reason = Reason.read(found[2]).in_words_of(start.game.reasons)
    return Outcome(_WINNERS[found[1]], reason, (int(found[3]), int(found[4])))


NOT_A_TEXT = Sentence("A record is read from its text, like path.read_text(), not from {given}.")
TOO_LONG = Sentence("The record is longer than {limit} characters, which is too long for a game.")
NOT_A_HEADER = Sentence("“{text}” is not a header; a header looks like “Red: Anna”, and an empty line ends them.")
NOT_ONE_LINE = Sentence("“{text}” cannot appear in a record; a name is one line without spaces at either end.")
NOT_A_TAG = Sentence(
    "“{key}” cannot be the name of a tag; it begins with a letter, has at most 40 letters from A to Z, digits, spaces, "
    "_ and -, is not one of a record's own headers, and occurs once."
)
TWO_PLAYERS = Sentence('A record has the names of two players, Red\'s first, like ("Anna", "Ben").')
TWICE = Sentence("“{key}” appears a second time; one is enough.")
MISSING = Sentence("The header “{key}” is missing; a record needs Game and Start.")
NOT_A_RESULT = Sentence("“{text}” is not a result; write it like “Red, heavier, 23:17”.")
