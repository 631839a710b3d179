"""`schwarm check`: a bot is looked at, started as the contest does, and its author told what to do about it."""

import platform
import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import SystemRandom

from schwarm.games import DEFAULT_GAME, Team, TimeControl
from schwarm.games import game as game_by_id
from schwarm.games.splitmix import SplitMix64
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import CannotLaunch, Command, Sandbox, game_of
from schwarm.launch.bot_facts import OTHER_GAME, check_game
from schwarm.launch.bot_files import has_windows_lines
from schwarm.launch.isolation import NO_WALL, missing_program
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.words import Figure, Sentence, excerpt
from schwarm.workshop.candidate import Candidate, find_candidate
from schwarm.workshop.check_game import (
    BareComputer,
    CheckGame,
    as_the_contest_does,
    play_check_game,
    with_long_options,
    with_python,
)
from schwarm.workshop.diagnosis import MISSING_MODULE, NEEDS_CORE, failure, habits, last_said, ran_out_of_time
from schwarm.workshop.imports import foreign_imports
from schwarm.workshop.inspection import Finding, Weight, fault, good, hint
from schwarm.workshop.interpreter import NOT_A_VERSION, interpreter, is_version
from schwarm.workshop.load import BUSY, MAX_BUSY_SHARE, BusyMeter, load_machine, measure_busy_share
from schwarm.workshop.native_core import runs_here

CONTEST_PYTHON = "3.12"
"""The contest's Python, as far as nobody says otherwise."""
MAX_TRIES = 3
"""How often a game is played in which the bot ran out of time while others took all cores: it may not be the bot."""
NO_CORE_LEFT = 0.9
"""The share of all cores at work that leaves nobody a core for themselves."""
MAX_IMPORTS = 5
"""How many modules that a bot does not bring along are named."""
MAX_DRAWN_SEED = 10**9
"""Drawn seeds are below: many enough that nobody has prepared for them, and short enough to be typed."""


def check(
    bot: Path,
    game: str | None = None,
    *,
    under_load: bool = True,
    python: str = CONTEST_PYTHON,
    time: TimeControl = CONTEST_TIME,
    seed: int | None = None,
    name: str | None = None,
) -> Iterator[Finding]:
    """Findings as they are found; a zip is checked with this version of Python. The
    same `seed` gives the same games; without one they are drawn, so that no bot knows that it is being checked. `name`
    is what whoever reads the findings calls the bot, if it has another name here. Raises `CannotLaunch` where there is
    no bot at all, or no such version."""
    if not is_version(python):
        raise CannotLaunch(NOT_A_VERSION(version=excerpt(python)))
    if not time.limited:
        raise CannotLaunch(NO_TIME())
    with ExitStack() as stack:
        candidate = find_candidate(bot.expanduser().absolute(), stack)
        yield from candidate.seen
        if any(finding.weight is Weight.FAULT for finding in candidate.seen):
            return
        own = game_of(candidate.spec) or DEFAULT_GAME
        if other := _other_game(candidate, game or own):
            yield other
            return
        if Sandbox().lets_none_in:
            yield fault(NOT_PLAYED_AS_ROOT(**missing_program()))
            return
        bare = None
        # What is handed in must bring everything along; what is being worked on may use what is installed here.
        if candidate.archive:
            yield from _about_archive(candidate.archive, candidate.folder)
            bare, found = _bare(python, stack)
            yield found
        else:
            yield from _about_imports(candidate.program)
        drawn = SystemRandom().randrange(MAX_DRAWN_SEED) if seed is None else seed
        again = _command_again(name or str(bot), game if game != own else None, time, drawn)
        for one in _play_games(
            candidate.program, game or own, bare, under_load=under_load, time=time, seed=drawn, again=again
        ):
            yield _blame_the_machine(one, candidate.folder) if candidate.archive else one


