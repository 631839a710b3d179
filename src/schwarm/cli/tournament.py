"""`schwarm tournament`: any number of players, everybody against everybody or the first against all."""

from typing import Any

import click

from schwarm.cli.contest import GameChoices, contest_key_for, contest_options, hold, part
from schwarm.cli.options import BOTS_HELP
from schwarm.cli.verb import NUMBER, TITLE, argument, option, verb
from schwarm.words import Sentence, say


@verb(Sentence("Play a tournament of any number of players, with crosstable, standings and ratings."), BOTS_HELP)
@argument("bots", nargs=-1, required=True, metavar=Sentence("PLAYER …"))
@option(
    "-n",
    "--games",
    type=click.IntRange(min=2),
    default=6,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("How many games each encounter has, two from each start."),
)
@option("--title", default="", metavar=TITLE, help=Sentence("What the tournament is called."))
@option("--gauntlet", is_flag=True, help=Sentence("Only the first player plays all the others."))
@contest_options
def tournament(*, bots: tuple[str, ...], games: int, title: str, gauntlet: bool, **typed: Any) -> None:
    from schwarm.arena.assignment import check_opponents
    from schwarm.arena.contest import check_title, name_players
    from schwarm.arena.rating import ratings
    from schwarm.arena.tournament import Tournament
    from schwarm.cli.match_output import tell_ending
    from schwarm.cli.tables import tell_tournament
    from schwarm.store import open_store

    chosen = GameChoices(**typed)
    chosen.check()
    # What is missing is said before anything is played.
    ratings([], [])
    found, game = check_opponents(bots, chosen.game_id)
    players = name_players(bots, [bot.title for bot in found])
    title = check_title(title) if title else ""
    contest = Tournament(players, chosen.conditions(game), games, chosen.seed, gauntlet, title)
    store = open_store(chosen.data)
    event = contest_key_for(store, contest, resume=chosen.resume)
    runner = hold(contest, store, event, chosen.pool, lambda runner: title or say("tournament"))
    tell_tournament(contest, list(runner.results.values()))
    tell_ending(runner)
    chosen.write(runner.results, {"players": contest.players, "seed": chosen.seed}, contest.conditions.game)
    part(store, runner)
