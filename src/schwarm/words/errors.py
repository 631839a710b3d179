"""The root of every error that Schwarm raises on purpose: one sentence, in the reader's language."""

from schwarm.words.sentence import Message


class SchwarmError(ValueError):
    """Something a user can fix. `str(error)` says what is wrong and what would be right."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"
