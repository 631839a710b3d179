"""A bot that shall be measured: how it is started, what it is called, which game it plays, and what it is made of."""

import os
from dataclasses import dataclass
from pathlib import Path

from schwarm import __version__
from schwarm.arena.assignment import check_startable
from schwarm.arena.season_file import bot_in
from schwarm.games import all_games
from schwarm.games import game as game_by_id
from schwarm.launch.bot_fingerprint import fingerprint
from schwarm.launch.bot_game import game_of
from schwarm.launch.bot_zip import START
from schwarm.words import Listing, SchwarmError, Sentence, excerpt
from schwarm.workshop.finding import Weight
from schwarm.workshop.inspection import inspect


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
    return LadderBot(bot, found.title, known, f"{__version__} {fingerprint(found)}")


WHICH_GAME = Sentence("The files of “{bot}” do not name one game that it plays; say which with --game: {games}.")
