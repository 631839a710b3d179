"""Why a trial went wrong, in one sentence with what to do; and what else a bot did that may cost it a game one day."""

import re
from collections.abc import Iterator
from statistics import median

from schwarm.core import CoreMissing
from schwarm.games import Reason
from schwarm.launch import last_words
from schwarm.launch.bot_facts import NEVER_RUNS, OTHER_GAME
from schwarm.launch.crash_output import ENDED_WITH, quote_last_words
from schwarm.launch.isolation import TOO_MANY_PROCESSES, TOO_MUCH_DISK, TOO_MUCH_MEMORY
from schwarm.words import Figure, Message, Sentence, excerpt
from schwarm.workshop.check_game import MAX_EXIT_SECONDS, CheckGame
from schwarm.workshop.inspection import Finding, fault, hint

SLOW, TOO_CLOSE = 0.9, 0.95
"""Shares of a move's time that are nearly too much: once, and for a bot that takes as much as the kit's clock gives."""
MUCH_PRINTED = 1_000_000
"""Bytes in one game."""
MUCH_MEMORY = 1_200_000_000
"""Bytes that are nearly too many; the contest allows 1.5 GB."""
MANY_CORES = 1.3
MODULE = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'")
NO_SUCH_FILE = re.compile(r"(?:can't open file '?|No such file or directory: ')([^'\n]+)'")
READ_ONLY = re.compile(r"(?:Read-only file system|Permission denied): '([^'\n]+)'")
NO_NETWORK = re.compile(r"Network is unreachable|Temporary failure in name resolution|Name or service not known")
UNKNOWN_OPTIONS = re.compile(r"unrecognized arguments|[Uu]nknown option|[Ii]llegal option")


def failure(trial: CheckGame, *, elsewhere: bool = False) -> Finding | None:
    """Why a bot lost its trial by a violation; None where the game went to its regular end.

    `elsewhere` says that it was started from another folder, with long options."""
    outcome = trial.record.outcome
    assert outcome is not None
    if outcome.reason.regular or outcome.winner is trial.team:
        return None
    return fault(next(_causes(trial, elsewhere=elsewhere), None) or _ruling(trial, outcome.reason))


def ran_out_of_time(trial: CheckGame) -> bool:
    """Whether a bot was too slow for something: it need not be the bot's fault on a busy machine."""
    outcome = trial.record.outcome
    assert outcome is not None
    if outcome.reason.regular or outcome.winner is trial.team:
        return trial.exit_code is None
    late = outcome.reason in (Reason.TIMEOUT, Reason.NO_ANSWER)
    return late or (outcome.reason is Reason.NEVER_CAME and trial.exit_code is None)


def _causes(trial: CheckGame, *, elsewhere: bool) -> Iterator[Message]:
    """What the bot's code or what it printed says about it, the surest sign first."""
    text = trial.text
    if trial.trouble and trial.trouble.sentence in (NEVER_RUNS, OTHER_GAME):
        yield trial.trouble
    if "EOFError" in text:
        yield READS_INPUT()
    if CoreMissing.__name__ in text:
        yield NEEDS_CORE()
    if found := MODULE.search(text):
        yield MISSING_KIT() if found[1] == "schwarm" else MISSING_MODULE(module=excerpt(found[1]))
    if found := NO_SUCH_FILE.search(text):
        yield (RELATIVE_PATH if elsewhere else MISSING_FILE)(file=excerpt(found[1].rpartition("/")[2]))
    if found := READ_ONLY.search(text):
        yield WRITES(file=excerpt(found[1], 80))
    if NO_NETWORK.search(text):
        yield WANTS_NETWORK()
    if elsewhere and UNKNOWN_OPTIONS.search(text):
        yield LONG_OPTIONS()
    outcome = trial.record.outcome
    illegal = outcome is not None and outcome.reason is Reason.ILLEGAL_MOVE
    if illegal and (last := last_words(trial.lines)) and last.illegal_move:
        yield ILLEGAL_WHY(round=_round(trial), why=excerpt(last.illegal_move, 200))


