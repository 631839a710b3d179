"""Fixed contests on a league's teams: frozen when they begin, played beside the league, private where it has to be."""

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import ValidationError
from sqlalchemy import Connection, Delete, Table

from league.contests import Small, begin, four_teams, load, play
from league.leagues import deliver, hand_in, new_league, team
from schwarm.arena.contest import BadContest
from schwarm.arena.contest_records import DatabaseResults, find_contest
from schwarm.arena.fixture import ViolationNotes
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.runner import Ended, Ending, Runner
from schwarm.arena.season import Season
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.league import moderation
from schwarm.league.archive import export_league
from schwarm.league.game_report import MAX_WORDS_LENGTH, keep_words
from schwarm.league.league_contest import league_of, list_contests, load_pictures
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues, tables
from schwarm.store.contests import list_wanted, load_terms, set_wanted
from schwarm.store.league_games import load_contest_words
from schwarm.web.errors import Refused


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
    assert {name: len(teams) for name, teams in before.teams_by_group.items()} == {"A": 2, "B": 2}
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
    found = find_contest(service.store, Season, "Cup")
    assert found is not None
    assert found[0] == event
    assert found[1].championship[0].table(runner.results)
    assert league_of(service.store, event) == league.key


def test_a_swiss_tournament_by_form_is_played_to_its_end(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="swiss", title="Swiss", options={"rounds": 3})
    contest = load(service, event)
    runner = play(service, event)
    assert runner.ending is Ending.PLAYED
    assert (contest.kind, len(runner.results)) == ("swiss", 12)
    # A team that is renamed keeps its opponents: they are drawn by number.
    renamed = team(service, league, 2)
    met = [key.replace(renamed.name, "Rays") for key in runner.results]
    assert moderation.rename(service.store, league, renamed, "Rays")
    assert list(DatabaseResults(service.store, event).results()) == met
    assert load(service, event).finished(DatabaseResults(service.store, event).results())


def test_an_interrupted_one_goes_on_and_counts_once(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="tournament", title="Round robin")
    pool = Small()
    tell: list[object] = []

    def stop(told: object) -> None:
        tell.append(told)
        if sum(isinstance(one, Ended) for one in tell) == 5:
            first.stop()
            first.stop()

    redact, results = keep_words(service.store, event), DatabaseResults(service.store, event)
    first = Runner(load(service, event), pool, results, tell=stop, redact=redact)
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
    redact = keep_words(service.store, event)
    Runner(load(service, event), Talking(), book, tell=told.append, redact=redact).run()
    ended = [event for event in told if isinstance(event, Ended)]
    assert len(ended) == 2
    for one in ended:
        assert "secret" not in one.report.record + str(one.report.printed)
        assert not one.result.why
    assert not any(result.why for result in book.results().values())
    kept = service.store.get(f"{event}/match/1")
    assert kept is not None
    assert not kept.logs
    assert "secret" not in str(kept.record)
    said = load_contest_words(service.store, event, "match/1")
    assert "secret output of red" in said[0]
    assert "secret death" in said[0]
    assert "secret" not in said[1].replace("secret output of blue", "")


def crash(assignment: Assignment) -> GameReport:
    report = deliver(assignment, Team.TWO, printed=((0, 0, "secret output of red"), (1, 1, "secret output of blue")))
    record = Record.parse(report.record)
    record = Record(record.start, record.moves, record.players).ended(Outcome(Team.TWO, Reason.LEFT, (1, 1)))
    why = ViolationNotes("secret death", "geheimer Tod")
    return GameReport(report.key, str(record), why, report.printed, 1.0)


def test_a_report_that_cannot_be_read_leaves_the_others(service: LeagueService) -> None:
    league = four_teams(service)
    event = begin(service, league, kind="match", teams=[1, 2], games=4)

    class Garbled(Small):
        def collect(self, timeout: float) -> GameReport | None:
            report = super().collect(timeout)
            return replace(report, record="nonsense") if report and report.key == "match/1" else report

    runner = play(service, event, Garbled())
    assert sorted(runner.results) == ["match/2", "match/3", "match/4"]
    assert "“nonsense” is not a header" in runner.failure


