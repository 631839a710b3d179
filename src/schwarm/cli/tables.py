"""Tables of tournaments and seasons in the terminal: standings, crosstable, ratings, the Final Eight."""

from rich.table import Table

from schwarm.arena.contest import Contest
from schwarm.arena.overview import Overview, elo_text, part_text
from schwarm.arena.overview import Table as Stage
from schwarm.arena.results import Results
from schwarm.cli.match_output import GAP, plain_table, tell_violations, times_table
from schwarm.cli.screen import console, show_table, tell
from schwarm.words import in_figures, say

MIN_NAME_WIDTH = 12
"""Columns that a name needs to be readable."""


def tell_contest(contest: Contest, results: Results) -> None:
    """Everything that came out so far."""
    if not results:
        return
    overview = Overview(contest, results)
    for table in overview.stages:
        tell_standings(table.title if contest.staged else say("Standings"), table, overview)
        tell_crosstable(table)
    tell_ratings(contest, results)
    show_table(times_table(contest.players, results))
    tell_violations(results)


def tell_standings(title: str, stage: Stage, overview: Overview) -> None:
    """A table with all criteria, and below it why teams lost games other than by playing."""
    tell(title, style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(say("team"), overflow="fold")
    tie_break = [str(stage.tie_break)] if stage.tie_break else []
    for column in (say("games"), say("W"), say("D"), say("L"), say("points"), *tie_break):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column(str(overview.contest.conditions.game.criterion), justify="right")
    for row in stage.rows:
        numbers = row.games, row.wins, row.draws, row.losses, row.points, *([row.tie_break] if tie_break else [])
        table.add_row(f"{row.place}.", row.team, *map(str, numbers), in_figures(float(row.second)))
    show_table(table)
    for row in stage.rows:
        if row.violations:
            tell(f"  {row.team}: {row.faults}", style="yellow")
    tell(overview.faults, style="dim")
    tell()


def tell_crosstable(stage: Stage) -> None:
    """Points of each against each, where there is room."""
    table = plain_table("", *(str(number) for number in range(1, len(stage.crossed) + 1)))
    wide = 0
    for number, (player, cells) in enumerate(stage.crossed, start=1):
        table.add_row(f"{number} {player}", *cells)
        wide = max(wide, sum(len(cell) + GAP for cell in cells))
    screen = console()
    if not stage.crossed or (screen.is_terminal and screen.width < MIN_NAME_WIDTH + wide):
        tell(say("This window is too narrow for the crosstable."), style="dim")
    else:
        show_table(table)
    tell()


def tell_ratings(contest: Contest, results: Results) -> None:
    table = plain_table(say("rating"), "Elo", say("games"), say("score"))
    for rating in contest.ratings(results):
        table.add_row(rating.player, elo_text(rating.elo), str(rating.games), f"{in_figures(100 * rating.score, 1)} %")
    show_table(table)
    tell()


def tell_bracket(overview: Overview) -> None:
    """The Final Eight, round by round; the game for the third place comes before the final."""
    if (bracket := overview.bracket) is None:
        return
    results = overview.results
    tell(say("Final Eight"), style="bold")
    for name, duels in bracket.rounds(results):
        tell(f"  {part_text(name)}", style="dim")
        for duel in duels:
            one, two = duel.wins(results)
            winner = duel.winner(results)
            end = f"  → {winner}" if winner else ""
            if duel.by_place(results):
                end += f" ({overview.decision(duel)})"
            tell(f"    {duel.one} – {duel.two}  {one}:{two}{end}")
    tell()
