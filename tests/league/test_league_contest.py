"""Fixed contests on a league's teams: frozen when they begin, played beside the league, private where it has to be."""

import json
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from league.leagues import InstantPool, deliver, hand_in, new_league, new_service, record_of, team
from patience import until
from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.contest import BadContest
from schwarm.arena.contest_records import find_season, key_of, load_contest
from schwarm.arena.database_results import DatabaseResults
from schwarm.arena.fixture import ViolationNotes
from schwarm.arena.runner import Ended, Ending, Runner
from schwarm.arena.season import Season
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.league.archive import export_league
from schwarm.league.contest_words import MAX_WORDS_LENGTH, WordKeeper, load_words
from schwarm.league.game_report import to_played
from schwarm.league.league_contest import (
    find_wanted,
    freeze_teams,
    league_of,
    list_contests,
    load_pictures,
    save_league_contest,
    set_wanted,
)
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues
from schwarm.store.league_games import add_league_game, list_league_games
from schwarm.store.league_rows import League
from schwarm.web.errors import Refused
from schwarm.web.leagues.contest_forecast import Forecast, forecast
from schwarm.web.leagues.league_contest_form import parse_contest, parse_numbers, propose_finals
from schwarm.web.leagues.league_form import parse_league, parse_times

SEASON = {"kind": "season", "title": "Cup", "games": 2, "limit": 2, "per_group": 1, "finalists": 2, "most_games": 4}


@pytest.fixture
def service(tmp_path: Path):
    service = new_service(tmp_path)
    yield service
    service.store.close()


def four_teams(service: LeagueService) -> League:
    league = new_league(service.store, 4)
    for number in range(1, 5):
        hand_in(service, team(service, league, number), bytes([number]))
    leagues.group_teams(service.store, league.id, {1: "A", 2: "A", 3: "B", 4: "B"})
    return league


def begin(service: LeagueService, league: League, **fields: Any) -> str:
    found = {**SEASON, "teams": [1, 2, 3, 4], **fields}
    teams = freeze_teams(service.store, league, parse_numbers(found))
    return save_league_contest(service.store, service.zips, league, parse_contest(found, league, teams), teams)


def load(service: LeagueService, event: str) -> Any:
    known = key_of(service.store, event)
    assert known is not None
    return load_contest(event, known, DatabaseResults(service.store, event).results())


def play(service: LeagueService, event: str, pool: Any = None) -> Runner:
    book = DatabaseResults(service.store, event)
    runner = Runner(load(service, event), WordKeeper(pool or Small(), service.store, event), book)
    runner.run()
    return runner


class Small(InstantPool):
    """One core."""

    def free(self) -> int:
        return int(not self.waiting)


def test_a_season_by_form_is_frozen_and_played_to_its_end(service: LeagueService) -> None:
    league = four_teams(service)
    leagues.name_team(service.store, team(service, league, 2), "Sharks", "shark")
    event = begin(service, league)
    # Under the name of that time, with the picture of now.
    leagues.name_team(service.store, team(service, league, 2), "Rays", "ray")
    assert load_pictures(service.store, event) == {"Sharks": "ray"}
    assert load_pictures(service.store, "season Other") == {}
    before = load(service, event)
    assert isinstance(before, Season)
    assert {name: len(teams) for name, teams in before.groups.items()} == {"A": 2, "B": 2}
    # What comes later plays in the league, not here.
    hand_in(service, team(service, league, 1), b"newer")
    assert load(service, event).bots == before.bots
    digests = {Path(bot).stem for bot in before.bots.values()}
    assert len(digests) == 4
    assert all(service.zips.path(digest).exists() for digest in digests)
    assert all(Path(bot).is_file() for bot in before.bots.values())
    runner = play(service, event)
    assert runner.ending is Ending.PLAYED
    assert load(service, event).champion(runner.results) is not None
    # By its title it is found from a terminal, too, and it is the same.
    found = find_season(service.store, "Cup")
    assert found is not None
    assert found[0] == event
    assert found[1].table(found[1].championship[0], runner.results)
    assert league_of(service.store, event) == league.key


