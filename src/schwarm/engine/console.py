"""Hecht for other programs: a line protocol in the manner of UCI, described in docs/hecht.md.

Reads lines and writes lines, wherever they come from and go to; a search runs beside the reading.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import BinaryIO

from schwarm import core
from schwarm.engine.analysis import Analysis, Line
from schwarm.engine.engine import MAX_MEMORY_MB, MAX_THREADS, MEMORY, Engine
from schwarm.engine.level import LEVELS
from schwarm.engine.limit import Limit
from schwarm.games import DEFAULT_GAME, Game, State, Team, game
from schwarm.games.number import parse_whole
from schwarm.words import Listing, SchwarmError, Sentence, excerpt

MAX_LINE_LENGTH = 4096
"""Bytes. A position with all moves of a game takes less than 600."""
MAX_LINES = 200
"""No position of these games has more moves."""
MAX_NUMBER = 10**18 - 1
"""The largest limit or seed that is accepted."""

OPTIONS = {
    "Level": (len(LEVELS), 1, len(LEVELS)),
    "Threads": (1, 1, MAX_THREADS),
    "Memory": (MEMORY, 1, MAX_MEMORY_MB),
    "MultiPV": (1, 1, MAX_LINES),
}
"""Default, least and most of every option; all are whole numbers."""


class NotUnderstood(SchwarmError):
    """A line that is not a command."""


def lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream, None in place of each that is too long; never keeps more than one line."""
    while line := stream.readline(MAX_LINE_LENGTH + 1):
        if len(line) <= MAX_LINE_LENGTH or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").strip()
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_LENGTH)
        yield None


class Console:
    """One conversation. `hear` takes a line and gives False once it was told to quit; `leave` ends it."""

    def __init__(self, write: Callable[[str], object], version: str) -> None:
        self._write = write
        self._version = version
        self._writing = Lock()
        self._options = {name: default for name, (default, _, _) in OPTIONS.items()}
        self._game: Game = game(DEFAULT_GAME)
        self.state: State = self._game.start(0)
        self._engine: Engine | None = None
        self._search: _Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "wait": self._wait,
        }

    def hear(self, line: str | None) -> bool:
        """Obey a line; what cannot be understood or done is answered with one sentence."""
        words = line.split() if line is not None else []
        if words[:1] == ["quit"]:
            return False
        try:
            if line is None:
                raise NotUnderstood(TOO_LONG(most=MAX_LINE_LENGTH))
            if words:
                self._obey(words[0], words[1:])
        except SchwarmError as error:
            self._say(f"info string {error}")
        return True

    def leave(self, *, at_once: bool = True) -> None:
        """End the search that runs, if any; or, unless it is endless, let it come to its own end."""
        if self._search:
            if at_once or self._search.endless:
                self._search.stop()
            self._search.join()

    def _obey(self, command: str, words: list[str]) -> None:
        if command not in self._commands:
            raise NotUnderstood(UNKNOWN(command=excerpt(command), commands=Listing([*self._commands, "quit"])))
        if command not in ("uci", "isready", "stop", "wait") and self._search and self._search.running:
            raise NotUnderstood(BUSY(command=command))
        self._commands[command](words)

    def _say(self, *said: str) -> None:
        with self._writing:
            for line in said:
                self._write(line)

    # -- commands ----------------------------------------------------------------------------------------

    def _uci(self, words: list[str]) -> None:
        options = (
            f"option name {name} type spin default {default} min {least} max {most}"
            for name, (default, least, most) in OPTIONS.items()
        )
        name = f"Hecht {self._version}" if core.available else f"Hecht {self._version} (Python)"
        self._say(f"id name {name}", "id author Schwarm", *options, "uciok")

    def _isready(self, words: list[str]) -> None:
        self._ready()
        self._say("readyok")

    def _setoption(self, words: list[str]) -> None:
        if len(words) != 4 or (words[0], words[2]) != ("name", "value"):
            raise NotUnderstood(NO_SETTING())
        name = next((known for known in OPTIONS if known.lower() == words[1].lower()), None)
        if name is None:
            raise NotUnderstood(UNKNOWN_OPTION(name=excerpt(words[1]), options=Listing(OPTIONS)))
        _, least, most = OPTIONS[name]
        value = parse_whole(words[3], least, most)
        if value is None:
            raise NotUnderstood(BAD_VALUE(name=name, value=excerpt(words[3]), least=least, most=most))
        self._options[name] = value
        if name in ("Threads", "Memory"):
            self._engine = None

    def _ucinewgame(self, words: list[str]) -> None:
        if len(words) > 2:
            raise NotUnderstood(NO_NEW_GAME())
        wanted = game(*words) if words else self._game
        self._engine = self._make_engine(wanted)
        self._game, self.state = wanted, wanted.start(0)

    def _position(self, words: list[str]) -> None:
        end = words.index("moves") if "moves" in words else len(words)
        before, moves = words[:end], words[end + 1 :]
        if before[:1] == ["start"]:
            seed = parse_whole(before[1], 0, MAX_NUMBER) if len(before) == 2 else 0
            if len(before) > 2 or seed is None:
                raise NotUnderstood(NO_START())
            state = self._game.start(seed)
        else:
            state = self._game.parse(" ".join(before))
        for move in moves:
            state = state.play(move)
        self.state = state

    def _go(self, words: list[str]) -> None:
        limit = _limit(words)
        engine = self._ready()
        outcome = self.state.outcome()
        if outcome is not None:
            names = (self._game.side(team) for team in Team)
            self._say(f"info string {outcome.sentence(*names)}", "bestmove none")
            return
        self._search = _Search(self._say, engine, self.state, limit, self._options["Level"], self._options["MultiPV"])
        self._search.start()

    def _stop(self, words: list[str]) -> None:
        if self._search:
            self._search.stop()

    def _wait(self, words: list[str]) -> None:
        if self._search:
            if self._search.running and self._search.endless and not self._search.stopped:
                raise NotUnderstood(ENDLESS())
            # Also if it is done: it may still be about to say its move.
            self._search.join()

    def _ready(self) -> Engine:
        if self._engine is None:
            self._engine = self._make_engine(self._game)
        return self._engine

    def _make_engine(self, game: Game) -> Engine:
        engine = Engine(game, threads=self._options["Threads"], memory=self._options["Memory"])
        if remark := engine.remark():
            self._say(f"info string {remark}")
        return engine


