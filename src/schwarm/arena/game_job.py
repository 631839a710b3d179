"""A game of a contest on its way to a slot, and the report that comes back. Both are plain data that travel as JSON.

Playing an assignment is repeatable and leaves nothing behind: a game that is reported twice counts once.
"""

import asyncio
import logging
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schwarm.arena.fixture import NO_NOTES, Fixture, GameKey, MoveTimes, Result, ViolationNotes
from schwarm.games import Outcome, Reason, Team, TimeControl, game
from schwarm.games.record import InvalidRecord, Record
from schwarm.games.record_text import strip_notes
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import (
    CannotLaunch,
    GameHost,
    PlayedGame,
    Sandbox,
    Startable,
    Wait,
    check_game,
    game_for,
    parse_player,
    play,
    report_violation,
)
from schwarm.launch.crash_output import list_faults
from schwarm.player import PLAYERS
from schwarm.referee.room import late_move
from schwarm.words import Message, SchwarmError, Sentence, excerpt, sentence

if TYPE_CHECKING:
    from schwarm.arena.contest import Contest

log = logging.getLogger("schwarm.arena")

MAX_OUTPUT_LENGTH = 32_000
"""Characters of what a player printed that are kept with a game: half from the beginning, half from the end."""
MAX_BLOCK_LENGTH = 8_000
"""Characters of it about one move, likewise."""
MAX_FAILURE_LENGTH = 300
"""Characters of a failure."""

TELL_EVERY = 0.25
"""Seconds between two reports of progress."""
MAX_MOVES_AT_ONCE = 50
"""Moves per report; the others follow."""

Said = tuple[int, int, str]
"""A turn, a side (0 Red, 1 Blue), and what it printed then."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One game and all that is needed to play it."""

    fixture: Fixture
    bots: tuple[str, str]
    """How Red and Blue are started, see `schwarm.launch.player_spec`."""
    game: str
    rules: str = "documents"
    time: str = str(CONTEST_TIME)
    """Its time control as text, see `schwarm.games.time_control`."""
    patience: float = 20.0
    sandboxed: bool = True
    away: bool = False
    """Whether this machine plays for another one, which alone can say that a bot is missing."""
    decisive: bool = False
    """Whether a bot loses here, too, that ends as if a program were missing: it has done so elsewhere."""
    others: tuple[str, ...] = ()
    """The files of all bots of the contest: each sees its own."""

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Assignment":
        one, two = data["bots"]
        fixture = {**data["fixture"], "key": GameKey(data["fixture"]["key"])}
        others = tuple(data.get("others", ()))
        return cls(**{**data, "fixture": Fixture(**fixture), "bots": (one, two), "others": others})

    @property
    def max_seconds(self) -> float:
        """A generous deadline in seconds; exceeding it costs neither player the game."""
        time, known = self.time_control, game(self.game)
        thinking = time.total(known) or 3600.0 * known.last_turn
        # After a move that is late there is no other.
        late = max(time.red.wait or 0.0, time.blue.wait or 0.0)
        return self.patience + thinking + late + 120.0

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.parse(self.time)


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game that was played, or why it was not."""

    key: str
    record: str = ""
    """The whole game as a record's text."""
    why: ViolationNotes = NO_NOTES
    printed: tuple[Said, ...] = ()
    seconds: float = 0.0
    """The duration, starting and ending the players included."""
    failure: str = ""
    """Our own error; then there is no record, and the game must be played again."""
    lacking: bool = False
    """Whether this machine lacks something that another one may have."""
    doubtful: bool = False
    """Whether only a bot's exit code says so; it may exit like this everywhere, and on purpose."""
    elsewhere: bool = False
    """Whether another machine played it, which costs this one nothing."""
    withdrawn: bool = False
    """Whether a player left before the game began: no fault of this machine."""

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "GameReport":
        printed = tuple((turn, side, text) for turn, side, text in data["printed"])
        return cls(**{**data, "printed": printed, "why": ViolationNotes(*data["why"])})

    def to_result(self) -> tuple[Record, Result] | None:
        """The record and the result; None without a game. Parses the record, so call it once."""
        if self.failure:
            return None
        try:
            record = Record.parse(self.record)
        except InvalidRecord:
            # Unreadable notes do not void a game.
            record = Record.parse(strip_notes(self.record))
        return record, result_of(self.key, record, self.why)


@dataclass(frozen=True, slots=True)
class GameProgress:
    """New moves of a running game."""

    key: str
    first: int
    """The number of moves before these."""
    moves: tuple[tuple[str, float | None], ...]
    """Their texts, and how many seconds each took."""

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "GameProgress":
        return cls(data["key"], data["first"], tuple((text, seconds) for text, seconds in data["moves"]))


