"""The argument POSITION (a position text, a game's name or a file with a record), and the verbs that look at one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from schwarm.cli.options import rules_option
from schwarm.cli.verb import GAME, NUMBER, Parameters, argument, option, options, verb
from schwarm.games import End, Game, InvalidPosition, Move, Outcome, State, all_games, game
from schwarm.games.record import InvalidRecord, Record
from schwarm.games.registry import all_overlays
from schwarm.words import Listing, SchwarmError, Sentence, excerpt, say

MAX_FILE_BYTES = 50_000_000

POSITION_HELP = Sentence("POSITION is a position text, the name of a game (its start) or a file with a saved game.")
LAST_TURN = Sentence("Turn of the game, if POSITION is a file; by default the last.")


@dataclass(frozen=True, slots=True)
class Found:
    """The position that an argument means, and the move that led there if that is known."""

    state: State
    last: Move | None = None
    outcome: Outcome | None = None
    """How a saved game ended, if this is its end."""


def position_options(turn: Sentence = LAST_TURN) -> Parameters:
    """The argument and the options that say which position is meant; `turn` describes --turn where it means more."""
    return options(
        argument("position", nargs=-1, required=True),
        option("--game", "game_id", metavar=GAME, help=Sentence("The game of the position text.")),
        rules_option,
        option(
            "--seed",
            type=int,
            metavar=NUMBER,
            help=Sentence("Seed for the start, if POSITION is the name of a game."),
        ),
        option("--turn", type=int, metavar=NUMBER, help=turn),
    )


def find(
    position: tuple[str, ...],
    game_id: str | None,
    rules: str,
    seed: int | None,
    turn: int | None,
    *,
    any_rules: bool = False,
) -> Found:
    """The position meant, of a saved game only by its own rules, or by `any_rules`. Blanks inside a position text may
    be typed without quotes."""
    found = _find(position, game_id, rules, seed, turn)
    own = found.state.game
    if game_id and game(game_id).id != own.id:
        raise InvalidPosition(OTHER_GAME(own=own.id, game=game_id))
    if rules != own.rules and not any_rules and _is_typed("rules"):
        raise InvalidPosition(OTHER_RULES(own=own.rules, rules=rules))
    return found


def _is_typed(option: str) -> bool:
    """Whether an option stands in the command itself; a file's own setting comes before a default."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE


def _find(position: tuple[str, ...], game_id: str | None, rules: str, seed: int | None, turn: int | None) -> Found:
    text = " ".join(position)
    file = file_of(position)
    is_game = _is_game(text)
    if turn is not None and file is None:
        raise InvalidPosition(ONLY_FOR_FILES())
    if seed is not None and not is_game:
        raise InvalidPosition(ONLY_FOR_STARTS())
    if is_game:
        return Found(game(text, rules).start(seed))
    if file is not None:
        return _from_file(file, turn)
    if game_id:
        return Found(game(game_id, rules).parse(text))
    return Found(_guess(text, rules))


def file_of(position: tuple[str, ...]) -> Path | None:
    """The file that is meant, or None for a position text and the name of a game."""
    text = " ".join(position)
    if not text.strip():
        raise InvalidPosition(EMPTY(games=Listing(known.id for known in all_games())))
    if _is_game(text):
        return None
    # No position text has a dot in its last part, so that what looks like the name of a file is one.
    named = len(position) == 1 and ("/" not in text.strip("./") or Path(text).suffix != "")
    return Path(text) if named or Path(text).is_file() else None


def _is_game(text: str) -> bool:
    return text in (known.id for known in all_games())


