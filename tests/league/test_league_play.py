"""A league that plays: who meets, within which budget, what is kept, and what nobody else gets to read."""

import threading
import time
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from league.leagues import InstantPool, deliver, hand_in, new_league, new_service, record_of, team
from patience import PATIENCE, until
from schwarm.arena import pause
from schwarm.arena.assignment import GameReport
from schwarm.arena.fixture import ViolationNotes
from schwarm.arena.game_processes import GameProcesses
from schwarm.arena.strengths import fit_strengths
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.league import league_play
from schwarm.league.archive import export_league, own_words
from schwarm.league.check_queue import order_queue
from schwarm.league.game_report import BOTH, to_played
from schwarm.league.league_schedule import Pairing, next_pairings, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.league.player_name import TeamVersion, parse_player_name, partners_of
from schwarm.league.rating_table import FEW_GAMES
from schwarm.league.ready_teams import list_missing
from schwarm.store import leagues, versions
from schwarm.store.league_games import add_league_game, list_league_games, load_output
from schwarm.store.league_rows import League, LeagueGame


def stronger(assignment: object) -> Team:
    """The zip with the larger hash wins always; partners lose."""
    bots = assignment.bots  # type: ignore[attr-defined]
    return Team.ONE if ("leagues" in bots[0], bots[0]) > ("leagues" in bots[1], bots[1]) else Team.TWO


def play_until(tmp_path: Path, pool: InstantPool, games: int, league: League) -> LeagueService:
    service = new_service(tmp_path, pool=lambda size: pool)
    thread = threading.Thread(target=service.play.run)
    thread.start()
    try:
        until(lambda: len(list_league_games(service.store, league.id)) >= games, what="games of the league")
    finally:
        service.play.stop()
        thread.join()
    return service


class Joined:
    """Other machines that joined, as many as there are places."""

    def __init__(self, pool: InstantPool, places: int) -> None:
        self.pool, self.number, self.closed = pool, places, False

    def places(self) -> int:
        return self.number

    def join(self, here: GameProcesses, on_progress: object) -> InstantPool:
        here.stop()
        return self.pool

    def close(self) -> None:
        self.closed = True


def test_machines_that_join_play_on_top_of_what_the_organiser_allows(tmp_path: Path) -> None:
    pool = InstantPool()
    joined = Joined(pool, 3)
    service = new_service(tmp_path, workers=joined)
    league = new_league(service.store, cores=1)
    for number in (1, 2, 3):
        hand_in(service, team(service, league, number), bytes([number]))
    service.play._submit_due()
    assert len(pool.waiting) == len(service.play.running) == 1 + 3
    # Whoever left is not counted on any more.
    joined.number = 0
    while (report := pool.collect(0.0)) is not None:
        service.play._take(report)
    service.play._submit_due()
    assert len(pool.waiting) == 1
    service.close()
    assert joined.closed
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
    assert next_pairings(league, teams, service.ratings(league), [], {second.key})[0].pair == 2


