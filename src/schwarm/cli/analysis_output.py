"""Hecht at work on one position: lines that grow deeper while one watches, or the last of them."""

import json
from collections.abc import Callable
from threading import Event

import click
from rich.live import Live
from rich.text import Text

from schwarm.cli.position import Found
from schwarm.cli.screen import announce, console
from schwarm.engine import Analysis, Engine, Limit, Line
from schwarm.engine.engine import run_interruptibly
from schwarm.words import Sentence, in_figures, say

FEW = 100_000
"""Positions per second that are counted in thousands; the search in Python has no more."""


def show(found: Found, engine: Engine, limit: Limit, lines: int, *, as_json: bool) -> None:
    """Analyse a position. Ctrl-C ends the search; what was found so far is the answer."""
    screen = console()
    if as_json:
        click.echo(json.dumps(as_data(_think(found, engine, limit, lines)), ensure_ascii=False))
        return
    announce(found.state, outcome=found.outcome)
    if not screen.is_terminal:
        screen.print(page(_think(found, engine, limit, lines)))
        return
    with Live(console=screen, auto_refresh=False, vertical_overflow="visible") as live:
        _think(found, engine, limit, lines, lambda analysis: live.update(page(analysis), refresh=True))


def _think(
    found: Found, engine: Engine, limit: Limit, lines: int, watch: Callable[[Analysis], None] = lambda analysis: None
) -> Analysis:
    """The last analysis; `watch` sees all of them."""
    enough = Event()

    def work() -> Analysis:
        analysis = Analysis(found.state, (), 0, 0, 0.0)
        for analysis in engine.deepening(found.state, limit, lines):
            watch(analysis)
            if enough.is_set():
                break
        return analysis

    def stop() -> None:
        enough.set()
        engine.stop()

    return run_interruptibly(work, stop)


def page(analysis: Analysis) -> Text:
    """An analysis in words: how far it went, then one line per move, the best first."""
    if not analysis.lines:
        return Text(say("There is nothing to analyse: the game is over."))
    speed = analysis.nodes / analysis.seconds if analysis.seconds > 0 else 0.0
    if speed < FEW:
        rate = say("{speed} thousand positions per second", speed=in_figures(speed / 1e3))
    else:
        rate = say("{speed} million positions per second", speed=in_figures(speed / 1e6))
    facts = [
        say("Depth {depth}", depth=analysis.depth),
        say("{count} positions", count=_group_digits(analysis.nodes)),
        f"{in_figures(analysis.seconds)} s",
        rate,
    ]
    shown = Text(" · ".join(facts), style="dim")
    side = analysis.state.game.side(analysis.state.to_move)
    heads = (say("Chance for {side}", side=side), say("Score"), say("Line"))
    scores = [_score(line) for line in analysis.lines]
    wide = max(map(len, [heads[1], *scores]))
    shown.append(f"\n{heads[0]}  {heads[1]:>{wide}}  {heads[2]}", style="dim")
    for line, score in zip(analysis.lines, scores, strict=True):
        percent = f"{100 * line.chance:.0f} %"
        first, *rest = map(str, line.pv)
        shown.append(f"\n{percent:>{len(heads[0])}}", style="bold")
        shown.append(f"  {score:>{wide}}  ", style="not dim")
        shown.append(first, style="bold")
        shown.append("".join(f" {move}" for move in rest), style="not dim")
    return shown


def as_data(analysis: Analysis) -> dict[str, object]:
    """An analysis for other programs."""
    state = analysis.state
    return {
        "game": state.game.id,
        "rules": state.game.rules,
        "position": str(state),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "chance": round(analysis.chance, 4),
        "lines": [
            {
                "score": line.score,
                "chance": round(line.chance, 4),
                "wins_in": line.wins_in,
                "loses_in": line.loses_in,
                "pv": [str(move) for move in line.pv],
            }
            for line in analysis.lines
        ],
    }


def _score(line: Line) -> str:
    """The raw number with its sign, or what is proven."""
    if line.wins_in is not None:
        return str(WINS(n=line.wins_in))
    if line.loses_in is not None:
        return str(LOSES(n=line.loses_in))
    return f"{line.score:+d}".replace("-", "−")


def _group_digits(number: int) -> str:
    """A large number in groups of three digits, with thin spaces that both languages know."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


WINS = Sentence("wins in {n} turn", "wins in {n} turns")
LOSES = Sentence("loses in {n} turn", "loses in {n} turns")
