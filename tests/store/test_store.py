"""The store: games come back whole, once under each key, and outlive the process that kept them."""

import errno
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.schema import CreateTable

import schwarm
from patience import PATIENCE
from quantity import quantity
from schwarm.games import Outcome, Reason, Team, all_games
from schwarm.games.record import Record
from schwarm.store import CannotStore, open_store, tables
from schwarm.store.backup import back_up
from schwarm.store.contests import (
    find_folder,
    list_terms,
    list_wanted,
    load_fingerprints,
    load_terms,
    remove_contest,
    save_terms,
    set_fingerprints,
    set_folder,
    set_wanted,
)
from schwarm.store.games import Store, keep_newest
from schwarm.store.leases import Lease, end_lease, find_lease, list_leases, take_lease
from schwarm.store.page import clear_address, find_address, set_address
from schwarm.words import speaking
from store.records import played


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_a_game_comes_back_whole(store: Store, game: str) -> None:
    record = played(game)
    logs = {(0, 0): "first line\nsecond <script>", (1, 1): "ü", (-1, 0): "Traceback"}
    assert store.add("one", record, event="cup", match="final", pairing="A-B", meta={"seed": 7}, logs=logs)
    kept = store.get("one")
    assert kept is not None
    assert kept.record == record
    assert kept.record.outcome == record.outcome == kept.summary.outcome
    assert (kept.summary.event, kept.summary.match, kept.summary.pairing) == ("cup", "final", "A-B")
    assert kept.meta == {"seed": 7}
    assert kept.logs == logs


def test_rules_and_rulings_are_kept(store: Store) -> None:
    official = Record(schwarm.game("piranhas-2019", rules="official").start(3), players=("a", "b"))
    store.add("resigned", official.ended(Outcome(Team.TWO, Reason.RESIGNED, (3, 4))))
    kept = store.get("resigned")
    assert kept is not None
    assert kept.record.start.game.rules == "official"
    assert kept.record.outcome == Outcome(Team.TWO, Reason.RESIGNED, (3, 4))


def test_a_key_counts_once(store: Store) -> None:
    first, second = played(seed=1), played(seed=2)
    assert store.add("game 1 of match 5", first)
    assert not store.add("game 1 of match 5", second)
    kept = store.get("game 1 of match 5")
    assert kept is not None
    assert kept.record == first
    assert store.keys() == {"game 1 of match 5"}
    assert store.has("game 1 of match 5")
    assert not store.has("game 2 of match 5")
    assert store.get("game 2 of match 5") is None


def test_several_things_in_one_transaction(store: Store) -> None:
    def both() -> None:
        with store.database.writing() as connection:
            store.add("a", played(), connection=connection)
            store.add("a", played(), connection=connection)

    with pytest.raises(IntegrityError):
        both()
    assert store.listing() == []


def test_the_games_of_a_match(store: Store) -> None:
    for key, match in (("a", "semi-final"), ("b", "final"), ("c", "final")):
        store.add(key, played(moves=2).ended(Outcome(Team.ONE, Reason.RESIGNED, (1, 1))), event="cup", match=match)
    assert {summary.key for summary in store.listing(event="cup", match="final")} == {"b", "c"}
    assert store.keys(match="semi-final") == {"a"}
    assert [line.games for line in store.tally(match="final")] == [2]


def test_a_running_game_is_saved_move_by_move(store: Store) -> None:
    record = played(moves=4)
    store.save("page", record.back(4), meta={"seats": ["person", "greedy"]})
    for turn in range(1, 5):
        store.save("page", record.back(4 - turn), logs={(turn - 1, 0): f"thought {turn}"})
    kept = store.get("page")
    assert kept is not None
    assert kept.record == record
    assert kept.meta == {"seats": ["person", "greedy"]}
    assert len(kept.logs) == 4
    store.save("page", record, meta={"seats": ["hecht"]})
    kept = store.get("page")
    assert kept is not None
    assert kept.meta == {"seats": ["hecht"]}
    assert [summary.key for summary in store.listing(finished=False)] == ["page"]
    assert store.listing() == []
    store.remove("page")
    assert store.listing(finished=None) == []
    with store.database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM logs")).scalar() == 0


def test_terms_of_contests(store: Store) -> None:
    assert load_terms(store, "cup") is None
    save_terms(store, "cup", {"kind": "match", "begun": 1.0, "games": [1, 2]})
    set_wanted(store, "cup", wanted=True)
    save_terms(store, "cup", {"kind": "match", "begun": 1.0, "games": [3]})
    assert load_terms(store, "cup") == {"kind": "match", "begun": 1.0, "games": [3]}
    assert list_terms(store) == {"cup": load_terms(store, "cup")}
    assert list_wanted(store) == ["cup"], "only its terms were replaced"
    set_folder(store, "cup", Path("/seasons/cup"))
    set_fingerprints(store, "cup", {"Sharks": "abc"})
    assert (find_folder(store, "cup"), load_fingerprints(store, "cup")) == (Path("/seasons/cup"), {"Sharks": "abc"})
    assert (find_folder(store, "none"), load_fingerprints(store, "none")) == (None, {})
    remove_contest(store, "cup")
    assert list_terms(store) == {}
    assert list_wanted(store) == []


