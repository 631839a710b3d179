"""The annotated games that games bring along, there from the first day; their notes in both languages."""

from functools import cache

from schwarm.games import all_games, game
from schwarm.games.base import Example
from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.games import Store
from schwarm.web.board.contract import PlayedMoveJson
from schwarm.web.live.contract import GamePageJson
from schwarm.words import Sentence

PREFIX = "example-"


def save_examples(store: Store) -> None:
    """Put the examples into a store that does not have them; a store that cannot be written stays as it is."""
    try:
        for id, example in _examples().items():
            stored = store.get(PREFIX + id)
            if stored is None:
                store.add(PREFIX + id, read_record(example), event="example")
            elif stored.record != read_record(example):
                # An older Schwarm had another example; its notes are about this one now.
                store.save(PREFIX + id, read_record(example))
    except CannotStore:
        return


@cache
def read_record(example: Example) -> Record:
    return Record.parse(example.file.read_text(encoding="utf-8"))


def list_examples() -> list[dict[str, str]]:
    """The examples, for a list."""
    return [
        {
            "key": PREFIX + id,
            "game": id,
            "title": game(id).title,
            "name": str(example.name),
            "about": str(example.about),
        }
        for id, example in _examples().items()
    ]


def annotate(key: str, facts: GamePageJson) -> GamePageJson:
    """An example with what is said about it and its moves, in the reader's language."""
    example = _examples().get(key.removeprefix(PREFIX))
    if example is None:
        return facts
    moves = [_with_note(move, example.notes.get(move["turn"])) for move in facts["moves"]]
    return {**facts, "moves": moves, "preface": f"{example.name}. {example.about}"}


def _with_note(move: PlayedMoveJson, note: Sentence | None) -> PlayedMoveJson:
    return move if note is None else {**move, "note": str(note)}


def _examples() -> dict[str, Example]:
    return {known.id: known.example for known in all_games() if known.example is not None}
