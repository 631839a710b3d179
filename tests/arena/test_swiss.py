"""A Swiss tournament by its rules: rounds, byes, rematches, Buchholz; and continued from any point."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.fake_pool import FakePool, delivered
from arena.results import drawn, won
from quantity import quantity
from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.contest_records import DatabaseResults, load_contest, save_contest
from schwarm.arena.fixture import DrawSeed, Fixture, Result
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.overview import Overview
from schwarm.arena.publish import publish
from schwarm.arena.results import Results
from schwarm.arena.runner import Ending, Runner
from schwarm.arena.stage import Encounter, Row
from schwarm.arena.swiss import Swiss
from schwarm.games import Outcome, Reason, Team
from schwarm.store import open_store
from schwarm.store.contests import load_terms

HOW = Conditions("piranhas-2026")


def swiss(players: int, rounds: int = 0, games: int = 2, seed: int = 1) -> Swiss:
    return Swiss({f"P{number:03}": "random" for number in range(players)}, HOW, games, seed, rounds=rounds)


def stronger(fixture: Fixture) -> Result:
    """Won by the player who comes first in the alphabet."""
    return won(fixture.key, fixture.red, fixture.blue, by=min(fixture.players))


def by_chance(seed: int) -> Callable[[Fixture], Result]:
    chance = random.Random(seed)

    def play(fixture: Fixture) -> Result:
        if chance.random() < 0.2:
            return drawn(fixture.key, fixture.red, fixture.blue, (4, 4))
        return won(fixture.key, fixture.red, fixture.blue, (9, 3), by=chance.choice(fixture.players))

    return play


def play_on(contest: Swiss, results: Results, play: Callable[[Fixture], Result], seed: int = 0) -> Results:
    """Play to the end; within a round games end in any order."""
    chance = random.Random(seed)
    while due := list(contest.due(results)):
        chance.shuffle(due)
        for fixture in due:
            results.add(play(fixture))
    return results


def encounters(contest: Swiss, results: Results) -> list[Encounter]:
    return contest.stages(results)[0].encounters(results)


def table(contest: Swiss, results: Results) -> list[Row]:
    return contest.stages(results)[0].table(results)


def byes(contest: Swiss, results: Results) -> list[str]:
    """Who was free in each round."""
    found = []
    for day in range(1, contest.rounds + 1):
        met = {player for each in encounters(contest, results) if each.day == day for player in (each.one, each.two)}
        found += [player for player in contest.players if player not in met]
    return found


@pytest.mark.parametrize("players", [3, 4, 5, 7, 8, 13, 16, 33, quantity(50, 200)])
def test_everybody_plays_every_round_and_nobody_twice(players: int) -> None:
    contest = swiss(players)
    results = play_on(contest, Results(), by_chance(players))
    assert contest.rounds == (players - 1).bit_length()
    assert len(results) == contest.total(Results()) == 2 * (players // 2) * contest.rounds
    met = encounters(contest, results)
    for day in range(1, contest.rounds + 1):
        busy = [player for each in met if each.day == day for player in (each.one, each.two)]
        assert len(busy) == len(set(busy)) == players - players % 2
    assert len({frozenset((each.one, each.two)) for each in met}) == len(met), "no rematches"
    free = byes(contest, results)
    assert len(free) == len(set(free)) == (contest.rounds if players % 2 else 0)
    assert contest.finished(results)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_more_rounds_than_opponents_meet_again_as_late_as_possible(players: int) -> None:
    once = players - 1 + players % 2
    contest = swiss(players, rounds=2 * once)
    results = play_on(contest, Results(), by_chance(7))
    assert contest.finished(results)
    free = Counter(byes(contest, results))
    assert not free or set(free.values()) == {2}
    days = Counter(each.day for each in encounters(contest, results))
    assert set(days.values()) == {players // 2}
    # No schedule forces a rematch before somebody has met all others.
    first = [frozenset((each.one, each.two)) for each in encounters(contest, results) if each.day <= (players + 1) // 2]
    assert len(first) == len(set(first))


def test_points_decide_who_meets() -> None:
    contest = swiss(8)
    results = play_on(contest, Results(), stronger)
    met = encounters(contest, results)
    points: Counter[str] = Counter()
    for each in met:
        assert abs(points[each.one] - points[each.two]) <= (4 if each.day == 3 else 0)
        points[min(each.one, each.two)] += 4
    rows = table(contest, results)
    assert rows[0].team == "P000"
    assert (rows[0].points, rows[0].place) == (12, 1)
    assert contest.champion(results) is None


def test_the_crosstable_has_every_game_of_every_round() -> None:
    contest = swiss(6, rounds=3)
    results = play_on(contest, Results(), stronger)
    (stage,) = contest.stages(results)
    scores = stage.scores(results).scores
    assert sum(map(sum, scores.values())) == 2 * len(results) == 2 * stage.total
    assert {tuple(sorted(pair)) for pair in scores} == {
        tuple(sorted(each[1:3])) for each in encounters(contest, results)
    }


def test_buchholz_is_the_sum_of_the_opponents_points_and_breaks_ties() -> None:
    contest = swiss(6, rounds=3)
    results = play_on(contest, Results(), by_chance(3))
    rows = {row.team: row for row in table(contest, results)}
    for player, row in rows.items():
        others = [
            ({each.one, each.two} - {player}).pop() for each in encounters(contest, results) if player in each[1:3]
        ]
        assert row.tie_break == sum(rows[other].points for other in others)
    order = [(row.points, row.tie_break, row.second) for row in table(contest, results)]
    assert order == sorted(order, reverse=True)


def test_a_bye_counts_as_won_games_and_the_lowest_gets_it() -> None:
    contest = swiss(5, rounds=2)
    results = Results()
    first = list(contest.due(results))
    for fixture in first:
        results.add(stronger(fixture))
    after = table(contest, results)
    free = byes(contest, results)
    (lucky,) = {*contest.players} - {player for fixture in first for player in fixture.players}
    row = next(row for row in after if row.team == lucky)
    assert (row.points, row.games, row.wins) == (4, 0, 0)
    # As if its opponent had as many points as itself.
    assert row.tie_break == 4
    assert free[1] == [row.team for row in after if row.team != lucky][-1]


def test_games_are_pairs_from_one_start_and_who_begins_changes() -> None:
    contest = swiss(8, games=4)
    one, two, three, four = list(contest.due(Results()))[:4]
    assert (one.seed, three.seed) == (two.seed, four.seed)
    assert one.seed != three.seed
    assert one.players == two.players[::-1] == three.players
    results = play_on(contest, Results(), by_chance(1))
    begun = Counter(each.one for each in encounters(contest, results))
    assert max(begun.values()) - min(begun[player] for player in contest.players) <= 2


@pytest.mark.parametrize("seed", range(3))
def test_pairings_depend_on_the_results_of_a_round_but_not_on_their_order(seed: int) -> None:
    contest = swiss(9, seed=seed)
    play = {result.key: result for result in play_on(contest, Results(), by_chance(seed)).values()}
    for order in range(3):
        again = play_on(contest, Results(), lambda fixture: play[fixture.key], seed=order)
        assert encounters(contest, again) == encounters(contest, Results(play.values()))
    # A store gives them back in any order, too.
    mixed = sorted(play.values(), key=lambda result: hash((result.key, seed)))
    assert encounters(contest, Results(mixed)) == encounters(contest, again)
    assert encounters(swiss(9, seed=seed + 10), again)[:4] != encounters(contest, again)[:4]


def test_a_team_may_be_renamed_without_a_new_draw() -> None:
    names = {f"P{number:03}": str(number) for number in range(7)}
    contest = replace(swiss(7), seed=DrawSeed(5, names))
    renamed = {("Sharks" if name == "P003" else name): number for name, number in names.items()}
    other = Swiss(dict.fromkeys(renamed, "random"), HOW, 2, DrawSeed(5, renamed))
    results, again = (play_on(each, Results(), lambda f: drawn(f.key, f.red, f.blue)) for each in (contest, other))
    called = [
        (each.one.replace("P003", "Sharks"), each.two.replace("P003", "Sharks"))
        for each in encounters(contest, results)
    ]
    assert called == [(each.one, each.two) for each in encounters(other, again)]
    assert {result.red for result in again.values()} >= {"Sharks"}


class Interrupted(FakePool):
    """Stops the runner after so many games."""

    def __init__(self, after: int, answer: Callable[[Assignment], GameReport]) -> None:
        super().__init__(answer=answer)
        self.after = after
        self.runner: Runner | None = None

    def collect(self, timeout: float) -> GameReport | None:
        if len(self.played) >= self.after and self.runner is not None:
            self.runner.stop()
            self.runner.stop()
        return super().collect(timeout)


def lower(assignment: Assignment) -> GameReport:
    report = delivered(assignment)
    fixture = assignment.fixture
    result = report.to_result()
    assert result is not None
    winner = Team.ONE if min(fixture.players) == fixture.red else Team.TWO
    record = replace(result[0], outcome=Outcome(winner, Reason.HEAVIER_SWARM, (9, 3)))
    return replace(report, record=str(record))


def test_a_resumed_one_has_the_same_pairings(tmp_path: Path) -> None:
    contest = swiss(7)
    whole = play_on(contest, Results(), stronger)
    store = open_store(tmp_path)
    event = save_contest(store, contest)
    for stop in (3, 4, 5, 1000):
        known = load_terms(store, event)
        assert known is not None
        pool = Interrupted(stop, lower)
        pool.runner = Runner(load_contest(event, known), pool, DatabaseResults(store, event))
        ending = pool.runner.run()
    assert ending is Ending.PLAYED
    results = DatabaseResults(store, event).results()
    assert results.keys() == whole.keys()
    assert [row[:2] for row in map(place, table(contest, results))] == [
        row[:2] for row in map(place, table(contest, whole))
    ]
    page = publish(contest, store, event, tmp_path / "site", graphs=False)
    text = (page.parent / "de" / "swiss.html").read_text(encoding="utf-8")
    assert "Buchholz" in text
    assert "Runde 3" in text
    store.close()


def place(row: Row) -> tuple[int, str]:
    return row.place, row.team


def test_what_cannot_be_held_is_said() -> None:
    with pytest.raises(BadContest, match="at least two"):
        swiss(1)
    with pytest.raises(BadContest, match="even number"):
        swiss(4, games=3)


def test_the_rounds_have_titles() -> None:
    contest = swiss(4)
    results = play_on(contest, Results(), stronger)
    (stage,) = Overview(contest, results).stages
    assert [title for title, _ in stage.days] == ["Round 1", "Round 2"]
    assert str(stage.tie_break) == "Buchholz"