def test_a_lease_is_taken_only_where_it_replaces(store: Store) -> None:
    mine, yours = Lease("cup", "mine", 1.0, "here", 1, None), Lease("cup", "yours", 2.0, "there", 2, "start")
    seen: list[Lease] = []

    def replaces(known: Lease) -> bool:
        seen.append(known)
        return known != mine

    assert take_lease(store, yours, replaces)
    assert take_lease(store, mine, replaces)
    assert not take_lease(store, yours, replaces)
    assert seen == [yours, mine]
    end_lease(store, "cup", "yours")
    assert find_lease(store, "cup") == mine
    assert list_leases(store) == [mine]
    end_lease(store, "cup", "mine")
    assert find_lease(store, "cup") is None


def test_the_newest_page_counts_and_takes_back_only_its_own_address(store: Store) -> None:
    assert find_address(store) is None
    set_address(store, "http://one")
    set_address(store, "http://two")
    clear_address(store, "http://one")
    assert find_address(store) == "http://two"
    clear_address(store, "http://two")
    assert find_address(store) is None


def test_chances_and_reviews_belong_to_their_game(store: Store) -> None:
    store.keep_chances("one", [0.5])
    assert store.chances("one") is None, "there is no such game"
    store.add("one", played())
    store.keep_chances("one", [0.5])
    store.keep_chances("one", [0.5, 0.75])
    assert store.chances("one") == [0.5, 0.75]
    store.keep_review("one", "first", {"a": 1})
    store.keep_review("one", "second", {"a": 2})
    assert store.review("one", "first") is None
    assert store.review("one", "second") == {"a": 2}
    store.remove("one")
    store.add("one", played())
    assert store.chances("one") is None


@pytest.mark.parametrize("key", ["", "x" * 301, "a\nb"])
def test_keys_are_lines(store: Store, key: str) -> None:
    with pytest.raises(CannotStore, match="cannot be a game's key"):
        store.add(key, played(moves=0))


def test_many_games_are_listed_and_counted_at_once(store: Store) -> None:
    """The full hundred thousand is listed in well under a second; here the ratio to reading plain tuples counts."""
    count = quantity(10_000, 100_000)
    rows: list[dict[str, Any]] = [
        {
            "key": f"cup/{n}", "game": "piranhas-2026", "rules": "documents", "red": f"team {n % 40}",
            "blue": f"team {(n + 1 + n // 40) % 40}", "moves": 60, "finished": True,
            "winner": ("ONE", "TWO", None)[n % 3], "reason": "heavier", "points_red": n % 30, "points_blue": n % 29,
            "event": "cup", "match": f"m{n // 2}", "pairing": "", "at": float(n),
        }
        for n in range(count)
    ]  # fmt: skip
    with store.database.writing() as connection:
        connection.execute(insert(tables.games), rows)
    begin = time.perf_counter()
    listed = store.listing(event="cup")
    listing = time.perf_counter() - begin
    tally = store.tally(event="cup")
    tallied = time.perf_counter() - begin - listing
    assert len(listed) == count
    assert listed[0].outcome == Outcome(Team.ONE, Reason.HEAVIER_SWARM, (0, 0))
    assert sum(line.games for line in tally) == count
    assert sum(line.points_red for line in tally) == sum(row["points_red"] for row in rows)
    print(f"{count} games: listed in {listing:.3f} s, counted in {tallied:.3f} s")


