"""What a store keeps of leagues: codes as hashes, versions in order, and nothing once a league is deleted."""

import os
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from league.leagues import hand_in, new_league, new_service, team
from schwarm.league.codes import ALPHABET, LENGTH, hash_code, hash_session, new_code, new_session, parse_code
from schwarm.league.league_service import MAX_WAITING, LeagueService, NotTaken
from schwarm.store import leagues, versions
from schwarm.store.errors import NoLeague
from schwarm.store.leagues import FAULTY, READY, renew_reservation


def test_codes_are_long_and_can_be_typed() -> None:
    assert len(ALPHABET) ** LENGTH >= 2**50
    code = new_code()
    assert parse_code(code) == parse_code(f"  {code.lower().replace('-', ' ')} ") == code.replace("-", "")
    assert hash_code(b"key", code) == hash_code(b"key", code.lower())
    assert new_code() != code
    for wrong in ("", "ABCD", "ABCD-EFGH-JKL0", "ABCD-EFGH-JKLM-N", "ß" * LENGTH):
        assert parse_code(wrong) is None


def test_a_renewed_code_ends_the_old_one_and_its_browsers(service: LeagueService) -> None:
    league = new_league(service.store)
    first, second, session = new_code(), new_code(), new_session()
    leagues.renew_code(service.store, team(service, league, 1), service.codes.hash(first))
    owner = leagues.find_code(service.store, service.codes.hash(first))
    assert owner is not None
    assert owner.team_id == team(service, league, 1).id
    leagues.open_session(service.store, owner, hash_session(session))
    assert leagues.find_session(service.store, hash_session(session)) == owner
    leagues.renew_code(service.store, team(service, league, 1), service.codes.hash(second))
    assert leagues.find_code(service.store, service.codes.hash(first)) is None
    assert leagues.find_session(service.store, hash_session(session)) is None
    assert leagues.find_code(service.store, service.codes.hash(second)) is not None


def test_whoever_came_with_a_code_has_entered(service: LeagueService) -> None:
    league, code = new_league(service.store), new_code()
    leagues.renew_code(service.store, team(service, league, 1), service.codes.hash(code))
    owner = leagues.find_code(service.store, service.codes.hash(code))
    assert owner is not None
    leagues.open_session(service.store, owner, hash_session(new_session()))
    assert [each.entered for each in leagues.list_teams(service.store, league.id)] == [True, False, False]


def test_sessions_of_a_code_are_bounded(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "MAX_SESSIONS", 3)
    code = new_code()
    leagues.add_organiser(service.store, service.codes.hash(code), None)
    owner = leagues.find_code(service.store, service.codes.hash(code))
    assert owner is not None
    for number in range(5):
        leagues.open_session(service.store, owner, f"browser {number}")
    known = [leagues.find_session(service.store, f"browser {number}") is not None for number in range(5)]
    assert known == [False, False, True, True, True]


def test_names_are_unique_in_a_league(service: LeagueService) -> None:
    league = new_league(service.store)
    assert leagues.name_team(service.store, team(service, league, 1), "Sharks", "shark")
    assert not leagues.name_team(service.store, team(service, league, 2), "SHARKS", "crab")
    assert leagues.name_team(service.store, team(service, league, 1), "sharks", "crab")
    # Another letter, a mark or a blank that nobody would notice.
    for alike in ("Sh\u0430rks", "S harks", "Shärks", "\uff33harks", "\u0405harks"):
        assert not leagues.name_team(service.store, team(service, league, 2), alike, "crab"), alike
    assert leagues.name_team(service.store, team(service, league, 2), "Акулы", "crab")


def test_names_that_a_team_gave_up_stay_its_own_up_to_a_number_each(
    service: LeagueService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues, "MAX_FREED", 1)
    league = new_league(service.store)

    def call(number: int, name: str) -> bool:
        return leagues.name_team(service.store, team(service, league, number), name, "cod")

    for number, names in ((1, ("Aale", "Barben", "Dorsche")), (2, ("Krabben", "Quallen"))):
        assert all(call(number, name) for name in names)
    assert not call(3, "Aale")
    assert not call(3, "Krabben")
    assert call(3, "Barben")


def test_organisers_codes_say_when_they_were_made(service: LeagueService) -> None:
    league, before = new_league(service.store), time.time()
    leagues.add_organiser(service.store, hash_code(b"key", new_code()), league.id)
    assert before <= leagues.list_organisers(service.store, league.id)[-1].made <= time.time()


