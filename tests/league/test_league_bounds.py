"""What one team can take from others: no disk, no queue, no export that fills it."""

import errno
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from league.leagues import InstantPool, hand_in, new_league, new_service, team
from schwarm.arena import backoff
from schwarm.games import TimeControl
from schwarm.launch import MachineFault
from schwarm.league import check, league_play, league_service
from schwarm.league.archive import export_league
from schwarm.league.check import CheckFinding, order_queue
from schwarm.league.codes import hash_reservation
from schwarm.league.league_play import list_missing
from schwarm.league.league_service import LeagueService, NotTaken, describe_disk_error
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import leagues, versions
from schwarm.store.league_games import list_league_games, load_output, measure_outputs
from schwarm.store.leagues import READY, League, find_reservation
from schwarm.words import Sentence


def test_what_bots_print_is_bounded_in_sum_and_the_oldest_goes_first(
    service: LeagueService, pool: InstantPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_play, "MAX_OUTPUT_LENGTH", 10_000)

    def play(league: League, games: int) -> None:
        """Let a league, which alone plays now, play so many games, in each of which a bot prints."""
        leagues.change_league(service.store, league.id, playing=True)
        for _ in range(games):
            service.play.submit_due()
            report = pool.collect(0.0)
            assert report is not None
            service.play.take(replace(report, printed=((0, 0, "x" * 2_000),)))
        leagues.change_league(service.store, league.id, playing=False)

    league, other = (new_league(service.store, key=key, cores=1) for key in ("abcdef", "other2"))
    for each in (league, other):
        leagues.change_league(service.store, each.id, playing=False)
        hand_in(service, team(service, each, 1), b"bot")
    play(other, 1)
    play(league, 11)
    assert measure_outputs(service.store, league.id) <= 10_000
    games = [game for _, game in list_league_games(service.store, league.id)]
    assert len(games) == 11
    said = [bool(load_output(service.store, game.key)[1]) for game in games]  # type: ignore[index]
    assert said == sorted(said)
    assert said[-1]
    assert not said[0]
    # Another league has what it had.
    assert measure_outputs(service.store, other.id) > 2_000


def test_deleting_a_league_removes_its_zips_and_no_others(service: LeagueService) -> None:
    league, other = new_league(service.store), new_league(service.store, key="other2")
    hand_in(service, team(service, league, 1), b"shared")
    hand_in(service, team(service, league, 2), b"own")
    hand_in(service, team(service, other, 1), b"shared")
    # Of another database whose zips lie in the same folder.
    foreign = service.zips.new_draft()
    foreign.write_bytes(b"foreign")
    service.zips.keep(foreign, "ab" * 32)
    service.delete(league)
    assert sorted(path.read_bytes() for path in service.zips.folder.rglob("*.zip")) == [b"foreign", b"shared"]


def test_a_team_hands_in_so_often_in_an_hour(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_service, "MAX_HAND_INS_PER_HOUR", 3)
    league = new_league(service.store)
    eager, other = team(service, league, 1), team(service, league, 2)
    for number in range(3):
        hand_in(service, eager, bytes([number + 1]))
    with pytest.raises(NotTaken, match="3 times within an hour"):
        hand_in(service, eager, b"one more")
    with pytest.raises(NotTaken, match="3 times within an hour"):
        service.begin_home_version(eager)
    hand_in(service, other, b"mine")


