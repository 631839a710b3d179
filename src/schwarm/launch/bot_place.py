"""Where a bot lies: the folder or the file that is its own, and that other bots must not see."""

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from schwarm.launch.player_spec import Command, Jar, PlayerSpec, Present, PythonClass, Zip, parse_player
from schwarm.words import SchwarmError

MOST_SIDE_BY_SIDE = 100
"""Places in one folder that are hidden one by one at every start: of 250 that would take 0.08 s, of 2,000 4 s."""


def find_places(player: PlayerSpec | Present | None) -> list[Path]:
    """None for whoever lies nowhere: built-in players, people, programs of the system. Of `java -jar mybot.jar` it is
    the jar."""
    match player:
        case Zip():
            return [player.path.resolve()]
        case Jar():
            # Several may lie in one folder, and none needs another one.
            path = player.path.resolve()
            return [path.parent, path]
        case PythonClass():
            return [player.path.resolve().parent]
        case Command(folder=Path() as folder) if not _is_system_folder(folder.resolve()):
            return [folder.resolve()]
        case Command():
            return [path for word in player.argv if (path := Path(word).resolve()).suffix == ".jar" and path.is_file()]
    return []


def _is_system_folder(folder: Path) -> bool:
    """Whether programs for everybody lie there: hidden with `/usr/bin/python3 bot.py`, they would be missing to all
    other bots. Whoever has “.” among their folders for programs means none of them."""
    return any(os.path.isabs(name) and folder == Path(name).resolve() for name in os.get_exec_path())


def find_all_places(names: Iterable[str]) -> list[Path]:
    """The same for several by their names, each place once; of who cannot be started nothing is known. Where very many
    lie in one folder that nobody needs, it is that folder."""
    found: set[Path] = set()
    needed: set[Path] = set()
    for name in names:
        try:
            player = parse_player(name)
        except SchwarmError:
            continue
        found.update(find_places(player))
        if isinstance(player, Command):
            # Whoever needs a file in a folder sees all of it, or nothing.
            needed.update(path.parent for word in player.argv if (path := Path(word).resolve()).is_file())
            needed.update(() if player.folder else (Path.cwd(),))
    neighbours = Counter(path.parent for path in found)
    many = {folder for folder, number in neighbours.items() if number > MOST_SIDE_BY_SIDE}
    crowded = many - found - needed
    return sorted({path.parent if path.parent in crowded else path for path in found})
