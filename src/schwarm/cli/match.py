"""`schwarm match`: two players, many games, and whether the difference means anything."""

from functools import partial
from pathlib import Path

import click

from schwarm.cli.contest import bots_help, contest_key_for, export, game_options, game_pool, hold, part
from schwarm.words import say

USUAL_GAMES, MOST_TESTED = 100, 20_000


def command() -> click.Command:
    return click.Command(
        "match",
        callback=match,
        help=say("Play many games between two players, and say whether the difference means anything.")
        + "\n\n"
        + bots_help(),
        params=[
            click.Argument(["one"], metavar=say("ONE")),
            click.Argument(["two"], metavar=say("TWO")),
            click.Option(
                ["-n", "--games"],
                type=click.IntRange(min=2),
                metavar=say("NUMBER"),
                help=say(
                    "How many games, two from each start; by default {usual}, with --sprt up to {most}.",
                    usual=USUAL_GAMES,
                    most=MOST_TESTED,
                ),
            ),
            click.Option(
                ["--sprt"],
                type=float,
                nargs=2,
                metavar="ELO0 ELO1",
                help=say("Stop as soon as it is clear whether ONE is stronger than TWO by ELO0 or by ELO1."),
            ),
            *game_options(),
        ],
    )


def match(
    *,
    one: str,
    two: str,
    games: int | None,
    sprt: tuple[float, float] | None,
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
    from schwarm.arena.contest import Conditions, name_players
    from schwarm.arena.export import match_facts
    from schwarm.arena.match import Match
    from schwarm.arena.sprt import Sprt
    from schwarm.cli.files import check_writable
    from schwarm.cli.match_output import match_live, tell_match
    from schwarm.cli.screen import make_room_for
    from schwarm.store import open_store

    make_room_for(json_file, csv_file)
    check_writable(json_file, csv_file)
    found, game = check_opponents((one, two), game_id)
    contest = Match(
        name_players((one, two), [bot.title for bot in found]),
        Conditions(game, rules, soft or None, hard or None, sandboxed=sandboxed),
        games or (MOST_TESTED if sprt else USUAL_GAMES),
        seed,
        Sprt(*sprt) if sprt else None,
    )
    store = open_store(data)
    event = contest_key_for(store, contest, resume=resume)
    runner = hold(contest, store, event, game_pool(at_once, cluster, cluster_key), partial(match_live, contest))
    tell_match(contest, runner)
    export(runner.results, match_facts(contest, runner.results), json_file=json_file, csv_file=csv_file)
    part(store, runner)
    if runner.results and all(result.outcome.reason.violation for result in runner.results.values()):
        # Not one game was played to its end: something else is wrong than strength, and also a script shall notice.
        raise click.exceptions.Exit(1)
