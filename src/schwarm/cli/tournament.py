"""`schwarm tournament`: any number of players, in one of the kinds of contest for that."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.contest import CannotHold, GameChoices, contest_key_for, contest_options, hold, part
from schwarm.cli.options import BOTS_HELP
from schwarm.cli.verb import NUMBER, TITLE, Parameters, argument, option, verb
from schwarm.words import Sentence, say

if TYPE_CHECKING:
    from schwarm.arena.contest import Contest

MAX_OPTION = 1_000


def _kinds() -> "list[type[Contest]]":
    """Kinds for a list of players, the usual one first."""
    from schwarm.arena.contest import ResumedBy, all_kinds

    return [kind for kind in all_kinds() if kind.resumed_by is ResumedBy.STORE and not kind.pair]


def _kind_options() -> Iterator[click.Parameter]:
    """A flag for each kind but the usual one, and the settings of all."""
    for kind in _kinds()[1:]:
        yield click.Option([f"--{kind.kind}", "kind"], flag_value=kind.kind, help=str(kind.about))
    for setting in (setting for kind in _kinds() for setting in kind.options):
        names, help = [f"--{setting.name}", setting.name], str(setting.help)
        if setting.is_flag:
            yield click.Option(names, is_flag=True, help=help)
        else:
            yield click.Option(names, type=click.IntRange(1, MAX_OPTION), metavar=str(NUMBER), help=help)


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
@Parameters((_kind_options,))
@contest_options
def tournament(*, bots: tuple[str, ...], games: int, title: str, kind: str | None = None, **typed: Any) -> None:
    from schwarm.arena.contest import check_title, name_players
    from schwarm.arena.game_job import check_opponents
    from schwarm.arena.rating import Encounters
    from schwarm.cli.match_output import tell_ending
    from schwarm.cli.tables import tell_contest
    from schwarm.store import open_store

    kinds = _kinds()
    made = next((each for each in kinds if each.kind == kind), kinds[0])
    known = {setting.name: typed.pop(setting.name) or setting.type() for each in kinds for setting in each.options}
    own = {option.name for option in made.options}
    for name, value in known.items():
        if value and name not in own:
            raise CannotHold(NOT_HERE(option=f"--{name}", kind=made.word))
    chosen = GameChoices(**typed)
    chosen.check()
    # What is missing is said before anything is played.
    Encounters(())
    found, game = check_opponents(bots, chosen.game_id)
    players = name_players(bots, [bot.title for bot in found])
    title = check_title(title) if title else ""
    common = (players, chosen.conditions(game), games, chosen.seed, title)
    contest = made(*common, **{name: value for name, value in known.items() if name in own})
    store = open_store(chosen.data)
    event = contest_key_for(store, contest, resume=chosen.resume)
    runner = hold(contest, store, event, chosen.pool, lambda runner: title or say("tournament"))
    tell_contest(contest, runner.results)
    tell_ending(runner)
    chosen.write(runner.results, {"players": contest.players, "seed": chosen.seed}, contest.conditions.game)
    part(store, runner)


NOT_HERE = Sentence("{option} is for another kind of tournament, not for this one ({kind}); leave it out.")
