"""`schwarm match`: two players, many games, and whether the difference means anything."""

from functools import partial
from typing import Any

import click

from schwarm.cli.contest import GameChoices, contest_key_for, contest_options, hold, part
from schwarm.cli.options import BOTS_HELP
from schwarm.cli.verb import NUMBER, argument, option, verb
from schwarm.words import Sentence

USUAL_GAMES, MOST_TESTED = 100, 20_000


@verb(
    Sentence("Play many games between two players, and say whether the difference means anything."),
    BOTS_HELP,
)
@argument("one", metavar=Sentence("ONE"))
@argument("two", metavar=Sentence("TWO"))
@option(
    "-n",
    "--games",
    type=click.IntRange(min=2),
    metavar=NUMBER,
    help=Sentence("How many games, two from each start; by default {usual}, with --sprt up to {most}.")(
        usual=USUAL_GAMES, most=MOST_TESTED
    ),
)
@option(
    "--sprt",
    type=float,
    nargs=2,
    metavar="ELO0 ELO1",
    help=Sentence("Stop as soon as it is clear whether ONE is stronger than TWO by ELO0 or by ELO1."),
)
@option(
    "--elo",
    type=click.Choice(["logistic", "normalized"]),
    default="logistic",
    show_default=True,
    help=Sentence("The scale of --sprt; with normalized Elo, draws and starts do not change the length of a test."),
)
@contest_options
def match(*, one: str, two: str, games: int | None, sprt: tuple[float, float] | None, elo: str, **typed: Any) -> None:
    from schwarm.arena.contest import name_players
    from schwarm.arena.export import match_facts
    from schwarm.arena.game_job import check_opponents
    from schwarm.arena.match import Match
    from schwarm.arena.results import Endings
    from schwarm.arena.sprt import Sprt
    from schwarm.cli.match_output import match_live, tell_match
    from schwarm.store import open_store

    chosen = GameChoices(**typed)
    chosen.check()
    found, game = check_opponents((one, two), chosen.game_id)
    contest = Match(
        name_players((one, two), [bot.title for bot in found]),
        chosen.conditions(game),
        games or (MOST_TESTED if sprt else USUAL_GAMES),
        chosen.seed,
        sprt=Sprt(*sprt, normalized=elo == "normalized") if sprt else None,
    )
    store = open_store(chosen.data)
    event = contest_key_for(store, contest, resume=chosen.resume)
    runner = hold(contest, store, event, chosen.pool, partial(match_live, contest))
    tell_match(contest, runner)
    chosen.write(runner.results, match_facts(contest, runner.results), contest.conditions.game)
    part(store, runner)
    if runner.results and all(reason.violation for reason in runner.results.sum(Endings).counts):
        # Not one game was played to its end: the trouble is not strength, and the exit code tells scripts so.
        raise click.exceptions.Exit(1)
