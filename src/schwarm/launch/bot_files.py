"""A bot in a zip file, as it is handed in to the contest: checked before it is unpacked, for anybody may send one."""

import contextlib
import os
import shlex
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from schwarm.launch.errors import CannotLaunch, blaming_machine, is_machine_fault
from schwarm.words import Sentence, excerpt

START = "start.sh"
MAX_UNPACKED_BYTES = 500_000_000
"""Bytes of all files together."""
MAX_FILES = 10_000
LIST_BYTES = 8_000_000
"""The end of an archive, where the list of its files is; that of more files than can be unpacked would be larger."""
MAX_SCRIPT_BYTES = 100_000
MAX_NAME_BYTES, MAX_PATH_BYTES = 255, 1_000
"""Of a file, and with all its folders; systems allow no more of the one and little more of the other."""
LISTED = b"PK\x01\x02"
"""What every entry of that list begins with."""
UNREADABLE: tuple[type[Exception], ...] = (
    *(zipfile.BadZipFile, zlib.error, EOFError),
    *(OSError, ValueError, RuntimeError, MemoryError),
)
"""What Python raises over an archive that is broken, needs a password, or is packed in a way that it does not know."""
with contextlib.suppress(ImportError):
    # Not every Python has it, and then it reads no such archives.
    import lzma

    UNREADABLE += (lzma.LZMAError,)


def check_zip(path: Path) -> Path:
    """The file, if it is a bot that can be unpacked without harm; raises `CannotLaunch` otherwise."""
    with _judging(path, NOT_A_ZIP):
        _check_list(path)
        with zipfile.ZipFile(path) as archive:
            _check(path, archive)
    return path


@contextlib.contextmanager
def _judging(path: Path, trouble: Sentence) -> Iterator[None]:
    """Inside, whatever is wrong with an archive is its own fault, unless this machine is short of something."""
    with blaming_machine(path.name):
        try:
            yield
        except UNREADABLE as error:
            if isinstance(error, CannotLaunch) or is_machine_fault(error):
                raise
            raise CannotLaunch(trouble(file=path.name)) from error


def has_windows_lines(path: Path) -> bool:
    """Whether the start.sh in an archive has line ends that Linux does not understand; `unpack` corrects them."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(START) as file:
            return b"\r\n" in file.read(MAX_SCRIPT_BYTES)
    except KeyError:
        return False
    except UNREADABLE:
        return False


def unpack(path: Path, folder: Path) -> Path:
    """Unpack a bot; gives its `start.sh`, executable and with Unix line ends. It is checked again: files change."""
    with _judging(path, NOT_UNPACKED):
        with zipfile.ZipFile(path) as archive:
            _check(path, archive)
            for entry in archive.infolist():
                if entry.filename == "./":
                    # The folder itself, which Python 3.12.1 refuses to extract.
                    continue
                target = _extract(archive, entry, folder)
                if not entry.is_dir():
                    target.chmod(0o600 | (entry.external_attr >> 16) & 0o755)
        start = folder / START
        start.write_bytes(start.read_bytes().replace(b"\r\n", b"\n"))
        start.chmod(0o755)
    return start


def _extract(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> Path:
    try:
        # Python writes no more bytes than the entry declares, and those were added up.
        return Path(archive.extract(entry, folder))
    except MemoryError as error:
        if entry.compress_type != zipfile.ZIP_LZMA:
            raise
        # The archive itself says how much memory its LZMA dictionary takes.
        raise zipfile.BadZipFile(entry.filename) from error


def _check_list(path: Path) -> None:
    """Refuse a list that is too long before Python reads it: of a million files it would be a gigabyte of memory."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LIST_BYTES))
        count = file.read(LIST_BYTES).count(LISTED)
    if count > MAX_FILES:
        raise CannotLaunch(TOO_MANY(file=path.name, count=count, most=MAX_FILES))


