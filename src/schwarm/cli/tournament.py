"""`schwarm tournament`: any number of players, everybody against everybody or the first against all."""

from pathlib import Path

import click

from schwarm.cli.contest import bots_help, contest_key_for, export, game_options, game_pool, hold, part
from schwarm.words import say


def command() -> click.Command:
    return click.Command(
        "tournament",
        callback=tournament,
        help=say("Play a tournament of any number of players, with crosstable, standings and ratings.")
        + "\n\n"
        + bots_help(),
        params=[
            click.Argument(["bots"], nargs=-1, required=True, metavar=say("PLAYER …")),
            click.Option(
                ["-n", "--games"],
                type=click.IntRange(min=2),
                default=6,
                show_default=True,
                metavar=say("NUMBER"),
                help=say("How many games each encounter has, two from each start."),
            ),
            click.Option(["--title"], default="", metavar=say("TITLE"), help=say("What the tournament is called.")),
            click.Option(["--gauntlet"], is_flag=True, help=say("Only the first player plays all the others.")),
            *game_options(),
        ],
    )


def tournament(
    *,
    bots: tuple[str, ...],
    games: int,
    title: str,
    gauntlet: bool,
    game_id: str | None,
    rules: str,
    seed: int,
    soft: float,
    hard: float,
    at_once: int | None,
    sandboxed: bool,
    cluster: str | None,
    cluster_key: Path | None,
    data: str | None,
    resume: bool,
    json_file: Path | None,
    csv_file: Path | None,
) -> None:
    from schwarm.arena.assignment import check_opponents
    from schwarm.arena.contest import Conditions, check_title, name_players
    from schwarm.arena.ratings import ratings
    from schwarm.arena.standings import standings
    from schwarm.arena.tournament import Tournament
    from schwarm.cli.files import check_writable
    from schwarm.cli.match_output import tell_ending, tell_violations, times_table
    from schwarm.cli.screen import make_room_for, show_table
    from schwarm.cli.tables import tell_crosstable, tell_ratings, tell_standings
    from schwarm.store import open_store

    make_room_for(json_file, csv_file)
    check_writable(json_file, csv_file)
    # What is missing is said before anything is played.
    ratings([], [])
    found, game = check_opponents(bots, game_id)
    conditions = Conditions(game, rules, soft or None, hard or None, sandboxed=sandboxed)
    players = name_players(bots, [bot.title for bot in found])
    contest = Tournament(players, conditions, games, seed, gauntlet, check_title(title) if title else "")
    store = open_store(data)
    event = contest_key_for(store, contest, resume=resume)
    runner = hold(
        contest, store, event, game_pool(at_once, cluster, cluster_key), lambda runner: title or say("tournament")
    )
    played = list(runner.results.values())
    if played:
        table = standings(contest.players, played, conditions.game, seed)
        tell_standings(say("Standings"), table, conditions.game)
        tell_crosstable([row.team for row in table], played)
        tell_ratings(contest.players, played)
        show_table(times_table(contest.players, played))
        tell_violations(played)
    tell_ending(runner)
    export(runner.results, {"players": contest.players, "seed": seed}, json_file=json_file, csv_file=csv_file)
    part(store, runner)
