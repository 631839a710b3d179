"""What a bot sees of this machine, as bubblewrap's options.

The machine as it is, which can only be read, and over it, in this order, since what comes later lies on top:

1. folders that everybody writes to: a bot has its own, which are small;
2. what is hidden from it: private folders and files, and the bots of others;
3. what it must see although it lies there: its own folder, the programs it needs, our Python;
4. its home and its way to the referee.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import gettempdir

from schwarm.games import all_games
from schwarm.launch.bot_copy import MAX_ENTRIES, BotCopy, copy_folder, copy_lightly, readable_by_everybody
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.privacy import NOT_HIDDEN, REPLACED, private_paths
from schwarm.words import Sentence

MAX_TMP_BYTES = 256 * 1024 * 1024
"""Bytes of a bot's /tmp, and of what it shares between its processes."""
SOURCES = Path(__file__).parents[2]
SYSTEM_FOLDERS = (Path("/usr"), Path("/bin"), Path("/sbin"))
"""Programs for every user. While packages are installed there, single files can be read by root alone."""


def restrict_sight(
    *, home: Path, socket: Path, needed: Sequence[Path], own: Path | None, apart: Sequence[Path], private: bool
) -> list[str]:
    """The options for one bot with this `home` and this way to the referee.

    `needed` are folders that it must be able to read, `own` that among them which is the bot's: it gets a copy of it.
    `apart` is what it must not see: folders and zips of other bots. `private` says that it is a user of its own, who
    reads only what everybody may."""
    sight = Sight(_hidden_paths(own, apart))
    everybodys = {*REPLACED, Path(gettempdir()).resolve()}.intersection(needed)
    folders = [path for path in needed if path not in everybodys]
    copies = _copy_folders(home, folders, own, sight.hidden, private=private)
    for folder in everybodys:
        sight.show_plain_files(folder)
    # What lies deeper is shown later, for otherwise what lies above would cover it.
    for path in sorted({*_python_folders(), *needed} - everybodys, key=lambda path: len(path.parts)):
        if copy := copies.get(path):
            sight.show_copy(path, copy, writable=path == own)
        else:
            sight.show_again(path)
    sight.show(socket)
    sight.show(home, writable=True)
    return sight.options()


class Sight:
    """The options that have come together, and what they hide."""

    def __init__(self, hidden: Sequence[Path]) -> None:
        self.hidden = hidden
        self._covers = {*REPLACED, *hidden}
        self._made: list[str] = []
        self._emptied = [Path("/dev"), Path("/run")]
        for folder in ("/tmp", "/dev/shm"):
            self._made += ["--perms", "1777", "--size", str(MAX_TMP_BYTES), "--tmpfs", folder]
        for path in hidden:
            # In a folder that is hidden itself there is nothing to hide.
            if self._find_cover(path.parent) is None:
                self._hide(path)

    def options(self) -> list[str]:
        """Everything. What was emptied is memory that nobody counts: from here on nothing can be written there."""
        closed = [part for folder in dict.fromkeys(self._emptied) for part in ("--remount-ro", str(folder))]
        return [*self._made, *closed]

    def show(self, path: Path, source: Path | None = None, *, writable: bool = False) -> None:
        """Show something where it is hidden, or something else in its place."""
        self._open_way(path)
        self._bind(path, source or path, writable=writable)

    def show_plain_files(self, folder: Path) -> None:
        """Everybody's folder is not the bot's: in it lie the sockets of other programs, and what plays just now."""
        for file in _plain_files(folder):
            if file not in self.hidden:
                self._bind(file, file)

    def show_copy(self, folder: Path, copy: BotCopy, *, writable: bool) -> None:
        """Show a folder as it was copied for this game."""
        self.show(folder, copy.path, writable=writable)
        for large in copy.shown:
            self._bind(large, large)
        self._hide_within(folder)

    def show_again(self, folder: Path) -> None:
        """Show a folder where a hidden one covers it."""
        if self._find_cover(folder) is None:
            return
        self.show(folder)
        if folder in self.hidden:
            # Who starts a bot at home shows their files, but not what lies in hidden ones: keys, passwords, mail.
            for path in _dotted_entries(folder):
                self._hide(path)
        self._hide_within(folder)

    def _hide_within(self, folder: Path) -> None:
        """With a folder everything in it was shown, also what was hidden."""
        for path in self.hidden:
            if path != folder and path.is_relative_to(folder):
                self._hide(path)

    def _hide(self, path: Path) -> None:
        if path.is_dir():
            self._made += ["--tmpfs", str(path)]
            self._emptied.append(path)
        else:
            self._bind(path, Path(os.devnull))

    def _bind(self, path: Path, source: Path, *, writable: bool = False) -> None:
        self._made += ["--bind" if writable else "--ro-bind", str(source), str(path)]

    def _open_way(self, path: Path) -> None:
        """Make the folders between a hidden one and what is shown in it, open to everybody: a bot may be another
        user."""
        if cover := self._find_cover(path):
            between = [parent for parent in path.parents if parent != cover and parent.is_relative_to(cover)]
            for parent in reversed(between):
                self._made += ["--perms", "0755", "--dir", str(parent)]

    def _find_cover(self, path: Path) -> Path | None:
        """The outermost folder that hides a path, if one does."""
        return next((folder for folder in (*reversed(path.parents), path) if folder in self._covers), None)


