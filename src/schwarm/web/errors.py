"""What goes wrong at a page, each with the status that HTTP has for it and one sentence for the person."""

import errno

from schwarm.store.errors import DISK_FULL, DiskFull, Unusable
from schwarm.words import Message, SchwarmError, Sentence


class NoPage(SchwarmError):
    """The page cannot be shown on this machine."""


class Refused(SchwarmError):
    """A request that is not granted."""

    def __init__(self, message: Message, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def to_refusal(error: SchwarmError | OSError) -> Refused:
    """What a visitor is told of an error: never where a file or a database lies."""
    match error:
        case Refused():
            return error
        case DiskFull():
            return Refused(DISK_FULL(), 507)
        case Unusable():
            return Refused(NO_DATABASE(), 503)
        case OSError():
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            return Refused(DISK_FULL(), 507) if full else Refused(WENT_WRONG(), 500)
    return Refused(error.message)


def said(text: str) -> Message:
    """A sentence that was said in another process already, in the language of whoever asked."""
    return Message(Sentence(text.replace("{", "{{").replace("}", "}}")))


MISSING_LIBRARY = Sentence("The page needs the package {library}; install it with: pip install 'schwarm[web]'")
NOT_FOUND = Sentence("There is no such page here; the address may be wrong or the game may be gone.")
NO_GAME = Sentence("There is no such game here; it may have been removed.")
NOT_OVER = Sentence("The game is not over yet.")
NEEDS_TOKEN = Sentence("This needs the page's token, from the server's output or SCHWARM_PAGE_TOKEN.")
WRONG_TOKEN = Sentence("That is not the page's token; it is in the server's output or in SCHWARM_PAGE_TOKEN.")
FOREIGN = Sentence("This request came from another page and was refused; use the buttons on this one.")
WRONG_HOST = Sentence("This server does not answer to that name; open it by its address, or start it with --public.")
TOO_MANY = Sentence("Too many requests at once; wait a moment and try again.")
CROWDED = Sentence("Too many visitors want this at the same time; wait a minute and try again.")
GONE = Sentence(
    "The game server behind this page has stopped, so nothing can be played or watched at the moment; wait a little "
    "and try again."
)
TOO_BIG = Sentence("That is larger than {limit} kilobytes, which is the most allowed here.")
TOO_SLOW = Sentence("The request took too long to arrive; try again.")
NOT_JSON = Sentence("The request cannot be read; it should be a JSON object.")
BAD_FIELD = Sentence("“{field}” is missing or invalid.")
NO_DATABASE = Sentence(
    "The server's database cannot be used at the moment, so nothing can be looked up or saved; wait a little and try "
    "again, or tell the organiser."
)
WENT_WRONG = Sentence("Something went wrong on the server; that is our mistake, not yours.")
