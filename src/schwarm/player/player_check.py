"""Whether something can be asked for moves, before a game begins: what is missing or misspelt is said in one sentence.

Python would say it too, but only in the middle of a game, in its own words and without what would be right.
"""

import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from schwarm.player.player import Player
from schwarm.player.player_errors import PlayerFailed, own_places
from schwarm.words import Sentence, excerpt

METHODS = {
    "choose": "def choose(self, state, clock)",
    "began": "def began(self, team)",
    "ended": "def ended(self, outcome)",
}
"""What a player is asked and told, as its author must write it."""


def check_class(player: object) -> type[Player]:
    """The class that `run` was given; raises `PlayerFailed` where it is none, or no player's."""
    if not isinstance(player, type):
        told = OBJECT if isinstance(player, Player) else NO_CLASS
        kind = type(player).__name__ if isinstance(player, Player) else "Mybot"
        raise PlayerFailed(told(what=excerpt(repr(player)), kind=excerpt(kind), where=_where(_caller())))
    name = excerpt(player.__name__)
    if not issubclass(player, Player):
        raise PlayerFailed(NOT_DERIVED(kind=name, where=_where(_place_of_class(player))))
    if "choose" in getattr(player, "__abstractmethods__", ()):
        # Only here: a player that is right needs no guesses.
        from difflib import get_close_matches

        own = {key: value for key, value in vars(player).items() if callable(value)}
        for similar in get_close_matches("choose", own, 1):
            raise PlayerFailed(MISSPELT(kind=name, method=excerpt(similar), where=_where(_place(own[similar]))))
        raise PlayerFailed(NO_CHOOSE(kind=name, where=_where(_place_of_class(player)), right=METHODS["choose"]))
    return player


def check_methods(player: Player) -> None:
    """Raise `PlayerFailed` if a method cannot be called as the kit calls it."""
    for name, right in METHODS.items():
        method = getattr(player, name)
        if inspect.iscoroutinefunction(method):
            raise PlayerFailed(ASYNC(method=name, where=_where(_place(method)), right=right))
        try:
            inspect.signature(method).bind(*right.count(",") * [None])
        except ValueError:
            # Of what is not written in Python the parameters may be unknown.
            continue
        except TypeError:
            raise PlayerFailed(WRONG_PARAMETERS(method=name, where=_where(_place(method)), right=right)) from None


def check_making(player: type[Player], options: Mapping[str, object]) -> None:
    """Raise `PlayerFailed` if the class wants something else than its own options to make a player."""
    try:
        inspect.signature(player).bind(**options)
    except ValueError:
        return
    except TypeError:
        right = f"def __init__({', '.join(('self', *options))})"
        raise PlayerFailed(
            WRONG_PARAMETERS(method="__init__", where=_where(_place(player.__init__)), right=right)
        ) from None


def _where(place: tuple[str, int] | None) -> object:
    """A place in brackets behind the word it belongs to; nothing if it is unknown."""
    return "" if place is None else WHERE(file=excerpt(place[0]), line=place[1])


def _place(method: Callable[..., object]) -> tuple[str, int] | None:
    code = getattr(method, "__code__", None)
    return None if code is None else (Path(code.co_filename).name, code.co_firstlineno)


def _place_of_class(kind: type) -> tuple[str, int] | None:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    try:
        return None if file is None else (Path(file).name, inspect.getsourcelines(kind)[1])
    except (OSError, TypeError, SyntaxError):
        # It was made by something else than a file that is still there.
        return None


def _caller() -> tuple[str, int] | None:
    """Where in the author's own code `run` was called."""
    frames = own_places(traceback.extract_stack())
    return (Path(frames[-1].filename).name, frames[-1].lineno or 1) if frames else None


WHERE = Sentence(" ({file}, line {line})")
OBJECT = Sentence("run{where} needs the class itself and makes the player from it; write: run({kind})")
NO_CLASS = Sentence("run{where} needs the class of your player, not {what}; write it like this: run({kind})")
NOT_DERIVED = Sentence(
    "{kind}{where} is not a player, because it does not derive from Player; write: class {kind}(Player)"
)
MISSPELT = Sentence("{kind} has no method choose, only {method}{where}; rename it to choose.")
NO_CHOOSE = Sentence("{kind}{where} has no method choose, which every player needs; write: {right}")
ASYNC = Sentence("{method}{where} is async, and nobody would wait for it; write: {right}")
WRONG_PARAMETERS = Sentence("{method}{where} has the wrong parameters; write: {right}")
