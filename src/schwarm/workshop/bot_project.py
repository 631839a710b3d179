"""A new bot's folder, made from the template: a bot that plays, a test, a README in German and a start.sh."""

import re
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path

from schwarm.games import game as game_by_id
from schwarm.words import SchwarmError, Sentence, excerpt, trouble

FILES = ("bot.py", "test_bot.py", "README.md", "start.sh")
TEMPLATE_CLASS, TEMPLATE_GAME = "Mybot", "piranhas-2026"
"""What the template calls its bot and its game; it is a bot that could be started as it is."""
TAKEN = ("Clock", "Player", "Random", "Spielen")
"""Names that the template uses for something else."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


class CannotCreate(SchwarmError):
    """A name that cannot be a bot's, or a folder that is there already."""


def create(folder: Path, game: str) -> Path:
    """Make the folder of a new bot, which bears the folder's name; gives the folder. Nothing is overwritten."""
    folder = folder.expanduser().absolute()
    if not NAME.fullmatch(folder.name):
        raise CannotCreate(BAD_NAME(name=excerpt(folder.name)))
    known = game_by_id(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CannotCreate(NOT_EMPTY(folder=folder))
        for name in FILES:
            text = (files("schwarm.workshop") / "template" / name).read_text(encoding="utf-8")
            text = text.replace(TEMPLATE_CLASS, class_name(folder.name)).replace(TEMPLATE_GAME, known.id)
            # The contest's Linux starts no script with Windows line ends, wherever it was written.
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        (folder / "start.sh").chmod(0o755)
    except OSError as error:
        raise CannotCreate(NOT_WRITTEN(folder=folder, why=trouble(error))) from error
    return folder


def class_name(name: str) -> str:
    """`super-fisch` becomes `SuperFisch`: what tables and replays call the bot."""
    found = "".join(part[:1].upper() + part[1:] for part in re.split("[-_]", name))
    return f"{found}Bot" if found in TAKEN or iskeyword(found) else found


BAD_NAME = Sentence(
    "“{name}” cannot be a bot's name; use up to 40 letters (a–z, A–Z), digits, - and _, starting with a letter, like "
    "mybot."
)
NOT_EMPTY = Sentence("{folder} already exists and is not empty; choose another name.")
NOT_WRITTEN = Sentence("{folder} cannot be written: {why}.")
