"""Studies in the store: read by everybody with the key, changed by whoever has seen the newest version."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm.store import open_store
from schwarm.store.games import Store
from schwarm.store.studies import StudyText, add_study, change_study, find_study, remove_study

SAID = StudyText("piranhas-2026", "Mine", "Game: piranhas-2026\n")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_a_study_is_kept_changed_and_removed(store: Store) -> None:
    study, secret = add_study(store, SAID, 10)
    kept = find_study(store, study.key)
    assert kept == study
    assert (kept.game, kept.title, kept.text, kept.version) == (*SAID, 1)
    assert kept.opens_with(secret)
    assert not kept.opens_with("")
    assert not kept.opens_with(kept.secret), "the fingerprint is not the secret"
    assert change_study(store, study.key, SAID._replace(text="new"), 1) == 2
    assert change_study(store, study.key, SAID._replace(text="newer"), 1) is None, "they had not seen version 2"
    assert change_study(store, study.key, SAID._replace(text="new"), 1) == 2, "the answer was lost"
    changed = find_study(store, study.key)
    assert changed
    assert (changed.text, changed.version) == ("new", 2)
    assert change_study(store, study.key, SAID._replace(text="last"), 1, "newer") is None, "theirs never arrived"
    assert change_study(store, study.key, SAID._replace(text="last"), 1, "new") == 3, "theirs had arrived"
    assert change_study(store, study.key, SAID._replace(text="very last"), 3, "on its way") == 4, "not yet arrived"
    assert change_study(store, study.key, SAID._replace(text="on its way"), 3) is None, "it comes too late"
    remove_study(store, study.key)
    assert find_study(store, study.key) is None
    assert change_study(store, study.key, SAID, 4) is None


def test_the_studies_that_nobody_changed_for_longest_go_first(store: Store) -> None:
    first, second = (add_study(store, SAID, 2)[0] for _ in range(2))
    assert change_study(store, first.key, SAID, 1) == 2
    third, _ = add_study(store, SAID, 2)
    assert [find_study(store, study.key) is not None for study in (first, second, third)] == [True, False, True]
