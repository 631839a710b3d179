"""`schwarm ladder`: how strong a bot is, found out against partners of known strength."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.contest import game_pool, hold, part
from schwarm.cli.options import BOTS_HELP, PATH, data_option, own_game_option, pool_options
from schwarm.cli.verb import FILE, NUMBER, SECONDS, NumberRange, argument, option, verb
from schwarm.words import Figure, Sentence

if TYPE_CHECKING:
    from schwarm.arena.ladder import Ladder
    from schwarm.arena.pool import Pool
    from schwarm.arena.runner import Runner
    from schwarm.store.games import Store
    from schwarm.workshop.ladder import LadderBot

USUAL_SECONDS, MOST_GAMES = 0.2, 400
SLOWEST = 5.0
"""How many times its seconds a late move is waited for."""


@verb(
    Sentence("Find out how strong a bot is: it plays partners of known strength until its own is known to ± 80 Elo."),
    (Sentence("BOT is its folder, or whatever else can be started."), BOTS_HELP),
)
@argument("bot", metavar="BOT")
@own_game_option
@option(
    "--seconds",
    type=NumberRange(0.05, 60),
    default=USUAL_SECONDS,
    show_default=True,
    metavar=SECONDS,
    help=Sentence("Time per move."),
)
@option(
    "-n",
    "--games",
    type=click.IntRange(2, 10_000),
    default=MOST_GAMES,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Start no more games after this many."),
)
@pool_options
@data_option
@option("--anew", is_flag=True, help=Sentence("Start over; otherwise earlier games of the same bot count too."))
@option(
    "--json",
    "json_file",
    type=PATH,
    metavar=FILE,
    help=Sentence("Write the full results to this file; - is standard output, and nothing else goes there."),
)
def ladder(
    *,
    bot: str,
    game_id: str | None,
    seconds: float,
    games: int,
    at_once: int | None,
    sandboxed: bool,
    cluster: str | None,
    cluster_key: Path | None,
    data: str | None,
    anew: bool,
    json_file: Path | None,
) -> None:
    from schwarm.arena.ladder import Summit
    from schwarm.cli.defeat_report import DefeatReport
    from schwarm.cli.files import check_writable
    from schwarm.cli.screen import make_room_for, tell
    from schwarm.store import open_store
    from schwarm.workshop.ladder import LadderReport, find_bot

    make_room_for(json_file)
    check_writable(json_file)
    found = find_bot(bot, game_id)
    pool = game_pool(at_once, cluster, cluster_key)
    contest, warnings = _contest(found, seconds, games, pool, sandboxed=sandboxed)
    store = open_store(data)
    try:
        event, news = _event(store, contest, found, anew=anew)
        for warning in warnings:
            tell(warning, style="yellow")
        for message in news:
            tell(message)
        runner = hold(contest, store, event, pool, lambda runner: _live(contest, runner))
        assert runner.ending is not None
        account = DefeatReport(LadderReport(contest, runner.results), store, event, data)
        account.tell(runner.ending)
        if json_file:
            account.export(json_file)
        part(store, runner)
        if contest.summit(runner.results) is Summit.BROKEN:
            raise SystemExit(1)
    finally:
        pool.close()
        store.close()


def _contest(
    found: "LadderBot", seconds: float, games: int, pool: "Pool", *, sandboxed: bool
) -> "tuple[Ladder, list[object]]":
    """The ladder for a bot, and what is unusual about it."""
    from schwarm.arena.contest import Conditions
    from schwarm.arena.ladder import Ladder, playable, players, scale
    from schwarm.games.time_control import Limits, TimeControl

    known = scale(found.game_id)
    time = TimeControl.equal(Limits(seconds, SLOWEST * seconds))
    rungs = playable(known)
    contest = Ladder(
        players(found.title, found.bot, rungs),
        Conditions(found.game_id, time=time, sandboxed=sandboxed),
        games + games % 2,
        fingerprint=found.fingerprint,
        ahead=max(1, (pool.slots() + 1) // 2),
    )
    warnings: list[object] = []
    if len(rungs) < len(known.rungs):
        warnings.append(NO_HECHT)
    if seconds != known.seconds:
        warnings.append(OTHER_TIME(measured=Figure(known.seconds, None)))
    return contest, warnings


def _event(store: "Store", contest: "Ladder", found: "LadderBot", *, anew: bool) -> tuple[str, list[object]]:
    """The ladder's name in the store, and remarks on earlier games of the same bot."""
    from schwarm.arena.contest_records import DatabaseResults, latest, save_contest

    wanted = contest.terms()
    event = None if anew else latest(store, "ladder", wanted)
    news: list[object] = []
    if event:
        if number := sum(map(contest.tells, DatabaseResults(store, event).results().values())):
            news.append(GOES_ON(n=number))
    elif not anew:
        # The same but for one thing: then that is why its games do not count any more.
        for term, why in (("fingerprint", CHANGED), ("time", OTHER_PACE), ("bots", OTHER_PARTNERS)):
            others = {name: value for name, value in wanted.items() if name != term}
            if (old := latest(store, "ladder", others)) and _describe_result(store, old) == found.bot:
                news.append(why())
                break
    return save_contest(store, contest, event), news


def _describe_result(store: "Store", event: str) -> str:
    """How the bot of an earlier ladder was started."""
    from schwarm.store.contests import load_terms

    known = load_terms(store, event) or {}
    return str(next(iter(known.get("bots", {}).values()), ""))


def _live(contest: "Ladder", runner: "Runner") -> str:
    """The rating so far, in one line."""
    from schwarm.arena.ladder import FEWEST_PAIRS
    from schwarm.workshop.ladder import elo

    results = runner.results
    partners = [name for fixture in runner.progress.running for name in fixture.players if name != contest.climber]
    now = f" – {partners[0]}" if partners else ""
    if len(results) < FEWEST_PAIRS:
        return f"{contest.title}{now}"
    with results.lock:
        rating = contest.rating(results)
    return f"{contest.title}{now}  {elo(rating.value)} ± {rating.margin:.0f} Elo"


NO_HECHT = Sentence("There is no Hecht here without the native core, so the only partners are random and greedy.")
OTHER_TIME = Sentence("The partners were measured at {measured} s a move; only hecht:level=10 uses its time.")
GOES_ON = Sentence(
    "One game that this bot played earlier counts too; --anew leaves it out.",
    "{n} games that this bot played earlier count too; --anew leaves them out.",
)
CHANGED = Sentence("The bot's files or Schwarm have changed since its last run, so it starts over.")
OTHER_PACE = Sentence("The bot had a different time per move in its last run, so it starts over.")
OTHER_PARTNERS = Sentence("The bot had different partners in its last run, so it starts over.")