def _other_game(candidate: Candidate, game: str) -> Finding | None:
    """Whether a bot is known to play another game than the one that is asked for."""
    try:
        check_game(candidate.spec, game)
    except CannotLaunch as error:
        if error.message.sentence is not OTHER_GAME:
            return fault(error.message)
        facts = dict(error.message.facts)
        return fault(BOT_FOR(own=facts["own"], game=facts["game"]))
    return None


def _about_archive(archive: Path, unpacked: Path) -> Iterator[Finding]:
    if has_windows_lines(archive):
        yield hint(WINDOWS_LINES())
    if _is_foreign(unpacked / "schwarm" / "core"):
        yield hint(PLAIN_HERE(machine=platform.machine()))


def _about_imports(program: Command) -> Iterator[Finding]:
    for one in foreign_imports(program.script)[:MAX_IMPORTS] if program.script else ():
        yield hint(IMPORTS(module=excerpt(one.module), file=one.file, line=one.line))


def _command_again(name: str, other_game: str | None, time: TimeControl, seed: int) -> str:
    """The command that plays the same games again."""
    other = ("--game", other_game) if other_game else ()
    other_time = () if time == CONTEST_TIME else ("--time", str(time))
    return shlex.join(("schwarm", "check", name, *other, *other_time, "--seed", str(seed)))


def _blame_the_machine(finding: Finding, unpacked: Path) -> Finding:
    """What the zip brings along for computers of another kind only, a bot does not lack in the contest."""
    package = _missing_package(finding)
    foreign = package is not None and _is_foreign(unpacked / package)
    return fault(OTHER_MACHINE(machine=platform.machine())) if foreign else finding


def _missing_package(finding: Finding) -> str | None:
    """The folder of what a bot is said to lack; None if it lacks nothing."""
    if finding.message.sentence is NEEDS_CORE:
        return "schwarm/core"
    if finding.message.sentence is MISSING_MODULE:
        return str(dict(finding.message.facts)["module"]).partition(".")[0]
    return None


def _is_foreign(package: Path) -> bool:
    """Whether a package is made for computers of another kind."""
    compiled = list(package.rglob("*.so"))
    return bool(compiled) and not any(map(runs_here, compiled))


def _bare(version: str, stack: ExitStack) -> tuple[BareComputer, Finding]:
    """The contest's computer as far as there can be one here, and how far that is."""
    found = interpreter(version)
    if found is None:
        return BareComputer(), hint(OTHER_PYTHON(version=version))
    folder = Path(stack.enter_context(TemporaryFolder()))
    return with_python(found, folder), hint(NOT_ALONE()) if found.has_schwarm else good(OWN_PYTHON(version=version))