def _ruling(trial: CheckGame, reason: Reason) -> Message:
    """What the referee says about it, or what little is known."""
    if reason is Reason.TIMEOUT and not trial.made_with_kit:
        return TOO_SLOW_OTHERWISE(round=_round(trial), limit=_limit(trial))
    if reason in RULINGS:
        return RULINGS[reason](round=_round(trial), **({"limit": _limit(trial)} if reason is Reason.TIMEOUT else {}))
    if trial.trouble is None:
        if reason is not Reason.NEVER_CAME:
            return LEFT(round=_round(trial))
        return NEVER_CAME() if trial.exit_code is None else ENDED_AT_ONCE()
    # Who ends itself says why; who was ended had no time to.
    last = last_words(trial.lines)
    if last and trial.trouble.sentence is ENDED_WITH:
        text = excerpt(last.text, 200)
        return CRASHED_AT(file=excerpt(last.file), line=last.line, last=text) if last.file else CRASHED(last=text)
    return (STOPPED if _was_stopped(trial) else BROKE_DOWN)(trouble=trial.trouble)


def _was_stopped(trial: CheckGame) -> bool:
    """Whether a bot did not crash but took more than it may have."""
    return trial.trouble is not None and trial.trouble.sentence in EXCESSES


def last_said(trial: CheckGame, why: Finding) -> Finding | None:
    """What a bot that lost its trial said last, as a match tells it, where `why` does not say that already."""
    outcome = trial.record.outcome
    assert outcome is not None
    if why.message.sentence in QUOTED or outcome.reason.regular:
        return None
    said = quote_last_words(trial.lines, outcome.reason)
    return hint(said) if said else None


def _round(trial: CheckGame) -> int:
    return trial.record.final.round


def _limit(trial: CheckGame) -> Figure:
    return Figure(trial.limit, None)


