"""A league that plays: who meets, within which budget, and what is kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from league.house import Watch
from league.leagues import InstantPool, deliver, hand_in, new_league, new_service, play_until, record_of, team
from schwarm.arena.game_job import GameReport
from schwarm.games import Team
from schwarm.league.game_report import to_played
from schwarm.league.game_watch import RunningNames
from schwarm.league.league_play import list_missing
from schwarm.league.league_schedule import Pairing, next_pairings, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.league.player_name import parse_player_name, partners_of
from schwarm.store import leagues, versions
from schwarm.store.league_games import add_league_game, list_league_games


def stronger(assignment: object) -> Team:
    """The zip with the larger hash wins always; partners lose."""
    bots = assignment.bots  # type: ignore[attr-defined]
    return Team.ONE if ("leagues" in bots[0], bots[0]) > ("leagues" in bots[1], bots[1]) else Team.TWO


def begins(service: LeagueService) -> bool:
    """Whether a game is due now; it is called off again."""
    service.play.submit_due()
    begun = service.play.running
    for pairing in begun:
        service.play.take(GameReport(pairing.key, failure="gone", withdrawn=True))
    return bool(begun)


class Joined:
    """Other machines that joined."""

    capacity = 3


def test_machines_that_join_play_on_top_of_what_the_organiser_allows(tmp_path: Path) -> None:
    pool = InstantPool()
    joined = Joined()
    service = new_service(tmp_path, pool=pool, workers=joined)
    league = new_league(service.store, cores=1)
    for number in (1, 2, 3):
        hand_in(service, team(service, league, number), bytes([number]))
    service.play.submit_due()
    assert len(pool.waiting) == len(service.play.running) == 1 + 3
    # Whoever left is not counted on any more.
    joined.capacity = 0
    while (report := pool.collect(0.0)) is not None:
        service.play.take(report)
    service.play.submit_due()
    assert len(pool.waiting) == 1
    service.store.close()


def test_active_versions_meet_and_are_rated(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    hand_in(service, team(service, league, 3), b"broken", ready=False)
    service.store.close()
    pool = InstantPool(stronger)
    service = play_until(tmp_path, pool, 60, league)
    table = service.ratings(league)
    assert {parse_player_name(name).team for game in table.games for name in (game.red, game.blue) if "." in name} == {
        1,
        2,
    }
    assert {name for game in table.games for name in (game.red, game.blue)} & set(partners_of(league.game))
    # Both games of a pair are from one start, with colours swapped.
    first, second = (assignment.fixture for assignment in pool.played[:2])
    assert (first.red, first.blue, first.seed) == (second.blue, second.red, second.seed)
    ratings = [table.rating("1.1"), table.rating("2.1")]
    assert all(ratings)
    assert ratings[0].value != ratings[1].value
    assert len(table.curves()[1]) > 1
    service.store.close()


def test_a_game_counts_once_whoever_plays_it(service: LeagueService) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    pairing = Pairing(league, 1, False, "1.1", "greedy")
    zips = {"1.1": "ab" * 32}
    assignment = to_assignment(pairing, leagues.list_teams(service.store, league.id), zips, service.zips)
    assert assignment.bots == (str(service.zips.path("ab" * 32)), "greedy")
    assert assignment.fixture.players == ("Team 1", "greedy")
    report = deliver(assignment, Team.ONE)
    played = to_played(pairing, report, record_of(report))
    assert add_league_game(service.store, league, *played)
    assert not add_league_game(service.store, league, *played)
    assert len(list_league_games(service.store, league.id)) == 1


def test_a_pair_that_was_interrupted_is_completed(service: LeagueService) -> None:
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    teams = leagues.list_teams(service.store, league.id)
    first, second = next_pairings(league, teams, service.ratings(league), [], set())
    assert (first.pair, first.second, second.second) == (1, False, True)
    assert second.players == first.players
    report = deliver(to_assignment(first, teams, {"1.1": "x", "2.1": "y"}, service.zips), Team.ONE)
    add_league_game(service.store, league, *to_played(first, report, record_of(report)))
    assert next_pairings(league, teams, service.ratings(league), [], set()) == [second]
    # One that runs is not begun again, and one that failed for good is left alone.
    assert next_pairings(league, teams, service.ratings(league), [second], set())[0].pair == 2
    assert next_pairings(league, teams, service.ratings(league), [], [second])[0].pair == 2


def test_budget_and_stopping(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    # Every game takes 30 seconds: 360 are 12 of them.
    league = new_league(service.store, cores=1, hours=0.1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    service = play_until(tmp_path, InstantPool(), 12, league)
    assert len(list_league_games(service.store, league.id)) == 12
    leagues.change_league(service.store, league.id, hours=24.0, playing=False)
    assert not begins(service)
    leagues.change_league(service.store, league.id, playing=True)
    assert begins(service)
    service.store.close()


def test_only_what_is_played_here_with_the_cores_of_its_time_spends_the_day(service: LeagueService) -> None:
    league = new_league(service.store, cores=3, hours=1.0)
    hand_in(service, team(service, league, 1), b"one")

    def play(pair: int, **more: object) -> None:
        pairing = Pairing(league, pair, False, "1.1", "greedy")
        teams = leagues.list_teams(service.store, league.id)
        report = deliver(to_assignment(pairing, teams, {"1.1": "x"}, service.zips), Team.ONE)
        report = replace(report, **more)  # type: ignore[arg-type]
        assert add_league_game(service.store, league, *to_played(pairing, report, record_of(report)))

    play(1, seconds=1e6, elsewhere=True)
    play(2, seconds=3 * 3500.0)
    assert begins(service)
    # Its organiser gives it fewer cores from now on; what it played with three took no longer by that.
    leagues.change_league(service.store, league.id, cores=1)
    assert begins(service)
    play(3, seconds=3 * 200.0)
    assert not begins(service)
    # How long a game took is known wherever it was played.
    assert list_league_games(service.store, league.id)[0][1].seconds == 1e6


def test_a_team_whose_zip_is_missing_on_the_server_loses_nothing(
    service: LeagueService, pool: InstantPool, caplog: pytest.LogCaptureFixture
) -> None:
    league = new_league(service.store, cores=1)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    gone = service.zips.path(versions.list_active_zips(service.store, league.id)[team(service, league, 1).id])
    content = gone.read_bytes()
    gone.unlink()

    def play() -> tuple[str, ...]:
        """Who meets in the next game."""
        service.play.submit_due()
        report = pool.collect(0.0)
        assert report is not None
        service.play.take(report)
        return pool.played[-1].fixture.players

    for _ in range(3):
        assert "Team 1" not in play()
    assert caplog.text.count("The zip of 1 team is missing on the server") == 1
    assert list_missing(service.store, service.zips, league) == {team(service, league, 1).id}
    gone.write_bytes(content)
    assert not list_missing(service.store, service.zips, league)
    # The pair that was begun is completed first.
    assert "Team 1" in {name for _ in range(2) for name in play()}


def test_whoever_watches_is_told_what_teams_are_called(service: LeagueService) -> None:
    league, watch = new_league(service.store), Watch()
    names, pairing = RunningNames(service.store), Pairing(league, 1, False, "2.1", "greedy")
    names.look([pairing], watch)
    assert watch.told[pairing.key] == [("Team 2", "greedy")]
