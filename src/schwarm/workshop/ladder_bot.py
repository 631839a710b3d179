"""A bot that shall be measured: how it is started, what it is called, which game it plays, and what it is made of."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from schwarm import __version__
from schwarm.arena.assignment import check_startable
from schwarm.arena.season_file import bot_in
from schwarm.games import all_games
from schwarm.games import game as game_by_id
from schwarm.launch import Command, Startable
from schwarm.launch.bot_game import files_beside, game_of
from schwarm.launch.bot_zip import START
from schwarm.launch.player_spec import Jar, PythonClass, Zip
from schwarm.words import Listing, SchwarmError, Sentence, excerpt
from schwarm.workshop.finding import Weight
from schwarm.workshop.inspection import inspect

MOST_FILES, LARGEST_FILE = 2_000, 20_000_000
"""How many of its files tell one version from another; of a larger one its size and date must do."""
PASSING = ("__pycache__", "venv", "node_modules")
"""Folders that say nothing about a bot."""


class CannotClimb(SchwarmError):
    """A bot that cannot be measured."""


@dataclass(frozen=True, slots=True)
class LadderBot:
    """A bot, and all that must stay the same if its games shall be put together."""

    bot: str
    """How it is started from anywhere, see `schwarm.launch.player_spec`."""
    title: str
    game_id: str
    fingerprint: str
    """Of its files, and of the Schwarm that its partners come from."""


def find_bot(name: str, game: str | None = None) -> LadderBot:
    """Whatever can be started, and folders with a start.sh. Raises one sentence where there is nothing to start, and
    where nobody says what it plays."""
    path = Path(name).expanduser()
    if path.is_dir():
        for finding in inspect(path / START):
            if finding.weight is Weight.FAULT:
                raise CannotClimb(finding.message)
        path = path / START
        name = str(path)
    bot = bot_in(os.path.expanduser(name), Path.cwd())
    found = check_startable(bot, game_by_id(game).id if game else None)
    known = game_by_id(game).id if game else game_of(found)
    if known is None:
        raise CannotClimb(WHICH_GAME(bot=excerpt(name, 100), games=Listing(known.id for known in all_games())))
    return LadderBot(bot, found.title, known, _fingerprint(bot, found))


def _fingerprint(bot: str, found: Startable) -> str:
    """The same for the same bot, another after every change of its files."""
    seen = hashlib.sha256(os.fsencode(f"{__version__}\n{bot}"))
    for path in islice(_files(found), MOST_FILES):
        with suppress(OSError):
            about = path.stat()
            seen.update(os.fsencode(f"\n{path}\n{about.st_size}\n"))
            seen.update(path.read_bytes() if about.st_size <= LARGEST_FILE else str(about.st_mtime_ns).encode())
    return seen.hexdigest()[:32]


def _files(found: Startable) -> Iterator[Path]:
    match found:
        case Zip() | Jar():
            yield found.path
        case PythonClass():
            yield from {found.path: None} | dict.fromkeys(files_beside(found.path))
        case Command(script=Path() as script) if script.name == START:
            # A start.sh has its folder for itself.
            for folder, folders, names in os.walk(script.parent):
                folders[:] = sorted(name for name in folders if name not in PASSING and not name.startswith("."))
                yield from (Path(folder) / name for name in sorted(names) if not name.startswith("."))
        case Command(script=Path() as script):
            yield from {script: None} | dict.fromkeys(files_beside(script))
        case Command():
            yield from (Path(word) for word in found.argv if Path(word).is_file())


WHICH_GAME = Sentence("The files of “{bot}” do not name one game that it plays; say which with --game: {games}.")
