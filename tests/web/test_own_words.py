"""What a bot said is read by its own team and the organisers; tables to take along hold no formula and no secret."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from league.leagues import deliver, hand_in, new_league, new_service, record_of, team
from schwarm.games import Outcome, Reason, Team
from schwarm.league.codes import hash_session, new_code, new_session
from schwarm.league.game_report import to_played
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.player.display_name import display_name
from schwarm.store import leagues
from schwarm.store.contests import save_terms
from schwarm.store.league_games import add_contest_words, add_league_game
from schwarm.web.errors import Refused
from schwarm.web.leagues.downloads import GAMES, RATINGS, game_lines, rating_lines
from schwarm.web.leagues.game_rows import collect_defeats, list_troubled, worst_defeats
from schwarm.web.leagues.own_words import add_readable
from schwarm.web.shell.table_file import table_file
from schwarm.web.study.game_details import collect_details


def test_words_of_a_game_are_read_by_its_team_and_organisers_alone(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    store, league = service.store, new_league(service.store)
    for number in (1, 2):
        hand_in(service, team(service, league, number), bytes([number]))
    leagues.name_team(store, team(service, league, 1), "=1+1", "shark")
    pairing = Pairing(league, 1, False, "1.1", "2.1")
    teams = leagues.list_teams(store, league.id)
    report = deliver(
        to_assignment(pairing, teams, {"1.1": "a" * 64, "2.1": "b" * 64}, service.zips),
        Team.TWO,
        printed=((0, 0, "red's secret"), (1, 1, "blue's secret")),
    )
    played = pairing, report, record_of(report)
    assert add_league_game(store, league, *to_played(*played))

    def enter(number: int | None) -> str:
        """The cookie of a team, or of an organiser."""
        code, session = new_code(), new_session()
        if number is None:
            leagues.add_organiser(store, service.codes.hash(code), league.id)
        else:
            leagues.renew_code(store, team(service, league, number), service.codes.hash(code))
        owner = leagues.find_code(store, service.codes.hash(code))
        assert owner is not None
        leagues.open_session(store, owner, hash_session(session))
        return session

    other = new_league(store, key="other1")
    kept = store.get(pairing.key)
    assert kept is not None
    secrets = {"red's secret", "a secret note", "blue's secret"}
    nobody: set[str] = set()
    readers = (
        ("", False, nobody),
        ("x" * 30, False, nobody),
        (enter(1), False, {"red's secret", "a secret note"}),
        (enter(2), False, {"blue's secret"}),
        (enter(3), False, nobody),
        (enter(None), False, secrets),
        ("", True, secrets),
    )
    for cookie, admin, readable in readers:
        seen = add_readable(store, kept, {f"league-{league.key}": cookie}, admin)
        shown = f"{seen.record}{seen.logs}{collect_details(store, seen)}"
        assert {secret for secret in secrets if secret in shown} == readable
        # A cookie of this league opens nothing in another one.
        assert add_readable(store, kept, {f"league-{other.key}": cookie}, False) == kept
    # In a contest of the league teams have their names of that time; everything else is the same.
    name = "match-2026"
    save_terms(store, name, {"league": league.key, "versions": {"Sharks": [1, 1], "Team 2": [2, 1]}})
    said = to_played(*played).outputs
    add_contest_words(store, name, "match/1", said)
    store.add(f"{name}/match/1", replace(kept.record, players=("Sharks", "Team 2")), event=name)
    contest = store.get(f"{name}/match/1")
    assert contest is not None
    assert add_readable(store, contest, {}, False) == contest
    for cookie, admin, readable in readers:
        seen = add_readable(store, contest, {f"league-{league.key}": cookie}, admin)
        assert {secret for secret in secrets if secret in f"{seen.record}{seen.logs}"} == readable
    assert collect_details(store, kept).league == f"/leagues/{league.key}"

    # The same league as files: names are no formulas, and nothing of a bot's words is there.
    written = bytes(table_file("games", "csv", GAMES, game_lines(service, league)).body).decode()
    (line,) = csv.DictReader(io.StringIO(written))
    assert (line["red"], line["blue"], line["points_blue"], line["reason"]) == ("'=1+1", "Team 2", "1.0", "resigned")
    assert "secret" not in written
    told = json.loads(bytes(table_file("ratings", "json", RATINGS, rating_lines(service, league)).body))
    assert [(entry["player"], entry["elo"]) for entry in told] == [("=1+1", None), ("Team 2", None)]
    with pytest.raises(Refused):
        table_file("games", "exe", GAMES, [])
    service.store.close()


def test_a_team_sees_how_its_games_were_lost_and_which_defeats_are_the_worst(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    table = service.ratings(league)
    weak, strong = sorted(table.partners, key=lambda partner: table.partners[partner])[:2]
    for pair, (rival, winner) in enumerate(((strong, Team.TWO), (weak, Team.ONE), (weak, Team.TWO)), 1):
        pairing = Pairing(league, pair, False, "1.1", rival)
        report = deliver(
            to_assignment(pairing, leagues.list_teams(service.store, league.id), {"1.1": "a" * 64}, service.zips),
            winner,
        )
        assert add_league_game(service.store, league, *to_played(pairing, report, record_of(report)))
    table.refresh(service.store)
    found = worst_defeats(table, {1: "Sharks"}, 1)
    expected = [(("Sharks", display_name(name)), pair) for name, pair in ((weak, 3), (strong, 1))]
    assert [(defeat.names, defeat.pair) for defeat in found] == expected

    # Of the ways to lose, mistakes of the program come first; so do teams that make many.
    hand_in(service, team(service, league, 2), b"two")
    ends = ((None, Reason.CRASHED), (Team.TWO, Reason.TIMEOUT), (Team.ONE, Reason.TIMEOUT), (None, Reason.CANCELLED))
    for pair, (won, reason) in enumerate(ends, 4):
        pairing = Pairing(league, pair, False, "1.1", "2.1")
        zips = {"1.1": "a" * 64, "2.1": "b" * 64}
        report = deliver(to_assignment(pairing, leagues.list_teams(service.store, league.id), zips, service.zips), won)
        ended = replace(record_of(report), outcome=Outcome(won, reason))
        assert add_league_game(service.store, league, *to_played(pairing, report, ended))
    table.refresh(service.store)
    teams, names = leagues.list_teams(service.store, league.id), {1: "Sharks", 2: "Crabs"}
    defeats = collect_defeats(table, names, teams[0])
    assert defeats is not None
    assert (defeats.version, defeats.lost, defeats.games, defeats.mistakes) == (1, 4, 7, 2)
    assert (defeats.summary, defeats.mistaken_games) == ("Version 1 lost 4 of 7 games.", "2 of 7 games")
    one = replace(defeats, lost=1, games=1, kinds=defeats.kinds[:1])
    assert (one.summary, one.mistaken_games) == ("Version 1 lost its only game.", "its only game")
    assert replace(defeats, games=4).summary == "Version 1 lost all its 4 games."
    assert [(kind.word, kind.number) for kind in defeats.kinds] == [("too slow", 1), ("crashed", 1), ("resigned", 2)]
    assert defeats.kinds[0].games[0].sentence == "Crabs wins: Sharks ran out of time."
    assert defeats.kinds[1].games[0].sentence == "Nobody wins: both sides failed."
    assert [(team.number, lost.mistakes) for team, lost in list_troubled(table, teams)] == [(2, 2), (1, 2)]
    assert collect_defeats(table, names, teams[2]) is None
    service.store.close()
