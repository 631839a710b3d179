"""`schwarm match`: two players, many games, and whether the difference means anything."""

from functools import partial

import click

from schwarm.cli.position import rules_option
from schwarm.words import say

USUAL = "piranhas-2026"


def command() -> click.Command:
    return click.Command(
        "match",
        callback=match,
        help=say("Let two players play many games, and say whether the difference means anything.")
        + "\n\n"
        + say("ONE and TWO are random, greedy, a class like mybot.py:MyPlayer, a command, a .zip or a .jar."),
        params=[
            click.Argument(["one"], metavar=say("ONE")),
            click.Argument(["two"], metavar=say("TWO")),
            click.Option(
                ["-n", "--games"],
                type=click.IntRange(min=2),
                metavar=say("NUMBER"),
                help=say("How many games, two from each start; by default 100, or up to 20000 with --sprt."),
            ),
            click.Option(
                ["--game", "game_id"], default=USUAL, show_default=True, metavar=say("GAME"), help=say("What to play.")
            ),
            rules_option(),
            click.Option(
                ["--sprt"],
                type=float,
                nargs=2,
                metavar="ELO0 ELO1",
                help=say("Stop as soon as it is clear whether ONE is rather ELO0 or ELO1 stronger than TWO."),
            ),
            click.Option(
                ["-j", "--at-once"],
                type=click.IntRange(1, 1024),
                metavar=say("NUMBER"),
                help=say("How many games are played at once; by default one per core."),
            ),
            click.Option(
                ["--seed"],
                type=int,
                default=1,
                show_default=True,
                metavar=say("NUMBER"),
                help=say("Seed of the starts."),
            ),
            *limit_options(),
        ],
    )


def limit_options() -> list[click.Option]:
    """`--soft` and `--hard`, as on a server."""
    seconds = click.FloatRange(0, 86400)

    def option(name: str, default: float, help: str) -> click.Option:
        return click.Option([name], type=seconds, default=default, show_default=True, metavar=say("SECONDS"), help=help)

    return [
        option("--soft", 2.0, say("Seconds after which a move is too late; 0 for no limit.")),
        option("--hard", 10.0, say("Seconds after which nobody waits for a move; 0 for no limit.")),
    ]


def match(
    *,
    one: str,
    two: str,
    games: int | None,
    game_id: str,
    rules: str,
    sprt: tuple[float, float] | None,
    at_once: int | None,
    seed: int,
    soft: float,
    hard: float,
) -> None:
    from schwarm.arena.contest import Conditions, named
    from schwarm.arena.crew import LocalCrew
    from schwarm.arena.match import Match
    from schwarm.arena.runner import Notebook, Runner
    from schwarm.arena.sprt import Sprt
    from schwarm.cli.following import follow
    from schwarm.cli.outcomes import match_live, tell_match
    from schwarm.launch import recipe

    titles = [recipe(bot).title for bot in (one, two)]
    contest = Match(
        named((one, two), titles),
        Conditions(game_id, rules, soft or None, hard or None),
        games or (20_000 if sprt else 100),
        seed,
        Sprt(*sprt) if sprt else None,
    )
    # A game that does not exist is said now, not by the first who plays it.
    assert contest.conditions.game
    runner = Runner(contest, LocalCrew(at_once), Notebook())
    ending = follow(runner, partial(match_live, contest))
    tell_match(contest, runner.results, ending)
