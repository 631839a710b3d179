"""What came out of a match, in the terminal."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from schwarm.arena.match import Match
from schwarm.arena.overview import elo_text, place_of, seconds_text
from schwarm.arena.pairs import ENOUGH
from schwarm.arena.results import Endings, Results, Tallies, TimeUses
from schwarm.arena.runner import Ending
from schwarm.arena.stage import count_reasons
from schwarm.cli.screen import show_table, tell
from schwarm.launch.bot_files import START
from schwarm.player.class_file import split
from schwarm.words import Sentence, excerpt, in_figures, say

GAP = 2
"""Blanks between two columns of a table."""
MAX_VIOLATIONS = 10

if TYPE_CHECKING:
    from schwarm.arena.fixture import GameKey
    from schwarm.arena.runner import Runner


def match_live(contest: Match, runner: "Runner") -> str:
    """The score so far, in one line."""
    with runner.results.lock:
        score = contest.score(runner.results)
    if not score.games.games:
        return contest.title
    elo = f"  Elo {elo_text(score.pairs.elo)}" if score.pairs.enough else ""
    return f"{contest.title}  +{score.games.wins} ={score.games.draws} −{score.games.losses}{elo}"


def tell_match(contest: Match, runner: "Runner") -> None:
    """Everything that is known after a match, or after a part of it."""
    results = runner.results
    one, two = contest.players
    if not results:
        tell(say("No game was played to the end."))
        tell_ending(runner)
        return
    score = contest.score(results)
    pairs, counts = score.pairs, {"one": one, "two": two, **score.games._asdict()}
    tell(say("{one} against {two}: {wins} won, {draws} drawn, {losses} lost", **counts), style="bold")
    finished = any(not reason.violation for reason in results.sum(Endings).counts)
    if pairs.number and finished:
        better = {"elo": elo_text(pairs.elo), "one": one, "share": in_figures(100 * pairs.superiority, 1)}
        if pairs.enough:
            tell(say("Elo difference {elo}; the likelihood that {one} is stronger is {share} %", **better))
        else:
            tell(say("Too few games to say who is stronger; play at least {n}.", n=2 * ENOUGH))
        numbers = " · ".join(map(str, pairs.counts))
        tell(say("Pairs with 0, ½, 1, 1½ and 2 points: {counts}", counts=numbers), style="dim")
    if contest.sprt:
        tell(contest.sprt.describe(score.tested))
    tell()
    show_table(endings_table(results))
    tell()
    show_table(times_table(contest.players, results))
    tell_violations(results)
    for player, bot in contest.bots.items():
        if any(result.violator == player for result in results.values()):
            tell_remedy(bot)
    tell_ending(runner)


def tell_violations(results: Results) -> None:
    """Games that were cut short, and why."""
    broken: dict[str, list[GameKey]] = {}
    for result in results.in_order:
        if result.outcome.reason.violation:
            told = f"{result.outcome.sentence(result.red, result.blue)} {result.why}".rstrip()
            broken.setdefault(told, []).append(result.key)
    if not broken:
        return
    tell()
    # A bot that is broken breaks in every game, and mostly in the same way.
    for told, keys in list(broken.items())[:MAX_VIOLATIONS]:
        first = place_of(keys[0])
        where = first if len(keys) == 1 else say("In {n} games, such as {first}", first=first, n=len(keys))
        tell(f"{where}: {told}", style="yellow")
    more = sum(len(keys) for keys in list(broken.values())[MAX_VIOLATIONS:])
    if more:
        tell(MORE_CUT_SHORT(n=more), style="yellow")


def tell_remedy(bot: str) -> None:
    """The verb that tells more about a bot that breaks off."""
    from schwarm.workshop.candidate import LONE

    in_file = split(bot)
    path = in_file[0] if in_file else Path(bot).expanduser()
    if in_file or path.name == START:
        path = path.parent
    # A class alone cannot be started as the contest does it.
    if (path / START).is_file() or path.suffix in (".zip", *LONE):
        tell(say("“schwarm check {bot}” tells you more.", bot=shlex.quote(str(path))), style="yellow", whole=True)


def tell_ending(runner: "Runner", again: str = "--resume") -> None:
    """Why it ended before everything was played, and how to go on."""
    done, total = runner.progress.done, runner.progress.total
    facts = {"done": done, "total": total, "again": again, "n": total - done, "why": excerpt(runner.failure, 300)}
    if runner.ending is Ending.STOPPED:
        tell(say("Stopped after {done} of {total} games; continue with: {again}", **facts), style="yellow")
    elif runner.ending is Ending.STUCK:
        stuck = say(
            "Not played, through no fault of the players: {n} of {total} games ({why}); try again with: {again}",
            **facts,
        )
        tell(stuck, style="red")


def endings_table(results: Results) -> Table:
    table = plain_table(say("how games ended"), say("games"))
    for reason, number in results.sum(Endings).counts.most_common():
        table.add_row(str(reason.word), str(number))
    return table


def times_table(players: Iterable[str], results: Results) -> Table:
    table = plain_table(say("time per move"), say("median"), say("slowest"), say("violations"))
    table.columns[-1].no_wrap = False
    for player in players:
        use, broken = results.sum(TimeUses)[player], count_reasons(results.sum(Tallies)[player].violations)
        times = (seconds_text(use.median), seconds_text(use.slowest)) if use.moves else ("–", "–")
        table.add_row(player, *times, broken or "0")
    return table


def plain_table(first: str, *columns: str) -> Table:
    """A table of names and numbers. Where there is little room, names are broken, and numbers stay whole."""
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


MORE_CUT_SHORT = Sentence("… and {n} more game that was cut short", "… and {n} more games that were cut short")