def test_a_faulty_version_never_replaces_one_that_plays(service: LeagueService) -> None:
    league = new_league(service.store)
    assert hand_in(service, team(service, league, 1), b"one") == 1
    assert hand_in(service, team(service, league, 1), b"two", ready=False) == 2
    assert team(service, league, 1).active == 1
    with pytest.raises(NotTaken, match="Version 2 did not pass the check"):
        service.choose(team(service, league, 1), 2)
    assert hand_in(service, team(service, league, 1), b"three") == 3
    assert team(service, league, 1).active == 3
    service.choose(team(service, league, 1), 1)
    assert team(service, league, 1).active == 1
    found = versions.list_versions(service.store, [team(service, league, 1).id])
    assert [version.state for version in found] == [READY, FAULTY, READY]
    changes = versions.list_changes(service.store, [team(service, league, 1).id])
    assert [change.version for change in changes] == [1, 3, 1]


def test_a_version_is_checked_once(service: LeagueService) -> None:
    """Who finds something checked already changes nothing: a check may be done twice after a crash."""
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    version = versions.load_version(service.store, team(service, league, 1).id, 1)
    assert version is not None
    versions.record_check(service.store, version, "[]", ready=False, faulty=FAULTY)
    assert versions.load_version(service.store, team(service, league, 1).id, 1) == version
    assert len(versions.list_changes(service.store, [team(service, league, 1).id])) == 1


def test_a_version_from_home_never_waits_to_be_checked(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    own = team(service, new_league(service.store), 1)

    def kill(*seen: object) -> None:
        """Between the version that is written down and the team that plays with it."""
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(versions, "update", kill)
        with pytest.raises(KeyboardInterrupt):
            versions.add_home_version(service.store, own)
    assert versions.list_versions(service.store, [own.id]) == []
    assert versions.add_home_version(service.store, own).state == READY
    # Whatever an older server left half done is not checked either: there is no zip.
    versions.add_version(service.store, own, "", "", 0)
    assert versions.list_waiting(service.store) == []


def test_the_same_content_is_kept_once_and_counted_once(service: LeagueService) -> None:
    league = new_league(service.store)
    for number in (1, 2):
        # What did not pass the check may be tried again: the check may have broken off by our mistake.
        hand_in(service, team(service, league, number), b"the same", ready=False)
        hand_in(service, team(service, league, number), b"the same")
        assert versions.used_bytes(service.store, team(service, league, number).id) == 8
    assert len(list(service.zips.folder.glob("*/*.zip"))) == 1


@pytest.mark.parametrize("ready", [True, None], ids=["ready", "waiting"])
def test_nobody_gets_a_second_rating_for_the_same_zip(service: LeagueService, ready: bool | None) -> None:
    own = team(service, new_league(service.store), 1)
    hand_in(service, own, b"first")
    hand_in(service, own, b"lucky?", ready=ready)
    with pytest.raises(NotTaken) as caught:
        hand_in(service, own, b"lucky?")
    assert str(caught.value) == (
        "This zip is your version 2 already; let that one play, or hand in one that has changed."
    )
    assert [version.number for version in versions.list_versions(service.store, [own.id])] == [1, 2]
    # Its bytes are not secret from another team, which has them by its own means.
    other = team(service, leagues.list_leagues(service.store)[0], 2)
    assert hand_in(service, other, b"lucky?") == 1


@pytest.mark.parametrize("ready", [True, None], ids=["ready", "waiting"])
def test_who_hands_in_again_what_the_server_has_lost_gets_it_back(service: LeagueService, ready: bool | None) -> None:
    own = team(service, new_league(service.store), 1)
    for number in range(MAX_WAITING):
        hand_in(service, own, bytes([number]), ready=ready)
    known = versions.list_versions(service.store, [own.id])
    for version in known:
        service.zips.path(version.zip).unlink()
    assert hand_in(service, own, bytes([0]), ready=None) == 1
    assert [service.zips.holds(version.zip) for version in known] == [True, False]
    assert versions.list_versions(service.store, [own.id]) == known


def test_room_is_bounded(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    from schwarm.league import league_service, zip_folder

    league = new_league(service.store)
    for number in range(MAX_WAITING):
        hand_in(service, team(service, league, 1), bytes([number]), ready=None)
    with pytest.raises(NotTaken, match="still waiting to be checked"):
        hand_in(service, team(service, league, 1), b"more")
    # Another team does not care.
    hand_in(service, team(service, league, 2), b"12345")
    monkeypatch.setattr(league_service, "MAX_TEAM_BYTES", 9)
    with pytest.raises(NotTaken, match="used up its room"):
        hand_in(service, team(service, league, 2), b"67890")
    monkeypatch.setattr(league_service, "MAX_ZIP_BYTES", 4)
    with pytest.raises(NotTaken, match="That is larger than"):
        hand_in(service, team(service, league, 3), b"12345")
    with pytest.raises(NotTaken, match="The file is empty"):
        hand_in(service, team(service, league, 3), b"")
    monkeypatch.setattr(zip_folder, "MIN_FREE_BYTES", 2**60)
    with pytest.raises(NotTaken, match="nearly full"):
        hand_in(service, team(service, league, 3), b"1")
    assert len(list(service.zips.folder.glob("*/*.zip"))) == MAX_WAITING + 1


def test_nothing_is_left_of_a_deleted_league(service: LeagueService) -> None:
    league, other = new_league(service.store), new_league(service.store, key="zzzzzz")
    hand_in(service, team(service, league, 1), b"shared")
    hand_in(service, team(service, league, 2), b"alone")
    hand_in(service, team(service, other, 1), b"shared")
    service.delete(league)
    assert leagues.load_league(service.store, league.key) is None
    assert len(list(service.zips.folder.glob("*/*.zip"))) == 1
    with service.store.database.reading() as connection:
        for table, left in (("league_teams", 3), ("league_codes", 4), ("league_versions", 1), ("league_changes", 1)):
            assert connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() == left


def test_whoever_acts_in_a_league_while_it_is_deleted_is_told(service: LeagueService) -> None:
    league = new_league(service.store)
    one = team(service, league, 1)
    code = hash_code(b"key", new_code())
    leagues.renew_code(service.store, one, code)
    owner = leagues.find_code(service.store, code)
    assert owner is not None
    service.delete(league)
    for act in (
        lambda: hand_in(service, one, b"too late"),
        lambda: versions.add_version(service.store, one, "bot.zip", "ab", 1),
        lambda: service.choose(one, 1),
        lambda: service.reserve(one),
        lambda: renew_reservation(service.store, one, "hash"),
        lambda: leagues.renew_code(service.store, one, service.codes.hash(new_code())),
        lambda: leagues.add_organiser(service.store, service.codes.hash(new_code()), league.id),
        lambda: leagues.open_session(service.store, owner, "session"),
    ):
        with pytest.raises(NoLeague, match="There is no such league here"):
            act()
    assert not list(service.zips.folder.glob("*/*.zip"))


def test_what_is_gone_already_keeps_no_other_zip(service: LeagueService) -> None:
    """Two processes may clear away at once."""
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    digests = [
        version.zip
        for version in versions.list_versions(service.store, leagues.list_team_ids(service.store, league.id))
    ]
    service.zips.path(digests[0]).unlink()
    service.zips.remove(digests)
    assert not list(service.zips.folder.glob("*/*.zip"))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="Linux counts open files")
def test_what_was_handed_in_is_not_kept_open(service: LeagueService) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"first")
    before = len(os.listdir("/proc/self/fd"))
    for number in range(5):
        hand_in(service, team(service, league, 1), bytes([number]))
    assert len(os.listdir("/proc/self/fd")) < before + 5


