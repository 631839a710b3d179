"""Notes come from a file that belongs to the bot, so nothing in it is believed."""

import json
import os
from pathlib import Path

import pytest

import schwarm
from schwarm.launch import Note, NoteReader
from schwarm.launch.output import MAX_WRITTEN_LENGTH
from schwarm.player.notes import NoteFile


def test_there_and_back(tmp_path: Path) -> None:
    writer, reader = NoteFile(tmp_path / "notes"), NoteReader(tmp_path / "notes")
    assert reader.read() == []
    writer("hello\nworld")
    writer.turn = 7
    writer("\N{FISH} ü")
    assert reader.read() == [Note(0, "hello\nworld"), Note(7, "\N{FISH} ü")]
    assert reader.read() == []
    writer("\ud800")
    writer("\N{FISH}" * 5_000)
    assert reader.read() == [Note(7, "?"), Note(7, "\N{FISH}" * 4_000)]


def test_a_line_that_is_not_finished_yet(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    reader = NoteReader(path)
    path.write_text('{"turn": 1, "no')
    assert reader.read() == []
    with path.open("a") as file:
        file.write('te": "x"}\n')
    assert reader.read() == [Note(1, "x")]


def test_what_is_no_note(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    lines = ["hello", "[]", "1", '{"turn": 1}', '{"turn": "1", "note": "x"}', '{"turn": true, "note": "x"}']
    lines += ['{"turn": 1, "note": 5}', "[" * 9_000, '{"turn": ' + "1" * 5_000 + ', "note": ""}', "\xff", ""]
    path.write_text("\n".join([*lines, json.dumps({"turn": 2, "note": "x", "more": 1})]) + "\n", encoding="latin-1")
    assert NoteReader(path).read() == [Note(2, "x")]


def test_an_illegal_move_is_one_only_where_the_rules_say_so(tmp_path: Path) -> None:
    writer, reader = NoteFile(tmp_path / "notes"), NoteReader(tmp_path / "notes")
    state = schwarm.game("piranhas-2026").start(seed=1)
    legal = str(state.legal_moves()[0])
    assert not reader.has_illegal_move(state)
    for chosen, illegal in ((legal, False), ("A1-A1", True), ("nonsense", True)):
        writer.illegal(chosen)
        assert reader.read() == []
        assert reader.has_illegal_move(state) is illegal
    assert not reader.has_illegal_move(state.play(legal))


def test_too_much(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text('{"turn": 1, "note": "x"}\n' * 100_000)
    reader = NoteReader(path)
    assert len(reader.read()) == 40_000
    assert reader.read() == []
    path.write_text("x" * 5_000_000 + "\n")
    assert NoteReader(path).read() == []


def test_as_many_as_the_record_of_a_game_has_room_for(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    # In a record every line has a semicolon, a blank and an end of its own.
    path.write_text(json.dumps({"turn": 1, "note": "a\n" * 2_000}) + "\n")
    reader = NoteReader(path)
    first = reader.read()
    assert [len(note.text.split("\n")) for note in first] == [2_000]
    path.write_text(path.read_text() * 100 + '{"turn": 1, "note": "x"}\n')
    notes = first + reader.read()
    assert len(notes) == MAX_WRITTEN_LENGTH // (2_000 * len("; a\n"))
    assert {note.text for note in notes} == {first[0].text}


@pytest.mark.skipif(os.name == "nt", reason="POSIX has more kinds of files")
def test_something_else_in_its_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "secret").write_text('{"turn": 1, "note": "x"}\n')
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    for name in ("pipe", "link", ".", "nothing"):
        assert NoteReader(tmp_path / name).read() == []
