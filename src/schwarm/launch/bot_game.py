"""Which game a bot plays, as far as its files say. No code of a bot is run for it."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from schwarm.games import DEFAULT_GAME, UnknownGame, all_games
from schwarm.games import game as game_by_id
from schwarm.launch.bot_zip import START, UNREADABLE
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.player_spec import Command, PlayerSpec, PythonClass, Zip
from schwarm.words import Sentence, excerpt

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
    """What bots play if nobody says what: the game of the first one that names one."""
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
