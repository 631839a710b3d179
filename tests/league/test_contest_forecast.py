"""What the form of a contest proposes, and what it says of its length."""

from typing import Any

import pytest
from msgspec import convert

from league.contests import SEASON, Small, begin, four_teams, play
from league.leagues import deliver, record_of
from schwarm.arena.game_job import Assignment
from schwarm.games import Team
from schwarm.league.game_report import to_played
from schwarm.league.league_contest import freeze_teams
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues
from schwarm.store.league_games import add_league_game
from schwarm.web.leagues.contest_forecast import Forecast, forecast
from schwarm.web.leagues.contract import LeagueContestFields
from schwarm.web.leagues.league_contest_form import parse_contest, parse_numbers, propose_finals


@pytest.mark.parametrize(
    ("groups", "proposed"),
    [
        ("", (0, 0)),
        ("AB", (1, 2)),
        ("AAABBB", (2, 4)),
        # Six in each of two groups: four of each make eight.
        ("ABABABABABAB", (4, 8)),
        ("AAAABBBBCCCC", (3, 8)),
        ("AABBCCDDEEFF", (2, 8)),
    ],
)
def test_the_form_proposes_what_can_be_played(groups: str, proposed: tuple[int, int]) -> None:
    assert propose_finals(groups) == proposed


def test_a_season_begins_as_the_form_proposes_it(service: LeagueService) -> None:
    league = four_teams(service)
    per_group, finalists = propose_finals([each.group for each in leagues.list_teams(service.store, league.id)])
    assert (per_group, finalists) == (2, 4)
    assert begin(service, league, per_group=per_group, finalists=finalists)
    # In one group there is no Champions League.
    leagues.group_teams(service.store, league.id, dict.fromkeys(range(1, 5), ""))
    assert propose_finals([each.group for each in leagues.list_teams(service.store, league.id)]) == (0, 4)


def test_the_forecast_of_a_season_is_what_is_played(service: LeagueService) -> None:
    league = four_teams(service)

    def look(cores: int = 2, **fields: Any) -> Forecast:
        found = convert({**SEASON, "teams": [1, 2, 3, 4], **fields}, LeagueContestFields)
        teams = freeze_teams(service.store, league, parse_numbers(found))
        return forecast(parse_contest(found, league, teams), league, teams, service.ratings(league), cores)

    def by_name(assignment: Assignment) -> Team:
        """So that nothing stays tied."""
        red, blue = assignment.fixture.players
        return Team.ONE if red < blue else Team.TWO

    for fields in ({"per_group": 2, "finalists": 4}, {"third_place": False}, {"games": 4, "finalists": 0}):
        told = look(**fields)
        event = begin(service, league, **fields)
        assert len(play(service, event, Small(by_name)).results) == told.games
        assert str(told).startswith("At least" if told.may_grow else f"{told.games} games.")
    assert str(look(finalists=2, final_games=6, most_games=8)).startswith("At least 12 games; more where")
    # Where a tie is decided after the last of them, there are no more.
    assert str(look(finalists=2, final_games=6, most_games=6)).startswith("12 games. ")
    # Nobody has played in the league yet: there is only an end that it certainly has.
    assert (told.usual, told.at_once) == (None, 1)
    assert "usually it is far less" in str(told)
    for pair in range(1, 3):
        pairing = Pairing(league, pair, False, "1.1", "2.1")
        teams = leagues.list_teams(service.store, league.id)
        report = deliver(to_assignment(pairing, teams, {"1.1": "a" * 64, "2.1": "b" * 64}, service.zips), Team.ONE)
        assert add_league_game(service.store, league, *to_played(pairing, report, record_of(report)))
    # A game takes 30 seconds there; those who think as long as they may need longer with more time.
    assert look(teams=[1, 2], kind="match", games=40).usual == 40 * 30
    assert look(teams=[1, 2], kind="match", games=40, time="4s/12s").usual == 40 * (1 + 2 * 29)
    assert look(teams=[3, 4], kind="match").usual is None
    # Where those who meet have not met yet, their games against others have to do.
    assert look(teams=[2, 3], kind="match", games=40).usual == 40 * 30
    leagues.change_league(service.store, league.id, playing=False)
    league = league._replace(playing=False)
    alone = look(cores=8, teams=[1, 2], kind="match", games=40)
    assert (alone.at_once, alone.usual) == (8, 5 * 30)
    assert str(alone) == (
        "40 games. With 8 at the same time about 2 minutes, judging by the games of the league; 10 minutes if every "
        "move took all its time."
    )
