"""A whole game with remarks, to replay from the first day on. A game brings its example along with its facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from schwarm.words import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """An annotated game: its name, what it teaches, and a sentence for some of its moves by turn."""

    name: Sentence
    about: Sentence
    notes: Mapping[int, Sentence]
    file: Path
    """The game as a record; read only when somebody wants to see it."""
