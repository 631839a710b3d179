"""What came out of a match, in the terminal."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from schwarm.arena.match import Match, count_results
from schwarm.arena.number_text import elo_text, seconds_text
from schwarm.arena.pairs import ENOUGH
from schwarm.arena.publish_data import place_of
from schwarm.arena.runner import Ending
from schwarm.arena.summary import endings, in_order, time_use
from schwarm.cli.screen import show_table, tell
from schwarm.launch.bot_zip import START
from schwarm.player.class_file import split
from schwarm.words import Sentence, excerpt, in_figures, say

GAP = 2
"""Blanks between two columns of a table."""
MAX_VIOLATIONS = 10

if TYPE_CHECKING:
    from schwarm.arena.fixture import Result
    from schwarm.arena.runner import Runner


def match_live(contest: Match, runner: "Runner") -> str:
    """The score so far, in one line."""
    results = list(runner.results.values())
    if not results:
        return contest.title
    wins, draws, losses = count_results(contest.players[0], results)
    pairs = contest.pairs(runner.results)
    elo = f"  Elo {elo_text(pairs.elo)}" if pairs.enough else ""
    return f"{contest.title}  +{wins} ={draws} −{losses}{elo}"


def tell_match(contest: Match, runner: "Runner") -> None:
    """Everything that is known after a match, or after a part of it."""
    results = runner.results
    played = list(results.values())
    one, two = contest.players
    if not played:
        tell(say("No game was played to the end."))
        tell_ending(runner)
        return
    wins, draws, losses = count_results(one, played)
    pairs = contest.pairs(results)
    score = {"one": one, "two": two, "wins": wins, "draws": draws, "losses": losses}
    tell(say("{one} against {two}: {wins} won, {draws} drawn, {losses} lost", **score), style="bold")
    finished = any(not result.outcome.reason.violation for result in played)
    if pairs.number and finished:
        better = {"elo": elo_text(pairs.elo), "one": one, "share": in_figures(100 * pairs.superiority, 1)}
        if pairs.enough:
            tell(say("Elo difference {elo}; the likelihood that {one} is stronger is {share} %", **better))
        else:
            tell(say("Too few games to say who is stronger; play at least {n}.", n=2 * ENOUGH))
        counts = " · ".join(map(str, pairs.counts))
        tell(say("Pairs with 0, ½, 1, 1½ and 2 points: {counts}", counts=counts), style="dim")
    if contest.sprt:
        tell(contest.sprt.describe(contest.tested(results)))
    tell()
    show_table(endings_table(played))
    tell()
    show_table(times_table(contest.players, played))
    tell_violations(played)
    for player, bot in contest.bots.items():
        if any(result.outcome.reason.violation and result.winner not in (None, player) for result in played):
            tell_remedy(bot)
    tell_ending(runner)


def tell_violations(results: list["Result"]) -> None:
    """Games that were broken off, with what is known about why."""
    broken: dict[str, list[str]] = {}
    for result in in_order(results):
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
    """Where somebody learns more about a bot that breaks off."""
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


def endings_table(results: Iterable["Result"]) -> Table:
    table = plain_table(say("how games ended"), say("games"))
    for reason, number in endings(results).most_common():
        table.add_row(str(reason.word), str(number))
    return table


def times_table(players: Iterable[str], results: list["Result"]) -> Table:
    table = plain_table(say("time per move"), say("median"), say("slowest"), say("violations"))
    table.columns[-1].no_wrap = False
    for player in players:
        use = time_use(player, results)
        broken = ", ".join(f"{reason.word} {number}" for reason, number in use.violations.most_common())
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