def test_an_interrupted_one_goes_on_and_counts_once(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="tournament", title="Round robin")
    pool = Small()
    first = Runner(load(service, event), WordKeeper(pool, service.store, event), DatabaseResults(service.store, event))
    tell: list[object] = []

    def stop(told: object) -> None:
        tell.append(told)
        if sum(isinstance(one, Ended) for one in tell) == 5:
            first.stop()
            first.stop()

    first._tell = stop
    assert first.run() is Ending.STOPPED
    again = play(service, event, second := Small())
    assert again.ending is Ending.PLAYED
    assert len(again.results) == 12
    assert len(second.played) == 7
    assert load(service, event).title == "Round robin"


def test_words_are_the_teams_own_also_while_it_is_played(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="match", teams=[1, 2])

    class Talking(Small):
        def collect(self, timeout: float) -> GameReport | None:
            if not self.waiting:
                return None
            return crash(self.waiting.pop(0))

    told: list[Any] = []
    book = DatabaseResults(service.store, event)
    Runner(load(service, event), WordKeeper(Talking(), service.store, event), book, tell=told.append).run()
    ended = [event for event in told if isinstance(event, Ended)]
    assert len(ended) == 2
    for one in ended:
        assert "secret" not in one.delivery.record + str(one.delivery.printed)
        assert not one.result.why
    assert not any(result.why for result in book.results().values())
    kept = service.store.get(f"{event}/match/1")
    assert kept is not None
    assert not kept.logs
    assert "secret" not in str(kept.record)
    said = load_words(service.store, event, "match/1")
    assert "secret output of red" in said[0]
    assert "secret death" in said[0]
    assert "secret" not in said[1].replace("secret output of blue", "")


def crash(assignment: Assignment) -> GameReport:
    report = deliver(assignment, Team.TWO, printed=((0, 0, "secret output of red"), (1, 1, "secret output of blue")))
    record = Record.parse(report.record)
    record = Record(record.start, record.moves, record.players).ended(Outcome(Team.TWO, Reason.LEFT, (1, 1)))
    why = ViolationNotes("secret death", "geheimer Tod")
    return GameReport(report.key, str(record), why, report.printed, 1.0)


def test_words_are_bounded(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_WORDS_LENGTH >= 1_000_000
    monkeypatch.setattr("schwarm.league.contest_words.MAX_WORDS_LENGTH", 250)
    league = four_teams(service)
    event = begin(service, league, kind="match", teams=[1, 2], games=6)
    play(service, event)
    kept = [load_words(service.store, event, f"match/{number}") for number in range(1, 7)]
    assert any(kept)
    assert not all(kept)


def test_deleting_a_league_forgets_its_contests(service: LeagueService, tmp_path: Path) -> None:
    league = four_teams(service)
    event = begin(service, league)
    set_wanted(service.store, event, wanted=True)
    play(service, event)
    assert list_contests(service.store, league) == [event]
    assert find_wanted(service.store) == [event]
    # Whoever exports the league before takes all of it along.
    export_league(service, league, tmp_path / "all.zip")
    results = DatabaseResults(service.store, event).results()
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        told = json.loads(archive.read(f"contests/{event}/contest.json"))
        assert (told["title"], told["league"], len(told["results"])) == ("Cup", league.key, len(results))
        assert "folder" not in told
        for game in told["results"]:
            record = Record.parse(archive.read(f"contests/{event}/{game['file']}").decode())
            assert record.players == (game["red"], game["blue"]) == results[game["game"]].players
            assert "secret" not in str(record)
        assert archive.read(f"contests/{event}/results.csv").decode().count("\n") == len(results) + 1
        said = [name for name in archive.namelist() if name.startswith(f"contests/{event}/output/")]
        assert any(b"secret" in archive.read(name) for name in said)
    service.delete(league)
    assert key_of(service.store, event) is None
    assert not service.store.keys(event=event)
    assert not load_words(service.store, event, "final-eight/final/x")
    assert not find_wanted(service.store)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"kind": "match"}, "choose two instead of 4"),
    ({"kind": "match", "teams": [1, 5]}, "choose two instead of 1"),
    ({"games": 3}, "must be even"),
    ({"title": ""}, "Give the contest a title"),
    ({"finalists": 8}, "cannot take 8 teams"),
    ({"finalists": 3}, "needs 8 teams, or 4 or 2"),
    ({"per_group": 3}, "cannot take 3 teams from each group"),
    ({"teams": [1, 2, 3]}, "Every group needs at least two teams"),
    ({"teams": [True, 2]}, "teams"),
    ({"teams": [1, 1]}, "teams"),
    ({"kind": "tournament", "games": 20_000}, "That would be 120000 games"),
    ({"partners": ["rm -rf"]}, "partners"),
    ({"kind": "ladder"}, "kind"),
]


