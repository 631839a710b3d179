"""A file is there whole or not at all."""

import os
from pathlib import Path

import pytest

from schwarm.store.draft import drafting, remove_drafts, write_whole


@pytest.mark.parametrize("lasting", [False, True])
def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path, lasting: bool) -> None:
    path = tmp_path / "game.txt"
    write_whole(path, b"one", lasting=lasting)
    write_whole(path, b"two", lasting=lasting)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("trouble", [OSError, KeyboardInterrupt])
def test_trouble_leaves_what_was_there(tmp_path: Path, trouble: type[BaseException]) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"old")

    def write_half() -> None:
        with drafting(path) as draft:
            draft.write_bytes(b"half of")
            raise trouble

    with pytest.raises(trouble):
        write_half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_somebody_left_who_was_killed_is_removed(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with drafting(tmp_path / "games" / "1.svg") as deep, drafting(tmp_path / "all.zip") as draft:
        deep.touch()
        draft.touch()
        remove_drafts(tmp_path, "all.zip")
        assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [deep.name]
        remove_drafts(tmp_path)
        assert not [path for path in tmp_path.rglob("*") if path.is_file()]
        deep.touch()
        draft.touch()


def test_nobody_sees_a_draft_under_its_final_name(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with drafting(path) as draft:
        draft.write_bytes(b"whole")
        assert not path.exists()
        assert draft.parent == tmp_path
        assert str(os.getpid()) in draft.name  # two processes never write the same draft
    assert path.read_bytes() == b"whole"
