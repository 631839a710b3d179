"""One annotated game per season, there from the first day: a record in the package, its notes in both languages."""

from functools import cache
from pathlib import Path

from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.games import Store
from schwarm.web.board.contract import PlayedMoveJson
from schwarm.web.live.contract import GamePageJson
from schwarm.web.study.commentary import COMMENTARIES
from schwarm.words import Sentence

FOLDER = Path(__file__).parent / "example_games"
PREFIX = "example-"


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


def list_examples() -> list[dict[str, str]]:
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


def annotate(key: str, facts: GamePageJson) -> GamePageJson:
    """An example with what is said about it and its moves, in the reader's language."""
    said = COMMENTARIES.get(key.removeprefix(PREFIX))
    if said is None:
        return facts
    moves = [_with_note(move, said.notes.get(move["turn"])) for move in facts["moves"]]
    return {**facts, "moves": moves, "preface": f"{said.name}. {said.about}"}


def _with_note(move: PlayedMoveJson, note: Sentence | None) -> PlayedMoveJson:
    return move if note is None else {**move, "note": str(note)}
