"""What the verbs that hold contests share: options, the store they write to, who plays, and exports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.options import (
    PATH,
    data_option,
    played_game_option,
    pool_options,
    rules_option,
    time_option,
)
from schwarm.cli.verb import FILE, NUMBER, Parameters, option, options
from schwarm.games import Game, TimeControl
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.arena.contest import Conditions, Contest
    from schwarm.arena.pool import Pool
    from schwarm.arena.results import Results
    from schwarm.arena.runner import Runner
    from schwarm.store.games import Store


class CannotHold(SchwarmError):
    """A contest that cannot be held the way it was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFiles:
    """The values of `export_options`: files for the results."""

    json_file: Path | None
    csv_file: Path | None
    xlsx_file: Path | None

    def check(self) -> None:
        """Fail before anything is played."""
        from schwarm.cli.files import check_writable
        from schwarm.cli.screen import make_room_for

        if self.xlsx_file:
            from schwarm.arena.export import load_writer

            load_writer()
        make_room_for(self.json_file, self.csv_file, self.xlsx_file)
        check_writable(self.json_file, self.csv_file, self.xlsx_file)

    def write(self, results: "Results", about: Mapping[str, Any], game: "Game") -> None:
        from schwarm.arena.export import COLUMNS, as_json, row, to_csv, to_xlsx
        from schwarm.cli.files import write_file

        played = results.in_order
        rows = [row(result, game) for result in played]
        if self.json_file:
            write_file(self.json_file, as_json(played, about, game))
        if self.csv_file:
            write_file(self.csv_file, to_csv(COLUMNS, rows))
        if self.xlsx_file:
            write_file(self.xlsx_file, to_xlsx(COLUMNS, rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoices(ExportFiles):
    """The values of `contest_options`."""

    game_id: str | None
    rules: str
    seed: int
    time: TimeControl
    at_once: int | None
    sandboxed: bool
    cluster: str | None
    cluster_key: Path | None
    data: str | None
    resume: bool

    def conditions(self, game: str) -> "Conditions":
        from schwarm.arena.contest import Conditions

        return Conditions(game, self.rules, self.time, sandboxed=self.sandboxed)

    @property
    def pool(self) -> "Pool":
        return game_pool(self.at_once, self.cluster, self.cluster_key)


def _export(name: str, help: Sentence) -> Parameters:
    return option(name, f"{name[2:]}_file", type=PATH, metavar=FILE, help=help)


export_options = options(
    _export("--json", Sentence("Write the full results to this file.")),
    _export("--csv", Sentence("Write one line per game to this file, for other programs.")),
    _export("--xlsx", Sentence("Write one line per game to this file, for Excel or LibreOffice.")),
)
contest_options = options(
    played_game_option,
    rules_option,
    option("--seed", type=int, default=1, show_default=True, metavar=NUMBER, help=Sentence("Seed for the starts.")),
    time_option,
    pool_options,
    data_option,
    option(
        "--resume",
        is_flag=True,
        help=Sentence("Resume the last contest that was started with the same players and options."),
    ),
    export_options,
)
"""The options of `GameChoices`: game, time, where it is played and kept."""


def game_pool(at_once: int | None, cluster: str | None, cluster_key: Path | None) -> "Pool":
    """Processes here, or the workers of a cluster."""
    from schwarm.arena.pool import Pool

    if cluster:
        from schwarm.arena.cluster import ClusterExecutor

        return Pool(ClusterExecutor(cluster, at_once, cluster_key))
    from schwarm.arena.executors import LocalExecutor

    return Pool(LocalExecutor(at_once))


def contest_key_for(store: "Store", contest: "Contest", *, resume: bool) -> str:
    """The contest's name in the store: a new one, or the last of its kind."""
    from schwarm.arena.contest_records import latest, save_contest

    event = latest(store, contest.kind, contest.terms()) if resume else None
    if resume and event is None:
        raise CannotHold(NOTHING_TO_RESUME())
    return save_contest(store, contest, event)


def hold(
    contest: "Contest",
    store: "Store",
    event: str,
    pool: "Pool",
    live: Callable[["Runner"], str],
) -> "Runner":
    """Run a contest until it ends or is stopped; the runner has the results."""
    from schwarm.arena.contest_records import DatabaseResults
    from schwarm.arena.runner import Runner
    from schwarm.cli.live_progress import follow
    from schwarm.launch.isolation import keep_private

    # Output of bots and the key of a cluster are for the organiser alone.
    keep_private(store.folder)
    # A game that does not exist is said now, not by the first who plays it.
    assert contest.conditions.game
    _warn_without_wall(contest)
    try:
        runner = Runner(contest, pool.share(), DatabaseResults(store, event))
        follow(runner, live)
    finally:
        pool.close()
    return runner


def part(store: "Store", runner: "Runner") -> None:
    """Everything is told. A contest that could not be played to its end is a failure, also for scripts."""
    from schwarm.arena.runner import Ending

    store.close()
    if runner.ending is Ending.STUCK:
        raise click.exceptions.Exit(1)


def _warn_without_wall(contest: "Contest") -> None:
    """Say once that bots run without a wall, where one is wanted and there are bots to put it around; as root they do
    not run at all without one."""
    from schwarm.cli.screen import tell
    from schwarm.launch import CannotLaunch, Sandbox
    from schwarm.launch.isolation import NO_WALL, NOT_AS_ROOT, missing_program
    from schwarm.player import PLAYERS

    bots = [bot for bot in contest.bots.values() if bot.partition(":")[0] not in PLAYERS]
    sandbox = Sandbox(wall=contest.conditions.sandboxed)
    if bots and sandbox.lets_none_in:
        raise CannotLaunch(NOT_AS_ROOT(**missing_program()))
    if bots and sandbox.wall and not sandbox.has_wall:
        tell(NO_WALL(**missing_program()), style="yellow")


NOTHING_TO_RESUME = Sentence("No contest was started with these players and options; leave out --resume to start one.")
