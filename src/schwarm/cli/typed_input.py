"""What a person types at the terminal: moves in any handwriting, squares, and commands in German or English."""

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from schwarm.games import Game, InvalidMove, Move, Overlay
from schwarm.games.registry import all_overlays
from schwarm.words import LANGUAGES, Sentence, excerpt, sentence


class Verb(Enum):
    """A command during a game; the value is its English and its German name."""

    MOVES = ("moves", "züge")
    HINT = ("hint", "tipp")
    UNDO = ("undo", "zurück")
    WHY = ("why", "warum")
    FLIP = ("flip", "drehen")
    SAVE = ("save", "speichern")
    RESIGN = ("resign", "aufgeben")
    REMATCH = ("rematch", "revanche")
    RULES = ("rules", "regeln")
    HELP = ("help", "hilfe")
    QUIT = ("quit", "ende")

    def name_in(self, language: str) -> str:
        return self.value[1 if language == "de" else 0]


HELP = {
    Verb.RULES: Sentence("the rules in a few sentences"),
    Verb.MOVES: Sentence("list all legal moves, or those of a square: moves SQUARE"),
    Verb.HINT: Sentence("suggest a move"),
    Verb.UNDO: Sentence("take back your last move"),
    Verb.WHY: Sentence("explain why a move is allowed or not: why MOVE"),
    Verb.FLIP: Sentence("turn the board around"),
    Verb.SAVE: Sentence("save the game: save FILE"),
    Verb.RESIGN: Sentence("give up"),
    Verb.REMATCH: Sentence("after the game: the same start with sides swapped"),
    Verb.HELP: Sentence("show this list"),
    Verb.QUIT: Sentence("leave; Ctrl-C works too"),
}

_WITHOUT_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_MOVE = re.compile(r"([a-z])\s*([0-9])\s*(?:[-–—>:x ]|->|to|nach)*\s*([a-z])\s*([0-9])", re.IGNORECASE)
_SQUARE = re.compile(r"([a-z])\s*([0-9])", re.IGNORECASE)


def _plain(word: str) -> str:
    return word.lower().translate(_WITHOUT_UMLAUTS)


_WORDS = {_plain(word): verb for verb in Verb for word in verb.value} | {"exit": Verb.QUIT, "?": Verb.HELP}


@dataclass(frozen=True, slots=True)
class TypedInput:
    """A line understood: a move, a square to look at, or a command with what follows it; an overlay's name is one."""

    move: Move | None = None
    square: str | None = None
    verb: Verb | Overlay | None = None
    rest: str = ""


def parse_input(game: Game, line: str) -> TypedInput:
    """What a line means. `a4 c4`, `A4C4` and `A4-C4` are the same move; what a game itself reads as a move is one."""
    line = line.strip()
    with suppress(InvalidMove):
        return TypedInput(move=game.parse_move(line))
    if found := _MOVE.fullmatch(line):
        return TypedInput(
            move=game.parse_move(f"{_square(game, *found.group(1, 2))}-{_square(game, *found.group(3, 4))}")
        )
    if found := _SQUARE.fullmatch(line):
        square = _square(game, *found.group(1, 2))
        game.check_square(square)
        return TypedInput(square=square)
    word, _, rest = line.partition(" ")
    if verb := _command(word):
        return TypedInput(verb=verb, rest=rest.strip())
    raise InvalidMove(NOT_UNDERSTOOD(text=excerpt(line), example=game.example_move()))


def _command(word: str) -> Verb | Overlay | None:
    """A command by its name in either language, with or without umlauts; its beginning is enough if it is clear."""
    plain = _plain(word)
    overlays = {_plain(sentence(each.name(), tongue)): each for each in all_overlays() for tongue in LANGUAGES}
    words: dict[str, Verb | Overlay] = {**overlays, **_WORDS}
    if verb := words.get(plain):
        return verb
    meant = {verb for name, verb in words.items() if plain and name.startswith(plain)}
    return meant.pop() if len(meant) == 1 else None


def _square(game: Game, column: str, row: str) -> str:
    upper = game.columns.isupper()
    return (column.upper() if upper else column.lower()) + row


NOT_UNDERSTOOD = Sentence("“{text}” is neither a move nor a command; type a move like {example}, or help.")
