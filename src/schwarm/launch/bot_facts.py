"""Which game a bot plays, as far as its files say. No code of a bot is run for it."""

import ast
import hashlib
import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from schwarm.games import DEFAULT_GAME, UnknownGame, all_games
from schwarm.games import game as game_by_id
from schwarm.launch.bot_files import START, UNREADABLE
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.player_spec import (
    Command,
    Jar,
    PlayerSpec,
    PythonClass,
    Startable,
    Zip,
    parse_file,
    parse_player,
)
from schwarm.words import Message, SchwarmError, Sentence, excerpt

MOST_TEXTS, LONGEST_TEXT = 100, 100_000
"""How many of a bot's files are looked at to learn its game, and how many characters of each."""
CLASS_GAME = re.compile(r"""^[ \t]+game\b[^=\n]*=[ \t]*["']([\w-]+)["']""", re.MULTILINE)
"""As a class says what it plays: `game = "piranhas-2026"`."""

IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+(.+)", re.MULTILINE)
"""What a line imports, and from where."""


def game_of(bot: PlayerSpec) -> str | None:
    """The game a bot plays, as far as its own file, or else all its files together, name exactly one."""
    match bot:
        case PythonClass():
            return bot.game or named_game(_texts([bot.path])) or named_game(_texts(files_of(bot.path)))
        case Command(script=Path() as script):
            return named_game(_texts([script])) or named_game(_texts(files_of(script)))
        case Zip():
            return named_game(_texts_in_zip(bot.path, (START,))) or named_game(_texts_in_zip(bot.path))
    return None


def game_for(bots: Iterable[PlayerSpec]) -> str:
    """The game to play by default: that of the first bot that names one."""
    return next((found for bot in bots if (found := game_of(bot))), DEFAULT_GAME)


def check_game(bot: PlayerSpec, game: str) -> None:
    """Raises `CannotLaunch` for a bot that is known to play another game, `UnknownGame` if there is no such game."""
    asked = game_by_id(game).id
    own = bot.game if isinstance(bot, PythonClass) else _only_other_game(bot, asked)
    if own is not None and own != asked:
        try:
            game_by_id(own)
        except UnknownGame as error:
            raise CannotLaunch(error.message) from error
        raise CannotLaunch(OTHER_GAME(player=excerpt(bot.title), own=excerpt(own), game=asked))


def named_game(texts: Iterable[str]) -> str | None:
    """The one game that texts name. Where they name several, a remark may be about another bot or an older one; what
    a class is for is no remark."""
    read = list(texts)
    known = [game.id for game in all_games()]
    named = {id for text in read for id in known if id in text}
    if len(named) > 1:
        named.intersection_update(found for text in read for found in CLASS_GAME.findall(text))
    return named.pop() if len(named) == 1 else None


def _only_other_game(bot: PlayerSpec, asked: str) -> str | None:
    """The game that a class in the bot's files is for, if nothing in them speaks of the one that is asked for: a bot
    for several games names them all."""
    match bot:
        case Command(script=Path() as script):
            texts = list(_texts(files_of(script)))
        case Zip():
            texts = list(_texts_in_zip(bot.path))
        case _:
            return None
    if any(asked in text for text in texts):
        return None
    known = {game.id for game in all_games()}
    return next((found for text in texts for found in CLASS_GAME.findall(text) if found in known), None)


def _files_beside(path: Path) -> list[Path]:
    """The Python files in the folder of a file; a pipe of that name would keep its reader waiting."""
    return [each for each in sorted(path.parent.glob("*.py")) if each.is_file()][:MOST_TEXTS]


def files_of(path: Path) -> list[Path]:
    """The files that may say what a bot plays: its own and what it imports from beside it. Other Python files there
    may be other bots; only a script that is no Python has them all."""
    beside = _files_beside(path)
    if path.suffix != ".py":
        return [path, *beside]
    by_name = {each.stem: each for each in beside}
    found = [path]
    for each in found:
        for text in _texts([each]):
            words = {word for line in IMPORTS.findall(text) for word in re.findall(r"\w+", line)}
            named = {by_name[word] for word in words if word in by_name}
            found += sorted(named.difference(found))
    return found


def _texts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        with suppress(OSError):
            if not path.is_file():
                continue
            with path.open(encoding="utf-8", errors="replace") as file:
                yield file.read(LONGEST_TEXT)


def _texts_in_zip(path: Path, endings: tuple[str, ...] = (".py", ".sh")) -> Iterator[str]:
    """The start.sh and the Python files at the top of an archive, where the bot itself lies."""
    with suppress(*UNREADABLE), zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(endings) and "/" not in name]
        for name in names[:MOST_TEXTS]:
            with archive.open(name) as file:
                yield file.read(LONGEST_TEXT).decode(errors="replace")


OTHER_GAME = Sentence("“{player}” plays {own}, not {game}.")


