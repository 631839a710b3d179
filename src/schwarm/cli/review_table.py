"""A saved game under Hecht's eyes: one row per move, a summary per side, a graph, or all of it as JSON."""

import json
from collections import Counter
from pathlib import Path
from threading import Event

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from schwarm.cli.analysis_output import as_data as analysis_data
from schwarm.cli.files import write_file
from schwarm.cli.screen import console, tell
from schwarm.engine import Engine, Limit, Review, Reviewed, Verdict, review
from schwarm.engine.engine import run_interruptibly
from schwarm.games import Team
from schwarm.games.record import Record
from schwarm.view.graph import GraphPoint, Slip, graph
from schwarm.words import Sentence, say

BAR = 10
"""Characters of the bar that shows a chance."""
STYLES = {Team.ONE: "red", Team.TWO: "bright_blue"}
VERDICT_STYLES = {Verdict.INACCURACY: "yellow", Verdict.MISTAKE: "bold yellow", Verdict.BLUNDER: "bold magenta"}
SLIPS = {Verdict.INACCURACY: Slip.INACCURACY, Verdict.MISTAKE: Slip.MISTAKE, Verdict.BLUNDER: Slip.BLUNDER}


def show(record: Record, engine: Engine, limit: Limit, *, svg: Path | None, theme: str, as_json: bool) -> None:
    """Review a game and show it. Where the picture goes to standard output, nothing else does."""
    reviewed = _review(record, engine, limit)
    # The picture last: whatever hinders its writing does not cost the rest.
    if as_json:
        click.echo(json.dumps(as_data(reviewed), ensure_ascii=False))
    elif str(svg) != "-":
        _print(reviewed)
    if svg:
        write_file(svg, picture(reviewed, theme).encode())


def _review(record: Record, engine: Engine, limit: Limit) -> Review:
    """The review, with a bar that grows; Ctrl-C ends it without a result."""
    enough = Event()
    # Beside the result: what is piped elsewhere stays clean.
    aside = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task(say("Hecht looks at every position"), total=len(record.moves) + 1)

        def advance(done: int, of: int) -> None:
            progress.update(task, completed=done)
            if enough.is_set():
                raise click.Abort

        def stop() -> None:
            enough.set()
            engine.stop()

        return run_interruptibly(lambda: review(record, limit, engine=engine, progress=advance), stop)


def picture(reviewed: Review, theme: str) -> str:
    """The winning chances as an SVG."""
    record = reviewed.record
    moments = [GraphPoint(reviewed.chances[0])]
    for seen, chance in zip(reviewed.moves, reviewed.chances[1:], strict=False):
        remark = _remark(seen)
        moments.append(GraphPoint(chance, f"{seen.move}{seen.verdict.mark}", SLIPS.get(seen.verdict), remark))
    return graph(record.start.game, moments, first=record.start.turn, theme=theme)


def _remark(seen: Reviewed) -> str:
    if seen.verdict not in SLIPS:
        return ""
    return str(BETTER(verdict=seen.verdict.value, move=seen.best))


def _print(reviewed: Review) -> None:
    record = reviewed.record
    sides = next(iter(record.start.game.sides.values()))
    names = [name or str(side) for name, side in zip(record.players, sides, strict=True)]
    tell(say("{game}: {one} against {two}", game=record.start.game.title, one=names[0], two=names[1]))
    screen = console()
    if reviewed.moves:
        screen.print(_table(reviewed), soft_wrap=False)
    if reviewed.after_end:
        turn = record.start.turn + len(reviewed.moves)
        tell(str(AFTER_END(n=reviewed.after_end, turn=turn)))
    if record.outcome:
        tell(record.outcome.sentence(*sides))
    for team in Team:
        if summary := _summary(reviewed, team):
            tell(summary, style=STYLES[team])


def _table(reviewed: Review) -> Table:
    game = reviewed.record.start.game
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(say("Turn"), justify="right")
    table.add_column(say("Side"))
    table.add_column(say("Move"), no_wrap=True)
    table.add_column(say("Chance for {side}", side=game.side(Team.ONE)), justify="right", no_wrap=True)
    table.add_column(say("Best move"), no_wrap=True)
    table.add_column(say("Verdict"))
    for seen, chance in zip(reviewed.moves, reviewed.chances[1:], strict=False):
        style = VERDICT_STYLES.get(seen.verdict, "")
        table.add_row(
            # As `show --turn` counts: the position after the move.
            str(seen.turn + 1),
            Text(str(game.side(seen.team)), style=STYLES[seen.team]),
            Text(f"{seen.move}{seen.verdict.mark}", style=style),
            Text.assemble(f"{100 * chance:.0f} % ", *_bar(chance)),
            "" if seen.move == seen.best else str(seen.best),
            Text(str(seen.verdict.value), style=style),
        )
    return table


def _bar(chance: float) -> tuple[tuple[str, str], tuple[str, str]]:
    """Red's part and Blue's part of a bar, told apart without colour too."""
    full = round(BAR * chance)
    return ("█" * full, STYLES[Team.ONE]), ("░" * (BAR - full), STYLES[Team.TWO])


def _summary(reviewed: Review, team: Team) -> str:
    accuracy = reviewed.accuracy(team)
    if accuracy is None:
        return ""
    counted = Counter(seen.verdict for seen in reviewed.moves if seen.team is team)
    facts = [
        str(ACCURACY(percent=f"{100 * accuracy:.0f}")),
        str(INACCURACIES(n=counted[Verdict.INACCURACY])),
        str(MISTAKES(n=counted[Verdict.MISTAKE])),
        str(BLUNDERS(n=counted[Verdict.BLUNDER])),
    ]
    return f"{reviewed.record.start.game.side(team)}: {', '.join(facts)}"


def as_data(reviewed: Review) -> dict[str, object]:
    """A reviewed game for other programs. Chances are Red's, except before and after: those of the side to move."""
    record = reviewed.record
    outcome = record.outcome
    return {
        "game": record.start.game.id,
        "rules": record.start.game.rules,
        "start": str(record.start),
        "players": list(record.players),
        "outcome": outcome and {"winner": outcome.winner and outcome.winner.name, "reason": outcome.reason.value},
        "chances": [round(chance, 4) for chance in reviewed.chances],
        "accuracy": {team.name: reviewed.accuracy(team) for team in Team},
        "moves": [
            {
                "turn": seen.turn + 1,
                "team": seen.team.name,
                "move": str(seen.move),
                "best": str(seen.best),
                "before": round(seen.before, 4),
                "after": round(seen.after, 4),
                "verdict": seen.verdict.name.lower(),
            }
            for seen in reviewed.moves
        ],
        "after_end": reviewed.after_end,
        "analyses": [analysis_data(analysis) for analysis in reviewed.analyses],
    }


AFTER_END = Sentence(
    "By the rules the game is over at turn {turn}; the move after that is not judged.",
    "By the rules the game is over at turn {turn}; the {n} moves after that are not judged.",
)
BETTER = Sentence("{verdict}, {move} is better")
ACCURACY = Sentence("accuracy {percent} %")
INACCURACIES = Sentence("{n} inaccuracy", "{n} inaccuracies")
MISTAKES = Sentence("{n} mistake", "{n} mistakes")
BLUNDERS = Sentence("{n} blunder", "{n} blunders")
