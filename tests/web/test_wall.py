"""The wall for the projector: what it is told, in which order it tells it, and that it runs by itself."""

import asyncio
import re
import signal
import threading
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route

from arena.results import won
from league.leagues import hand_in, new_league, new_service, team
from patience import until
from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameReport, result_of
from schwarm.arena.results import Results
from schwarm.arena.season import Season
from schwarm.arena.season_file import contest_key
from schwarm.arena.tournament import Tournament
from schwarm.games import Outcome, Reason, Team, game
from schwarm.games.record import Record
from schwarm.store import leagues, open_store
from schwarm.store.league_games import add_league_game
from schwarm.store.leagues import LeagueGame
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.errors import Refused
from schwarm.web.wall import league_wall
from schwarm.web.wall.contest_wall import ContestWall
from schwarm.web.wall.contract import WallJson
from schwarm.web.wall.league_wall import LeagueWall, boards_for
from schwarm.web.wall.routes import recall
from schwarm.web.wall.wall_record import record_json
from schwarm.words import speaking
from web.arena import Arena, Visitor
from web.browsing import Person, expect, person

GAME = game("piranhas-2026")
CONDITIONS = Conditions(GAME.id)
TEAMS = ("Sharks", "Crabs", "Rays", "Eels")
SEASON = Season(
    dict.fromkeys(TEAMS, "random"),
    CONDITIONS,
    name="Cup",
    groups=dict.fromkeys(TEAMS, "A"),
    games=2,
    finalists=4,
    final_games=2,
    most_games=4,
)


def short_game(winner: Team, players: tuple[str, str] = ("A", "B"), moves: int = 5) -> Record:
    record = Record(GAME.start(1), players=players)
    for _ in range(moves):
        record = record.then(record.final.legal_moves()[0])
    return record.ended(Outcome(winner, Reason.RESIGNED, (7, 3)))


def better(fixture: Fixture) -> Team:
    """Who comes first in the list of teams wins."""
    return Team.ONE if TEAMS.index(fixture.red) < TEAMS.index(fixture.blue) else Team.TWO


def test_a_league_tells_upsets_what_comes_and_never_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_wall, "MAX_GAMES", 5)
    service = new_service(tmp_path)
    league = new_league(service.store)
    for number in (1, 2, 3):
        hand_in(service, team(service, league, number), bytes([number]))
    leagues.name_team(service.store, team(service, league, 1), "=Sharks", "shark")

    def play(pair: int, red: str, blue: str, winner: Team) -> None:
        points = (1.0, 0.0) if winner is Team.ONE else (0.0, 1.0)
        kept = LeagueGame(f"{league.event}/{pair}/1", pair, red, blue, *points, 3.0)
        assert add_league_game(service.store, league, kept, short_game(winner), {0: "a secret"})

    for pair in range(1, 13):
        play(pair, "1.1", "2.1", Team.ONE)
    assert not LeagueWall(service, league).to_json()["upsets"]
    play(13, "1.1", "2.1", Team.TWO)
    told = LeagueWall(service, league).to_json()
    (upset,) = told["upsets"]
    assert (upset["winner"]["name"], upset["loser"]["name"], upset["loser"]["fish"]) == ("Team 2", "=Sharks", "shark")
    assert float(upset["gap"]) > league_wall.UPSET_ELO
    assert [shown["key"] for shown in told["games"]] == [f"{league.event}/{pair}/1" for pair in range(13, 8, -1)]
    # An upset is worth more than what everybody expected.
    assert told["games"][0]["interest"] > told["games"][1]["interest"]
    assert 1 <= len(told["next"]) <= league_wall.MAX_NEXT
    rows = told["tables"][0]["rows"]
    # Whoever has not played has no rating yet, and so no place.
    assert [(row["place"], row["name"]) for row in rows] == [("1.", "=Sharks"), ("2.", "Team 2"), ("", "Team 3")]
    assert "secret" not in str(told)
    leagues.change_league(service.store, league.id, playing=False)
    stopped = leagues.load_league(service.store, league.key)
    assert stopped is not None
    assert LeagueWall(service, stopped).to_json()["next"] == []
    assert [boards_for(number) for number in (0, 1, 2, 3, 4, 9)] == [1, 1, 2, 2, 4, 4]
    service.store.close()