Tell = Callable[[GameProgress], bool]
"""Receives the progress of a game; False if it could not, so that the same moves are reported again."""


class ProgressTeller:
    """Reports the progress of one game."""

    def __init__(self, key: str, tell: Tell) -> None:
        self._key, self._tell, self._told = key, tell, -1

    @asynccontextmanager
    async def during(self, host: GameHost) -> AsyncIterator[None]:
        """Report until the end of the block; see `schwarm.launch.game_host.During`."""
        looking = asyncio.create_task(self._look(host))
        try:
            yield
        finally:
            looking.cancel()

    async def _look(self, host: GameHost) -> None:
        while True:
            moves = host.room.record.moves
            if host.room.running and len(moves) > self._told:
                first = max(0, self._told)
                some = tuple((str(each.move), each.seconds) for each in moves[first : first + MAX_MOVES_AT_ONCE])
                if self._tell(GameProgress(self._key, first, some)):
                    self._told = first + len(some)
            await asyncio.sleep(TELL_EVERY)


def open_report(report: GameReport) -> tuple[GameReport, tuple[Record, Result] | None]:
    """A report and its game. If it cannot be read, that is a failure of this game alone; so is a cancelled game, since
    only we cancel games."""
    try:
        played = report.to_result()
        if played is not None and played[1].outcome.reason is Reason.CANCELLED:
            return replace(report, failure=Reason.CANCELLED.value), None
        return report, played
    except Exception as error:
        log.warning("%s came back in a way that cannot be read: %s", report.key, error)
        return to_failure(report.key, error), None


def to_failure(key: str, error: BaseException) -> GameReport:
    """The report of a game that failed by no fault of its players."""
    why = str(error) if isinstance(error, SchwarmError) else f"{type(error).__name__}: {error}"
    return GameReport(key, failure=excerpt(why, MAX_FAILURE_LENGTH))


class _Doubtful(CannotLaunch):
    """A bot exited as if this machine lacked a program."""


def play_assignment(assignment: Assignment, tell: Tell = lambda progress: True) -> GameReport:
    """Play the game. Whatever the players do, there is a record; only our own mistakes raise. `tell` receives
    progress."""
    began = time.monotonic()
    start = game(assignment.game, assignment.rules).start(assignment.fixture.seed)
    sandbox = Sandbox(wall=assignment.sandboxed, others=tuple(map(Path, assignment.others)))

    def on_absent(team: Team, why: Message) -> None:
        # A bot that travelled here is the same everywhere.
        if assignment.away and (sandbox.lets_none_in or not can_travel(assignment.bots[team.index])):
            raise CannotLaunch(why)

    teller = ProgressTeller(assignment.fixture.key, tell)

    @asynccontextmanager
    async def during(host: GameHost) -> AsyncIterator[None]:
        if assignment.away and not assignment.decisive and (why := host.find_missing_program()):
            raise _Doubtful(why)
        async with teller.during(host):
            yield

    try:
        if absent := _find_absent(assignment):
            for team, why in absent.items():
                on_absent(team, why)
            return _forfeit(assignment, absent)
        played = play(
            start,
            *assignment.bots,
            time=assignment.time_control,
            patience=assignment.patience,
            seed=assignment.fixture.seed,
            names=assignment.fixture.players,
            sandbox=sandbox,
            during=during,
            on_absent=on_absent,
        )
    except CannotLaunch as error:
        doubtful = isinstance(error, _Doubtful)
        return replace(to_failure(assignment.fixture.key, error), lacking=True, doubtful=doubtful)
    return to_report(assignment, played, time.monotonic() - began)


def to_report(assignment: Assignment, played: PlayedGame, seconds: float) -> GameReport:
    """The report of a game, which took this many seconds."""
    why = to_both_languages(report_violation(played))
    return GameReport(assignment.fixture.key, str(played.record), why, _collect_output(played), seconds)


def can_travel(bot: str) -> bool:
    """Whether other machines can start a bot: built-in players, and zips, which are sent there."""
    return bot.partition(":")[0] in PLAYERS or is_zip(bot)


def travels(contest: "Contest") -> bool:
    """Whether its games can be played elsewhere: a command or a class is a file of this machine, and without a sandbox
    nothing is sent."""
    return contest.conditions.sandboxed and all(map(can_travel, contest.bots.values()))


def is_zip(bot: str) -> bool:
    return Path(bot).suffix.lower() == ".zip" and Path(bot).is_file()


