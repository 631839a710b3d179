"""What the pages of a contest are made of: the course of every game, whose each was, and everybody's bar."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.fake_pool import FakePool, match
from arena.results import book, broken, drawn, won
from arena.seasons import HEAD, teams, written
from patience import PATIENCE
from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.contest_records import DatabaseResults, save_contest
from schwarm.arena.fixture import GameKey
from schwarm.arena.game_job import play_assignment
from schwarm.arena.overview import Overview, bars, place_of
from schwarm.arena.publish import PublishOrder, publish
from schwarm.arena.results import Results
from schwarm.arena.runner import Runner
from schwarm.arena.tournament import Tournament
from schwarm.games import Reason
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.words import speaking

PAIR = {"A": "greedy", "B": "random"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of two games, played and published, and published once more after a picture was lost."""
    folder, contest = tmp_path_factory.mktemp("match"), match(2)
    store = open_store(folder)
    event = save_contest(store, contest)
    Runner(contest, FakePool(size=1, answer=play_assignment), DatabaseResults(store, event)).run()
    publish(contest, store, event, folder / "site", graphs=False)
    lost, *_ = (folder / "site" / "games").glob("*.svg")
    kept = {path: path.stat().st_mtime_ns for path in lost.parent.iterdir() if path.stem != lost.stem}
    lost.unlink()
    publish(contest, store, event, folder / "site", graphs=False)
    store.close()
    assert lost.exists()
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "only what is missing is written again"
    return folder / "site"


def read_replays(site: Path) -> list[dict[str, Any]]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((site / "games").glob("*.js"))]
    return [json.loads(text.removeprefix("schwarmGame(").removesuffix(");\n")) for text in texts]


def test_the_frames_of_a_game_lead_from_position_to_position(site: Path) -> None:
    replays = read_replays(site)
    assert sorted(replay["players"] for replay in replays) == [["A", "B"], ["B", "A"]]
    for replay in replays:
        record = Record.parse(replay["record"])
        first, *later = record.states()
        shown = replay["start"]
        assert shown == first.letters()
        for frame, played, state in zip(replay["frames"], record.moves, later, strict=True):
            assert all(shown.get(square, "") != letter for square, letter in frame["changes"].items())
            shown = {square: letter for square, letter in {**shown, **frame["changes"]}.items() if letter}
            assert shown == state.letters()
            assert frame["move"] == [played.move.start, played.move.to]
            assert frame["seconds"] == played.seconds
            with speaking("de"):
                assert frame["standing"]["de"] == " · ".join(map(str, state.standing()))
        assert record.outcome is not None
        assert replay["result"]["en"] == str(record.outcome.sentence(*record.players))
        assert replay["points"] == list(record.outcome.points)


def test_every_game_is_marked_by_who_won_it() -> None:
    results = book(
        won("tournament/A – B/1", "A", "B"),
        won("tournament/A – B/2", "B", "A"),
        drawn("tournament/A – B/3", "A", "B"),
        broken("tournament/A – B/4", "B", "A", "A"),
        broken("tournament/A – B/5", "A", "B", None, reason=Reason.NEVER_CAME),
    )
    facts = Overview(Tournament(PAIR, Conditions("piranhas-2026"), 6), results)
    (stage,) = facts.stages
    ((_, (met,)),) = stage.days
    assert [link.mark for link in met.links] == ["one", "two", "draw", "two", "nobody"]
    assert [link.broken for link in met.links] == [False, False, False, True, True]
    assert met.points == (3, 5)
    assert stage.crossed == [("B", ["·", "2.5/5"]), ("A", ["1.5/5", "·"])]


def test_bars_fill_their_scale() -> None:
    bots = {**PAIR, "C": "hecht"}
    keys = [("A", "B"), ("A", "C"), ("B", "C")]
    results = book(*(won(f"tournament/{one} – {two}/{n}", one, two) for one, two in keys for n in (1, 2)))
    found = bars(Overview(Tournament(bots, Conditions("piranhas-2026"), 2), results).ratings)
    assert [bar.name for bar in found] == ["A", "B", "C"]
    assert 0 <= min(bar.left for bar in found) < 5
    assert 95 < max(bar.right for bar in found) <= 100
    assert all(bar.left < bar.centre < bar.right for bar in found)


def test_the_match_for_the_third_place_has_its_name(tmp_path: Path) -> None:
    season = written(
        tmp_path, HEAD + "[games]\nper_encounter = 2\n[final_eight]\nteams = 4\nper_encounter = 2\n" + teams(4)
    )
    results = Results()
    while due := list(season.due(results)):
        for each in due:
            results.add(won(each.key, each.red, each.blue, by=min(each.players)))
    columns = Overview(season, results).columns
    assert [[name for name, _ in column] for column in columns] == [["Semi-finals"], ["Final", "Third place"]]
    assert place_of(GameKey("final-eight/third-place/t02 – t03/1")) == "Final Eight · Third place · t02 – t03 · game 1"


def test_without_the_package_for_pages_it_is_said_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    store = open_store(tmp_path)
    event = save_contest(store, match(2))
    with pytest.raises(
        BadContest, match=r"Pages need the package jinja2; install it with: pip install 'schwarm\[arena\]'"
    ):
        publish(match(2), store, event, tmp_path / "site")
    store.close()


def test_whoever_publishes_ends_with_who_asked_for_it(tmp_path: Path) -> None:
    """However long it would still have taken."""
    code = "import time\nfrom schwarm.arena import publish\n"
    code += "publish.carry_out = lambda order: (print('began', flush=True), time.sleep(20))\npublish.main()"
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(PublishOrder(str(tmp_path), "match-1", str(tmp_path / "site")).text())
            process.stdin.flush()
            assert process.stdout.readline() == "began\n"
            assert process.poll() is None
            process.stdin.close()
            assert process.wait(PATIENCE) == 0
            assert not process.stdout.read()
        finally:
            process.kill()
