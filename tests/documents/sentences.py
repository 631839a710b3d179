"""Ties a test to the sentences of the rule documents it proves; docs/rules.md lists the same pairs."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])

# The documents, by the number their file name starts with.
DOCUMENTS = ("000", "001", "002", "003", "004")


def sentence(documents: str, text: str, *more: str) -> Callable[[Test], Test]:
    """Mark a test as the proof of a sentence: `@sentence("004", "Rot hat den ersten Zug.")`.

    `documents` may name several documents that share the wording (`"000 001"`), and further documents and
    wordings of the same rule may follow in turn. A test may carry several marks, a sentence several tests.
    """
    pairs = (documents, text, *more)
    quotes = []
    for numbers, quote in zip(pairs[::2], pairs[1::2], strict=True):
        for document in numbers.split():
            assert document in DOCUMENTS, f"there is no document {document!r}"
            quotes.append((document, quote))

    def attach(test: Test) -> Test:
        test.sentences = [*quotes, *sentences_of(test)]  # type: ignore[attr-defined]
        return test

    return attach


def sentences_of(test: Callable[..., None]) -> list[tuple[str, str]]:
    """The (document, sentence) pairs a test proves, in the order they are written above it."""
    found: list[tuple[str, str]] = getattr(test, "sentences", [])
    return found
