"""A bot in a zip file, as it is handed in to the contest: checked before it is unpacked, for anybody may send one."""

import contextlib
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
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
        # How much memory that takes is up to whoever packed it.
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
