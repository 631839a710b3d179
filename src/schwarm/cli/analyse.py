"""`schwarm analyse`: what Hecht thinks of a position, or of every move of a saved game."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schwarm.cli.number_range import NumberRange
from schwarm.cli.position import file_of, find, load, position_help, position_params
from schwarm.words import SchwarmError, Sentence, say

if TYPE_CHECKING:
    from schwarm.engine import Engine

SECONDS = 3
"""For a position, where nobody sets a limit."""
NODES, FEW_NODES = 100_000, 1_000
"""For every position of a saved game, and where Hecht searches in Python: the same game gets the same marks."""


class Unfit(SchwarmError):
    """An option that goes with the other kind of analysis."""


def command() -> click.Command:
    return click.Command(
        "analyse",
        callback=analyse,
        help=say("Analyse a position or a whole saved game with Hecht.")
        + "\n\n"
        + position_help()
        + " "
        + say("A file is analysed move by move; with --turn, only the position at that turn."),
        params=[
            *position_params(turn=say("Analyse only the position at this turn of the file.")),
            *_search_options(),
            *_output_options(),
        ],
    )


def _search_options() -> list[click.Parameter]:
    """How long, how deep and with how much of the computer."""
    number = say("NUMBER")
    return [
        click.Option(
            ["--seconds"],
            type=NumberRange(0.001, 86_400),
            metavar=say("SECONDS"),
            help=say("Think this long about each position; by default {seconds} for a single one.", seconds=SECONDS),
        ),
        click.Option(
            ["--nodes"],
            type=click.IntRange(1, 10**15),
            metavar=number,
            help=say(
                "Search this many nodes per position; by default {nodes} in a saved game, {few} in Python.",
                nodes=NODES,
                few=FEW_NODES,
            ),
        ),
        click.Option(["--depth"], type=click.IntRange(1, 60), metavar=number, help=say("Look this many moves ahead.")),
        click.Option(
            ["--lines"],
            type=click.IntRange(1, 200),
            metavar=number,
            help=say("Show this many of the best moves of a position; by default 1."),
        ),
        click.Option(
            ["--threads"],
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            metavar=number,
            help=say("Use this many processor cores."),
        ),
    ]


def _output_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--svg"],
            type=click.Path(dir_okay=False, writable=True, path_type=Path),
            help=say("Draw the winning chances of a saved game to this SVG file; - is standard output."),
        ),
        click.Option(
            ["--theme"],
            type=click.Choice(["light", "dark", "auto"]),
            default="auto",
            show_default=True,
            help=say("Colours of the picture; “auto” follows the viewer's system (SVG only)."),
        ),
        click.Option(["--json", "as_json"], is_flag=True, help=say("Write the result as JSON, for other programs.")),
    ]


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
    analysis_output.show(found, engine, Limit(seconds=SECONDS) if limit.endless else limit, lines or 1, as_json=as_json)


def _remark(engine: "Engine") -> None:
    if remark := engine.remark():
        click.echo(str(remark), err=True)


ONLY_FOR_POSITIONS = Sentence("--lines needs a single position; for one from a saved game, add --turn.")
BOTH_TO_OUTPUT = Sentence("--json and --svg - cannot both go to standard output; name a file for the picture.")
ONLY_FOR_GAMES = Sentence("--svg draws the course of a whole saved game; to draw a position, use “schwarm show”.")
