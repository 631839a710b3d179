"""When a league plays: between its dates, in its hours, and when it is its turn."""

import threading
from pathlib import Path

import pytest
from msgspec import convert

from league.leagues import InstantPool, hand_in, new_league, new_service, team
from patience import until
from schwarm.league.league_service import LeagueService, NotTaken
from schwarm.store import leagues
from schwarm.store.league_games import list_league_games
from schwarm.web.errors import Refused
from schwarm.web.leagues.contract import GroupFields, LeagueFields, SettingsFields
from schwarm.web.leagues.league_form import parse_groups, parse_league, parse_times


def test_dates_and_hours(service: LeagueService) -> None:
    form = {"title": "10b", "game": "piranhas-2026", "teams": 5, "cores": 1, "hours": 24, "groups": 2}
    new = parse_league(convert(form | {"starts": "2026-11-20T18:00", "ends": "2026-11-27T18:00"}, LeagueFields))
    assert [new.group_of(number) for number in range(1, 6)] == ["A", "B", "A", "B", "A"]
    assert new.starts is not None
    assert new.ends is not None
    assert new.ends - new.starts == 7 * 24 * 3600
    league = new_league(service.store)._replace(starts=new.starts, ends=new.ends)
    assert not league.is_open(new.starts - 1)
    assert league.is_open(new.starts)
    assert not league.is_open(new.ends)
    night = league._replace(**parse_times(SettingsFields(opens="20:00", closes="06:30")))
    day = league._replace(**parse_times(SettingsFields(opens="08:00", closes="16:00")))
    at = {
        hour: parse_times(SettingsFields(starts=f"2026-11-20T{hour}"))["starts"]
        for hour in ("05:00", "07:00", "12:00", "21:00")
    }
    assert [night.is_open(moment) for moment in at.values()] == [True, False, False, True]
    assert [day.is_open(moment) for moment in at.values()] == [False, False, True, False]
    for wrong in (
        {"starts": "tomorrow"},
        {"starts": "9999-12-31T23:59"},
        {"starts": "2026-11-20T18:00", "ends": "2026-11-20T17:00"},
        {"opens": "20:00"},
        {"opens": "25:00", "closes": "06:00"},
    ):
        with pytest.raises(Refused):
            parse_times(convert(wrong, SettingsFields))
    with pytest.raises(Refused, match="1 to 8 groups"):
        parse_league(convert(form | {"groups": 3}, LeagueFields))
    assert parse_groups(GroupFields(groups={"1": "A", "2": ""}), (1, 2)) == {1: "A", 2: ""}
    for number in ("3", "9" * 5000, "one"):
        with pytest.raises(Refused, match="“groups” is missing or invalid"):
            parse_groups(GroupFields(groups={number: "A"}), (1, 2))


def test_a_league_plays_between_its_dates_only(service: LeagueService) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    leagues.change_league(service.store, league.id, starts=4e9)
    service.play.submit_due()
    assert not service.play.running
    leagues.change_league(service.store, league.id, starts=1.0, ends=2.0)
    service.play.submit_due()
    assert not service.play.running
    leagues.change_league(service.store, league.id, ends=None)
    service.play.submit_due()
    assert service.play.running


def test_after_its_end_nobody_chooses_what_counts(service: LeagueService) -> None:
    league = new_league(service.store)
    member = team(service, league, 1)
    for content in (b"lucky", b"unlucky"):
        hand_in(service, member, content)
    service.choose(member, 1)
    leagues.change_league(service.store, league.id, ends=2.0)
    over = "The league is over, and everybody's last version counts; the organiser can move its end."
    for late in (
        lambda: service.choose(member, 2),
        lambda: hand_in(service, member, b"late"),
        lambda: service.check_room(member, 1),
        lambda: service.begin_home_version(member),
        lambda: service.reserve(member),
    ):
        with pytest.raises(NotTaken) as caught:
            late()
        assert str(caught.value) == over
    assert team(service, league, 1).active == 1
    leagues.change_league(service.store, league.id, ends=4e9)
    service.choose(member, 2)
    assert team(service, league, 1).active == 2


def test_a_league_waits_for_its_turn_and_loses_nothing(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    taken = threading.Event()
    taken.set()

    class Taken(InstantPool):
        asked = 0

        def free(self) -> bool:
            self.asked += 1
            return not taken.is_set()

    pool = Taken()
    service = new_service(tmp_path, pool=pool)
    thread = threading.Thread(target=service.play.run)
    thread.start()
    try:
        until(lambda: pool.asked > 3, what="the league to ask again and again")
        assert not list_league_games(service.store, league.id)
        taken.clear()
        until(lambda: len(list_league_games(service.store, league.id)) >= 4, what="games of the league")
    finally:
        service.play.stop()
        thread.join()
    keys = [game.key for _, game in list_league_games(service.store, league.id)]
    # The first pair was asked for once and kept: no number is left out.
    assert keys[:4] == [f"{league.event}/{pair}/{which}" for pair in (1, 2) for which in (1, 2)]
    service.store.close()
