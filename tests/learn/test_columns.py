"""Games as columns: what is in a file is what was played."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from schwarm.cli import root
from schwarm.games import game as find_game
from schwarm.games.record import Record
from schwarm.learn import encoding
from schwarm.store import open_store
from schwarm.store.games import Store

pq = pytest.importorskip("pyarrow.parquet")


def export(*arguments: str) -> str:
    done = CliRunner().invoke(root(), ["data", "export", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_games_that_are_played_now(tmp_path: Path) -> None:
    import pyarrow as pa

    path = tmp_path / "games.parquet"
    said = export(str(path), "--game", "ostseeschach-2022", "--play", "2", "--seed", "3")
    table = pq.read_table(path)
    assert f"Games: 2, moves: {table.num_rows}." in said
    assert b"schwarm.encoding" in table.schema.metadata
    known = encoding(find_game("ostseeschach-2022"))
    for row in table.to_pylist():
        state = known.game.parse(row["position"])
        assert str(known.move(state, row["action"])) == row["move"]
        assert row["legal"] == len(state.legal_moves())
        assert (row["points_red"], row["points_blue"]) == state.points()
    last = table.slice(table.num_rows - 1).to_pylist()[0]
    ended = known.game.parse(last["position"]).play(last["move"])
    outcome = ended.outcome()
    assert outcome.reason.value == last["reason"]
    assert last["result"] == (0 if outcome.winner is None else 1 if outcome.winner is not ended.to_move else -1)
    again = tmp_path / "games.arrow"
    export(str(again), "--game", "ostseeschach-2022", "--play", "2", "--seed", "3")
    with pa.ipc.open_stream(again) as stream:
        assert stream.read_all().to_pylist() == table.to_pylist()


def test_games_that_are_kept(tmp_path: Path) -> None:
    state = find_game("piranhas-2026").start(1)
    record = Record(state, players=("Anna", "Ben"))
    for _ in range(4):
        record = record.then(record.final.legal_moves()[0], seconds=0.5)
    store = Store(tmp_path / "data")
    store.add("one", record.ended(record.final.adjudicated()))
    store.close()
    said = export(str(tmp_path / "kept.parquet"), "--data", str(tmp_path / "data"))
    assert "Games: 1, moves: 4." in said
    rows = pq.read_table(tmp_path / "kept.parquet").to_pylist()
    assert [row["move"] for row in rows] == [str(played.move) for played in record.moves]
    assert {(row["red"], row["blue"], row["seconds"]) for row in rows} == {("Anna", "Ben", 0.5)}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--game", "piranhas-2019"], "There is no finished game like that, so good.parquet was not written; "),
        (["--event", "nosuch"], "There is no finished game like that, so good.parquet was not written; "),
        (["--game", "foo"], "There is no game “foo”"),
        (["--game", ""], "There is no game “”"),
        (["--data", "typo"], "No games are kept in typo, for there is no schwarm.sqlite in it; "),
        (["--red", "greedy", "--seed", "0"], "Only games that are played now take --red and --seed; add --play NUMBER"),
        (["--play", "1", "--event", "x"], "Games that are played now take no --event and --data; leave out that, or"),
    ],
)
def test_a_typo_does_not_cost_what_was_written_before(
    wrong: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store(tmp_path / "data").close()
    good = tmp_path / "good.parquet"
    good.write_text("good")
    done = CliRunner().invoke(root(), ["data", "export", str(good), "--data", "data", *wrong])
    assert done.exit_code == 1
    assert said in done.output
    assert good.read_text() == "good"
    assert {path.name for path in tmp_path.iterdir()} == {"data", "good.parquet"}


def test_nothing_is_backed_up_where_nothing_is(tmp_path: Path) -> None:
    done = CliRunner().invoke(root(), ["data", "backup", str(tmp_path / "copy"), "--data", str(tmp_path / "typo")])
    assert done.exit_code == 1
    assert "for there is no schwarm.sqlite in it" in done.output
    assert not list(tmp_path.iterdir())


def test_a_backup_says_how_to_use_it(tmp_path: Path) -> None:
    open_store(tmp_path / "data").close()
    copy = tmp_path / "copy"
    done = CliRunner().invoke(root(), ["data", "backup", str(copy), "--data", str(tmp_path / "data")])
    assert done.output == (
        f"Written: {copy / 'schwarm.sqlite'}\nUse it, here or on another machine: schwarm serve --data {copy}\n"
    )


def test_other_formats_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(root(), ["data", "export", str(tmp_path / "games.csv"), "--play", "1"])
    assert done.exit_code == 1
    assert "“games.csv” is neither Parquet nor Arrow" in done.output
    assert not list(tmp_path.iterdir())