def load(path: Path) -> Record:
    """A game from a file: a record's text, or a replay of an official server (.xml, .xml.gz)."""
    from schwarm.protocol import replay

    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES)
        if content.startswith((b"\x1f\x8b", b"<", b"\xef\xbb\xbf<")):
            return replay.read(content)
        return Record.parse(content.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        games = Listing(known.id for known in all_games())
        raise InvalidRecord(NO_FILE(path=excerpt(str(path)), games=games)) from error


def _from_file(path: Path, turn: int | None) -> Found:
    record = load(path)
    states = list(record.states())
    first, last = states[0].turn, states[-1].turn
    turn = last if turn is None else turn
    if not first <= turn <= last:
        raise InvalidRecord(NO_SUCH_TURN(turn=turn, first=first, last=last))
    move = record.moves[turn - first - 1].move if turn > first else None
    return Found(states[turn - first], move, record.outcome if turn == last else None)


def _guess(text: str, rules: str) -> State:
    """The one game that can read a position text."""
    found: list[State] = []
    errors: list[tuple[Game, SchwarmError]] = []
    for known in all_games():
        try:
            found.append(game(known.id, rules).parse(text))
        except SchwarmError as error:
            errors.append((known, error))
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidPosition(SEVERAL(games=Listing(state.game.id for state in found)))
    # No game can read it; the one with as many rows and fields was meant.
    rows, fields = len(text.split(" ", maxsplit=1)[0].split("/")), len(text.split(" "))
    for known, problem in errors:
        if len(known.rows) == rows and len(str(known.start(0)).split(" ")) == fields:
            raise problem
    raise InvalidPosition(NO_GAME(text=excerpt(text)))


# -- the verbs ------------------------------------------------------------------------------------------------

PICTURE = click.Path(dir_okay=False, writable=True, path_type=Path)
THEMES = click.Choice(["light", "dark", "auto"])


def _overlay_options() -> list[click.Parameter]:
    return [
        click.Option([f"--{overlay.id}", "overlay"], flag_value=overlay.id, help=f"{overlay.show}.")
        for overlay in all_overlays()
    ]


@verb(Sentence("Show a position."), POSITION_HELP)
@position_options()
@option("--svg", type=PICTURE, help=Sentence("Write the picture to this SVG file; - is standard output."))
@option("--png", type=PICTURE, help=Sentence("Write the picture to this PNG file."))
@option(
    "--gif",
    type=PICTURE,
    help=Sentence("Write the whole game to this GIF file, move by move, if POSITION is a file."),
)
@option(
    "--theme",
    type=THEMES,
    default="light",
    show_default=True,
    help=Sentence("Colours of the picture; “auto” follows the viewer's system (SVG only)."),
)
@option(
    "--size",
    type=click.IntRange(64, 4096),
    default=800,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Width of the picture in pixels."),
)
@option("--flip", is_flag=True, help=Sentence("Turn the board around."))
@option("--pick", metavar=Sentence("SQUARE"), help=Sentence("Show where the piece on this square may go."))
@option("--line", metavar=Sentence("MOVE"), help=Sentence("Show the line of a move and its number of fish."))
@Parameters((_overlay_options,))
@option("--sides", help=Sentence("Names and colours of the sides, e.g. “white-black” for 2019."))
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


@verb(Sentence("List the legal moves of a position."), POSITION_HELP)
@position_options()
@option("--explain", metavar=Sentence("MOVE"), help=Sentence("Explain why this move is allowed or not."))
def moves(*, explain: str | None, **position: Any) -> None:
    state = find(**position).state
    if explain is not None:
        click.echo(str(state.explain(explain).message))
        return
    for move in state.legal_moves():
        click.echo(str(move))
    if outcome := state.outcome():
        sides = next(iter(state.game.sides.values()))
        # On the error output: readers of the list want moves only.
        click.echo(str(End.GAME_OVER.value(why=outcome.sentence(*sides))), err=True)


@verb(Sentence("Count move sequences, even past the end of a game."), POSITION_HELP)
@position_options()
@option(
    "--depth",
    type=click.IntRange(1, 8),
    default=3,
    show_default=True,
    metavar=NUMBER,
    help=Sentence("Length of the sequences."),
)
@option("--divide", is_flag=True, help=Sentence("Count each first move separately."))
def perft(*, depth: int, divide: bool, **position: Any) -> None:
    from schwarm.games import perft as counting

    state = find(**position).state
    click.echo(str(state))
    if divide:
        for move, sequences in counting.divide(state, depth).items():
            click.echo(f"{move} {sequences}")
    for length in range(1, depth + 1):
        click.echo(f"{length} {counting.perft(state, length)}")


@verb(Sentence("Explain the rules of a game in a few sentences."))
@argument("game_id", metavar=GAME)
def rules(*, game_id: str) -> None:
    from schwarm.cli.screen import tell

    known = game(game_id)
    tell(known.title)
    for sentence in known.brief:
        tell(f"- {sentence}")
    for letter in known.pieces:
        tell(f"{letter:>4}  {known.piece_name(letter)}")


@verb(Sentence("List the games."))
def games() -> None:
    from rich.table import Table

    from schwarm.cli.screen import show_table

    table = Table(box=None, pad_edge=False)
    # The name is what one types: where there is little room, everything else is cut first.
    table.add_column(say("Name"), no_wrap=True)
    table.add_column(say("Title"))
    table.add_column(say("Board"))
    table.add_column(say("Rounds"), justify="right")
    table.add_column(say("Rules"))
    for known in all_games():
        board = f"{len(known.columns)}×{len(known.rows)}"
        table.add_row(known.id, known.title, board, str(known.rounds), ", ".join(known.rulings))
    show_table(table)


EMPTY = Sentence("The position is empty; write a position text, the name of a game ({games}) or that of a file.")
NO_FILE = Sentence("“{path}” is neither a game ({games}) nor a position text nor a readable file.")
ONLY_FOR_FILES = Sentence("--turn needs a file; a position text already contains its turn.")
ONLY_FOR_STARTS = Sentence("--seed needs the name of a game; other positions are not random.")
OTHER_GAME = Sentence("That is {own}, not {game}; leave out --game.")
OTHER_RULES = Sentence("That game is played by the rules “{own}”, not “{rules}”; leave out --rules.")
NO_SUCH_TURN = Sentence("The saved game has no turn {turn}; its turns go from {first} to {last}.")
SEVERAL = Sentence("The position fits {games}; say which with --game.")
NO_GAME = Sentence("“{text}” is not a position of any game; add --game GAME to learn what is wrong with it.")
