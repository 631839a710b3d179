"""`schwarm analyse`: what Hecht thinks of a position, or of every move of a saved game."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.position import PICTURE, POSITION_HELP, THEMES, file_of, find, load, position_options
from schwarm.cli.verb import NUMBER, SECONDS, NumberRange, option, verb
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.engine import Engine

USUAL_SECONDS = 3
"""For a position, where no limit is set."""
NODES, FEW_NODES = 100_000, 1_000
"""For every position of a saved game, and where Hecht searches in Python: the same game gets the same marks."""


class Unfit(SchwarmError):
    """An option that goes with the other kind of analysis."""


@verb(
    Sentence("Analyse a position or a whole saved game with Hecht."),
    (POSITION_HELP, Sentence("A file is analysed move by move; with --turn, only the position at that turn.")),
)
@position_options(turn=Sentence("Analyse only the position at this turn of the file."))
@option(
    "--seconds",
    type=NumberRange(0.001, 86_400),
    metavar=SECONDS,
    help=Sentence("Think this long about each position; by default {seconds} for a single one.")(seconds=USUAL_SECONDS),
)
@option(
    "--nodes",
    type=click.IntRange(1, 10**15),
    metavar=NUMBER,
    help=Sentence("Search this many nodes per position; by default {nodes} in a saved game, {few} in Python.")(
        nodes=NODES, few=FEW_NODES
    ),
)
@option("--depth", type=click.IntRange(1, 60), metavar=NUMBER, help=Sentence("Look this many moves ahead."))
@option(
    "--lines",
    type=click.IntRange(1, 200),
    metavar=NUMBER,
    help=Sentence("Show this many of the best moves of a position; by default 1."),
)
@option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Use this many processor cores."),
)
@option(
    "--svg",
    type=PICTURE,
    help=Sentence("Draw the winning chances of a saved game to this SVG file; - is standard output."),
)
@option(
    "--theme",
    type=THEMES,
    default="auto",
    show_default=True,
    help=Sentence("Colours of the picture; “auto” follows the viewer's system (SVG only)."),
)
@option("--json", "as_json", is_flag=True, help=Sentence("Write the result as JSON, for other programs."))
def analyse(
    *,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int | None,
    threads: int,
    svg: Path | None,
    theme: str,
    as_json: bool,
    **position: Any,
) -> None:
    from schwarm.engine import Engine, Limit

    file = file_of(position["position"])
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    if file and position["turn"] is None:
        from schwarm.cli import review_table

        if lines is not None:
            raise Unfit(ONLY_FOR_POSITIONS())
        if as_json and str(svg) == "-":
            raise Unfit(BOTH_TO_OUTPUT())
        find(**position)  # says why not, if --seed, --game or --rules do not fit
        record = load(file)
        engine = Engine(record.start.game, threads=threads)
        _remark(engine)
        if limit.endless:
            limit = Limit(nodes=FEW_NODES if engine.slow else NODES)
        review_table.show(record, engine, limit, svg=svg, theme=theme, as_json=as_json)
        return
    from schwarm.cli import analysis_output

    if svg:
        raise Unfit(ONLY_FOR_GAMES())
    found = find(**position)
    engine = Engine(found.state.game, threads=threads)
    _remark(engine)
    analysis_output.show(
        found, engine, Limit(seconds=USUAL_SECONDS) if limit.endless else limit, lines or 1, as_json=as_json
    )


def _remark(engine: "Engine") -> None:
    if remark := engine.remark():
        click.echo(str(remark), err=True)


ONLY_FOR_POSITIONS = Sentence("--lines needs a single position; for one from a saved game, add --turn.")
BOTH_TO_OUTPUT = Sentence("--json and --svg - cannot both go to standard output; name a file for the picture.")
ONLY_FOR_GAMES = Sentence("--svg draws the course of a whole saved game; to draw a position, use “schwarm show”.")