def habits(trial: CheckGame) -> Iterator[Finding]:
    """What is worth saying about a bot however its game ended."""
    if trial.printed > MUCH_PRINTED:
        yield fault(PRINTS(megabytes=MUCH_PRINTED // 1_000_000))
    seconds = trial.seconds
    # A bot that thinks as long as it may does so at every move; one that has to load something, at its first.
    if seconds and seconds[0] > SLOW * trial.limit and seconds[0] > 1.5 * median(seconds):
        yield hint(FIRST_MOVE(seconds=Figure(seconds[0], 1), limit=_limit(trial)))
    elif seconds and max(seconds) > TOO_CLOSE * trial.limit:
        yield hint(NEARLY_LATE(seconds=Figure(max(seconds), 1), limit=_limit(trial)))
    if trial.usage.memory > MUCH_MEMORY and not _was_stopped(trial):
        yield hint(MEMORY(megabytes=trial.usage.memory // 1_000_000))
    if trial.usage.cores > MANY_CORES:
        yield hint(CORES(cores=Figure(trial.usage.cores, 1)))
    if trial.record.outcome and trial.record.outcome.reason.regular:
        if trial.exit_code is None:
            yield fault(STAYS(seconds=int(MAX_EXIT_SECONDS)))
        elif trial.exit_code != 0:
            yield hint(BAD_EXIT(code=trial.exit_code))


READS_INPUT = Sentence(
    "It waits for somebody to type something; remove input() from the code, because nobody sits at the "
    "contest's keyboard."
)
MISSING_MODULE = Sentence(
    "It needs the module “{module}”, which is missing when it starts; put it in the folder, or do without it: "
    "the contest's computers have no internet."
)
MISSING_KIT = Sentence(
    "It needs Schwarm's kit, which is missing in the zip; “schwarm pack” and the bot's folder make one with it."
)
NEEDS_CORE = Sentence(
    "It uses schwarm.core, which does not run without the native core, and that is missing when it starts; "
    "write: from schwarm.player import Board"
)
MISSING_FILE = Sentence(
    "It looks for the file “{file}”, which does not exist; put it in the folder or correct the name."
)
RELATIVE_PATH = Sentence(
    'When started from another folder, it does not find “{file}”; begin start.sh with: cd "$(dirname "$0")"'
)
WRITES = Sentence(
    "It tries to write {file}, but the contest lets it write only to its own folder and its temporary folder; "
    "write nothing, or use the module tempfile."
)
WANTS_NETWORK = Sentence(
    "It tries to use the internet, which the contest does not have; put what it needs in the folder."
)
LONG_OPTIONS = Sentence(
    "It does not understand --host, --port and --reservation; the contest uses them as well as -h, -p and -r."
)
ILLEGAL_WHY = Sentence("In round {round} it chose an illegal move: {why} Choose only from state.legal_moves().")
ILLEGAL = Sentence("In round {round} it played an illegal move; play only what the rules allow.")
TOO_SLOW = Sentence(
    "In round {round} it took more than {limit} seconds for a move and so lost the game; stop thinking before "
    "clock.left is 0."
)
TOO_SLOW_OTHERWISE = Sentence("In round {round} it took more than {limit} seconds for a move and so lost the game.")
NO_ANSWER = Sentence("In round {round} it sent no move at all; look for an endless loop or something it waits for.")
PROTOCOL = Sentence("In round {round} it sent an invalid message, or one at the wrong time; see docs/protocol.md.")
NEVER_CAME = Sentence(
    'It runs but never takes its seat; it must connect to the host and port that follow -h and -p, so pass on "$@".'
)
ENDED_AT_ONCE = Sentence("It exits at once without taking its seat; start it by hand to see why.")
STOPPED = Sentence("{trouble} That is as much as a bot may have; look for what grows with every move.")
BROKE_DOWN = Sentence("It crashed. {trouble} Start it by hand to see why.")
CRASHED_AT = Sentence("It crashed in {file}, line {line}, and its last words were: {last}")
CRASHED = Sentence("It crashed, and its last words were: {last}")
LEFT = Sentence("In round {round} it left the game without a word; look for where the program ends.")
PRINTS = Sentence(
    "It printed more than {megabytes} MB in one game; print a few lines for each move at most: printing takes time."
)
FIRST_MOVE = Sentence(
    "Its first move took {seconds} of {limit} seconds; do slow work (loading, tables) before it connects to the server."
)
NEARLY_LATE = Sentence(
    "Its slowest move took {seconds} of {limit} seconds; leave more room, because the contest's computers may be "
    "slower."
)
MEMORY = Sentence("It used {megabytes} MB of memory; the contest stops it at 1500 MB.")
CORES = Sentence("It used {cores} cores at once; the contest gives it only one, so it will think more slowly there.")
STAYS = Sentence(
    "It was still running {seconds} seconds after its game; end the program and its threads when the game is over."
)
BAD_EXIT = Sentence(
    "After a regular game it exited with code {code}; exit with 0, or the contest may take it for a crash."
)

QUOTED = {
    *(READS_INPUT, NEEDS_CORE, MISSING_MODULE, MISSING_KIT, MISSING_FILE, RELATIVE_PATH, WRITES, WANTS_NETWORK),
    *(CRASHED, CRASHED_AT, ILLEGAL, ILLEGAL_WHY),
}
"""What is known from the bot's own words; to hear them once more would help nobody."""
EXCESSES = {TOO_MUCH_MEMORY, TOO_MUCH_DISK, TOO_MANY_PROCESSES}
RULINGS = {
    Reason.TIMEOUT: TOO_SLOW,
    Reason.NO_ANSWER: NO_ANSWER,
    Reason.ILLEGAL_MOVE: ILLEGAL,
    Reason.GARBAGE: PROTOCOL,
    Reason.OUT_OF_TURN: PROTOCOL,
}
