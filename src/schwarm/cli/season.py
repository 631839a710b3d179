"""`schwarm season`: a whole season from one file: init, check, run, status, table, publish."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.contest import data_option, export, export_options, game_pool, hold, part, pool_options
from schwarm.cli.verb_group import VerbGroup
from schwarm.games import DEFAULT_GAME
from schwarm.words import say

if TYPE_CHECKING:
    from schwarm.arena.fixture import Results
    from schwarm.arena.season import Season
    from schwarm.store.games import Store


def command() -> click.Command:
    from schwarm.cli import language_option

    group = VerbGroup(
        "season",
        help=say("Run a whole season: championship in groups, Champions League, Final Eight.")
        + "\n\n"
        + say(
            "A season is a folder with a file season.toml and the bots. Its games are kept where the page finds them."
        )
        + "\n\n"
        + say("“status”, “table” and “publish” also take the title of a season that was started on the page."),
        subcommand_metavar=say("COMMAND …"),
    )
    for each in (_init(), _check(), _run(), _status(), _table(), _publish()):
        each.params.append(language_option())
        each.options_metavar = say("[OPTIONS]")
        each.short_help = each.help  # whole: a cut sentence helps nobody
        group.add_command(each)
    return group


def _folder() -> click.Argument:
    return click.Argument(["folder"], type=click.Path(path_type=Path), metavar=say("FOLDER"))


def _init() -> click.Command:
    return click.Command(
        "init",
        callback=init,
        help=say("Start a season: write a file that explains itself, with a team for every bot in FOLDER/bots."),
        params=[
            _folder(),
            click.Option(
                ["--game", "game_id"],
                metavar=say("GAME"),
                help=say("What to play; by default what the bots' files name, else {game}.", game=DEFAULT_GAME),
            ),
            click.Option(["--title"], metavar=say("TITLE"), help=say("What the season is called.")),
        ],
    )


def init(*, folder: Path, game_id: str | None, title: str | None) -> None:
    from schwarm.arena.season_folder import create_folder, game_of_bots
    from schwarm.cli.screen import tell
    from schwarm.games import game

    known = game(game_id) if game_id else game_of_bots(folder)
    path = create_folder(folder, known, title or f"{known.title}")
    tell(say("Written, for {game}: {path}", game=known.title, path=path), whole=True)
    tell(say("Review it, then run: schwarm season check {folder}", folder=folder), whole=True)


def _check() -> click.Command:
    return click.Command(
        "check",
        callback=check,
        help=say("Check whether a season can be played, and which bots are missing.")
        + "\n\n"
        + say("Exit code 1 means that something needs fixing."),
        params=[_folder(), data_option()],
    )


def check(*, folder: Path, data: str | None) -> None:
    from schwarm.arena.season_file import find_troubles
    from schwarm.cli.screen import tell

    season, store = _open(folder, data)
    store.close()
    facts = {"teams": len(season.teams), "groups": len(season.groups), "games": season.total({})}
    tell(season.title, style="bold")
    if len(season.groups) > 1:
        tell(say("{teams} teams in {groups} groups, at least {games} games", **facts))
    else:
        tell(say("{teams} teams, at least {games} games", **facts))
    wrong = find_troubles(season)
    for team, why in wrong.items():
        tell(f"  {team}: {why}", style="yellow")
    if wrong:
        tell(say("These teams would lose all their games."), style="yellow")
        sys.exit(1)
    tell(say("All bots are there. Start with: schwarm season run {folder}", folder=folder), whole=True)


def _run() -> click.Command:
    return click.Command(
        "run",
        callback=run,
        help=say("Play a season, or continue where it was interrupted. Ctrl-C stops it."),
        params=[
            _folder(),
            *pool_options(),
            data_option(),
            click.Option(
                ["--publish", "target"],
                type=click.Path(path_type=Path, file_okay=False),
                metavar=say("FOLDER"),
                help=say("Write pages to this folder at the end, as “schwarm season publish” does."),
            ),
        ],
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

    from schwarm.arena.season_file import check_playable
    from schwarm.arena.season_folder import contest_key, remember_folder
    from schwarm.cli.match_output import tell_ending

    season, store = _open(folder, data)
    event = contest_key(season, store)
    # Machines elsewhere may start what this one cannot.
    if not cluster and season.due(_results(store, event)):
        check_playable(season)
    remember_folder(store, event, folder)
    season = replace(season, conditions=replace(season.conditions, sandboxed=sandboxed))
    runner = hold(season, store, event, game_pool(at_once, cluster, cluster_key), lambda runner: season.title)
    _tell_tables(season, runner.results)
    tell_ending(runner, say("schwarm season run {folder}", folder=folder))
    if target:
        _write_pages(season, store, event, target)
    part(store, runner)


def _status() -> click.Command:
    return click.Command(
        "status", callback=status, help=say("Show the progress of a season."), params=[_folder(), data_option()]
    )


def status(*, folder: Path, data: str | None) -> None:
    from schwarm.arena.number_text import STAGES
    from schwarm.cli.screen import tell

    season, store, event = _find(folder, data)
    results = _results(store, event)
    tell(season.title, style="bold")
    tell(say("{done} of at least {total} games played", done=len(results), total=season.total(results)))
    due = season.due(results)
    if due:
        stage = STAGES[due[0].key.partition("/")[0]]
        tell(say("{stage}: next is {one} against {two}", stage=stage, one=due[0].red, two=due[0].blue))
    elif champion := season.champion(results):
        tell(say("The season is over; {team} won.", team=champion))
    else:
        tell(say("The season is over."))
    store.close()


def _table() -> click.Command:
    return click.Command(
        "table",
        callback=table,
        help=say("Show the current tables of a season."),
        params=[_folder(), data_option(), *export_options()],
    )


def table(*, folder: Path, data: str | None, json_file: Path | None, csv_file: Path | None) -> None:
    season, store, event = _find(folder, data)
    results = _results(store, event)
    _tell_tables(season, results)
    export(results, {"title": season.title, "seed": season.seed}, json_file=json_file, csv_file=csv_file)
    store.close()


def _publish() -> click.Command:
    return click.Command(
        "publish",
        callback=publish,
        help=say("Write the season as pages that need no server: tables, match days, every game with its replay."),
        params=[
            _folder(),
            click.Option(
                ["--to", "target"],
                type=click.Path(path_type=Path, file_okay=False),
                metavar=say("FOLDER"),
                help=say("Where to write them; by default “site” in the season's folder."),
            ),
            click.Option(
                ["--graphs/--no-graphs"],
                default=True,
                help=say("Whether Hecht looks through every game for a graph of its course; by default it does."),
            ),
            data_option(),
        ],
    )


def publish(*, folder: Path, target: Path | None, graphs: bool, data: str | None) -> None:
    season, store, event = _find(folder, data)
    beside = folder if folder.is_dir() else folder.parent if folder.exists() else Path()
    _write_pages(season, store, event, target or beside / "site", graphs=graphs)
    store.close()


def _write_pages(season: "Season", store: "Store", event: str, folder: Path, *, graphs: bool = True) -> None:
    from schwarm.arena.publish import publish
    from schwarm.cli.screen import tell

    tell(say("Written; open {path}", path=publish(season, store, event, folder, graphs=graphs)), whole=True)


def _open(folder: Path, data: str | None) -> "tuple[Season, Store]":
    """A season by its folder or file, and where its games are kept."""
    from schwarm.arena.season_file import check_season, parse_season
    from schwarm.arena.season_folder import check_unchanged, own_store
    from schwarm.store import open_store

    season = parse_season(folder)
    # Until lately every season had a store of its own: where there is one, it stays.
    store = open_store(data or own_store(folder))
    # First: a season that has begun is not to be mended, but to be put back.
    check_unchanged(season, store)
    check_season(season)
    return season, store


def _find(name: Path, data: str | None) -> "tuple[Season, Store, str]":
    """A season by its folder, its file or its title, where it is kept, and what it is called there."""
    from schwarm.arena.contest_records import find_season
    from schwarm.arena.season_folder import contest_key
    from schwarm.store import open_store

    if not name.exists():
        store = open_store(data)
        if (found := find_season(store, str(name))) is not None:
            return found[1], store, found[0]
        store.close()
    season, store = _open(name, data)
    return season, store, contest_key(season, store)


def _results(store: "Store", event: str) -> "Results":
    from schwarm.arena.database_results import DatabaseResults

    return DatabaseResults(store, event).results()


def _tell_tables(season: "Season", results: "Results") -> None:
    from schwarm.arena.number_text import STAGES
    from schwarm.arena.publish_data import PublishedSeason
    from schwarm.cli.tables import tell_bracket, tell_standings

    for group in season.championship:
        name = f"{STAGES[group.stage]} {group.group}".strip()
        tell_standings(name, season.table(group, results), season.conditions.game)
    if league := season.league(results):
        tell_standings(str(STAGES[league.stage]), season.table(league, results), season.conditions.game)
    if finals := season.finals(results):
        tell_bracket(finals, results, PublishedSeason(season, results).decision)
