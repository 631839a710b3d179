"""`schwarm show`: a position as text in the terminal, as SVG or as PNG; a whole game as GIF."""

from pathlib import Path
from typing import Any

import click

from schwarm.cli.position import file_of, find, load, position_help, position_params
from schwarm.games.record import Record
from schwarm.games.registry import all_overlays
from schwarm.words import say


def command() -> click.Command:
    path = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.Command(
        "show",
        callback=show,
        help=say("Show a position.") + "\n\n" + position_help(),
        params=[
            *position_params(),
            click.Option(["--svg"], type=path, help=say("Write the picture to this SVG file; - is standard output.")),
            click.Option(["--png"], type=path, help=say("Write the picture to this PNG file.")),
            click.Option(
                ["--gif"],
                type=path,
                help=say("Write the whole game to this GIF file, move by move, if POSITION is a file."),
            ),
            click.Option(
                ["--theme"],
                type=click.Choice(["light", "dark", "auto"]),
                default="light",
                show_default=True,
                help=say("Colours of the picture; “auto” follows the viewer's system (SVG only)."),
            ),
            click.Option(
                ["--size"],
                type=click.IntRange(64, 4096),
                default=800,
                show_default=True,
                metavar=say("NUMBER"),
                help=say("Width of the picture in pixels."),
            ),
            click.Option(["--flip"], is_flag=True, help=say("Turn the board around.")),
            click.Option(["--pick"], metavar=say("SQUARE"), help=say("Show where the piece on this square may go.")),
            click.Option(["--line"], metavar=say("MOVE"), help=say("Show the line of a move and its number of fish.")),
            *(
                click.Option([f"--{overlay.id}", "overlay"], flag_value=overlay.id, help=f"{overlay.show}.")
                for overlay in all_overlays()
            ),
            click.Option(["--sides"], help=say("Names and colours of the sides, e.g. “white-black” for 2019.")),
        ],
    )


def show(
    *,
    svg: Path | None,
    png: Path | None,
    gif: Path | None,
    theme: str,
    size: int,
    flip: bool,
    pick: str | None,
    line: str | None,
    overlay: str | None,
    sides: str | None,
    **position: Any,
) -> None:
    from dataclasses import replace

    from schwarm import view
    from schwarm.cli.files import write_file
    from schwarm.cli.screen import announce, check_overlay, check_sides, console, list_groups, tell

    found = find(**position)
    state = found.state
    check_sides(state.game, sides)
    groups = next((known for known in all_overlays() if known.id == overlay), None)
    if groups:
        check_overlay(state, groups)
    if gif:
        record = load(file) if (file := file_of(position["position"])) else Record(state)
        # Until the turn that is shown.
        record = record.back(record.final.turn - state.turn)
        write_file(gif, view.gif(record, theme=theme, flipped=flip, sides=sides, width=size))
    marks = view.Marks.picking(state, pick, last=found.last) if pick else view.Marks(last=found.last)
    explanation = state.explain(line) if line else None
    marks = replace(marks, line=explanation, overlay=overlay or "")
    if svg or png:
        picture = view.svg(state, marks, theme=theme, flipped=flip, sides=sides, size=size)
        if svg:
            write_file(svg, picture.encode())
        if png:
            write_file(png, view.png(picture, width=size))
    if svg or png or gif:
        return
    console().print(view.rich_text(state, marks, flipped=flip, sides=sides))
    announce(state, sides, outcome=found.outcome)
    if groups:
        list_groups(state, groups, sides)
    if explanation:
        tell(explanation)