def find_places(player: PlayerSpec | None) -> list[Path]:
    """The files and folders of a bot, hidden from all others; none for built-in players, clients and programs of the
    system. Of `java -jar mybot.jar` it is the jar."""
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
    """Whether a folder is on the search path: hidden for `/usr/bin/python3 bot.py`, its programs would be missing for
    all other bots. An entry “.” of the search path names no folder."""
    return any(os.path.isabs(name) and folder == Path(name).resolve() for name in os.get_exec_path())


def find_all_places(names: Iterable[str]) -> list[Path]:
    """The same for several bots by their names, each place once; a bot that cannot be started has none."""
    found: set[Path] = set()
    for name in names:
        with suppress(SchwarmError):
            found.update(find_places(parse_player(name)))
    return sorted(found)


MOST_FILES, LARGEST_FILE = 2_000, 20_000_000
"""How many of its files tell one version from another; of a larger one its size and date must do."""
PASSING = ("__pycache__", "venv", "node_modules")
"""Folders that say nothing about a bot."""


def fingerprint(found: Startable, *, walled: bool = True) -> str:
    """A hash of a bot's files. Empty for a bot without files, such as a built-in player, and for one that may change
    them while it plays: without a wall a start.sh writes into its folder, and notes cannot be told from code."""
    if not walled and isinstance(found, Command) and found.script and found.script.name == START:
        return ""
    seen, some = hashlib.sha256(), False
    for folder, path in islice(_files(found), MOST_FILES):
        with suppress(OSError):
            about = path.stat()
            if not stat.S_ISREG(about.st_mode):
                # A pipe would keep its reader waiting, and a device may never end.
                continue
            seen.update(os.fsencode(f"\n{path.relative_to(folder)}\n{about.st_size}\n"))
            seen.update(
                _read(path, about.st_size) if about.st_size <= LARGEST_FILE else str(about.st_mtime_ns).encode()
            )
            some = True
    return seen.hexdigest()[:32] if some else ""


def _files(found: Startable) -> Iterator[tuple[Path, Path]]:
    """A bot's files, each with the folder from which it is named."""
    match found:
        case Zip() | Jar():
            yield found.path.parent, found.path
        case PythonClass():
            yield from ((path.parent, path) for path in files_of(found.path))
        case Command(script=Path() as script) if script.name == START:
            # A start.sh has its folder for itself.
            for folder, folders, names in os.walk(script.parent):
                folders[:] = sorted(name for name in folders if name not in PASSING and not name.startswith("."))
                yield from ((script.parent, Path(folder) / name) for name in sorted(names) if _is_part(name))
        case Command(script=Path() as script):
            yield from ((path.parent, path) for path in files_of(script))
        case Command():
            yield from ((Path(word).parent, Path(word)) for word in found.argv if Path(word).is_file())


def _read(path: Path, size: int) -> bytes:
    """No more than the file's size: some that the system invents call themselves files, are empty, and never end."""
    with path.open("rb") as file:
        return file.read(size)


def _is_part(name: str) -> bool:
    """Hidden files are the editor's, and what a bot notes while it plays does not make it another one."""
    return not name.startswith(".") and not name.endswith(".log")


MAX_FILE_BYTES = 1_000_000
"""Larger files are not looked at."""
STARTERS = ("run", "play", "Client")
"""What of the kit begins a game."""


def find_forgotten_run(script: Path) -> Message | None:
    """What to say about a script in whose Python files is a player and nothing that lets it play; else None."""
    found = None
    for path in files_of(script):
        try:
            module = parse_file(path) if path.stat().st_size <= MAX_FILE_BYTES else ast.Module([], [])
        except (CannotLaunch, OSError):
            continue
        never = [node for node in module.body if _is_misspelt_main(node)]
        if any(_starts(inner) for node in module.body if node not in never for inner in ast.walk(node)):
            return None
        if never and found is None:
            found = NEVER_TRUE(file=excerpt(path.name), line=never[0].lineno)
        kind = next((node.name for node in module.body if isinstance(node, ast.ClassDef) and _is_player(node)), None)
        if kind is not None and found is None:
            found = NEVER_RUNS(file=excerpt(path.name), kind=excerpt(kind))
    return found


def _is_player(node: ast.ClassDef) -> bool:
    return any(getattr(base, "id", getattr(base, "attr", "")) == "Player" for base in node.bases)


def _is_misspelt_main(node: ast.stmt) -> bool:
    """`if __name__ == "main"`, which is never so."""
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value=str(name))])
        ):
            return name != "__main__" and any(_starts(inner) for inner in ast.walk(node))
    return False


def _starts(node: ast.AST) -> bool:
    """Whether something of the kit that begins a game is used here, or imported under another name."""
    match node:
        case ast.Name():
            return node.id in STARTERS
        case ast.Attribute():
            # Not `play`, which every position has.
            return node.attr in ("run", "Client")
        case ast.ImportFrom():
            return any(alias.name in STARTERS and alias.asname for alias in node.names)
    return False


NEVER_RUNS = Sentence("{file} never calls run, so {kind} never plays; write at its end: run({kind})")
NEVER_TRUE = Sentence(
    '{file} never calls run, because its line {line} is never true; write: if __name__ == "__main__":'
)