def _check(path: Path, archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise CannotLaunch(TOO_MANY(file=path.name, count=len(entries), most=MAX_FILES))
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        raise CannotLaunch(TOO_LARGE(file=path.name, most=MAX_UNPACKED_BYTES // 1_000_000))
    for entry in entries:
        _check_name(path, entry.filename)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise CannotLaunch(NOT_A_FILE(file=path.name, name=excerpt(entry.filename)))
        entry.filename = _plain(entry.filename)
    names = [entry.filename for entry in entries if not entry.is_dir()]
    _check_folders(path, [entry.filename for entry in entries], names)
    if START not in names:
        deeper = next((name for name in names if PurePosixPath(name).name == START), None)
        if deeper is not None:
            raise CannotLaunch(TOO_DEEP(file=path.name, name=excerpt(deeper)))
        raise CannotLaunch(NO_START(file=path.name))


def _plain(name: str) -> str:
    """A name as whatever unpacks takes it: programs for Windows may write folders with backslashes, and some put a dot
    before everything."""
    plain = name.replace("\\", "/")
    return plain.removeprefix("./") or plain


def _check_folders(path: Path, names: Sequence[str], files: Sequence[str]) -> None:
    """Folders count like files, also those only named on the way to one: each takes its place on a disk."""
    folders: set[str] = set()
    for folder in names:
        while (folder := folder.rpartition("/")[0]) and folder not in folders:
            folders.add(folder)
            if len(files) + len(folders) > MAX_FILES:
                raise CannotLaunch(TOO_MANY_FOLDERS(file=path.name, most=MAX_FILES))
    if clash := next((name for name in files if name in folders), None):
        raise CannotLaunch(CLASH(file=path.name, name=excerpt(clash)))


def _check_name(path: Path, name: str) -> None:
    plain = _plain(name)
    if plain.startswith("/") or plain[1:2] == ":" or ".." in plain.split("/"):
        raise CannotLaunch(OUTSIDE(file=path.name, name=excerpt(name)))
    longest = max(len(os.fsencode(part)) for part in plain.split("/"))
    if plain in ("", ".") or longest > MAX_NAME_BYTES or len(os.fsencode(plain)) > MAX_PATH_BYTES:
        raise CannotLaunch(NO_NAME(file=path.name, name=excerpt(name)))


NOT_A_ZIP = Sentence("{file} is not a zip file, or it is broken; pack it again.")
NOT_UNPACKED = Sentence("{file} cannot be unpacked; pack it again, without a password.")
TOO_MANY = Sentence("{file} contains {count} files; at most {most} can be unpacked.")
TOO_MANY_FOLDERS = Sentence(
    "{file} contains more than {most} files and folders, which is too many; leave out what the bot does not need."
)
TOO_LARGE = Sentence("{file} would take more than {most} MB unpacked, which is too much.")
OUTSIDE = Sentence("{file} contains “{name}”, which points outside of it; such archives are not unpacked.")
NO_NAME = Sentence("{file} contains “{name}”, which is no name that a file can have; rename it and pack it again.")
CLASH = Sentence("{file} contains “{name}” both as a file and as a folder; rename one of them and pack it again.")
NOT_A_FILE = Sentence("{file} contains “{name}”, which is a link or a device; only files and folders are unpacked.")
NO_START = Sentence("{file} has no start.sh, which starts the player; add one at the top.")
TOO_DEEP = Sentence("{file} has {name}, but start.sh must be at the top; pack the files, not their folder.")


MAX_COPY_BYTES = 200_000_000
MAX_COPY_FILES = 10_000
MAX_LIGHT_BYTES = 32_000_000
MAX_LIGHT_FILES = 1_000
"""The most that is copied for every game of a folder that could be read in place."""
MAX_ENTRIES = 200
"""Entries directly in such a folder; one with more is no bot's own."""
EVERYBODY_READS = stat.S_IROTH
EVERYBODY_ENTERS = stat.S_IROTH | stat.S_IXOTH


def readable_by_everybody(folder: Path) -> bool:
    """Whether another user could use a folder and the files that lie directly in it."""
    if folder.stat().st_mode & EVERYBODY_ENTERS != EVERYBODY_ENTERS:
        return False
    with os.scandir(folder) as entries:
        files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
        return all(entry.stat(follow_symlinks=False).st_mode & EVERYBODY_READS for entry in files)


@dataclass(frozen=True, slots=True)
class BotCopy:
    """A copy for one game, and what of the folder must be shown in it."""

    path: Path
    shown: tuple[Path, ...] = ()


def copy_lightly(folder: Path, target: Path, hidden: Set[Path], *, dotted: bool) -> BotCopy | None:
    """Copy what is small and name what is not; None for a folder of which no copy is made.

    Of folders that are `hidden` nothing is copied; `dotted` says whether files and folders with a dot in front belong
    to it."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    if len(entries) > MAX_ENTRIES or target.is_relative_to(folder):
        return None

    def leave_out(parent: str, names: list[str]) -> list[str]:
        return _find_inside(parent, names, hidden)

    target.mkdir()
    shown, files, size = [], MAX_LIGHT_FILES, MAX_LIGHT_BYTES
    for entry in entries:
        own = target / entry.name
        if entry.name.startswith(".") and not dotted:
            continue
        if entry.is_symlink():
            own.symlink_to(os.readlink(entry.path))
        elif Path(entry.path) in hidden:
            own.mkdir() if entry.is_dir() else own.touch()
        elif weight := _weigh(Path(entry.path), files, size):
            files, size = files - weight[0], size - weight[1]
            if entry.is_dir():
                shutil.copytree(entry.path, own, symlinks=True, ignore=leave_out)
            else:
                shutil.copy2(entry.path, own)
        elif entry.is_dir():
            own.mkdir()
            shown.append(Path(entry.path))
        elif entry.is_file():
            own.touch()
            shown.append(Path(entry.path))
    shutil.copystat(folder, target)
    return BotCopy(target, tuple(shown))


def _find_inside(parent: str, names: Sequence[str], folders: Set[Path]) -> list[str]:
    return [name for name in names if Path(parent, name) in folders]


def _weigh(path: Path, most_files: int, most_bytes: int) -> tuple[int, int] | None:
    """How many files and bytes are to be copied; None for more than that, for what cannot be read, and for what is no
    file. Folders with a dot in front hold tools, not what a bot writes."""
    if path.name.startswith(".") and path.is_dir():
        return None
    files, size, waiting = 0, 0, [path]
    while waiting:
        one = waiting.pop()
        found = one.lstat()
        files, size = files + 1, size + found.st_size
        known = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)
        if not known or files > most_files or size > most_bytes:
            return None
        if stat.S_ISLNK(found.st_mode):
            continue
        if not os.access(one, os.R_OK):
            return None
        if stat.S_ISDIR(found.st_mode):
            waiting += one.iterdir()
    return files, size


def copy_folder(folder: Path, target: Path, hidden: Set[Path]) -> Path:
    """Copy what lies in a folder, without what has a dot in front or is `hidden`; raises `CannotLaunch` where that is
    too much."""
    files, size = 0, 0

    def leave_out(parent: str, names: list[str]) -> list[str]:
        nonlocal files, size
        left_out = _find_inside(parent, names, hidden)
        for name in sorted({*names} - {*left_out}):
            found = os.lstat(os.path.join(parent, name))
            kept = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)
            if name.startswith(".") or not kept or target.is_relative_to(os.path.join(parent, name)):
                left_out.append(name)
                continue
            files, size = files + 1, size + found.st_size
            if files > MAX_COPY_FILES or size > MAX_COPY_BYTES:
                shown = excerpt(str(folder), 200)
                raise CannotLaunch(TOO_LARGE_TO_COPY(path=shown, quoted=shlex.quote(shown)))
        return left_out

    shutil.copytree(folder, target, symlinks=True, ignore=leave_out)
    return target


TOO_LARGE_TO_COPY = Sentence(
    "{path} can be read only by its owner and is too large to copy for every game; "
    "bots do not run as root, so make it readable with: chmod -R a+rX {quoted}"
)
