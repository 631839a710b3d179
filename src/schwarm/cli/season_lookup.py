"""Which season is meant: one in a folder, or one that was started on the page and has only a title."""

from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.words import Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.arena.season import Season
    from schwarm.store.games import Store


def open_season(folder: Path, data: str | None) -> "tuple[Season, Store]":
    """A season by its folder or file, and where its games are kept."""
    from schwarm.arena.contest import BadContest
    from schwarm.arena.season_file import parse_season
    from schwarm.arena.season_folder import check_begun, folder_of, own_store
    from schwarm.store import open_store

    if not folder.exists() and (found := _find_in_store(folder, data)):
        season, store, event = found
        place = folder_of(store, event)
        store.close()
        raise BadContest(IN_FOLDER(title=season.title, folder=place) if place else ONLY_ON_PAGE(title=season.title))
    season = parse_season(folder)
    # Until lately every season had a store of its own: where there is one, it stays.
    store = open_store(data or own_store(folder))
    check_begun(season, store)
    return season, store


def find_by_name(name: Path, data: str | None) -> "tuple[Season, Store, str]":
    """A season by its folder, its file or its title, where it is kept, and what it is called there."""
    from schwarm.arena.contest import BadContest
    from schwarm.arena.season_folder import contest_key

    if not name.exists():
        if (found := _find_in_store(name, data)) is None:
            raise BadContest(UNKNOWN(name=excerpt(str(name), 200)))
        return found
    season, store = open_season(name, data)
    return season, store, contest_key(season, store)


def _find_in_store(title: Path, data: str | None) -> "tuple[Season, Store, str] | None":
    from schwarm.arena.contest_records import find_contest
    from schwarm.arena.season import Season
    from schwarm.store import open_store

    store = open_store(data)
    if (found := find_contest(store, Season, str(title))) is not None:
        return found[1], store, found[0]
    store.close()
    return None


IN_FOLDER = Sentence("The season “{title}” is in the folder {folder}; name that instead of its title.")
ONLY_ON_PAGE = Sentence(
    "“{title}” is a season of the page, where its bots are; continue it there, under “Contests” of “schwarm serve”."
)
UNKNOWN = Sentence("{name} is neither a season's folder nor the title of a season that is kept here; check the name.")