def test_what_cannot_be_held_is_said(service: LeagueService) -> None:
    league = four_teams(service)
    for fields, sentence in WRONG:
        with pytest.raises((Refused, BadContest)) as caught:
            begin(service, league, **fields)
        assert sentence in str(caught.value)
    assert not list_contests(service.store, league)


def test_a_team_without_a_bot_cannot_take_part(service: LeagueService) -> None:
    league = new_league(service.store, 2)
    hand_in(service, team(service, league, 1), b"one")
    with pytest.raises(BadContest, match="Team 2 has no version that passed the check"):
        begin(service, league, kind="match", teams=[1, 2])


def test_partners_may_take_part(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="match", teams=[1], partners=["greedy"])
    assert load(service, event).bots["greedy"] == "greedy"
    assert play(service, event).ending is Ending.PLAYED


# -- dates and groups ------------------------------------------------------------------------------------


def test_dates_and_hours(service: LeagueService) -> None:
    form = {"title": "10b", "game": "piranhas-2026", "teams": 5, "cores": 1, "hours": 24, "groups": 2}
    new = parse_league(form | {"starts": "2026-11-20T18:00", "ends": "2026-11-27T18:00"})
    assert [new.group_of(number) for number in range(1, 6)] == ["A", "B", "A", "B", "A"]
    assert new.starts is not None
    assert new.ends is not None
    assert new.ends - new.starts == 7 * 24 * 3600
    league = new_league(service.store)._replace(starts=new.starts, ends=new.ends)
    assert not league.is_open(new.starts - 1)
    assert league.is_open(new.starts)
    assert not league.is_open(new.ends)
    night = league._replace(**parse_times({"opens": "20:00", "closes": "06:30"}))
    day = league._replace(**parse_times({"opens": "08:00", "closes": "16:00"}))
    at = {
        hour: parse_times({"starts": f"2026-11-20T{hour}"})["starts"] for hour in ("05:00", "07:00", "12:00", "21:00")
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
            parse_times(wrong)
    with pytest.raises(Refused, match="1 to 8 groups"):
        parse_league(form | {"groups": 3})


def test_a_league_plays_between_its_dates_only(service: LeagueService) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    leagues.change_league(service.store, league.id, starts=4e9)
    assert service.play._next() is None
    leagues.change_league(service.store, league.id, starts=1.0, ends=2.0)
    assert service.play._next() is None
    leagues.change_league(service.store, league.id, ends=None)
    assert service.play._next() is not None


# -- beside each other -----------------------------------------------------------------------------------


def test_a_league_waits_for_its_turn_and_loses_nothing(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    taken = threading.Event()
    taken.set()

    class Taken(InstantPool):
        asked = 0

        def free(self) -> int:
            self.asked += 1
            return 0 if taken.is_set() else 1

    pool = Taken()
    service = new_service(tmp_path, pool=lambda size: pool)
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
        found = {**SEASON, "teams": [1, 2, 3, 4], **fields}
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
    assert look(teams=[1, 2], kind="match", games=40, limit=4).usual == 40 * (1 + 2 * 29)
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
