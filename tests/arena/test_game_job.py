"""One game for a contest: it travels as JSON, is repeatable, and always has a record."""

import errno
import json
import os
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import (
    MAX_BLOCK_LENGTH,
    MAX_OUTPUT_LENGTH,
    Assignment,
    GameReport,
    check_startable,
    open_report,
    play_assignment,
    to_failure,
)
from schwarm.games import Reason
from schwarm.games import game as schwarm_game
from schwarm.games.record import InvalidRecord, Record
from schwarm.launch import CannotLaunch, MachineFault, NoteReader, Sandbox
from schwarm.launch.output import MAX_WRITTEN_LENGTH
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.words import speaking

BOTS = Path(__file__).with_name("bad_bots.py")


def game(red: str, blue: str) -> GameReport:
    assignment = Assignment(Fixture(GameKey("x/1"), "A", "B", 5), (red, blue), "piranhas-2026", time="60s/90s")
    sent = Assignment.of(json.loads(json.dumps(assignment.data())))
    assert sent == assignment
    delivery = play_assignment(sent)
    assert GameReport.of(json.loads(json.dumps(delivery.data()))) == delivery
    return delivery


def test_the_same_again() -> None:
    one, two = (Record.parse(game("random", "greedy").record) for _ in range(2))
    assert [played.move for played in one.moves] == [played.move for played in two.moves]
    assert one.players == ("A", "B")


@pytest.mark.parametrize(("red", "blue", "winner"), [("no.zip", "random", "B"), ("random", "no.zip", "A")])
def test_a_missing_bot_loses_in_both_languages(red: str, blue: str, winner: str) -> None:
    played = game(red, blue).to_result()
    assert played is not None
    _, result = played
    assert (result.winner, result.outcome.reason) == (winner, Reason.NEVER_CAME)
    assert str(result.why) == "There is no file no.zip."
    with speaking("de"):
        assert str(result.why) == "Es gibt keine Datei no.zip."


def test_nobody_is_waited_for() -> None:
    with pytest.raises(CannotLaunch, match="starts its players itself and waits for nobody; name a bot"):
        check_startable("wait")


def test_two_missing_bots_both_lose() -> None:
    played = game("no.zip", "nor.zip").to_result()
    assert played is not None
    _, result = played
    assert result.winner is None
    assert result.score("A") == result.score("B") == 0
    assert str(result.why) == "Red: There is no file no.zip. Blue: There is no file nor.zip."
    with speaking("de"):
        assert str(result.why) == "Rot: Es gibt keine Datei no.zip. Blau: Es gibt keine Datei nor.zip."


def test_where_nobody_comes_it_is_said_whose_last_words_are_which() -> None:
    played = game(f"{BOTS}:NoStart", f"{BOTS}:NoStart").to_result()
    assert played is not None
    _, result = played
    said = "It exited with code 3. Its last words: “no licence found”"
    assert str(result.why) == f"Red: {said} Blue: {said}"


def test_who_crashes_at_the_start_loses_to_who_is_slow_to_come() -> None:
    played = game(f"{BOTS}:NoStart", f"{BOTS}:Plain").to_result()
    assert played is not None
    _, result = played
    assert (result.winner, result.outcome.reason) == ("B", Reason.NEVER_CAME)
    assert "no licence found" in str(result.why)


def test_what_players_print_is_kept_and_bounded() -> None:
    delivery = game(f"{BOTS}:Crashes", f"{BOTS}:Shouts")
    crashed = {turn: text for turn, side, text in delivery.printed if side == 0}
    # The kit says nothing about what whoever started it knows; what remains is what it printed instead of a move.
    assert list(crashed) == [len(Record.parse(delivery.record).moves)]
    assert "out of ideas" in crashed[max(crashed)]
    shouted = {turn: text for turn, side, text in delivery.printed if side == 1}
    assert sum(map(len, shouted.values())) <= MAX_OUTPUT_LENGTH + 2 * MAX_BLOCK_LENGTH
    # The log may come before it: two pipes keep no order between them.
    assert "xxx" in shouted[1]


def test_what_a_worker_lacks_is_no_defeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwarm.launch.player_spec.shutil.which", lambda name: None)
    (tmp_path / "bot.jar").touch()
    script = tmp_path / "start.sh"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    away = Assignment(
        Fixture(GameKey("x/1"), "A", "B", 5), ("random", "random"), "piranhas-2026", sandboxed=False, away=True
    )
    for bot, why in {
        str(tmp_path / "gone.zip"): f"There is no file {tmp_path}/gone.zip.",
        str(tmp_path / "gone" / "start.sh"): f"There is no file {tmp_path}/gone/start.sh.",
        str(tmp_path / "bot.jar"): "bot.jar needs Java, but there is no program “java” on this computer.",
        str(script): f"“{tmp_path.name}” cannot be started: No such file or directory.",
    }.items():
        assert play_assignment(replace(away, bots=("random", bot))) == GameReport("x/1", failure=why, lacking=True)
    # A zip travelled here, and is as bad everywhere.
    (tmp_path / "bad.zip").write_bytes(b"nothing")
    played = play_assignment(replace(away, bots=("random", str(tmp_path / "bad.zip")))).to_result()
    assert played is not None
    assert (played[1].winner, played[1].outcome.reason) == ("A", Reason.NEVER_CAME)
    # As root nothing runs there without a wall, which is no fault of a zip.
    monkeypatch.setattr(Sandbox, "lets_none_in", True)
    assert play_assignment(replace(away, bots=("random", str(tmp_path / "bad.zip")))).lacking


