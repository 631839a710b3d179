"""What goes wrong at a page, each with the status that HTTP has for it and one sentence for the person."""

import errno
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from schwarm.store.errors import DISK_FULL, DiskFull, Unusable
from schwarm.words import Message, SchwarmError, Sentence


class NoPage(SchwarmError):
    """The page cannot be shown on this machine."""


@dataclass(frozen=True, slots=True)
class Refusal(Sentence):
    """Why a request is refused. Its constant's name is the code that programs read."""

    status: int = 400


class Refused(SchwarmError):
    """A request that is not granted."""

    def __init__(self, message: Message, status: int | None = None) -> None:
        super().__init__(message)
        declared = message.sentence.status if isinstance(message.sentence, Refusal) else 400
        self.status = status or declared


def to_refusal(error: SchwarmError | OSError) -> Refused:
    """What a visitor is told of an error: never where a file or a database lies."""
    match error:
        case Refused():
            return error
        case DiskFull():
            return Refused(DISK_FULL(), 507)
        case Unusable():
            return Refused(NO_DATABASE())
        case OSError():
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            return Refused(DISK_FULL(), 507) if full else Refused(WENT_WRONG())
    return Refused(error.message)


def code_of(error: SchwarmError) -> str:
    """The stable name of an error for programs: its sentence's constant in lower case."""
    sentence = error.message.sentence
    if sentence not in _codes and _scanned != [len(sys.modules)]:
        _scanned[:] = [len(sys.modules)]
        _codes.update((known, name) for name, known in _constants(Sentence))
    return _codes.get(sentence, "refused")


def list_codes() -> dict[str, str]:
    """The codes of all refusals, each with its sentence."""
    return {name: sentence.one for name, sentence in sorted(_constants(Refusal), key=lambda found: found[0])}


_codes: dict[Sentence, str] = {}
_scanned = [0]
"""How many modules were loaded at the last scan: a sentence without a constant causes no further one."""


def _constants(kind: type[Sentence]) -> Iterator[tuple[str, Sentence]]:
    # A copy: another thread may import something meanwhile.
    for module in [module for name, module in sys.modules.copy().items() if name.startswith("schwarm.")]:
        for name, value in list(vars(module).items()):
            if isinstance(value, kind):
                yield name.lower(), value


def said(text: str) -> Message:
    """A sentence that was said in another process already, in the language of whoever asked."""
    return Message(Sentence(text.replace("{", "{{").replace("}", "}}")))


MISSING_LIBRARY = Sentence("The page needs the package {library}; install it with: pip install 'schwarm[web]'")
NOT_FOUND = Refusal("There is no such page here; the address may be wrong or the game may be gone.", status=404)
NO_GAME = Refusal("There is no such game here; it may have been removed.", status=404)
NOT_OVER = Refusal("The game is not over yet.", status=409)
NEEDS_TOKEN = Refusal("This needs the page's token, from the server's output or SCHWARM_PAGE_TOKEN.", status=403)
WRONG_TOKEN = Refusal(
    "That is not the page's token; it is in the server's output or in SCHWARM_PAGE_TOKEN.", status=403
)
FOREIGN = Refusal("This request came from another page and was refused; use the buttons on this one.", status=403)
WRONG_HOST = Refusal(
    "This server does not answer to that name; open it by its address, or start it with --public.", status=421
)
TOO_MANY = Refusal("Too many requests at once; wait a moment and try again.", status=429)
CROWDED = Refusal("Too many visitors want this at the same time; wait a minute and try again.", status=503)
TOO_BIG = Refusal("That is larger than {limit} kilobytes, which is the most allowed here.", status=413)
TOO_SLOW = Refusal("The request took too long to arrive; try again.", status=408)
NOT_JSON = Refusal("The request cannot be read; it should be a JSON object.")
BAD_FIELD = Refusal("“{field}” is missing or invalid; it should be {right}.")
UNKNOWN_FIELD = Refusal("“{field}” is not known here; there are: {known}.")
NO_DATABASE = Refusal(
    "The server's database cannot be used at the moment, so nothing can be looked up or saved; wait a little and try "
    "again, or tell the organiser.",
    status=503,
)
WENT_WRONG = Refusal("Something went wrong on the server; that is our mistake, not yours.", status=500)
