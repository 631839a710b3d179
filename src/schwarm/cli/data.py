"""`schwarm data`: games as columns for programs that learn from them, and a backup of all that is kept."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.options import PATH, data_option
from schwarm.cli.verb import FILE, FOLDER, GAME, NUMBER, TITLE, WHO, VerbGroup, argument, option, to_group, verb
from schwarm.games import DEFAULT_GAME
from schwarm.words import Listing, SchwarmError, Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schwarm.games.record import Record

MAX_GAMES = 10_000_000
PLAYER = "random"


@verb(
    Sentence("Copy everything that is kept (games, contests, leagues with their zips) to a new FOLDER."),
    Sentence("A server may run meanwhile."),
)
@argument("folder", type=PATH, metavar=FOLDER)
@data_option
def backup(*, folder: Path, data: str | None) -> None:
    from schwarm.cli.screen import tell
    from schwarm.store import open_store
    from schwarm.store.backup import back_up
    from schwarm.store.location import FILE as DATABASE
    from schwarm.store.location import check_there

    check_there(data)
    store = open_store(data)
    try:
        copy = back_up(store, folder)
        tell(say("Written: {path}", path=copy), whole=True)
        if copy.name == DATABASE:
            # It is a data folder itself, here and on any other machine.
            tell(say("Use it, here or on another machine: schwarm serve --data {folder}", folder=folder), whole=True)
    finally:
        store.close()


@verb(
    Sentence("Write finished games to FILE (.parquet or .arrow), a row for every move."),
    Sentence("These are the games that are kept here; or, with --play, games that are played now."),
)
@argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar=FILE)
@option(
    "--game",
    "game_id",
    metavar=GAME,
    help=Sentence("Only this game; with --play, what to play (else {game}).")(game=DEFAULT_GAME),
)
@option("--event", metavar=TITLE, help=Sentence("Only the games of this contest."))
@data_option
@option(
    "--play",
    "games",
    type=click.IntRange(1, MAX_GAMES),
    metavar=NUMBER,
    help=Sentence("Play so many games instead of taking those that are kept."),
)
@option(
    "--red", metavar=WHO, help=Sentence("With --play, who plays the first side; by default {player}.")(player=PLAYER)
)
@option(
    "--blue", metavar=WHO, help=Sentence("With --play, who plays the second side; by default {player}.")(player=PLAYER)
)
@option(
    "--seed",
    type=click.IntRange(0),
    metavar=NUMBER,
    help=Sentence("With --play: the same seed, the same games; by default 0."),
)
def export(
    *,
    file: Path,
    game_id: str | None,
    event: str | None,
    data: str | None,
    games: int | None,
    red: str | None,
    blue: str | None,
    seed: int | None,
) -> None:
    from schwarm.cli.files import CANNOT_WRITE, CannotWrite, trouble
    from schwarm.cli.screen import tell
    from schwarm.games import game

    if games is None and (needless := _given({"--red": red, "--blue": blue, "--seed": seed})):
        raise SchwarmError(NOT_PLAYED(options=needless))
    if games is not None and (needless := _given({"--event": event, "--data": data})):
        raise SchwarmError(NOT_KEPT(options=needless))
    known = game(game_id) if game_id is not None else None
    try:
        from schwarm.learn.columns import play, write
    except ImportError as error:
        raise SchwarmError(MISSING(library=error.name or "pyarrow")) from error
    if games is None:
        from schwarm.store.location import check_there

        check_there(data)
        found = _kept(game_id, event, data)
    else:
        from schwarm.player.partners import partner

        found = play(known or game(DEFAULT_GAME), (partner(red or PLAYER), partner(blue or PLAYER)), games, seed or 0)
    try:
        count, moves = write(file, found)
    except OSError as error:
        raise CannotWrite(CANNOT_WRITE(path=file, trouble=trouble(error))) from error
    tell(say("Written: {path}", path=file), whole=True)
    tell(say("Games: {games}, moves: {moves}.", games=count, moves=moves))


def _given(options: dict[str, object]) -> Listing:
    return Listing(name for name, value in options.items() if value is not None)


def _kept(game_id: str | None, event: str | None, data: str | None) -> "Iterator[tuple[str, Record]]":
    from schwarm.store.games import Store

    store = Store(data)
    try:
        for summary in store.listing(event=event):
            if game_id in (None, summary.game) and (found := store.get(summary.key)):
                yield found.summary.key, found.record
    finally:
        store.close()


def data() -> VerbGroup:
    return to_group(
        "data", Sentence("Back up everything, or export games for machine learning."), verbs=(backup, export)
    )


MISSING = Sentence("Columns need {library}, which is not installed here; get it with: pip install 'schwarm[learn]'")
NOT_PLAYED = Sentence("Only games that are played now take {options}; add --play NUMBER, or leave that out.")
NOT_KEPT = Sentence("Games that are played now take no {options}; leave out that, or --play.")
