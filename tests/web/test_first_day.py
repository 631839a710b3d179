"""What is there on the first day: examples whose notes are about their moves, and lessons that can be played."""

import re
from pathlib import Path

import pytest

from schwarm.games import all_games
from schwarm.store import open_store
from schwarm.web.study import examples
from schwarm.web.study.commentary import COMMENTARIES
from schwarm.words import speaking

pytestmark = pytest.mark.slow


def test_every_season_has_an_example() -> None:
    assert set(COMMENTARIES) == {game.id for game in all_games()}


@pytest.mark.parametrize("id", COMMENTARIES)
def test_notes_belong_to_moves(id: str) -> None:
    record, said = examples.record(id), COMMENTARIES[id]
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
    store.add("example-piranhas-2019", examples.record("piranhas-2019").back(3), event="example")
    examples.save_examples(store)
    examples.save_examples(store)
    kept = store.get("example-piranhas-2019")
    assert kept is not None
    assert kept.record == examples.record("piranhas-2019")
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
