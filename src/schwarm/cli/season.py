"""`schwarm season`: a whole season from one file: init, check, run, status, table, publish."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.contest import ExportFiles, export_options, game_pool, hold, part
from schwarm.cli.options import PATH, data_option, played_game_option, pool_options
from schwarm.cli.verb import FOLDER, TITLE, VerbGroup, argument, option, to_group, verb
from schwarm.words import Listing, Sentence, excerpt, say

if TYPE_CHECKING:
    from schwarm.arena.results import Results
    from schwarm.arena.season import Season
    from schwarm.store.games import Store


PAGES = click.Path(path_type=Path, file_okay=False)


def season() -> VerbGroup:
    return to_group(
        "season",
        Sentence("Run a whole season: championship in groups, Champions League, Final Eight."),
        Sentence(
            "A season is a folder with a file season.toml and the bots. Its games are kept where the page finds them."
        ),
        Sentence("“status”, “table” and “publish” also take the title of a season that was started on the page."),
        verbs=(init, check, run, status, table, publish),
    )


folder_argument = argument("folder", type=PATH, metavar=FOLDER)


@verb(Sentence("Start a season: write a file that explains itself, with a team for every bot in FOLDER/bots."))
@folder_argument
@played_game_option
@option("--title", metavar=TITLE, help=Sentence("What the season is called."))
def init(*, folder: Path, game_id: str | None, title: str | None) -> None:
    from schwarm.arena.season_file import create_folder, game_of_bots
    from schwarm.cli.screen import tell
    from schwarm.games import game

    known = game(game_id) if game_id else game_of_bots(folder)
    path = create_folder(folder, known, title or f"{known.title}")
    tell(say("Written, for {game}: {path}", game=known.title, path=path), whole=True)
    tell(say("Review it, then run: schwarm season check {folder}", folder=folder), whole=True)


@verb(
    Sentence("Check whether a season can be played, and which bots are missing."),
    Sentence("Exit code 1 means that something needs fixing."),
)
@folder_argument
@data_option
def check(*, folder: Path, data: str | None) -> None:
    from schwarm.arena.results import Results
    from schwarm.arena.season_file import find_troubles
    from schwarm.cli.screen import tell

    season, store = open_season(folder, data)
    store.close()
    facts = {"teams": len(season.bots), "groups": len(season.teams_by_group), "games": season.total(Results())}
    tell(season.title, style="bold")
    if len(season.teams_by_group) > 1:
        tell(say("{teams} teams in {groups} groups, at least {games} games", **facts))
    else:
        tell(say("{teams} teams, at least {games} games", **facts))
    _tell_final_terms(season)
    wrong = find_troubles(season)
    for team, why in wrong.items():
        tell(f"  {team}: {why}", style="yellow")
    if wrong:
        tell(say("These teams would lose all their games."), style="yellow")
        sys.exit(1)
    tell(say("All bots are there. Start with: schwarm season run {folder}", folder=folder), whole=True)


@verb(Sentence("Play a season, or continue where it was interrupted. Ctrl-C stops it."))
@folder_argument
@pool_options
@data_option
@option(
    "--publish",
    "target",
    type=PAGES,
    metavar=FOLDER,
    help=Sentence("Write pages to this folder at the end, as “schwarm season publish” does."),
)
def run(
    *,
    folder: Path,
    at_once: int | None,
    sandboxed: bool,
    cluster: str | None,
    cluster_key: Path | None,
    data: str | None,
    target: Path | None,
) -> None:
    from dataclasses import replace

    from schwarm.arena.season_file import check_playable, contest_key, note_bots
    from schwarm.cli.match_output import tell_ending
    from schwarm.cli.screen import tell
    from schwarm.store.contests import set_folder

    season, store = open_season(folder, data)
    event = contest_key(season, store)
    due = not season.finished(_results(store, event))
    # Machines elsewhere may start what this one cannot.
    if due and not cluster:
        check_playable(season)
    set_folder(store, event, folder)
    if (replaced := note_bots(store, event, season)) and due:
        tell(NEW_BOTS(teams=Listing(replaced)), style="yellow")
    season = replace(season, conditions=replace(season.conditions, sandboxed=sandboxed))
    runner = hold(season, store, event, game_pool(at_once, cluster, cluster_key), lambda runner: season.title)
    _tell_tables(season, runner.results)
    tell_ending(runner, say("schwarm season run {folder}", folder=folder))
    if season.finished(runner.results):
        tell(_describe_end(season, runner.results))
    if target:
        _write_pages(season, store, event, target)
    elif season.finished(runner.results):
        tell(say("Write it as pages: schwarm season publish {folder}", folder=folder), whole=True)
    part(store, runner)


@verb(Sentence("Show the progress of a season."))
@folder_argument
@data_option
def status(*, folder: Path, data: str | None) -> None:
    from schwarm.arena.overview import part_text
    from schwarm.cli.screen import tell

    season, store, event = find_by_name(folder, data)
    results = _results(store, event)
    tell(season.title, style="bold")
    if due := next(season.due(results), None):
        tell(say("{done} of at least {total} games played", done=len(results), total=season.total(results)))
        stage = part_text(due.key.stage.partition("/")[0])
        tell(say("{stage}: next is {one} against {two}", stage=stage, one=due.red, two=due.blue))
    else:
        tell(PLAYED(n=len(results)))
        tell(_describe_end(season, results))
    store.close()


def _describe_end(season: "Season", results: "Results") -> str:
    if champion := season.champion(results):
        return say("The season is over; {team} won.", team=champion)
    return say("The season is over.")


@verb(Sentence("Show the current tables of a season."))
@folder_argument
@data_option
@export_options
def table(*, folder: Path, data: str | None, **typed: Any) -> None:
    files = ExportFiles(**typed)
    files.check()
    season, store, event = find_by_name(folder, data)
    results = _results(store, event)
    _tell_tables(season, results)
    about: dict[str, Any] = {"title": season.title, "seed": season.seed}
    if season.finalists:
        about["final_eight"] = [str(said) for said in (*season.notes, season.warning) if said]
    files.write(results, about, season.conditions.game)
    store.close()


@verb(Sentence("Write the season as pages that need no server: tables, match days, every game with its replay."))
@folder_argument
@option(
    "--to",
    "target",
    type=PAGES,
    metavar=FOLDER,
    help=Sentence("Where to write them; by default “site” in the season's folder."),
)
@option(
    "--graphs/--no-graphs",
    default=True,
    help=Sentence("Whether Hecht looks through every game for a graph of its course; by default it does."),
)
@data_option
def publish(*, folder: Path, target: Path | None, graphs: bool, data: str | None) -> None:
    season, store, event = find_by_name(folder, data)
    beside = folder if folder.is_dir() else folder.parent if folder.exists() else Path()
    _write_pages(season, store, event, target or beside / "site", graphs=graphs)
    store.close()


def _write_pages(season: "Season", store: "Store", event: str, folder: Path, *, graphs: bool = True) -> None:
    from schwarm.arena.publish import publish
    from schwarm.cli.screen import tell

    tell(say("Written; open {path}", path=publish(season, store, event, folder, graphs=graphs)), whole=True)


def _results(store: "Store", event: str) -> "Results":
    from schwarm.arena.contest_records import DatabaseResults

    return DatabaseResults(store, event).results()


def _tell_tables(season: "Season", results: "Results") -> None:
    from schwarm.arena.overview import Overview
    from schwarm.cli.tables import tell_bracket, tell_standings

    overview = Overview(season, results)
    for table in overview.stages:
        tell_standings(table.title, table, overview)
    tell_bracket(overview)
    _tell_final_terms(season)


def _tell_final_terms(season: "Season") -> None:
    from schwarm.cli.screen import tell

    for note in season.notes:
        tell(note, style="dim")
    if season.warning:
        tell(season.warning, style="yellow")


def open_season(folder: Path, data: str | None) -> "tuple[Season, Store]":
    """A season by its folder or file, and where its games are kept."""
    from schwarm.arena.contest import BadContest
    from schwarm.arena.season_file import check_begun, parse_season
    from schwarm.store import open_store
    from schwarm.store.contests import find_folder

    if not folder.exists() and (found := _find_in_store(folder, data)):
        season, store, event = found
        place = find_folder(store, event)
        store.close()
        raise BadContest(IN_FOLDER(title=season.title, folder=place) if place else ONLY_ON_PAGE(title=season.title))
    season = parse_season(folder)
    store = open_store(data)
    check_begun(season, store)
    return season, store


def find_by_name(name: Path, data: str | None) -> "tuple[Season, Store, str]":
    """A season by its folder, its file or its title, where it is kept, and what it is called there."""
    from schwarm.arena.contest import BadContest
    from schwarm.arena.season_file import contest_key

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


PLAYED = Sentence("{n} game played", "{n} games played")
NEW_BOTS = Sentence(
    "New files since this season was last played: {teams}; earlier results stay, and what is left is played with them."
)
IN_FOLDER = Sentence("The season “{title}” is in the folder {folder}; name that instead of its title.")
ONLY_ON_PAGE = Sentence(
    "“{title}” is a season of the page, where its bots are; continue it there, under “Contests” of “schwarm serve”."
)
UNKNOWN = Sentence("{name} is neither a season's folder nor the title of a season that is kept here; check the name.")
