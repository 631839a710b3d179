"""The scoreboard of a season: whose win a mark shows, and how many games there are while a final stays level."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameReport, result_of
from schwarm.arena.publish import publish
from schwarm.arena.results import Results
from schwarm.arena.runner import Progress
from schwarm.arena.season import Season
from schwarm.arena.season_file import contest_key
from schwarm.games import Outcome, Reason, Team, game
from schwarm.games.record import Record
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.store import open_store
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.downloads import table_lines
from schwarm.web.contests.scoreboard import scoreboard_json
from schwarm.web.wall.contest_wall import ContestWall
from web.arena import Arena
from web.browsing import expect, person
from web.plain_text import plain_text

GAME = game("piranhas-2026")
TEAMS = ("Jellyfish", "Sharks")
SEASON = Season(
    dict.fromkeys(TEAMS, "random"),
    Conditions(GAME.id),
    name="Cup",
    groups=dict.fromkeys(TEAMS, "A"),
    games=2,
    finalists=2,
    final_games=2,
    most_games=10,
)


def play(fixture: Fixture, winner: str) -> Record:
    outcome = Outcome(Team.ONE if fixture.red == winner else Team.TWO, Reason.RESIGNED, (7, 3))
    return Record(GAME.start(1), players=fixture.players).ended(outcome)


def test_while_a_final_stays_level_more_games_come() -> None:
    results = Results()
    for said in ("0 of at least 4 games", "2 of at least 4 games", "4 of at least 6 games", "6 of at least 8 games"):
        running = Progress(len(results), SEASON.total(results), (), stopping=False)
        status = ContestStatus("season Cup", SEASON, results, running)
        assert f"{said} played" in scoreboard_json(status)["html"]
        assert ContestWall(status).to_json()["state"] == f"{said} played"
        # Red wins every game, and so each team one of two.
        for fixture in list(SEASON.due(results)):
            results.add(result_of(fixture.key, play(fixture, fixture.red)))
    failing = ContestStatus("season Cup", SEASON, results, replace(running, failing=True))
    assert "Games fail through no fault of the players" in scoreboard_json(failing)["html"]
    for fixture in list(SEASON.due(results)):
        results.add(result_of(fixture.key, play(fixture, "Sharks")))
    told = scoreboard_json(ContestStatus("season Cup", SEASON, results, finished=True))["html"]
    assert "10 of 10 games played" in told


def test_page_and_wall_say_what_faults_count_and_that_two_games_differ_from_the_rules() -> None:
    results = Results(result_of(fixture.key, play(fixture, "Sharks")) for fixture in SEASON.due(Results()))
    status = ContestStatus("season Cup", SEASON, results)
    told, wall = scoreboard_json(status)["html"], ContestWall(status).to_json()
    differs = (
        "This differs from the rules: Piranhas 2026 asks for at least 6 games in an encounter of the Final Eight, and "
        "here there are 2."
    )
    assert differs in told
    assert wall["difference"] == differs
    assert "has 2 games; while it is tied, two more are played, up to 10, then the better placing decides." in told
    counted = "“heaviest swarm on average”: a game that a team lost by a crash or another fault counts 0 for it"
    # The championship has one group, and so one table.
    assert plain_text(told).count(counted) == 1
    assert [table["note"].startswith(counted) for table in wall["tables"]] == [True]
    lines = list(table_lines(status))
    assert [(line["team"], line["faults"]) for line in lines] == [("Sharks", 0), ("Jellyfish", 0)]
    assert all(line["faults_count"].startswith(counted) for line in lines)
    as_ruled = replace(SEASON, final_games=None)
    status = ContestStatus("season Cup", as_ruled, results)
    assert "differs from the rules" not in scoreboard_json(status)["html"]
    assert ContestWall(status).to_json()["difference"] == ""


@pytest.mark.parametrize(
    ("best", "sentence"),
    [("Sharks", "decided by the better placing"), ("", "tied to the end and equal in the table; decided by lot")],
)
def test_it_is_said_what_decided_a_final_that_stays_level(best: str, sentence: str) -> None:
    results = Results()
    while due := list(SEASON.due(results)):
        for fixture in due:
            winner = fixture.red if not best or fixture.key.startswith("final") else best
            results.add(result_of(fixture.key, play(fixture, winner)))
    told = scoreboard_json(ContestStatus("season Cup", SEASON, results, finished=True))["html"]
    assert sentence in told
    assert told.count("tied to the end") == 1
    # Nobody moved, so nobody took any time.
    assert '<td data-sort="">–</td><td data-sort="">–</td><td class="words" data-sort="0">0</td>' in told


def play_in_turn(fixture: Fixture) -> Record:
    """Jellyfish win the championship and so stand above in the final, which Sharks win."""
    return play(fixture, "Sharks" if fixture.key.startswith("final") else "Jellyfish")


def save_season(data: Path, season: Season = SEASON, play_game: Callable[[Fixture], Record] = play_in_turn) -> None:
    """Play and publish a season."""
    store = open_store(data)
    book, results = DatabaseResults(store, contest_key(season, store)), Results()
    while due := list(season.due(results)):
        for fixture in due:
            record = play_game(fixture)
            results.add(result_of(fixture.key, record))
            book.add(GameReport(fixture.key, str(record), seconds=1.0), record, results[fixture.key])
    publish(season, store, "season Cup", data / "site", graphs=False)
    store.close()


@pytest.mark.slow
def test_a_mark_points_at_the_team_that_won(browser: Browser, tmp_path: Path) -> None:
    save_season(tmp_path)
    with Arena(tmp_path) as arena, person(browser, arena.address) as me:
        me.go("/contests/season%20Cup")
        expect(me.contest.duels).to_have_count(1)
        expect(me.contest.finalists).to_contain_text(["Jellyfish", "Sharks"])
        assert me.contest.thick_sides(me.contest.duels) == ["Bottom", "Bottom"]
        expect(me.contest.finals).to_contain_text("above for the upper team")
        expect(me.contest.finals).to_contain_text("beside the teams are games won")
        stage = "Championship A"
        me.screen.part("region", stage).text("Match days and games").click()
        explained = "The numbers beside the teams are points: 2 for a win, 1 for a draw."
        expect(me.screen.part("region", stage).saying(explained)).to_be_visible()
        met = me.contest.encounters(stage)
        side = "Left" if met.inner_text().startswith("Jellyfish") else "Right"
        assert me.contest.thick_sides(met) == [side, side]
        # Who met several times is told apart by the round, and a name stays with its square.
        me.contest.tab("Games").click()
        rounds = ["Final · game 2", "Final · game 1", "Championship A · Match day 1 · game 2"]
        expect(me.contest.games).to_contain_text(rounds)
        expect(me.contest.games.first.get_by_text("Jellyfish", exact=True)).to_have_css("display", "inline-block")
        # The published pages say it with an arrow.
        me.page.goto((tmp_path / "site" / "en" / "final-eight.html").as_uri())
        assert me.contest.arrows() == ['"▼"', '"▼"']


@pytest.mark.slow
def test_long_names_many_teams_and_every_fault_fit_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    longest = "x" * MAX_NAME_LENGTH
    names = (longest, *(f"Team {number}" for number in range(2, 10)))
    faults = itertools.cycle((Reason.NEVER_CAME, Reason.GARBAGE, Reason.LEFT, Reason.CRASHED))

    def play_badly(fixture: Fixture) -> Record:
        winner = Team.TWO if fixture.blue == longest else Team.ONE
        record = Record(GAME.start(1), players=fixture.players)
        return record.ended(Outcome(winner, next(faults), (7, 3)))

    save_season(tmp_path, replace(SEASON, bots=dict.fromkeys(names, "random"), groups={}), play_badly)
    with Arena(tmp_path) as arena, person(browser, arena.address, lang="de", size=(375, 812)) as me:
        contest = f"{arena.address}/contests/season%20Cup"
        pages = [contest, f"{contest}/ratings", *(path.as_uri() for path in (tmp_path / "site" / "de").glob("*.html"))]
        for page in pages:
            me.page.goto(page)
            wider = me.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wider <= 0, f"{page} is {wider} pixels wider than the screen"
        me.go("/contests/season%20Cup/ratings")
        beyond = me.contest.beyond_their_boxes()
        assert beyond["Zeitverbrauch"] <= 0, "what they broke is not on the screen"
