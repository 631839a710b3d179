"""The form for a new contest: which players, how many games, how long a move may take."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from schwarm.arena.contest import Conditions, Contest, check_title, form_kinds, kind_named, name_players
from schwarm.arena.game_job import check_startable
from schwarm.arena.results import Results
from schwarm.games import game
from schwarm.web.contests.contract import MAX_GAMES, AnyContestFields, ContestFields, SeasonFields
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.shell.endpoint import ONE_OF
from schwarm.web.shell.fields import parse_line, parse_seed, parse_time

MAX_PLAYERS = 64


def parse_kind(name: str) -> type[Contest]:
    """The kind of contest of this name."""
    kind = kind_named(name)
    if kind is None or kind not in form_kinds():
        raise Refused(BAD_FIELD(field="kind", right=ONE_OF(names=", ".join(known.kind for known in form_kinds()))))
    return kind


def parse_form(fields: ContestFields) -> Contest:
    """The contest that a form asks for; raises one sentence where it cannot be held."""
    kind, known = parse_kind(fields.kind), game(fields.game, fields.rules)
    conditions = Conditions(known.id, known.rules, parse_time(fields.time))
    players = [player.strip() for player in fields.players if player.strip()]
    if len(players) > MAX_PLAYERS:
        raise Refused(TOO_MANY_PLAYERS(most=MAX_PLAYERS))
    if kind.pair and len(players) != 2:
        raise Refused(TWO_PLAYERS(number=len(players)))
    if len(players) < 2:
        raise Refused(MORE_PLAYERS())
    bots = name_players(players, [check_startable(player, known.id).title for player in players])
    seed = 1 if fields.seed in (None, "") else parse_seed(fields.seed)
    return build(fields, bots, conditions, seed)


def build(
    fields: AnyContestFields,
    bots: Mapping[str, str],
    conditions: Conditions,
    seed: int,
    groups: Mapping[str, str] = MappingProxyType({}),
) -> Contest:
    """A contest of the kind and with the options of a form."""
    kind = parse_kind(fields.kind)
    title = "" if kind.pair else parse_line(fields.title)
    common = {
        "bots": bots,
        "conditions": conditions,
        "games": fields.games,
        "seed": seed,
        "name": check_title(title) if title else "",
    }
    contest = kind.from_form(common, msgspec.to_builtins(fields), groups)
    if (total := contest.total(Results())) > MAX_GAMES:
        raise Refused(TOO_MANY_GAMES(total=total, most=MAX_GAMES))
    return contest


def season_path(fields: SeasonFields) -> Path:
    """The folder of the season to play."""
    path = fields.path.strip()
    if not path:
        raise Refused(WHICH_FOLDER())
    return Path(path).expanduser()


TWO_PLAYERS = Refusal(
    "A match has two players, not {number}; name each as you would for “schwarm play”, such as greedy."
)
MORE_PLAYERS = Refusal("Name at least two players, each on a line of its own.")
TOO_MANY_PLAYERS = Refusal("A tournament has at most {most} players here; use a season for more.")
TOO_MANY_GAMES = Refusal("That would be {total} games; a contest on the page has at most {most}.")
WHICH_FOLDER = Refusal("Name the folder with the season's season.toml file, on the computer that runs this page.")
