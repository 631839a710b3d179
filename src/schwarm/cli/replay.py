"""`schwarm replay`: a finished game in the terminal, or converted between season XML and record text."""

import gzip
from pathlib import Path

import click

from schwarm.cli.position import load
from schwarm.words import say


def command() -> click.Command:
    path = click.Path(dir_okay=False, path_type=Path)
    return click.Command(
        "replay",
        callback=replay,
        help=say("Show a saved game move by move, or convert it.")
        + "\n\n"
        + say("FILE is a replay of an official server (.xml, .xml.gz) of any season, or a record's text."),
        params=[
            click.Argument(["file"], type=path, metavar=say("FILE")),
            click.Option(["--to", "target"], type=path, help=say("Write the game here: .xml, .xml.gz or .txt.")),
            click.Option(
                ["--every"],
                type=click.IntRange(0, 60),
                default=0,
                metavar=say("NUMBER"),
                help=say("Show the board every so many moves; 0 shows it at the start and the end."),
            ),
        ],
    )


def replay(*, file: Path, target: Path | None, every: int) -> None:
    from schwarm import view
    from schwarm.cli.files import write_file
    from schwarm.cli.screen import announce, console, tell
    from schwarm.protocol import replay as season_file

    record = load(file)
    if target:
        text = season_file.write(record) if target.suffix != ".txt" else str(record)
        content = text.encode()
        write_file(target, gzip.compress(content) if target.suffix == ".gz" else content)
        return
    screen = console()
    sides = next(iter(record.start.game.sides.values()))
    names = [name or side for name, side in zip(record.players, sides, strict=True)]
    tell(say("{game}: {one} against {two}", game=record.start.game.title, one=names[0], two=names[1]))
    states = list(record.states())
    for number, state in enumerate(states):
        if number:
            played = record.moves[number - 1]
            seconds = f"  {played.seconds:.3f} s" if played.seconds is not None else ""
            note = f"  {played.note}" if played.note else ""
            side = names[states[number - 1].to_move.index]
            tell(f"{state.turn:>3}  {side}  {played.move}{seconds}{note}")
        if number in (0, len(states) - 1) or (every and number % every == 0):
            last = record.moves[number - 1].move if number else None
            screen.print(view.rich_text(state, view.Marks(last=last)))
    announce(record.final, outcome=record.outcome)
