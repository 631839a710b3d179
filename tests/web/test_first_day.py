"""What is there on the first day: examples whose notes are about their moves, and lessons that can be played."""

import re
from pathlib import Path

import pytest

from schwarm.games import Game, all_games, game
from schwarm.games.base import Example
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.web.study import examples
from schwarm.words import speaking

pytestmark = pytest.mark.slow


def example_of(game: Game) -> tuple[Example, Record]:
    assert game.example is not None, f"{game.id} has no example"
    return game.example, examples.read_record(game.example)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_game_has_an_example_whose_notes_belong_to_moves(game: Game) -> None:
    said, record = example_of(game)
    assert record.start.game is game
    assert record.outcome is not None
    turns = range(record.start.turn, record.final.turn)
    assert len(said.notes) >= 10
    for turn, note in said.notes.items():
        assert turn in turns
        # A note that begins with a move is about that move.
        named = re.match(r"([A-Ja-h]\d-[A-Ja-h]\d)[ :,]", note.one)
        if named:
            assert named[1] == str(record.moves[turn].move), note.one


@pytest.mark.parametrize("lang", ["de", "en"])
def test_examples_are_told_in_both_languages(lang: str, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    record = example_of(game("piranhas-2019"))[1]
    store.add("example-piranhas-2019", record.back(3), event="example")
    examples.save_examples(store)
    examples.save_examples(store)
    kept = store.get("example-piranhas-2019")
    assert kept is not None
    assert kept.record == record
    assert len(store.listing(event="example")) == 3
    store.close()
    with speaking(lang):
        names = [example["name"] for example in examples.list_examples()]
    assert ("Ein Schwarm schließt sich" if lang == "de" else "A swarm closes") in names


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_lessons_can_be_played(game) -> None:
    found = game.lessons
    assert len(found) >= 4
    for lesson in found:
        state = game.parse(lesson.position)
        assert state.outcome() is None
        assert str(state) == lesson.position
        for move in re.findall(r"[A-J]\d-[A-J]\d", lesson.text.one):
            assert state.explain(move).legal