def test_of_very_many_old_games_some_go_at_a_time(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database takes only so many names in one question."""
    monkeypatch.setattr("schwarm.store.games.MAX_AT_ONCE", 2)
    for number in range(5):
        sqlite.add(f"k{number}", Record(schwarm.game("piranhas-2026").start(number)), event="clients")
    left = []
    for _ in range(3):
        keep_newest(sqlite, "clients", 1)
        left.append(len(sqlite.listing(event="clients", finished=None)))
    assert left == [3, 1, 1]
    assert sqlite.get("k4") is not None


def test_two_programs_keep_games_at_once(tmp_path: Path) -> None:
    program = (
        "import sys, schwarm; from schwarm.games.record import Record; from schwarm.store import open_store\n"
        "store = open_store(sys.argv[1])\n"
        "start = schwarm.game('piranhas-2026').start(1)\n"
        "print(sum(store.add(f'game {n}', Record(start)) for n in range(50)))"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    added = [int(program.communicate(timeout=PATIENCE)[0]) for program in programs]
    assert sum(added) == 50
    store = open_store(tmp_path)
    assert len(store.listing(finished=False)) == 50
    store.close()


def test_several_threads_make_a_store_each_at_once(tmp_path: Path) -> None:
    def open_and_close(number: int) -> None:
        store = open_store(tmp_path / str(number))
        save_terms(store, "own", {"number": number})
        store.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(open_and_close, range(8)))
    for number in range(8):
        store = open_store(tmp_path / str(number))
        assert load_terms(store, "own") == {"number": number}
        store.close()


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_what_was_said_to_be_kept_survives_kill_9(tmp_path: Path) -> None:
    program = (
        "import sys, schwarm; from schwarm.games.record import Record; from schwarm.store import open_store\n"
        "store = open_store(sys.argv[1])\n"
        "start = schwarm.game('piranhas-2026').start(1)\n"
        "for n in range(10**6):\n"
        "    store.add(f'{n}', Record(start)); print(n, flush=True)"
    )
    keeper = subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True)
    assert keeper.stdout is not None
    told = [keeper.stdout.readline() for _ in range(25)]
    keeper.send_signal(signal.SIGKILL)
    told += keeper.communicate(timeout=PATIENCE)[0].splitlines(keepends=True)
    told = [line for line in told if line.endswith("\n")]
    store = open_store(tmp_path)
    kept = {summary.key for summary in store.listing(finished=False)}
    store.close()
    assert {line.strip() for line in told} <= kept
    assert len(kept) <= len(told) + 1


def test_a_disk_that_is_full_is_called_so(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite calls it an error of input or output where it can make no file to work with."""
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    for free, sentence in ((4_096, "database or disk is full."), (10**9, "disk I/O error.")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        with pytest.raises(CannotStore, match=rf"cannot be used: {sentence}$"), sqlite.database.writing():
            raise OperationalError("INSERT", {}, broken)


def test_it_is_careful_with_the_disk(sqlite: Store) -> None:
    with sqlite.database.reading() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_the_tables_are_not_tied_to_sqlite() -> None:
    for table in tables.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (tables.VERSION + 1, r"was written by a newer Schwarm; update this one to open it\.$"),
        (tables.VERSION - 1, r"was written by an older Schwarm; export its games with that one \(schwarm data export "),
    ],
)
def test_a_database_of_another_version_is_left_alone(store: Store, version: int, sentence: str) -> None:
    with store.database.writing() as connection:
        connection.execute(text(f"UPDATE schema SET version = {version}"))
    for _ in range(2):
        with pytest.raises(CannotStore, match=sentence):
            open_store(store.location)


def test_a_database_from_before_the_first_release_is_left_alone(store: Store) -> None:
    with store.database.writing() as connection:
        connection.execute(text("DROP TABLE schema"))
    with pytest.raises(CannotStore, match="was written by an older Schwarm"):
        open_store(store.location)