def test_who_may_not_play_from_home_now_keeps_the_code_from_before(
    service: LeagueService, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = team(service, new_league(service.store), 1)
    code = hash_reservation(service.reserve(own)) or ""
    hand_in(service, own, b"a zip plays now")
    monkeypatch.setattr(league_service, "MAX_HAND_INS_PER_HOUR", 2)
    with pytest.raises(NotTaken, match="2 times within an hour"):
        service.reserve(leagues.list_teams(service.store, own.league_id)[0])
    assert find_reservation(service.store, code) == own.id


def test_ten_hand_ins_of_one_team_do_not_delay_the_one_of_another(
    service: LeagueService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_service, "MAX_WAITING", 10)
    league = new_league(service.store)
    for number in range(10):
        hand_in(service, team(service, league, 1), bytes([number + 1]), ready=None)
    hand_in(service, team(service, league, 2), b"one", ready=None)
    mine = versions.load_version(service.store, team(service, league, 2).id, 1)
    assert mine is not None
    # The first of them came before it, so it may be checked before; all others wait.
    assert service.queue.place(mine) == 2


def test_a_check_gives_a_move_as_long_as_the_league_does(
    service: LeagueService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    class Checked:
        def __init__(self, path: Path, name: str, game: str, *, time: TimeControl) -> None:
            asked.append((game, str(time)))

        def run(self) -> list[CheckFinding]:
            return []

    monkeypatch.setattr(check, "CheckProcess", Checked)
    league = new_league(service.store, time="0.5s/2s")
    hand_in(service, team(service, league, 1), b"bot", ready=None)
    assert service.queue.check_next()
    assert asked == [(league.game, "0.5s/2s")]


def test_what_waits_is_checked_when_its_zip_is_back(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    class Checked:
        def __init__(self, *about: object, time: TimeControl) -> None: ...

        def run(self) -> list[CheckFinding]:
            return []

    monkeypatch.setattr(check, "CheckProcess", Checked)
    league = new_league(service.store)
    lost, other = (team(service, league, number) for number in (1, 2))
    hand_in(service, lost, b"lost", ready=None)
    hand_in(service, other, b"kept", ready=None)
    waiting = versions.list_versions(service.store, [lost.id])[0]
    path = service.zips.path(waiting.zip)
    away = path.rename(path.with_suffix(".away"))
    # It keeps nobody waiting, and is not to blame.
    assert service.queue.check_next()
    assert versions.list_versions(service.store, [other.id])[0].state == READY
    assert not service.queue.check_next()
    assert versions.list_versions(service.store, [lost.id]) == [waiting]
    assert service.queue.place(waiting) is None
    assert list_missing(service.store, service.zips, league) == {lost.id}
    away.rename(path)
    with monkeypatch.context() as unreadable:
        unreadable.setattr("os.access", lambda path, mode: False)
        assert not service.queue.check_next()
    assert service.queue.place(waiting) == 1
    assert service.queue.check_next()
    assert versions.list_versions(service.store, [lost.id])[0].state == READY
    assert not list_missing(service.store, service.zips, league)


def test_where_checks_fail_by_our_fault_the_queue_waits_longer_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited: list[float] = []

    class Short:
        def __init__(self, *about: object, time: TimeControl) -> None: ...

        def run(self) -> list[CheckFinding]:
            if len(waited) == 9:
                return []
            raise MachineFault(Sentence("The disk is full.")())

    class Waiting(threading.Event):
        """Lets time pass at once."""

        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            waited.append(round(timeout))
            monkeypatch.setattr(backoff, "monotonic", lambda: sum(waited))
            if len(waited) == 10:
                service.queue.stop()
            return False

    monkeypatch.setattr(backoff, "monotonic", lambda: 0.0)
    monkeypatch.setattr(check, "CheckProcess", Short)
    monkeypatch.setattr(check, "threading", SimpleNamespace(Event=Waiting))
    service = new_service(tmp_path)
    hand_in(service, team(service, new_league(service.store), 1), b"bot", ready=None)
    service.queue.run()
    assert waited == [2, 4, 8, 16, 32, 60, 60, 60, 60, check.LOOK_SECONDS]
    assert versions.list_waiting(service.store) == []
    service.store.close()


def test_a_disk_that_is_full_and_one_that_is_broken(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nearly full" in str(describe_disk_error(OSError(errno.ENOSPC, "No space left on device")))
    broken = str(describe_disk_error(OSError(errno.EIO, "Input/output error")))
    assert broken == "The server cannot keep the file (Input/output error); tell the organiser."
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"bot")
    monkeypatch.setattr(ZipFolder, "has_room", lambda self, size=0: size < 100)
    with pytest.raises(NotTaken, match="nearly full"):
        hand_in(service, team(service, league, 1), b"x" * 100)
    target = service.zips.folder / "export.zip"
    export_league(service, league, target)
    monkeypatch.setattr(ZipFolder, "has_room", lambda self, size=0: False)
    with pytest.raises(NotTaken, match="The export needs about 1 MB"):
        export_league(service, league, target)
    # Nothing new is played either, until there is room.
    service.play.submit_due()
    assert not service.play.running


def test_teams_take_turns_in_the_queue(service: LeagueService) -> None:
    league = new_league(service.store)
    for number, content in ((1, b"a"), (1, b"b"), (2, b"c"), (3, b"d")):
        hand_in(service, team(service, league, number), content, ready=None)
    numbers = {team.id: team.number for team in leagues.list_teams(service.store, league.id)}
    queue = order_queue(versions.list_waiting(service.store))
    assert [(numbers[version.team_id], version.number) for version in queue] == [(1, 1), (2, 1), (3, 1), (1, 2)]
    assert [service.queue.place(version) for version in queue] == [1, 2, 3, 4]