def test_results_of_games_that_are_still_shown_are_in_no_table() -> None:
    contest = Tournament({"hecht:level=3": "hecht:level=3", "B": "random"}, CONDITIONS, 2, 1)
    results = Results(won(fixture.key, fixture.red, fixture.blue) for fixture in contest.due(Results()))
    status = ContestStatus("event", contest, results, finished=True)
    last = list(results)[-1]
    for hidden, games in ((frozenset(), 2), (frozenset({f"event/{last}"}), 1)):
        (table,) = ContestWall(status, hidden).to_json()["tables"]
        assert sum(int(row["cells"][0]) for row in table["rows"]) == games
    with speaking("de"):
        told = ContestWall(status).to_json()
    assert {player["name"] for shown in told["games"] for player in shown["players"]} == {"Hecht, Stufe 3", "B"}


def test_the_final_eight_is_told_round_by_round() -> None:
    results = Results()
    while due := list(SEASON.due(results)):
        for fixture in due:
            results.add(result_of(fixture.key, short_game(better(fixture), fixture.players)))
    status = ContestStatus("season Cup", SEASON, results, finished=True, pictures={"Sharks": "shark"})
    told = ContestWall(status).to_json()
    assert [(found["id"], len(found["duels"])) for found in told["rounds"]] == [
        ("semi-final", 2),
        ("third-place", 1),
        ("final", 1),
    ]
    final = told["rounds"][-1]["duels"][0]
    assert final["winner"] is not None
    assert final["players"][final["winner"]] == {"name": "Sharks", "fish": "shark", "rating": ""}
    pictures = {(row["name"], row["fish"]) for table in told["tables"] for row in table["rows"]}
    assert ("Sharks", "shark") in pictures
    assert [(shown["winner"], shown["red"], shown["live"]) for shown in final["games"]] == [
        (0, 0, False),
        (0, 1, False),
    ]


def test_what_many_walls_ask_at_once_is_worked_out_once() -> None:
    asked = []

    def work() -> WallJson:
        asked.append(True)
        return WallJson(
            difference="",
            stamp="",
            state="",
            deadline="",
            edition="",
            boards=1,
            games=[],
            tables=[],
            upsets=[],
            next=[],
            rounds=[],
        )

    async def crowd() -> list[WallJson]:
        return await asyncio.gather(*(recall(("many", "walls"), work) for _ in range(20)))

    told = asyncio.run(crowd())
    assert len(asked) == 1
    assert all(each is told[0] for each in told)
    # Whoever asks for ever more is told what is known, and no more.
    assert asyncio.run(recall(("many", "walls"), work, lambda: False)) is told[0]
    with pytest.raises(Refused, match="Too many requests at once; wait a moment and try again"):
        asyncio.run(recall(("many", "walls", "without a game"), work, lambda: False))


def test_a_game_is_told_from_any_move_on() -> None:
    record = short_game(Team.ONE)
    whole = record_json(record, 0, live=False)
    assert (len(whole["moves"]), len(whole["positions"])) == (5, 6)
    later = record_json(record, 3, live=False)
    assert (later["first"], later["moves"], later["positions"]) == (3, whole["moves"][3:], whole["positions"][4:])
    assert later["outcome"] is not None
    assert record_json(record, 99, live=False)["moves"] == []
    going = Record(record.start, record.moves[:2], record.players)
    assert record_json(going, 0, live=True)["outcome"] is None


def save_season(data: Path) -> str:
    store = open_store(data)
    event = contest_key(SEASON, store)
    book, results = DatabaseResults(store, event), Results()
    while due := list(SEASON.due(results)):
        for fixture in due:
            record = short_game(better(fixture), fixture.players)
            results.add(result_of(fixture.key, record))
            book.add(GameReport(fixture.key, str(record), seconds=1.0), record, results[fixture.key])
    store.close()
    return event


