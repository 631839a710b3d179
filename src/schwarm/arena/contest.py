"""What all contests have in common: who takes part, under which conditions, and which games are due.

A contest is a value. It keeps no results: asked with what was played so far it says what is to be played next, so that
going on after any interruption is the same as going on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schwarm.arena.assignment import Assignment
from schwarm.arena.fixture import BETWEEN, Fixture, Results
from schwarm.games import Game, TimeControl, game
from schwarm.games.time_control import CONTEST_TIME
from schwarm.player import PLAYERS
from schwarm.player.class_file import split
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.words import SchwarmError, Sentence, excerpt, one_line


class BadContest(SchwarmError):
    """A contest that cannot be held."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How every game of a contest is played."""

    game_id: str
    rules: str = "documents"
    time: TimeControl = CONTEST_TIME
    patience: float = 20.0
    sandboxed: bool = True
    """Whether a wall is put around bots where that is possible; their limits hold in any case."""

    @property
    def game(self) -> Game:
        return game(self.game_id, self.rules)


class Contest(Protocol):
    """A match, a tournament or a season."""

    @property
    def title(self) -> str: ...

    @property
    def conditions(self) -> Conditions: ...

    @property
    def bots(self) -> Mapping[str, str]:
        """How each player, by its name, is started."""

    def due(self, results: Results) -> list[Fixture]:
        """What can be played now and was not, in order."""

    def over(self, results: Results) -> bool:
        """Whether it is decided before all games are played. Asked after every game, so it must be cheap."""

    def total(self, results: Results) -> int:
        """How many games it will have, as far as is known."""


def assignment(contest: Contest, fixture: Fixture, others: tuple[str, ...] = ()) -> Assignment:
    """A game of a contest for whoever plays it; `others` says where all its bots lie."""
    how = contest.conditions
    bots = contest.bots[fixture.red], contest.bots[fixture.blue]
    return Assignment(
        *(fixture, bots, how.game_id, how.rules, str(how.time), how.patience, how.sandboxed), others=others
    )


def name_players(bots: Iterable[str], titles: Iterable[str]) -> dict[str, str]:
    """Names for players that were only told how they start: their titles. Of two that a reader would take for the same
    an archive is called by its file; others say in which folder they lie, or are numbered if that is the same."""
    wanted = list(zip(bots, titles, strict=True))
    often = Counter(title.casefold() for _, title in wanted)
    clear = [(bot, (often[title.casefold()] > 1 and _archive(bot)) or title) for bot, title in wanted]
    called = Counter(name.casefold() for _, name in clear)
    lying = Counter((name.casefold(), _folder(bot)) for bot, name in clear)
    found: dict[str, str] = {}
    for bot, name in clear:
        folder = _folder(bot)
        tells = folder and called[name.casefold()] > lying[name.casefold(), folder]
        whole = f"{name} ({folder})" if tells else name
        plain = check_name(whole.replace(BETWEEN, " - ").replace("/", "-")[:MAX_NAME_LENGTH].strip() or "bot")
        unique, number = plain, 2
        while unique.casefold() in map(str.casefold, found):
            unique, number = f"{plain[: MAX_NAME_LENGTH - 4]} {number}", number + 1
        found[unique] = bot
    return found


def _archive(bot: str) -> str:
    """The name of an archive; nothing for bots that are none."""
    return Path(bot).name if Path(bot).suffix in (".zip", ".jar") else ""


def _folder(bot: str) -> str:
    """Where a bot lies; built-in players lie nowhere."""
    if bot.partition(":")[0] in PLAYERS:
        return ""
    in_file = split(bot)
    path = in_file[0] if in_file else Path(bot)
    return " ".join(path.expanduser().resolve().parent.name.split())


def check_name(name: str) -> str:
    """A name that fits into records, tables and files."""
    return _check_line(name, BAD_NAME)


def check_title(title: str) -> str:
    """What a contest may be called."""
    return _check_line(title, BAD_TITLE)


def _check_line(text: str, trouble: Sentence) -> str:
    if not text or len(text) > MAX_NAME_LENGTH or text != one_line(text):
        raise BadContest(trouble(name=excerpt(text), most=MAX_NAME_LENGTH))
    return text


BAD_NAME = Sentence("“{name}” cannot be a player's name; a name is one line of 1 to {most} visible characters.")
BAD_TITLE = Sentence("“{name}” cannot be a contest's title; a title is one line of 1 to {most} visible characters.")
