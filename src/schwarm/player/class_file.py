"""A player class in a file: `mybot.py:MyPlayer` becomes the class, `mybot.py:MyPlayer:depth=3` also its options."""

import re
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from schwarm.player.player import Player
from schwarm.words import Listing, SchwarmError, Sentence, excerpt


class NoSuchClass(SchwarmError):
    """A file that has no such player."""


class NoSuchOption(SchwarmError):
    """Something after the name of a class that cannot be an option."""


NAME = re.compile(r"(?P<path>.+\.py):(?P<kind>[^:]*)(?::(?P<options>.*))?")
MAX_NAMED = 10
"""How many classes of a file are named where none of them was meant."""
OPTION = re.compile(r"[A-Za-z][\w-]*(=.*)?")


def split(name: str) -> tuple[Path, str, tuple[str, ...]] | None:
    """The file, the class and the options in a name like `mybot.py:MyPlayer:depth=3,fast`; None for other names.

    Options come as they stand on a command line: `--depth=3`, `--fast`. Nothing is read, and only its own code knows
    which options a player has. Raises `NoSuchOption` for what cannot be one."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    options = found["options"].split(",") if found["options"] else []
    for option in options:
        if not OPTION.fullmatch(option):
            raise NoSuchOption(NOT_AN_OPTION(option=excerpt(option)))
    return Path(found["path"]), found["kind"], tuple(f"--{option}" for option in options)


def player_class(path: Path, kind: str) -> type[Player]:
    """The class of that name in a file, which is run. Raises `NoSuchClass`, and whatever the file itself raises."""
    path = path.resolve()
    if not path.is_file():
        raise NoSuchClass(NO_FILE(path=path))
    # Bots are often called random.py: Python's own module of that name, or of this bot's, is loaded before their folder
    # comes first in the search path.
    for name in sys.stdlib_module_names & {"random", path.stem}:
        with suppress(ImportError):
            import_module(name)
    # As if the file were started itself: modules beside it can be imported.
    sys.path.insert(0, str(path.parent))
    name = path.stem if path.stem not in sys.modules else f"player_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    found = getattr(module, kind, None)
    if not (isinstance(found, type) and issubclass(found, Player)):
        if found is None and (others := [name for name, it in vars(module).items() if _is_own(it, module)]):
            raise NoSuchClass(NO_CLASS(file=path.name, kind=excerpt(kind), classes=Listing(others[:MAX_NAMED])))
        raise NoSuchClass(NO_PLAYER(file=path.name, kind=excerpt(kind or "MyPlayer")))
    return found


def _is_own(thing: object, module: ModuleType) -> bool:
    """Whether it is a player that this file itself has."""
    return isinstance(thing, type) and issubclass(thing, Player) and thing.__module__ == module.__name__


NO_CLASS = Sentence("{file} has no class “{kind}”; it has {classes}.")
NO_FILE = Sentence("There is no file {path}.")
NO_PLAYER = Sentence("{file} has no player “{kind}”; write in it: class {kind}(Player)")
NOT_AN_OPTION = Sentence("“{option}” is not a player's option; write options like this: mybot.py:MyPlayer:depth=3,fast")