def _play_games(
    bot: Command, game_id: str, bare: BareComputer | None, *, under_load: bool, time: TimeControl, seed: int, again: str
) -> Iterator[Finding]:
    """Two games against random, one as each side, and a third while the machine has other things to do. `again` is the
    command that repeats them."""
    game, sandbox, draw = game_by_id(game_id), Sandbox(), SplitMix64(seed)
    first_side = draw.choice((Team.ONE, Team.TWO))

    def play(started: Command, team: Team, tries: int = MAX_TRIES) -> CheckGame:
        start, partner = game.start(draw.next()), draw.below(MAX_DRAWN_SEED)
        for _ in range(tries):
            meter = BusyMeter()
            found = play_check_game(start, started, team, sandbox, seed=partner, time=time)
            if not ran_out_of_time(found) or meter.share < NO_CORE_LEFT:
                break
        return found

    if not sandbox.has_wall:
        yield hint(NO_WALL(**missing_program()))
    if (busy := measure_busy_share()) > MAX_BUSY_SHARE:
        yield hint(BUSY(percent=round(busy * 100)))
    yield good(DRAWN(command=again))
    one = play(as_the_contest_does(bot, bare), first_side)
    yield from _about(one)
    if failure(one):
        return
    two = play(with_long_options(bot, bare), first_side.opponent)
    yield from _about(two, elsewhere=True, known=list(habits(one)))
    if failure(two):
        return
    yield good(PLAYED(game=game.title))
    slowest = Figure(max(one.seconds + two.seconds))
    yield good(SLOWEST(first=Figure(one.seconds[0]), slowest=slowest, limit=Figure(one.limit, None)))
    if memory := max(one.usage.memory, two.usage.memory):
        yield good(USED(megabytes=memory // 1_000_000))
    if sandbox.has_wall:
        yield good(WALLED())
    if bare and (bare.programs or sys.prefix != sys.base_prefix):
        yield good(ALONE())
    elif bare:
        # Without an environment of its own Schwarm lies where also the bot's Python finds it.
        yield hint(NOT_ALONE())
    if under_load:
        with load_machine():
            loaded = play(as_the_contest_does(bot, bare), draw.choice((Team.ONE, Team.TWO)), tries=1)
        if found := failure(loaded):
            yield hint(LOADED_BADLY(finding=found.message))
        else:
            yield good(LOADED_WELL(slowest=Figure(max(loaded.seconds))))


def _about(one: CheckGame, *, elsewhere: bool = False, known: list[Finding] | None = None) -> Iterator[Finding]:
    said = {finding.message.sentence for finding in known or ()}
    if found := failure(one, elsewhere=elsewhere):
        yield found
        if last := last_said(one, found):
            yield last
    yield from (finding for finding in habits(one) if finding.message.sentence not in said)


BOT_FOR = Sentence(
    "It is a bot for {own}, and this is about {game}; write one for that: schwarm new mybot --game {game}"
)
IMPORTS = Sentence(
    "{file} imports “{module}” (line {line}), which the contest's computers may not have; name it in requirements.txt, "
    "and “schwarm pack” takes it along."
)
WINDOWS_LINES = Sentence(
    "start.sh has Windows line endings; they are corrected here, but other computers could not start it: save it with "
    "Unix line endings (LF)."
)
PLAIN_HERE = Sentence(
    "The zip brings along a core for computers of another kind than this one ({machine}), so it plays with the plain "
    "Board here and looks less far ahead than in the contest."
)
OTHER_MACHINE = Sentence(
    "It needs what the zip brings along only for computers of another kind than this one ({machine}); check the bot's "
    "folder here, and the zip on a 64-bit Linux like the contest's."
)
NOT_PLAYED_AS_ROOT = Sentence(
    "No game was played, because as root bots run only in a sandbox, and {program} is not installed or not allowed to "
    "work here; install it (Debian and Ubuntu: apt-get install {package}), or check the bot as another user."
)
DRAWN = Sentence("Starts and sides were drawn by lot; “{command}” repeats them.")
PLAYED = Sentence("It played two games of {game} to their regular end, started in both ways the contest uses.")
NO_TIME = Sentence("A check needs a time limit for both sides, such as 2s/10s.")
SLOWEST = Sentence("Its first move took {first} seconds, its slowest {slowest}; {limit} are allowed.")
USED = Sentence("It used {megabytes} MB of memory; 1500 are allowed.")
WALLED = Sentence(
    "It played without a network, and could write only to a copy of its folder and to its temporary folder."
)
ALONE = Sentence("It has everything it needs: it played without the environment that Schwarm is installed in here.")
NOT_ALONE = Sentence(
    "Whether it has everything it needs is unknown, because Schwarm is installed for the whole system here; "
    "check it from a virtual environment."
)
OWN_PYTHON = Sentence("It was started with Python {version}, as in the contest.")
OTHER_PYTHON = Sentence(
    "There is no Python {version} on this computer, so it was started with the system's own; differences would "
    "show only in the contest."
)
LOADED_WELL = Sentence("With the machine under load its slowest move took {slowest} seconds.")
LOADED_BADLY = Sentence("With the machine under load it failed. {finding}")