def test_what_was_handed_in_survives_and_drafts_do_not(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"kept", ready=None)
    service.zips.new_draft().write_bytes(b"half a zip")
    (service.zips.folder / "ab").mkdir()
    (service.zips.folder / "ab" / f"{'ab' * 32}.zip").write_bytes(b"nobody was told of this one")
    service.store.close()
    again = new_service(tmp_path)
    again.zips.clear_drafts()
    again.zips.clear(versions.kept_zips(again.store))
    files = [path for path in again.zips.folder.rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in files] == [b"kept"]
    assert [waiting.version.number for waiting in versions.list_waiting(again.store)] == [1]
    again.store.close()


def test_nothing_of_a_deleted_league_gets_the_number_of_a_new_one(service: LeagueService) -> None:
    old = new_league(service.store)
    teams = {each.id for each in leagues.list_teams(service.store, old.id)}
    leagues.remove_league(service.store, old)
    new = new_league(service.store, key="ghijkl")
    assert new.id != old.id
    assert not {each.id for each in leagues.list_teams(service.store, new.id)} & teams


def test_choosing_the_version_that_plays_changes_nothing(service: LeagueService) -> None:
    own = team(service, new_league(service.store), 1)
    hand_in(service, own, b"one")
    first = versions.list_versions(service.store, [own.id])[0]
    before = versions.list_changes(service.store, [own.id])
    versions.choose_version(service.store, first)
    assert versions.list_changes(service.store, [own.id]) == before
