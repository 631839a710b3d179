"""Tables of tournaments and seasons in the terminal: standings, crosstable, ratings, the Final Eight."""

from collections.abc import Callable, Sequence

from rich.table import Table

from schwarm.arena.fixture import Result, Results
from schwarm.arena.knockout import Bracket, Duel
from schwarm.arena.number_text import ROUND_NAMES, elo_text
from schwarm.arena.rating import bouts, ratings
from schwarm.arena.standings import Row, describe_faults, standings
from schwarm.arena.tournament import Tournament, crosstable
from schwarm.cli.match_output import GAP, plain_table, tell_violations, times_table
from schwarm.cli.screen import console, show_table, tell
from schwarm.games import Game
from schwarm.words import Message, in_figures, say

MIN_NAME_WIDTH = 12
"""Columns below which a name cannot be read any more."""


def tell_tournament(contest: Tournament, results: Sequence[Result]) -> None:
    """Everything that came out so far."""
    if not results:
        return
    game = contest.conditions.game
    table = standings(contest.players, results, game, contest.seed)
    tell_standings(say("Standings"), table, game)
    tell_crosstable([row.team for row in table], results)
    tell_ratings(contest.players, results)
    show_table(times_table(contest.players, list(results)))
    tell_violations(list(results))


def tell_standings(title: str, rows: Sequence[Row], game: Game) -> None:
    """A table with both criteria, and below it why somebody lost games other than by playing."""
    tell(title, style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(say("team"), overflow="fold")
    for column in (say("games"), say("W"), say("D"), say("L"), say("points")):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column(str(game.criterion), justify="right")
    for row in rows:
        numbers = row.games, row.wins, row.draws, row.losses, row.points
        table.add_row(f"{row.place}.", row.team, *map(str, numbers), in_figures(float(row.second)))
    show_table(table)
    for row in rows:
        if row.violations:
            tell(f"  {row.team}: {violations_text(row)}", style="yellow")
    tell(describe_faults(game), style="dim")
    tell()


def violations_text(row: Row) -> str:
    """`never joined 6: There is no file …`"""
    counts = ", ".join(f"{reason.word} {number}" for reason, number in row.violations.most_common())
    return f"{counts}: {row.why}" if row.why else counts


def tell_crosstable(players: Sequence[str], results: Sequence[Result]) -> None:
    """Points of each against each, where there is room."""
    found = crosstable(list(players), list(results))
    table = plain_table("", *(str(number) for number in range(1, len(players) + 1)))
    wide = 0
    for number, player in enumerate(players, start=1):
        cells = []
        for other in players:
            wins, draws, losses = found.get((player, other), (0, 0, 0))
            games = wins + draws + losses
            cells.append("·" if player == other else f"{in_figures(wins + draws / 2, None)}/{games}" if games else "")
        table.add_row(f"{number} {player}", *cells)
        wide = max(wide, sum(len(cell) + GAP for cell in cells))
    screen = console()
    if screen.is_terminal and screen.width < MIN_NAME_WIDTH + wide:
        tell(say("This window is too narrow for the crosstable."), style="dim")
    else:
        show_table(table)
    tell()


def tell_ratings(players: Sequence[str], results: Sequence[Result]) -> None:
    table = plain_table(say("rating"), "Elo", say("games"), say("score"))
    for rating in ratings(players, bouts(results)):
        table.add_row(rating.player, elo_text(rating.elo), str(rating.games), f"{in_figures(100 * rating.score, 1)} %")
    show_table(table)
    tell()


def tell_bracket(bracket: Bracket, results: Results, decision: Callable[[Duel], Message]) -> None:
    """The Final Eight; `decision` says what decided where two stayed level."""
    tell(say("Final Eight"), style="bold")
    for name, duels in bracket.rounds(results):
        tell(f"  {ROUND_NAMES[name]}", style="dim")
        for duel in duels:
            one, two = duel.wins(results)
            winner = duel.winner(results)
            end = f"  → {winner}" if winner else ""
            if duel.by_place(results):
                end += f" ({decision(duel)})"
            tell(f"    {duel.one} – {duel.two}  {one}:{two}{end}")
    tell()
