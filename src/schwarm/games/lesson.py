"""A small position in which one rule can be tried. A game brings its lessons along with its facts."""

from dataclasses import dataclass

from schwarm.words import Sentence


@dataclass(frozen=True, slots=True)
class Lesson:
    """One rule to try."""

    name: Sentence
    text: Sentence
    position: str
    """As text; `game.parse` reads it."""