def test_words_are_bounded(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_WORDS_LENGTH >= 1_000_000
    monkeypatch.setattr("schwarm.league.game_report.MAX_WORDS_LENGTH", 250)
    league = four_teams(service)
    event = begin(service, league, kind="match", teams=[1, 2], games=6)
    play(service, event)
    kept = [load_contest_words(service.store, event, f"match/{number}") for number in range(1, 7)]
    assert any(kept)
    assert not all(kept)


def fail_at(table: Table) -> Callable[..., Any]:
    """What a transaction does that is broken off as it deletes from a table."""
    go_on = Connection.execute

    def execute(self: Connection, statement: Any, *more: Any) -> Any:
        if isinstance(statement, Delete) and statement.table is table:
            raise KeyboardInterrupt
        return go_on(self, statement, *more)

    return execute


def test_deleting_a_league_forgets_its_contests_and_all_at_once(
    service: LeagueService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = four_teams(service)
    event = begin(service, league)
    set_wanted(service.store, event, wanted=True)
    play(service, event)
    assert list(list_contests(service.store, league)) == [event]
    assert list_wanted(service.store) == [event]
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
        assert f"contests/{event}/results.xlsx" in archive.namelist()
        assert archive.read(f"contests/{event}/results.csv").decode().count("\n") == len(results) + 1
        said = [name for name in archive.namelist() if name.startswith(f"contests/{event}/output/")]
        assert any(b"secret" in archive.read(name) for name in said)
    with monkeypatch.context() as killed:
        # Killed in the middle of it, it has forgotten nothing.
        killed.setattr(Connection, "execute", fail_at(tables.leagues))
        with pytest.raises(KeyboardInterrupt):
            service.delete(league)
    assert list(list_contests(service.store, league)) == list_wanted(service.store) == [event]
    assert DatabaseResults(service.store, event).results() == results
    service.delete(league)
    assert load_terms(service.store, event) is None
    assert not service.store.keys(event=event)
    assert not load_contest_words(service.store, event, "final-eight/final/x")
    assert not list_wanted(service.store)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"kind": "match"}, "choose two instead of 4"),
    ({"kind": "match", "teams": [1, 5]}, "choose two instead of 1"),
    ({"games": 3}, "multiple of 2"),
    ({"title": ""}, "Give the contest a title"),
    ({"finalists": 8}, "cannot take 8 teams"),
    ({"finalists": 3}, "needs 8 teams, or 4 or 2"),
    ({"final_games": 5}, "needs an even number of games from 6 to 1000, two from each start, not 5; 2 and 4 are"),
    ({"final_games": 0}, "not 0; 2 and 4 are possible, too, and differ from the rules"),
    ({"final_games": "many"}, "final_games"),
    ({"per_group": 3}, "cannot take 3 teams from each group"),
    ({"teams": [1, 2, 3]}, "Every group needs at least two teams"),
    ({"teams": [True, 2]}, "teams"),
    ({"teams": [1, 1]}, "teams"),
    ({"kind": "tournament", "games": 20_000}, "That would be 120000 games"),
    ({"partners": ["rm -rf"]}, "partners"),
    ({"kind": "swiss", "options": {"rounds": 2000}}, "must be a whole number from 0 to 1000"),
    ({"kind": "swiss", "options": {"rounds": "some"}}, "must be a whole number from 0 to 1000"),
    ({"kind": "ladder"}, "kind"),
]


def test_what_cannot_be_held_is_said(service: LeagueService) -> None:
    league = four_teams(service)
    for fields, sentence in WRONG:
        with pytest.raises((Refused, BadContest, ValidationError)) as caught:
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