def test_budget_and_stopping(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    # Every game takes 30 seconds: 360 are 12 of them.
    league = new_league(service.store, cores=1, hours=0.1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    service = play_until(tmp_path, InstantPool(), 12, league)
    assert len(list_league_games(service.store, league.id)) == 12
    leagues.change_league(service.store, league.id, hours=24.0, playing=False)
    assert service.play._next() is None
    leagues.change_league(service.store, league.id, playing=True)
    assert service.play._next() is not None
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
    assert service.play._next() is not None
    # Its organiser gives it fewer cores from now on; what it played with three took no longer by that.
    leagues.change_league(service.store, league.id, cores=1)
    assert service.play._next() is not None
    play(3, seconds=3 * 200.0)
    assert service.play._next() is None
    # How long a game took is known wherever it was played.
    assert list_league_games(service.store, league.id)[0][1].seconds == 1e6


def test_a_team_whose_zip_is_missing_on_the_server_loses_nothing(
    service: LeagueService, caplog: pytest.LogCaptureFixture
) -> None:
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    gone = service.zips.path(versions.list_active_zips(service.store, league.id)[team(service, league, 1).id])
    content = gone.read_bytes()
    gone.unlink()
    for _ in range(3):
        found = service.play._next()
        assert found is not None
        assert "1.1" not in found[0].players
    assert caplog.text.count("The zip of 1 team is missing on the server") == 1
    assert list_missing(service.store, service.zips, league) == {team(service, league, 1).id}
    gone.write_bytes(content)
    assert not list_missing(service.store, service.zips, league)
    teams = leagues.list_teams(service.store, league.id)
    assert service.play._ready.find(league, teams)[0].number == 1


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before the next try."""
    monkeypatch.setattr(pause, "FIRST_SECONDS", 0.0)


@pytest.mark.usefixtures("unhurried")
def test_what_fails_by_our_fault_is_tried_again_and_left(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    tries: list[str] = []

    def judge(assignment: object) -> Team | None:
        key = assignment.fixture.key  # type: ignore[attr-defined]
        tries.append(key)
        return None if "/1/1" in key else Team.ONE

    service = play_until(tmp_path, InstantPool(judge), 4, league)
    assert tries.count(f"{league.event}/1/1") == league_play.MAX_TRIES
    keys = [game.key for _, game in list_league_games(service.store, league.id)]
    assert len(keys) == len(set(keys))
    assert f"{league.event}/1/1" not in keys
    service.store.close()


def test_where_games_fail_a_league_waits_longer_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, short_of_memory = 1000.0, True
    monkeypatch.setattr(pause, "monotonic", lambda: now)
    pool = InstantPool(lambda assignment: None if short_of_memory and "abcdef" in assignment.fixture.key else Team.ONE)
    service = new_service(tmp_path, pool=lambda size: pool)
    league, other = new_league(service.store, cores=2), new_league(service.store, key="ghijkl", cores=1)
    for each in (league, other):
        hand_in(service, team(service, each, 1), each.key.encode())

    def play() -> tuple[int, int]:
        """How many games were begun: of the league that is in trouble, and of the other one."""
        monkeypatch.setattr(service.play, "_cores", 3)
        service.play._submit_due()
        begun = Counter(pairing.league.id for pairing in service.play.running)
        while (report := pool.collect(0.0)) is not None:
            service.play._take(report)
        return begun[league.id], begun[other.id]

    # Both games failed for one reason, so the pause begins once.
    assert play() == (2, 1)
    for seconds in (2, 4, 8, 16, 32, 60, 60):
        now += seconds - 0.1
        assert play() == (0, 1)
        now += 0.2
        assert play() == (2, 1)
    # An organiser who has put it right stops the league and lets it play again.
    leagues.change_league(service.store, league.id, playing=False)
    assert play() == (0, 1)
    leagues.change_league(service.store, league.id, playing=True)
    short_of_memory = False
    assert play() == play() == (2, 1)
    short_of_memory = True
    assert play() == (2, 1)
    now += 2.1
    assert play() == (2, 1)
    service.store.close()


def test_who_ends_a_league_waits_for_no_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pause, "FIRST_SECONDS", 1e6)
    monkeypatch.setattr(pause, "MAX_SECONDS", 1e6)
    pool = InstantPool(lambda assignment: None)
    service = new_service(tmp_path, pool=lambda size: pool)
    hand_in(service, team(service, new_league(service.store, cores=1), 1), b"one")
    thread = threading.Thread(target=service.play.run)
    thread.start()
    until(lambda: pool.played and not service.play.running, what="the game that failed")
    service.play.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert len(pool.played) == 1
    service.store.close()


@pytest.mark.usefixtures("unhurried")
def test_a_report_that_cannot_be_read_ends_no_other_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Garbled(InstantPool):
        stops = 0

        def collect(self, timeout: float) -> GameReport | None:
            report = super().collect(timeout)
            return replace(report, record="nonsense") if report and "/1/1" in report.key else report

        def stop(self) -> None:
            self.stops += 1

    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    pool = Garbled()
    service = play_until(tmp_path, pool, 4, league)
    # Once, when the test ends it.
    assert pool.stops == 1
    assert f"{league.event}/1/1 came back in a way that cannot be read" in caplog.text
    assert f"{league.event}/1/1" not in [game.key for _, game in list_league_games(service.store, league.id)]
    service.store.close()


def test_words_of_a_bot_are_its_teams_alone(service: LeagueService) -> None:
    league = new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    pairing = Pairing(league, 1, False, "1.1", "2.1")
    assignment = to_assignment(
        pairing, leagues.list_teams(service.store, league.id), {"1.1": "x", "2.1": "y"}, service.zips
    )
    report = deliver(assignment, Team.TWO, printed=((0, 0, "red prints"), (1, 1, "blue prints")))
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
    assert "a secret note" in red
    assert "blue" not in red
    assert "blue prints" in blue
    assert "red" not in blue
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


def test_what_changed_with_a_version(service: LeagueService) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    hand_in(service, team(service, league, 1), b"two")
    table = service.table_of(league)
    old, new = TeamVersion(1, 1), TeamVersion(1, 2)
    for pair in range(1, 41):
        for half in (1, 2):
            player = str(new if pair > 20 else old)
            red, blue = (player, "greedy") if half == 1 else ("greedy", player)
            won = pair > 20 or pair % 4 == 0
            points = (1.0, 0.0) if won == (half == 1) else (0.0, 1.0)
            table._take(LeagueGame(f"{pair}/{half}", pair, red, blue, *points, 1.0, time.time()))
    change = table.change(new, old)
    assert change is not None
    assert change.low > 0
    assert table.games_of("1.2") == 40
    assert table.change(TeamVersion(1, 3), new) is None
    assert FEW_GAMES <= 6
    assert [point.version for point in table.curves()[1]][-1] == 2
    # It began from what was believed before, and says the same.
    afresh = fit_strengths(table._encounters, table.partners, middle=table._middle)
    for player in ("1.1", "1.2"):
        rating, expected = table.rating(player), afresh.elo(player)
        assert rating is not None
        assert (rating.value, rating.margin) == pytest.approx((expected.value, expected.margin), abs=1e-3)


def test_teams_take_turns_in_the_queue(service: LeagueService) -> None:
    league = new_league(service.store)
    for number, content in ((1, b"a"), (1, b"b"), (2, b"c"), (3, b"d")):
        hand_in(service, team(service, league, number), content, ready=None)
    numbers = {team.id: team.number for team in leagues.list_teams(service.store, league.id)}
    queue = order_queue(versions.list_waiting(service.store))
    assert [(numbers[version.team_id], version.number) for version in queue] == [(1, 1), (2, 1), (3, 1), (1, 2)]
    assert [service.queue.place(version) for version in queue] == [1, 2, 3, 4]


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
        assert b'"sha256"' in archive.read("league.json")
        assert b"hello" in archive.read(f"output/{league.event}-1-1-red.json")
        assert f"games/{league.event}-1-1.txt" in archive.namelist()
