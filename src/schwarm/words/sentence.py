"""Sentences with gaps, and messages: a sentence with its gaps filled, not yet in any language.

A message is a value. Rules and errors carry messages; the language is picked where one is shown.
"""

from dataclasses import dataclass
from typing import Protocol

from schwarm.words.language import catalogue, language, speaking
from schwarm.words.printable import printable


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence with `{gaps}`; with a second form for when the gap `n` makes it plural."""

    one: str
    many: str | None = None

    def __call__(self, **facts: object) -> "Message":
        return Message(self, tuple(facts.items()))

    def __str__(self) -> str:
        return str(self())


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence and the facts that fill its gaps. `str()` gives it in the language spoken right now."""

    sentence: Sentence
    facts: tuple[tuple[str, object], ...] = ()

    @property
    def message(self) -> "Message":
        return self

    def __str__(self) -> str:
        facts = dict(self.facts)
        words = catalogue(language())
        if self.sentence.many is None:
            template = words.gettext(self.sentence.one)
        else:
            count = facts.get("n")
            if not isinstance(count, int):
                raise TypeError(f"{self.sentence.one!r} has a plural and needs a number n.")
            template = words.ngettext(self.sentence.one, self.sentence.many, count)
        return template.format(**facts)


class Sayable(Protocol):
    """Whatever carries a message: an error, an explanation, an outcome."""

    @property
    def message(self) -> Message: ...


def sentence(thing: Sayable, lang: str | None = None) -> str:
    """The sentence a thing carries, in the language spoken right now or in `lang`."""
    if lang is None:
        return str(thing.message)
    with speaking(lang):
        return str(thing.message)


def open_forms(sentence: Sentence) -> list[str]:
    """A sentence in the language spoken right now with its gaps open, to be filled elsewhere; in two forms if the gap
    `n` makes it plural."""
    words = catalogue(language())
    if sentence.many is None:
        return [words.gettext(sentence.one)]
    return [words.ngettext(sentence.one, sentence.many, count) for count in (1, 2)]


def say(text: str, **facts: object) -> str:
    """Say a sentence at once, in the language spoken right now."""
    return str(Sentence(text)(**facts))


def excerpt(text: str, limit: int = 40) -> str:
    """Text from elsewhere, made fit for a sentence: on one line, without control characters, never long."""
    shown = printable(text[: limit + 1])
    return f"{shown[:limit]}…" if len(shown) > limit else shown


class Listing(tuple[object, ...]):
    """Things that become `A, B and C` when the sentence around them is said."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        items = [str(item) for item in self]
        if len(items) < 2:
            return "".join(items)
        return say("{items} and {last}", items=", ".join(items[:-1]), last=items[-1])
