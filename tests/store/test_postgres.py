"""The same promises with a PostgreSQL server, and what only a server can get wrong."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from patience import PATIENCE
from schwarm.store import CannotStore, open_store
from schwarm.store.backup import back_up
from schwarm.store.contests import load_terms, save_terms
from schwarm.store.games import Store
from store import postgres
from store.records import played

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_several_programs_open_a_new_database_at_once(url: str) -> None:
    program = (
        "import sys, schwarm; from schwarm.games.record import Record; from schwarm.store import open_store\n"
        "from schwarm.store.contests import save_terms\n"
        "store = open_store(sys.argv[1])\n"
        "start = schwarm.game('piranhas-2026').start(1)\n"
        "for n in range(20): store.save('shared', Record(start)); save_terms(store, 'cup', {'games': n})\n"
        "print(sum(store.add(f'game {n}', Record(start)) for n in range(20)))"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", program, url], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    added = [int(program.communicate(timeout=PATIENCE)[0]) for program in programs]
    assert sum(added) == 20
    store = open_store(url)
    assert len(store.listing(finished=False)) == 21
    assert load_terms(store, "cup") == {"games": 19}
    store.close()


def test_a_null_character_is_no_trouble(postgresql: Store) -> None:
    postgresql.add("one", played(moves=2), logs={(0, 0): "before\0after"})
    kept = postgresql.get("one")
    assert kept is not None
    assert kept.logs == {(0, 0): "before\N{REPLACEMENT CHARACTER}after"}


def test_what_is_read_together_belongs_together(postgresql: Store) -> None:
    """A game that is changed between two questions of one transaction looks the same to both."""
    postgresql.save("one", played(moves=2))
    with postgresql.database.reading() as connection:
        assert connection.execute(text("SELECT moves FROM games")).scalar() == 2
        postgresql.save("one", played(moves=4))
        assert connection.execute(text("SELECT moves FROM games")).scalar() == 2
    kept = postgresql.get("one")
    assert kept is not None
    assert kept.summary.moves == 4


def test_a_server_that_was_started_again_is_found_again(postgresql: Store) -> None:
    postgresql.save("one", played(moves=2))
    with postgresql.database.writing() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        connection.execute(text(f"{others} AND pid <> pg_backend_pid()"))
    assert postgresql.has("one")


def test_a_server_that_is_not_there_gets_one_sentence(server: str) -> None:
    with pytest.raises(CannotStore, match=r"The database postgresql.*cannot be used: .*\.$") as refused:
        open_store("postgresql://schwarm:secret@127.0.0.1:1/nowhere")
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_backup_can_be_restored_into_an_empty_database(
    server: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwarm.store.games.data_folder", lambda: tmp_path / "files")
    store, record = Store(url), played()
    store.save("one", record)
    save_terms(store, "cup", {"kept": True})
    (tmp_path / "files" / "leagues" / "ab").mkdir(parents=True)
    (tmp_path / "files" / "leagues" / "ab" / "abc.zip").write_bytes(b"a bot")
    dump = back_up(store, tmp_path / "backup")
    store.save("two", record)
    with postgres.database(server) as empty:
        subprocess.run(["pg_restore", "--no-owner", f"--dbname={empty}", str(dump)], check=True)
        # The tables are of the version that was backed up; opening them brings them up to date.
        restored = Store(empty)
        found = restored.get("one")
        assert found is not None
        assert (found.record, restored.get("two")) == (record, None)
        assert load_terms(restored, "cup") == {"kept": True}
        restored.close()
    assert (tmp_path / "backup" / "leagues" / "ab" / "abc.zip").read_bytes() == b"a bot"
    with pytest.raises(CannotStore, match="There is something in"):
        back_up(store, tmp_path / "backup")
    store.close()