def end_while_a_game_is_followed(wall: Person) -> None:
    """A contest ends before the wall has shown its last game, which it says is live."""
    page, state, ended = wall.page, wall.wall.state, threading.Event()

    def tell(route: Route) -> None:
        told = {**route.fetch().json(), "rounds": []}
        if not ended.is_set():
            told["state"], told["games"][0]["live"] = "5 of 6 games played", True
        route.fulfill(json=told)

    page.route("**/api/v1/contests/**", tell)
    wall.go("/contests/season%20Cup/wall?pace=5")
    expect(wall.wall.live).to_have_text("live")
    ended.set()
    for _ in range(2):
        # It looks again only when it has taken what it was told before.
        page.wait_for_event("response", lambda told: "/api/v1/contests/" in told.url)
    expect(state).to_have_text(" · 5 of 6 games played")
    page.keyboard.press("n")
    expect(state).to_have_text(" · Finished; all games have been played.")
    # However long its address is, the title can be read.
    assert wall.wall.title_beside_a_long_address() == "Cup"
    # Who has no rating stands on the same line as their points.
    assert wall.wall.step_to_points() < 2
    # On a phone names are whole: only the number that counts stands beside them.
    page.set_viewport_size({"width": 375, "height": 812})
    for cell, shown in enumerate((True, True, False, False, False, True)):
        expect(wall.wall.table_cell(cell)).to_be_visible(visible=shown)


@pytest.mark.slow
def test_the_wall_tells_a_final_and_runs_by_itself(browser: Browser, tmp_path: Path) -> None:
    save_season(tmp_path)
    lost = "Failed to load resource|ERR_CONNECTION"
    with Arena(tmp_path) as before:
        ports = before.port, before.page_port
        guest = Visitor(before.page_port)
        assert guest.ask("/contests/season%20Cup").text.count("/contests/season%20Cup/wall") == 1
        assert guest.ask("/contests/nothing/wall").status == guest.ask("/leagues/nothing/wall").status == 404
        with person(browser, before.address, size=(1366, 657), allowed=lost) as wall:
            # The same season on its own page: a table sorts by a key, and its parts have addresses.
            wall.go("/contests/season%20Cup")
            teams = wall.contest.teams("Championship A")
            expect(teams).to_have_text(list(TEAMS))
            wall.contest.sort("Championship A", "team").press("Enter")
            expect(teams).to_have_text(sorted(TEAMS))
            expect(wall.contest.sorted_columns).to_have_count(1)
            assert not Axe().run(wall.page).response["violations"]
            wall.contest.tab("Games").click()
            expect(wall.contest.games.first).to_be_visible()
            expect(teams.first).to_be_hidden()
            wall.go("/contests/season%20Cup/wall?pace=0.1")
            boards = wall.wall.boards
            # Two semi-finals on two boards; nobody knows yet who wins them.
            expect(boards).to_have_count(2)
            expect(wall.wall.unknown_finalists.first).to_be_visible()
            assert "Sharks" not in wall.wall.final.inner_text()
            assert max(map(abs, wall.wall.gaps_beside_the_board())) < 10
            expect(wall.wall.winner).to_have_text(re.compile(r"\w+ wins"))
            expect(wall.wall.reason).to_have_text(re.compile(r"^\w+ resigned$"))
            assert not Axe().run(wall.page).response["violations"]
            assert wall.wall.play_many() == [200, 0, "bacb", True]
            # Then the game for the third place and the final, each on the only board, and the champion at last.
            expect(boards).to_have_count(1)
            expect(wall.wall.champion_name).to_have_text("Sharks")
            wall.wall.champion.click()
            expect(wall.wall.won_duels).to_have_count(2)
            before.end(signal.SIGKILL)
            expect(wall.wall.lost).to_be_visible()
            with Arena(tmp_path, port=ports[0], page_port=ports[1]):
                expect(wall.wall.lost).to_be_hidden()
                # When everything was seen, it shows games again, one after the other, on the same few elements.
                until(lambda: wall.wall.show_next() == ["again"], what="a game that was seen before")
                expect(wall.wall.ended).to_have_count(1)
                most = wall.wall.count_elements()
                for _ in range(3):
                    wall.wall.show_next()
                    expect(wall.wall.ended).to_have_count(0)
                    expect(wall.wall.ended).to_have_count(1)
                assert wall.wall.count_elements() <= most + 40
                end_while_a_game_is_followed(wall)