LEAVES = """#!{python}
import socket, sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((options["-h"], int(options["-p"])))
line.sendall(f'<protocol><joinPrepared reservationCode="{{options["-r"]}}"/>'.encode())
line.recv(1000)
sys.exit(127)
"""


def test_a_program_that_a_worker_lacks_is_no_defeat_but_leaving_is_one(tmp_path: Path) -> None:
    calling, leaving = tmp_path / "calls.zip", tmp_path / "leaves.zip"
    for path, script in ((calling, 'no-such-program "$@"\n'), (leaving, LEAVES.format(python=sys.executable))):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("start.sh", script)
    for bots, loser in (((str(calling), "random"), "A"), (("random", str(calling)), "B")):
        here = Assignment(Fixture(GameKey("x/1"), "A", "B", 5), bots, "piranhas-2026")
        away = play_assignment(replace(here, away=True))
        why = "“calls” exited with code 127 before its first message; a program that it needs may be missing."
        assert away == GameReport("x/1", failure=why, lacking=True, doubtful=True)
        # At home, and where others have said the same, it counts.
        for assignment in (here, replace(here, away=True, decisive=True)):
            played = play_assignment(assignment).to_result()
            assert played is not None
            assert (played[1].score(loser), played[1].outcome.reason) == (0, Reason.NEVER_CAME)
            assert str(played[1].why).startswith("It exited with code 127. Its last words: “")
    # Who came to its seat and goes away has lost anywhere.
    for bots, loser in (((str(leaving), "random"), "A"), (("random", str(leaving)), "B")):
        gone = Assignment(Fixture(GameKey("x/1"), "A", "B", 5), bots, "piranhas-2026", sandboxed=False, away=True)
        played = play_assignment(gone).to_result()
        assert played is not None
        assert played[1].score(loser) == 0


def test_a_full_disk_is_no_defeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\n")
    monkeypatch.setattr(zipfile.ZipFile, "extract", fail)
    with pytest.raises(MachineFault) as caught:
        game(str(tmp_path / "bot.zip"), "random")
    failure = to_failure("x/1", caught.value).failure
    assert failure.startswith("“bot.zip” cannot be started now, through no fault of its own: the system says “No space")


def test_whoever_notes_without_end_has_lost_all_the_same() -> None:
    delivery = game(f"{BOTS}:Scribbles", f"{BOTS}:Plain")
    played = delivery.to_result()
    assert played is not None
    record, result = played
    assert (result.winner, result.outcome.reason) == ("B", Reason.CRASHED)
    assert str(record) == delivery.record
    assert 50_000 < len(record.moves[0].note.split("\n")) * len("; a\n") <= MAX_WRITTEN_LENGTH


@pytest.mark.parametrize("note", ["a\n" * 2_000, "\n".join("ab" * 1_000), "x" + "\n" * 3_998 + "x", "\N{FISH}" * 4_000])
def test_the_longest_record_that_bots_can_cause_is_read(note: str, tmp_path: Path) -> None:
    for side in (0, 1):
        lines = (json.dumps({"turn": turn, "note": note}) + "\n" for _ in range(30) for turn in range(side, 60, 2))
        (tmp_path / str(side)).write_text("".join(lines))
    name, late = "\N{FISH}" * MAX_NAME_LENGTH, ("Late", "999999999.123456s, of which 999999999.123456s may have been")
    record = Record(schwarm_game("piranhas-2026").start(5), players=(name, name), tags=(late,))
    while record.outcome is None:
        # Every hint of a client is a note, too.
        move = max(record.final.legal_moves(), key=lambda move: len(str(move)))
        record = record.then(move, seconds=999_999_999.123456, delay=999_999_999.123456, note=note)
    notes: dict[int, str] = {}
    for side in (0, 1):
        for said in NoteReader(tmp_path / str(side)).read():
            notes[said.turn] = "\n".join(filter(None, (notes.get(said.turn), said.text)))
    record = record.with_notes(notes)
    assert sum(len(played.note) for played in record.moves) > 200_000
    assert Record.parse(str(record)) == record


def test_a_record_that_notes_make_unreadable_counts_without_them(caplog: pytest.LogCaptureFixture) -> None:
    report = game("random", "greedy")
    told = Record.parse(report.record)
    talkative = told.with_notes(dict.fromkeys(range(20), "a\n" * 20_000))
    with pytest.raises(InvalidRecord, match="longer than"):
        Record.parse(str(talkative))
    opened, played = open_report(replace(report, record=str(talkative)))
    assert played is not None
    assert (played[0], played[1].outcome, opened.failure) == (told, told.outcome, "")
    assert not caplog.records
    opened, played = open_report(replace(report, record="Game: chess"))
    assert played is None
    assert opened == GameReport("x/1", failure="The header “Start” is missing; a record needs Game and Start.")
    assert "x/1 came back in a way that cannot be read" in caplog.text


def test_time_use_is_measured() -> None:
    played = game("random", "greedy").to_result()
    assert played is not None
    _, result = played
    for thinking in result.thinking:
        assert thinking.moves > 5
        assert 0 < thinking.median <= thinking.slowest
