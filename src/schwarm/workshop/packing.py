"""`schwarm pack`: a bot as the contest takes it, one zip with start.sh at its top and everything it needs beside it.

Schwarm's kit goes along as plain Python, so the bot runs where nothing is installed; so does what `requirements.txt`
names, fetched for the contest's Python and Linux.
"""

import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import schwarm
from schwarm.core.networks import FOLDER as NETWORKS
from schwarm.launch.bot_files import MAX_UNPACKED_BYTES, START
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.store.draft import drafting
from schwarm.words import Message, SchwarmError, Sentence, excerpt, trouble
from schwarm.words.errors import NO_SUCH_FOLDER
from schwarm.workshop.bot_check import CONTEST_PYTHON
from schwarm.workshop.imports import REQUIREMENTS
from schwarm.workshop.inspection import NOT_EXECUTABLE, WINDOWS_LINES, Weight, inspect
from schwarm.workshop.interpreter import NOT_A_VERSION, is_version
from schwarm.workshop.native_core import installed_for, made_for

PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "any")
KIT = ("words", "games", "core", "protocol", "engine", "player")
"""The rooms of Schwarm that a bot can use; they need nothing but Python."""
LEFT_OUT = ("__pycache__", "venv", "node_modules")
MAX_FETCH_SECONDS = 600.0
"""Seconds that pip may take."""


class CannotPack(SchwarmError):
    """A bot that would not start in the contest, or something it needs and that cannot be had."""


@dataclass(frozen=True, slots=True)
class PackedBot:
    """What was packed."""

    path: Path
    files: int
    size: int
    lacks: Message | None
    """Why the fast core is not inside; without it `Board` is the plain one."""

    @property
    def message(self) -> Message:
        core = WITHOUT_CORE(why=self.lacks) if self.lacks else WITH_CORE()
        return PACKED(path=self.path, files=self.files, kilobytes=max(1, self.size // 1000), core=core)


def pack(
    folder: Path,
    target: Path | None = None,
    python: str = CONTEST_PYTHON,
    *,
    core: bool = True,
    tell: Callable[[Message], None] = lambda message: None,
) -> PackedBot:
    """Write the zip beside the bot's folder, or where it is wanted. It replaces an older one once it is whole.

    Without `core` the native one is left out. `tell` hears of what takes long."""
    folder = folder.expanduser().resolve()
    if not is_version(python):
        raise CannotPack(NOT_A_VERSION(version=excerpt(python)))
    target = (target or folder.with_name(folder.name + ".zip")).expanduser().resolve()
    if target.suffix.lower() != ".zip":
        raise CannotPack(NOT_A_ZIP(name=excerpt(target.name)))
    if not folder.is_dir():
        raise CannotPack(NO_FOLDER(path=folder))
    for finding in inspect(folder / START):
        # Line ends and the executable bit are put right in the zip; all else only its author can put right.
        if finding.weight is Weight.FAULT and finding.message.sentence not in (WINDOWS_LINES, NOT_EXECUTABLE):
            raise CannotPack(finding.message)
    if not target.parent.is_dir():
        # Said before anything is compiled or fetched, which takes minutes.
        raise CannotPack(NOT_WRITTEN(path=target, why=NO_SUCH_FOLDER))
    own = {name: path for name, path in _files(folder) if path != target}
    _check_names(own)
    native = _core(python, tell) if core else NOT_WANTED()
    with TemporaryFolder() as fetched:
        if (folder / REQUIREMENTS).is_file():
            _fetch(folder / REQUIREMENTS, Path(fetched), python)
        contents = dict(_kit())
        if isinstance(native, Path):
            contents[f"schwarm/core/{native.name}"] = native
            # Only the core can do anything with what Hecht has learned.
            contents |= {f"schwarm/core/networks/{path.name}": path for path in NETWORKS.glob("*.net")}
        contents |= dict(_files(Path(fetched)))
        # What the author brings along comes before what we would add.
        return _write_zip(contents | own, target, None if isinstance(native, Path) else native)


def _check_names(names: Iterable[str]) -> None:
    """A file's name may be any bytes on Linux; in a zip it is text."""
    for name in names:
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise CannotPack(NOT_TEXT(name=excerpt(name, 100))) from error


def _core(python: str, tell: Callable[[Message], None]) -> Path | Message:
    """The native core for this version: the one that is here, or one that is made for it; or why there is none."""
    return installed_for(python) or made_for(python, tell)


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Everything in a folder that belongs to the bot, by its name in the zip."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in LEFT_OUT for part in parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield "/".join(parts), path


def _kit() -> Iterator[tuple[str, Path]]:
    """Schwarm itself, as far as bots use it."""
    package = Path(schwarm.__file__).parent
    yield "schwarm/__init__.py", package / "__init__.py"
    for room in KIT:
        for name, path in _files(package / room):
            if path.suffix in (".py", ".mo"):
                yield f"schwarm/{room}/{name}", path


def _fetch(requirements: Path, target: Path, python: str) -> None:
    """What the bot's requirements name, for the contest's Python and Linux, wherever this runs."""
    command = [sys.executable, "-P", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    command += [word for platform in PLATFORMS for word in ("--platform", platform)]
    try:
        done = subprocess.run(
            [*command, "--target", str(target), "-r", str(requirements)],
            capture_output=True,
            text=True,
            timeout=MAX_FETCH_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CannotPack(NOT_FETCHED(why=f"pip > {MAX_FETCH_SECONDS:.0f} s")) from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")] or [done.stderr.strip()]
        raise CannotPack(NOT_FETCHED(why=excerpt(lines[-1].removeprefix("ERROR: "), 200)))


def _write_zip(contents: dict[str, Path], target: Path, lacks: Message | None) -> PackedBot:
    if sum(path.stat().st_size for path in contents.values()) > MAX_UNPACKED_BYTES:
        raise CannotPack(TOO_LARGE(megabytes=MAX_UNPACKED_BYTES // 1_000_000))
    try:
        with drafting(target) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in sorted(contents.items()):
                script = path.suffix == ".sh"
                data = path.read_bytes()
                # The same files give the same zip, whenever and wherever it is made.
                entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 3
                entry.external_attr = (0o100755 if script else 0o100644) << 16
                archive.writestr(entry, data.replace(b"\r\n", b"\n") if script else data)
    except OSError as error:
        raise CannotPack(NOT_WRITTEN(path=target, why=trouble(error))) from error
    return PackedBot(target, len(contents), target.stat().st_size, lacks)


PACKED = Sentence("{path} is packed: {files} files, {kilobytes} kB, {core}.")
WITH_CORE = Sentence("with the fast Board")
WITHOUT_CORE = Sentence("with the plain Board, {why}")
NOT_WANTED = Sentence("as you asked")
NOT_A_ZIP = Sentence("“{name}” cannot be the zip's name; choose one that ends in .zip, like mybot.zip.")
NO_FOLDER = Sentence("{path} is not a folder; name your bot's folder, the one with start.sh.")
NOT_FETCHED = Sentence("The packages in requirements.txt are not available for the contest's computers: {why}")
TOO_LARGE = Sentence("The bot would take more than {megabytes} MB unpacked; remove what it does not need.")
NOT_TEXT = Sentence("The name of the file “{name}” is not UTF-8, so it cannot be in a zip; rename the file.")
NOT_WRITTEN = Sentence("{path} cannot be written: {why}.")
