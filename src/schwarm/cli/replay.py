"""`schwarm replay`: a finished game in the terminal, or converted between season XML and record text."""

import gzip
from collections.abc import Mapping
from pathlib import Path

import click

from schwarm.cli.options import PATH
from schwarm.cli.position import load
from schwarm.cli.verb import FILE, NUMBER, argument, option, verb
from schwarm.games.record import InvalidRecord, Record
from schwarm.words import Sentence, excerpt, in_figures, say

MAX_PATH_LENGTH = 300
"""Characters of a path in a sentence: what matters stands at its end."""
MOST_PRINTED = 12
"""Lines of a bot's output that are shown per move."""


@verb(
    Sentence("Show a saved game move by move, or convert it."),
    Sentence("FILE is a replay from an official server of any season (.xml, .xml.gz), or a record text."),
)
@argument("file", type=PATH, metavar=FILE)
@option(
    "--to",
    "target",
    type=PATH,
    metavar=FILE,
    help=Sentence(
        "Write the game here: as .txt with everything, or as .xml or .xml.gz, like an official server, "
        "without times, notes and variations."
    ),
)
@option(
    "--every",
    type=click.IntRange(0, 60),
    default=0,
    metavar=NUMBER,
    help=Sentence("Show the board every NUMBER moves; 0 shows it only at the start and the end."),
)
def replay(*, file: Path, target: Path | None, every: int) -> None:
    from schwarm.cli.files import write_file

    record = _load(file)
    if target:
        write_file(target, _convert(record, target))
        return
    show_game(record, every)


def show_game(record: Record, every: int = 0, printed: Mapping[int, str] | None = None) -> None:
    """A whole game: its moves, what the bots `printed` at which turn, and the board at the start, the end and every so
    many moves."""
    from schwarm import view
    from schwarm.cli.screen import announce, console, tell

    screen = console()
    sides = next(iter(record.start.game.sides.values()))
    names = [name or str(side) for name, side in zip(record.players, sides, strict=True)]
    tell(say("{game}: {one} against {two}", game=record.start.game.title, one=names[0], two=names[1]))
    states = list(record.states())
    wide = max(map(len, names))
    for number, state in enumerate(states):
        if number:
            played = record.moves[number - 1]
            seconds = f"  {in_figures(played.seconds, 3)} s" if played.seconds is not None else ""
            lines = played.note.splitlines()
            note = "".join(f"  {line}" if not place else f"\n     {line}" for place, line in enumerate(lines))
            side = names[states[number - 1].to_move.index]
            tell(f"{state.turn:>3}  {side:<{wide}}  {played.move}{seconds}{note}")
            for line in _excerpt_lines((printed or {}).get(state.turn - 1, "")):
                tell(f"     {line}", style="dim")
        if number in (0, len(states) - 1) or (every and number % every == 0):
            last = record.moves[number - 1].move if number else None
            screen.print(view.rich_text(state, view.Marks(last=last)))
    announce(record.final, outcome=record.outcome)


def _excerpt_lines(text: str) -> list[str]:
    """What a bot printed at one move, as far as the move can still be found beside it."""
    lines = text.splitlines()
    if len(lines) <= MOST_PRINTED:
        return lines
    return [*lines[: MOST_PRINTED - 1], say("… and {number} more lines", number=len(lines) - MOST_PRINTED + 1)]


def _load(path: Path) -> Record:
    try:
        return load(path)
    except InvalidRecord as error:
        if isinstance(error.__cause__, OSError | UnicodeDecodeError):
            raise InvalidRecord(CANNOT_READ(path=excerpt(str(path), MAX_PATH_LENGTH))) from error
        raise


def _convert(record: Record, target: Path) -> bytes:
    """What a file with such a name contains."""
    from schwarm.protocol import replay as season_file

    if target.name.endswith(".txt"):
        return str(record).encode()
    if target.name.endswith(".xml.gz"):
        # Without the time, so that the same game gives the same file.
        return gzip.compress(season_file.write(record).encode(), mtime=0)
    if target.name.endswith(".xml") or str(target) == "-":
        return season_file.write(record).encode()
    raise InvalidRecord(NO_SUCH_ENDING(path=excerpt(str(target), MAX_PATH_LENGTH)))


CANNOT_READ = Sentence("“{path}” is not a readable saved game; give a replay (.xml, .xml.gz) or a record text.")
NO_SUCH_ENDING = Sentence("“{path}” does not say how to write the game; end the name with .xml, .xml.gz or .txt.")
