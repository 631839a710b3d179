"""What bots of a league said: for their own teams, for organisers, and in what is taken along."""

import json
import zipfile
from pathlib import Path

from league.leagues import deliver, hand_in, new_league, record_of, team
from schwarm.arena.fixture import ViolationNotes
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.league.archive import export_league, own_words
from schwarm.league.game_report import BOTH, to_played
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues
from schwarm.store.league_games import add_league_game, load_output


def test_words_of_a_bot_are_its_teams_alone(service: LeagueService) -> None:
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    pairing = Pairing(league, 1, False, "1.1", "2.1")
    assignment = to_assignment(
        pairing, leagues.list_teams(service.store, league.id), {"1.1": "x", "2.1": "y"}, service.zips
    )
    printed = ((0, 0, "red prints"), (-1, 1, "blue begins"), (1, 1, "blue prints"))
    report = deliver(assignment, Team.TWO, printed=printed)
    record = record_of(report)
    crashed = record.ended(Outcome(Team.TWO, Reason.LEFT, (1, 1)))
    report = report.__class__(report.key, str(crashed), ViolationNotes("red died", "rot starb"), report.printed)
    played = to_played(pairing, report, crashed)
    add_league_game(service.store, league, *played)
    kept = service.store.get(pairing.key)
    assert kept is not None
    assert not kept.logs
    assert not any(move.note for move in kept.record.moves)
    assert "secret" not in str(kept.record)
    found = load_output(service.store, pairing.key)
    assert found is not None
    red, blue = own_words(found, 1), own_words(found, 2)
    assert "red prints" in red
    assert "red died" in red
    assert "[1]\na secret note" in red
    assert "blue" not in red
    assert "blue prints" in blue
    assert "red" not in blue
    assert blue == "[0]\nblue begins\n\n[2]\nblue prints\n\n"
    assert own_words(found, 3) == "It printed nothing in this game.\n"


def test_where_both_broke_off_only_organisers_read_why(service: LeagueService) -> None:
    league = new_league(service.store)
    pairing = Pairing(league, 1, False, "1.1", "2.1")
    teams = leagues.list_teams(service.store, league.id)
    report = deliver(to_assignment(pairing, teams, {"1.1": "x", "2.1": "y"}, service.zips), Team.ONE)
    start = record_of(report).start
    nobody = Record(start, players=("a", "b")).ended(Outcome(None, Reason.NEVER_CAME, (1, 1)))
    report = report.__class__(report.key, str(nobody), ViolationNotes("both", "beide"))
    played = to_played(pairing, report, nobody)
    assert list(played.outputs) == [BOTH]
    assert (played.game.points_red, played.game.points_blue) == (0.0, 0.0)


def test_everything_can_be_taken_along(service: LeagueService, tmp_path: Path) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"the bot")
    pairing = Pairing(league, 1, False, "1.1", "greedy")
    teams = leagues.list_teams(service.store, league.id)
    report = deliver(to_assignment(pairing, teams, {"1.1": "x"}, service.zips), Team.ONE, printed=((0, 0, "hello"),))
    add_league_game(service.store, league, *to_played(pairing, report, record_of(report)))
    export_league(service, league, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read("bots/team-1-version-1.zip") == b"the bot"
        facts = json.loads(archive.read("league.json"))
        assert [(version["team"], version["version"], version["sha256"] != "") for version in facts["versions"]] == [
            (1, 1, True)
        ]
        assert [change.keys() for change in facts["changes"]] == [{"team", "version", "at"}]
        assert [(change["team"], change["version"]) for change in facts["changes"]] == [(1, 1)]
        assert b"hello" in archive.read(f"output/{league.event}-1-1-red.json")
        assert f"games/{league.event}-1-1.txt" in archive.namelist()