def _hidden_paths(own: Path | None, apart: Sequence[Path]) -> list[Path]:
    """What is private, and the files of others; but a folder that is also the bot's own stays, and so does what is part
    of our Python, which every bot may need."""
    python = _python_folders()
    others = [path for path in apart if path not in (own, *NOT_HIDDEN) and path.exists()]
    return sorted({*private_paths(), *(path for path in others if not any(map(path.is_relative_to, python)))})


def _copy_folders(
    home: Path, folders: Sequence[Path], own: Path | None, hidden: Sequence[Path], *, private: bool
) -> dict[Path, BotCopy]:
    """Copies for this game: of the bot's own folder, where it may write, and where the bot is another user (`private`)
    of those that it could not read."""
    copies = {}
    for number, folder in enumerate(dict.fromkeys(folders)):
        target = home / f"copy-{number}"
        if folder.is_relative_to(home):
            continue
        if private and not _is_system_folder(folder) and not readable_by_everybody(folder):
            copies[folder] = BotCopy(copy_folder(folder, target, hidden))
        elif folder == own and (copy := copy_lightly(folder, target, hidden, dotted=folder not in hidden)):
            copies[folder] = copy
    return copies


def _is_system_folder(folder: Path) -> bool:
    return any(map(folder.is_relative_to, SYSTEM_FOLDERS))


def _plain_files(folder: Path) -> list[Path]:
    """What a bot that lies in everybody's folder is shown of it; raises `CannotLaunch` where that is too much."""
    with os.scandir(folder) as entries:
        found = [Path(entry.path) for entry in entries if entry.is_file(follow_symlinks=False)]
    files = [path for path in found if not path.name.startswith(".")]
    if len(files) > MAX_ENTRIES:
        raise CannotLaunch(EVERYBODYS(path=str(folder), most=MAX_ENTRIES))
    return files


def _dotted_entries(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        return [Path(entry.path) for entry in entries if entry.name.startswith(".") and not entry.is_symlink()]


def _python_folders() -> list[Path]:
    """What our own Python and package need to be seen, and the games of other packages, wherever those lie."""
    found = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, SOURCES}
    return sorted(path for path in found | _games() if path.exists())


def _games() -> set[Path]:
    """The folders from which the games were imported."""
    packages = {type(game).__module__.partition(".")[0] for game in all_games()}
    files = [(name, sys.modules[name].__file__) for name in packages]
    # A package's file is its __init__.py, one folder deeper than that of a single module.
    return {Path(file).parents[1 if hasattr(sys.modules[name], "__path__") else 0] for name, file in files if file}


EVERYBODYS = Sentence(
    "{path} is a folder for everybody's files, and more than {most} lie in it; move the bot to a folder of its own, "
    "and start it from there."
)
