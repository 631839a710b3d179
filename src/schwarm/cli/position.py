"""The argument POSITION that several verbs share: a position text, a game's name or a file with a record."""

from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from schwarm.games import Game, InvalidPosition, Move, Outcome, State, all_games, game
from schwarm.games.record import InvalidRecord, Record
from schwarm.words import Listing, SchwarmError, Sentence, excerpt, say

MAX_FILE_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """The position that an argument means, and the move that led there if that is known."""

    state: State
    last: Move | None = None
    outcome: Outcome | None = None
    """How a saved game ended, if this is its end."""


def position_params(turn: str | None = None) -> list[click.Parameter]:
    """The argument and the options that say which position is meant; `turn` describes --turn where it means more."""
    return [
        click.Argument(["position"], nargs=-1, required=True),
        click.Option(["--game", "game_id"], metavar=say("GAME"), help=say("The game of the position text.")),
        rules_option(),
        click.Option(
            ["--seed"],
            type=int,
            metavar=say("NUMBER"),
            help=say("Seed for the start, if POSITION is the name of a game."),
        ),
        click.Option(
            ["--turn"],
            type=int,
            metavar=say("NUMBER"),
            help=turn or say("Turn of the game, if POSITION is a file; by default the last."),
        ),
    ]


def rules_option() -> click.Option:
    return click.Option(
        ["--rules"],
        type=click.Choice(["documents", "official"]),
        default="documents",
        show_default=True,
        help=say("Play by the rule documents or like the official server."),
    )


def position_help() -> str:
    """What POSITION can be, for the help of a verb."""
    return say("POSITION is a position text, the name of a game (its start) or a file with a saved game.")


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
    # Nobody can read it; the game with as many rows and fields is the one that was meant.
    rows, fields = len(text.split(" ", maxsplit=1)[0].split("/")), len(text.split(" "))
    for known, problem in errors:
        if len(known.rows) == rows and len(str(known.start(0)).split(" ")) == fields:
            raise problem
    raise InvalidPosition(NO_GAME(text=excerpt(text)))


EMPTY = Sentence("The position is empty; write a position text, the name of a game ({games}) or that of a file.")
NO_FILE = Sentence("“{path}” is neither a game ({games}) nor a position text nor a readable file.")
ONLY_FOR_FILES = Sentence("--turn needs a file; a position text already contains its turn.")
ONLY_FOR_STARTS = Sentence("--seed needs the name of a game; other positions are not random.")
OTHER_GAME = Sentence("That is {own}, not {game}; leave out --game.")
OTHER_RULES = Sentence("That game is played by the rules “{own}”, not “{rules}”; leave out --rules.")
NO_SUCH_TURN = Sentence("The saved game has no turn {turn}; its turns go from {first} to {last}.")
SEVERAL = Sentence("The position fits {games}; say which with --game.")
NO_GAME = Sentence("“{text}” is not a position of any game; add --game GAME to learn what is wrong with it.")