def test_what_is_no_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "schwarm.sqlite").write_bytes(b"no database at all, but long enough to look like one" * 100)
    with pytest.raises(CannotStore, match=r"cannot be used: file is not a database\."):
        open_store(tmp_path)
    with pytest.raises(CannotStore, match=r"\(there is no such folder\); choose another folder with --data"):
        open_store(tmp_path / "schwarm.sqlite" / "below")
    (tmp_path / "other" / "schwarm.sqlite").mkdir(parents=True)
    with pytest.raises(CannotStore, match="cannot be used: unable to open database file"):
        open_store(tmp_path / "other")
    with pytest.raises(CannotStore, match="“host/name” is not the address of a database") as refused:
        open_store("nonsense://user:secret@host/name")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("place", "english", "german"),
    [
        (
            "sqlite:///{folder}/nowhere/games.sqlite",
            "Games cannot be kept in {folder}/nowhere (there is no such folder); choose another folder with --data.",
            "In {folder}/nowhere können keine Spiele aufbewahrt werden (diesen Ordner gibt es nicht); wähle mit "
            "--data einen anderen Ordner.",
        ),
        (
            "sqlite:///{folder}",
            "The database sqlite:///{folder} cannot be used: unable to open database file.",
            "Die Datenbank sqlite:///{folder} kann nicht benutzt werden: die Datei lässt sich nicht öffnen.",
        ),
        (
            "sqlite:///{folder}/text",
            "The database sqlite:///{folder}/text cannot be used: file is not a database.",
            "Die Datenbank sqlite:///{folder}/text kann nicht benutzt werden: die Datei ist keine Datenbank.",
        ),
        *(
            (
                place,
                f"“{place}” is not the address of a database; write it like postgresql://user@host/name, or name a "
                "folder.",
                f"„{place}“ ist keine Adresse einer Datenbank; schreibe sie wie postgresql://user@host/name, oder "
                "nenne einen Ordner.",
            )
            for place in ("sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite+nothing:///x")
        ),
    ],
)
def test_a_url_without_a_database_behind_it_is_explained_in_both_languages(
    tmp_path: Path, place: str, english: str, german: str
) -> None:
    (tmp_path / "text").write_text("no database at all, but long enough to look like one" * 100)
    with pytest.raises(CannotStore) as refused:
        open_store(place.format(folder=tmp_path))
    for lang, sentence in (("en", english), ("de", german)):
        with speaking(lang):
            assert str(refused.value) == sentence.format(folder=tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are POSIX's")
def test_nobody_else_can_read_a_database(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    store = open_store(folder)
    store.add("a", schwarm.Record(schwarm.game("piranhas-2026").start(1)))

    def rights() -> dict[str, int]:
        return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}

    private = {"data": 0o700, "schwarm.sqlite": 0o600, "schwarm.sqlite-wal": 0o600, "schwarm.sqlite-shm": 0o600}
    assert rights() == private
    # What an older version left open is closed; a folder that somebody named and made is theirs.
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    again = open_store(folder)
    assert rights() == private | {"data": 0o755}
    again.close()
    store.close()


def test_a_database_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    assert store.why_read_only() is None
    store.close()
    looking = open_store(f"sqlite:///file:{tmp_path}/schwarm.sqlite?mode=ro&uri=true")
    assert "cannot be used: attempt to write a readonly database" in str(looking.why_read_only())
    looking.close()


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_while_a_backup_is_written_nobody_else_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(tmp_path / "data")
    seen: list[int] = []

    def dump(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        (file,) = (word.removeprefix("--file=") for word in command if word.startswith("--file="))
        Path(file).write_bytes(b"all games")
        seen.append(_rights(Path(file)))
        return subprocess.CompletedProcess(command, 0)

    # As with a server, of which pg_dump writes the copy.
    monkeypatch.setattr(store.database, "sqlite", False)
    monkeypatch.setattr(subprocess, "run", dump)
    (tmp_path / "backup").mkdir(mode=0o755)
    assert back_up(store, tmp_path / "backup").read_bytes() == b"all games"
    assert seen == [0o600]
    store.close()


def test_a_backup_for_which_there_is_no_room_leaves_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (store.folder / "leagues" / "ab").mkdir(parents=True)
    (store.folder / "leagues" / "ab" / "abc.zip").write_bytes(b"a bot")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "copy2", full)
        with pytest.raises(CannotStore) as caught:
            back_up(store, tmp_path / "backup")
    with speaking("en"):
        assert str(caught.value) == f"The backup in {tmp_path / 'backup'} failed: the disk is full"
    assert list((tmp_path / "backup").iterdir()) == []
    assert back_up(store, tmp_path / "backup").exists()


def test_a_backup_is_a_store_and_can_be_made_while_others_write(tmp_path: Path) -> None:
    store, other = open_store(tmp_path / "data"), open_store(tmp_path / "data")
    record = played()
    store.save("one", record)
    (tmp_path / "data" / "leagues" / "ab").mkdir(parents=True)
    (tmp_path / "data" / "leagues" / "ab" / "abc.zip").write_bytes(b"a bot")
    (tmp_path / "data" / "leagues" / "codes.key").write_bytes(b"opens every code")
    (tmp_path / "data" / "leagues" / ".incoming-1").write_bytes(b"half a bot")
    with other.database.writing() as connection:
        connection.execute(text("UPDATE schema SET version = version"))
        assert back_up(store, tmp_path / "backup") == tmp_path / "backup" / "schwarm.sqlite"
    store.save("two", record)
    restored = open_store(tmp_path / "backup")
    found = restored.get("one")
    assert found is not None
    assert (found.record, restored.get("two")) == (record, None)
    names = sorted(path.name for path in (tmp_path / "backup" / "leagues").rglob("*"))
    assert names == ["ab", "abc.zip", "codes.key"]
    assert _rights(tmp_path / "backup" / "schwarm.sqlite") == 0o600
    assert _rights(tmp_path / "backup" / "leagues") == 0o700
    with pytest.raises(CannotStore, match=r"There is something in .*; name a new folder"):
        back_up(store, tmp_path / "backup")
    (tmp_path / "file").touch()
    with pytest.raises(CannotStore, match=r"The backup in .* failed"):
        back_up(store, tmp_path / "file" / "below")
    for each in (store, other, restored):
        each.close()