class _Search(Thread):
    """One `go`, beside the reading. It says what it finds, and its move at the end."""

    def __init__(
        self, say: Callable[..., None], engine: Engine, state: State, limit: Limit, level: int, lines: int
    ) -> None:
        context = copy_context()  # a thread would not know which language is spoken
        super().__init__(daemon=True, name="hecht", target=lambda: context.run(self._think))
        self.endless = limit.endless
        self.running = True
        self._say, self._engine, self._state = say, engine, state
        self._limit, self._level, self._lines = limit, level, lines
        self._stopped = Event()

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop; its move may still be to come."""
        return self._stopped.is_set()

    def stop(self) -> None:
        # First the flag: a search that has not begun yet hears only that.
        self._stopped.set()
        self._engine.stop()

    def _think(self) -> None:
        move = "none"
        try:
            move = str(self._full_strength() if self._level == len(LEVELS) else self._level_strength())
            if self.endless:
                self._stopped.wait()
        except SchwarmError as error:
            self._say(f"info string {error}")
        except OSError:
            pass  # the reader is gone
        finally:
            # The reader of the move may send the next command at once.
            self.running = False
            with suppress(OSError):
                self._say(f"bestmove {move}")

    def _full_strength(self) -> object:
        move: object = "none"
        for found in self._engine.deepening(self._state, self._limit, self._lines):
            self._say(*(info(found, line, place) for place, line in enumerate(found.lines, 1)))
            move = found.move
            if self.stopped:
                break
        return move

    def _level_strength(self) -> object:
        """A level answers with what it takes for the best move; it has no second one."""
        line = self._engine.choose(self._state, self._limit, self._level)
        self._say(f"info score {_score(line)} chance {line.chance:.2f} pv {' '.join(map(str, line.pv))}")
        return line.move


def info(found: Analysis, line: Line, place: int) -> str:
    """One line of an analysis as the protocol writes it."""
    speed = round(found.nodes / found.seconds) if found.seconds > 0 else 0
    return (
        f"info depth {found.depth} multipv {place} score {_score(line)} chance {line.chance:.2f} nodes {found.nodes} "
        f"nps {speed} time {round(1000 * found.seconds)} pv {' '.join(map(str, line.pv))}"
    )


def _score(line: Line) -> str:
    if line.wins_in is not None:
        return f"win {line.wins_in}"
    if line.loses_in is not None:
        return f"loss {line.loses_in}"
    return f"cp {line.score}"


def _limit(words: list[str]) -> Limit:
    if words in ([], ["infinite"]):
        return Limit()
    numbers: dict[str, int] = {}
    for name, text in zip(words[::2], [*words[1::2], ""], strict=False):
        value = parse_whole(text, 0, MAX_NUMBER)
        if name not in ("depth", "nodes", "movetime") or not value:
            raise NotUnderstood(NO_LIMIT(text=excerpt(f"{name} {text}".strip())))
        numbers[name] = value
    milliseconds = numbers.get("movetime")
    return Limit(
        seconds=milliseconds / 1000 if milliseconds else None, nodes=numbers.get("nodes"), depth=numbers.get("depth")
    )


TOO_LONG = Sentence("The line is too long; a line has at most {most} bytes.")
UNKNOWN = Sentence("“{command}” is not a command; the commands are {commands}.")
BUSY = Sentence("Hecht is thinking; send stop and wait for bestmove before {command}.")
ENDLESS = Sentence("Hecht would think forever; send stop.")
NO_SETTING = Sentence("Set an option like this: setoption name Level value 4.")
UNKNOWN_OPTION = Sentence("There is no option “{name}”; the options are {options}.")
BAD_VALUE = Sentence("“{value}” is not a value for {name}; it takes a whole number from {least} to {most}.")
NO_NEW_GAME = Sentence("Announce a new game like this: ucinewgame piranhas-2026, or ucinewgame piranhas-2026 official.")
NO_START = Sentence("Draw a start like this: position start 7; the number is its seed.")
NO_LIMIT = Sentence("“{text}” is not a limit; give depth, nodes or movetime a number above 0, or say infinite.")
