"""The root of every error that Schwarm raises on purpose: one sentence, in the reader's language."""

import errno

from schwarm.words.sentence import Message, Sentence


class SchwarmError(ValueError):
    """Something a user can fix. `str(error)` says what is wrong and what would be right."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def trouble(error: BaseException) -> object:
    """To be put into a sentence that says what was tried."""
    if isinstance(error, TimeoutError):
        return TIMEOUT
    if type(error).__name__ == "gaierror":
        # Its numbers are of another kind.
        return NO_SUCH_NAME
    number = getattr(error, "errno", None)
    if number in TROUBLES:
        return TROUBLES[number]
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


NOT_ALLOWED = Sentence("that is not allowed")
NO_SUCH_FOLDER = Sentence("there is no such folder")
FULL = Sentence("the disk is full")
UNREACHABLE = Sentence("that computer cannot be reached")
CUT = Sentence("the connection was cut")
TIMEOUT = Sentence("no answer came in time")
NO_SUCH_NAME = Sentence("there is no computer of that name")
TROUBLES = {
    errno.ENOENT: Sentence("there is no such file or folder"),
    errno.ENOTDIR: NO_SUCH_FOLDER,
    errno.EISDIR: Sentence("it is a folder"),
    errno.EEXIST: Sentence("it already exists"),
    errno.ENAMETOOLONG: Sentence("its name is too long"),
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EROFS: Sentence("nothing can be written there"),
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EADDRINUSE: Sentence("it is in use"),
    errno.ECONNREFUSED: Sentence("nobody answers there"),
    errno.EHOSTUNREACH: UNREACHABLE,
    errno.ENETUNREACH: UNREACHABLE,
    errno.ECONNRESET: CUT,
    errno.EPIPE: CUT,
}
