"""The publish button of a contest: one at a time, in a process of its own that says how far it is and what failed."""

import asyncio
import zipfile
from pathlib import Path

import pytest

from arena.fake_pool import FakePool, match
from patience import PATIENCE
from schwarm.arena.contest_records import DatabaseResults, save_contest
from schwarm.arena.runner import Runner
from schwarm.store import open_store
from schwarm.web.contests import publisher as publishing
from schwarm.web.contests.contract import PublishedJson
from schwarm.web.contests.publisher import Publisher
from schwarm.web.errors import Refused
from schwarm.words import speaking


async def run_through(publisher: Publisher, event: str) -> list[PublishedJson]:
    """Publish, and what was told meanwhile."""
    publisher.start(event)
    told = []
    while (status := publisher.status(event))["running"]:
        told.append(status)
        await asyncio.sleep(0.02)
    return [*told, status]


def test_a_contest_is_published_again_and_again_and_removed(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    contest = match(2)
    event = save_contest(store, contest)
    Runner(contest, FakePool(), DatabaseResults(store, event)).run()

    async def scenario() -> None:
        publisher = Publisher(store)
        nothing = {"running": False, "share": 0.0, "sentence": "", "ready": False}
        assert publisher.status(event) == nothing
        assert publisher.find_zip(event) is None
        left = Path(publisher.order(event).folder) / "games" / ".1.svg.1.draft"
        left.parent.mkdir(parents=True)
        left.write_bytes(b"of somebody who was killed")
        publisher.start(event)
        # Who presses twice begins once; who wants another contest waits.
        publisher.start(event)
        with pytest.raises(Refused, match="Another contest is being published") as refused:
            publisher.start("match-other")
        assert refused.value.status == 409
        assert publisher.status("match-other") == nothing
        told = await run_through(publisher, event)
        assert all(0.0 <= status["share"] <= 1.0 and not status["ready"] for status in told[:-1])
        assert told[-1]["ready"], told[-1]["sentence"]
        with speaking("de"):
            assert publisher.status(event)["sentence"].startswith("Veröffentlicht")
        path = publisher.find_zip(event)
        assert path is not None
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
        assert any(name.endswith("/index.html") for name in names)
        assert not any(name.endswith(".draft") for name in names)
        # What was published stays when the page starts again, until the contest is deleted.
        again = Publisher(store)
        assert again.status(event)["ready"]
        (path.parent / f".{path.name}.1.draft").write_bytes(b"of somebody who was killed")
        again.start(event)
        await again.remove(event)
        assert again.status(event) == nothing
        assert not list(path.parent.iterdir())
        await publisher.close()

    with speaking("en"):
        asyncio.run(asyncio.wait_for(scenario(), PATIENCE))
    store.close()


def test_pages_are_named_after_their_contest(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for event, name in (
        ("season Klasse 10b „Übermut“ & <Co>", "season-Klasse-10b-Uebermut-Co"),
        ("season Große Mägde, U\u0308bung, Żółć à Łódź", "season-Grosse-Maegde-Uebung-Zolc-a-Lodz"),
        ("season Акулы", "season"),
    ):
        assert Publisher(store).order(event).zip.name.rpartition("-")[0] == name
    # Older versions left umlauts out; what they published is found, and deleted with its contest.
    older = tmp_path / "published" / "season-bermut-a20dde.zip"
    older.parent.mkdir()
    older.touch()
    assert Publisher(store).find_zip("season Übermut") == older
    asyncio.run(Publisher(store).remove("season Übermut"))
    assert not older.exists()
    store.close()


def test_what_goes_wrong_is_said_in_both_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(tmp_path)

    async def scenario() -> None:
        publisher = Publisher(store)
        last = (await run_through(publisher, "match-gone"))[-1]
        assert (last["ready"], last["sentence"]) == (False, "This contest is no longer there.")
        with speaking("de"):
            assert publisher.status("match-gone")["sentence"] == "Diesen Wettkampf gibt es nicht mehr."
        # Another try may begin, and a process that takes too long is ended.
        monkeypatch.setattr(publishing, "MAX_PUBLISH_SECONDS", 0.0)
        assert "took too long" in (await run_through(publisher, "match-gone"))[-1]["sentence"]
        # One that dies without a word is our mistake.
        monkeypatch.setattr(publishing, "MAX_PUBLISH_SECONDS", PATIENCE)
        monkeypatch.setattr("sys.executable", "/bin/true")
        assert "that is our mistake" in (await run_through(publisher, "match-gone"))[-1]["sentence"]
        # The page ends in the middle of it.
        publisher.start("match-gone")
        await asyncio.sleep(0)
        await publisher.close()
        assert not publisher.status("match-gone")["running"]

    with speaking("en"):
        asyncio.run(asyncio.wait_for(scenario(), PATIENCE))
    store.close()