def bot_in(bot: str, folder: Path) -> str:
    """The name of a bot from anywhere, given its name from a folder."""
    if not bot or bot.partition(":")[0] in PLAYERS:
        return bot
    path, colon, kind = bot.partition(":") if ".py:" in bot else (bot, "", "")
    first, blank, rest = bot.partition(" ")
    # A name that is too long for any file is none.
    with suppress(OSError):
        if (folder / path).exists():
            return f"{folder / path}{colon}{kind}"
        if blank and (folder / first).is_file():
            return f"{folder / first} {rest}"
    return bot


def check_startable(bot: str, game: str | None = None) -> Startable:
    """The player of this name for a contest (of a game); raises `CannotLaunch`, also for clients that connect by
    themselves and for bots of another game."""
    if not bot.strip():
        raise CannotLaunch(NO_BOT())
    found = parse_player(bot)
    if isinstance(found, Wait):
        raise CannotLaunch(NOBODY_COMES())
    if game is not None:
        check_game(found, game)
    return found


def check_opponents(bots: Iterable[str], game: str | None) -> tuple[list[Startable], str]:
    """The players of these names, and the game they play: by default the one that their files name. Raises as
    `check_startable` does, also if two bots play different games."""
    found = [check_startable(bot) for bot in bots]
    known = game or game_for(found)
    for bot in found:
        check_game(bot, known)
    return found, known


def judge_absent(assignment: Assignment) -> GameReport | None:
    """The forfeit of players that this machine cannot start at all; None if it can start both."""
    absent = _find_absent(assignment)
    return _forfeit(assignment, absent) if absent else None


def _find_absent(assignment: Assignment) -> dict[Team, Message]:
    """The players that cannot be started at all, and why."""
    found = {}
    for team, bot in zip(Team, assignment.bots, strict=True):
        try:
            check_startable(bot, assignment.game)
        except CannotLaunch as error:
            found[team] = error.message
    return found


def _forfeit(assignment: Assignment, absent: dict[Team, Message]) -> GameReport:
    start = game(assignment.game, assignment.rules).start(assignment.fixture.seed)
    record = Record(start, players=assignment.fixture.players)
    winner = next(iter(absent)).opponent if len(absent) == 1 else None
    ended = record.ended(Outcome(winner, Reason.NEVER_CAME, record.start.points()))
    faults = {team: [why] for team, why in absent.items()}
    return GameReport(assignment.fixture.key, str(ended), to_both_languages(list_faults(faults, record.start.game)))


def to_both_languages(facts: Sequence[Message]) -> ViolationNotes:
    """Several sentences, in both languages."""
    english, german = (" ".join(sentence(fact, language) for fact in facts) for language in ("en", "de"))
    return ViolationNotes(english, german)


def _collect_output(played: PlayedGame) -> tuple[Said, ...]:
    """The output of both players by turn, bounded: the middle is dropped."""
    found: list[Said] = []
    for team in Team:
        texts = [(turn, _shorten(text, MAX_BLOCK_LENGTH)) for turn, text in played.output_by_turn(team)]
        half = MAX_OUTPUT_LENGTH // 2
        first, last = _within(texts, half), _within(texts[::-1], half)[::-1]
        if len(first) + len(last) >= len(texts):
            first, last = texts, []
        found += [(turn, team.index, text) for turn, text in (*first, *last)]
    return tuple(found)


def _within(texts: list[tuple[int, str]], most: int) -> list[tuple[int, str]]:
    """As many from the beginning as fit."""
    used = 0
    found: list[tuple[int, str]] = []
    for turn, text in texts:
        used += len(text)
        if used > most and found:
            break
        found.append((turn, text))
    return found


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}\n…\n{text[-most // 2 :]}"


def result_of(key: str, record: Record, why: ViolationNotes = NO_NOTES) -> Result:
    """The result of a game for its contest."""
    assert record.outcome is not None
    thinking = []
    for team in Team:
        parity = (team.index - record.start.turn) % 2
        seconds = [played.seconds for played in record.moves[parity::2] if played.seconds is not None]
        if team is record.final.to_move and (late := late_move(record)) is not None:
            # It is in no list of moves, but it is the slowest.
            seconds.append(late)
        thinking.append(MoveTimes(len(seconds), statistics.median(seconds), max(seconds)) if seconds else MoveTimes())
    return Result(GameKey(key), *record.players, record.outcome, why, (thinking[0], thinking[1]))


NO_BOT = Sentence("It has no bot; name a zip, a folder with a start.sh or a class like mybot.py:MyPlayer.")
NOBODY_COMES = Sentence("A contest starts its players itself and waits for nobody; name a bot instead of “wait”.")
