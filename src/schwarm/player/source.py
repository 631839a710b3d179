"""A player class in a file: `mybot.py:MyPlayer` becomes the class. The file's code is run."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from schwarm.player.player import Player
from schwarm.words import SchwarmError, Sentence, excerpt


class NoSuchClass(SchwarmError):
    """A file that has no such player."""


def split(name: str) -> tuple[Path, str] | None:
    """The file and the class in a name like `mybot.py:MyPlayer`; None for other names. Nothing is read."""
    path, colon, kind = name.rpartition(":")
    return (Path(path), kind) if colon and path.endswith(".py") else None


def player_class(path: Path, kind: str) -> type[Player]:
    """The class of that name in a file. Raises `NoSuchClass`, and whatever the file itself raises."""
    path = path.resolve()
    if not path.is_file():
        raise NoSuchClass(NO_FILE(path=path))
    # As if the file were started itself: modules beside it can be imported. Its name may be that of a module which
    # is in use already (a bot called random.py).
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
        raise NoSuchClass(NO_PLAYER(file=path.name, kind=excerpt(kind)))
    return found


NO_FILE = Sentence("There is no file {path}.")
NO_PLAYER = Sentence("{file} has no class “{kind}” that derives from schwarm.player.Player.")
