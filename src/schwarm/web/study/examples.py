"""One annotated game per season, there from the first day: a record in the package, its notes in both languages."""

from functools import cache
from pathlib import Path
from typing import Any

from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.games import Store
from schwarm.web.study.commentary import COMMENTARIES

FOLDER = Path(__file__).parent / "example_games"
PREFIX = "example-"

Facts = dict[str, Any]


def save_examples(store: Store) -> None:
    """Put the examples into a store that does not have them; a store that cannot be written stays as it is."""
    try:
        for id in COMMENTARIES:
            kept = store.get(PREFIX + id)
            if kept is None:
                store.add(PREFIX + id, record(id), event="example")
            elif kept.record != record(id):
                # An older Schwarm had another example; its notes are about this one now.
                store.save(PREFIX + id, record(id))
    except CannotStore:
        return


@cache
def record(id: str) -> Record:
    return Record.parse((FOLDER / f"{id}.txt").read_text(encoding="utf-8"))


def list_examples() -> list[Facts]:
    """The examples, for a list."""
    return [
        {
            "key": PREFIX + id,
            "title": record(id).start.game.title,
            "name": str(said.name),
            "about": str(said.about),
        }
        for id, said in COMMENTARIES.items()
    ]


def annotations_json(key: str, facts: Facts) -> Facts:
    """The moves of an example with their notes, in the reader's language."""
    said = COMMENTARIES.get(key.removeprefix(PREFIX))
    if said is None:
        return {}
    moves = [
        move | ({"note": str(said.notes[move["turn"]])} if move["turn"] in said.notes else {})
        for move in facts["moves"]
    ]
    return {"moves": moves, "preface": f"{said.name}. {said.about}"}
