"""Running sums take one result at a time, and come to what all results together come to."""

import random
import statistics

import pytest

from arena.results import broken, drawn, won
from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import GameKey, MoveTimes, Result
from schwarm.arena.match import Match
from schwarm.arena.overview import Overview, place_of
from schwarm.arena.pairs import Pairs
from schwarm.arena.results import Crosstable, Endings, Results, Tallies, TimeUses
from schwarm.arena.season import Season
from schwarm.arena.tournament import Tournament
from schwarm.words import speaking

HOW = Conditions("piranhas-2026")
SWISS = "Swiss tournament · Round 2 · A – B · game 1"
PLAYERS = ("A", "B", "C", "D", "E")


def some_result(chance: random.Random, key: GameKey, red: str, blue: str) -> Result:
    points = (chance.randint(1, 20), chance.randint(1, 20))
    loser = chance.choice((red, blue, None))
    made = chance.choice(
        (won(key, red, blue, points), drawn(key, red, blue, points), broken(key, red, blue, loser, points))
    )
    times = [MoveTimes(chance.randint(0, 30), chance.random(), 1 + chance.random()) for _ in range(2)]
    return made._replace(thinking=(times[0], times[1]))


def some_results(seed: int) -> tuple[Tournament, list[Result]]:
    contest, chance = Tournament(dict.fromkeys(PLAYERS, "random"), HOW, 6, seed), random.Random(seed)
    played = [some_result(chance, game.key, game.red, game.blue) for game in contest.due(Results())]
    chance.shuffle(played)
    return contest, played[: chance.randint(1, len(played))]


@pytest.mark.parametrize("seed", range(6))
def test_sums_are_the_same_one_by_one_and_all_at_once(seed: int) -> None:
    contest, played = some_results(seed)
    kept = Results()
    for number, result in enumerate(played):
        if number == len(played) // 2:
            # Sums begin whenever they are first asked for.
            for made in (Tallies, TimeUses, Crosstable, Endings):
                kept.sum(made)
            assert contest.ratings(kept)
            assert len(Overview(contest, kept).stages) == 1
        assert kept.add(result)
        assert not kept.add(result)
    whole = Results(played)
    one, other = Overview(contest, kept), Overview(contest, whole)
    assert one.stages[0].rows == other.stages[0].rows
    assert one.stages[0].crossed == other.stages[0].crossed
    for mine, theirs in zip(contest.ratings(kept), contest.ratings(whole), strict=True):
        assert (mine.player, mine.games, mine.score) == (theirs.player, theirs.games, theirs.score)
        assert mine.elo.value == pytest.approx(theirs.elo.value, abs=1e-6)
        assert mine.elo.low == pytest.approx(theirs.elo.low, abs=1e-6)
    assert sorted(game.key for game in contest.due(kept)) == sorted(game.key for game in contest.due(whole))
    assert kept.sum(Endings).counts == whole.sum(Endings).counts


@pytest.mark.parametrize("seed", range(6))
def test_sums_are_what_the_results_say(seed: int) -> None:
    contest, played = some_results(seed)
    kept = Results(played)
    for player in PLAYERS:
        own = [result for result in played if player in result.players]
        tally, use = kept.sum(Tallies)[player], kept.sum(TimeUses)[player]
        assert tally.points == 2 * sum(result.score(player) for result in own)
        assert (tally.games, tally.losses) == (len(own), sum(result.score(player) == 0 for result in own))
        times = [result.thinking[result.team_of(player).index] for result in own]
        times = [time for time in times if time.moves]
        assert use.median == pytest.approx(statistics.median(time.median for time in times) if times else 0.0)
        assert (use.moves, use.slowest) == (
            sum(time.moves for time in times),
            max((time.slowest for time in times), default=0.0),
        )
    left = {game.key for game in contest.due(kept)}
    assert left == {game.key for game in contest.due(Results())} - kept.keys()
    assert contest.finished(kept) is not bool(left)


def test_a_table_may_leave_the_last_games_out() -> None:
    contest, played = some_results(7)
    before = Overview(contest, Results(played[:-3])).stages[0].rows
    shown = Overview(contest, Results(played), hidden=played[-3:]).stages[0].rows
    assert [(row.team, row.points, row.second, row.violations) for row in shown] == [
        (row.team, row.points, row.second, row.violations) for row in before
    ]


def test_pairs_of_a_match_are_counted_as_they_complete() -> None:
    contest, chance = Match({"A": "greedy", "B": "random"}, HOW, 20), random.Random(5)
    played = [some_result(chance, game.key, game.red, game.blue) for game in contest.due(Results())]
    by_number = {result.key.number: result.score("A") for result in played}
    chance.shuffle(played)
    results = Results()
    for result in played:
        results.add(result)
        done = {game.key.number for game in results.values()}
        whole = [(by_number[n], by_number[n + 1]) for n in range(1, 20, 2) if {n, n + 1} <= done]
        assert contest.score(results).pairs == Pairs.of(whole)


@pytest.mark.parametrize(
    ("text", "stage", "encounter", "number", "words"),
    [
        ("match/3", "match", "match", 3, "Match · game 3"),
        ("tournament/A – B/2", "tournament", "tournament/A – B", 2, "Tournament · A – B · game 2"),
        ("championship/N/A – B/1", "championship/N", "championship/N/A – B", 1, "Championship · N · A – B · game 1"),
        ("level-3/12", "level-3", "level-3", 12, "level-3 · game 12"),
        (
            "swiss/round-2/A – B/1",
            "swiss/round-2",
            "swiss/round-2/A – B",
            1,
            "Swiss tournament · Round 2 · A – B · game 1",
        ),
    ],
)
def test_a_key_is_a_place(text: str, stage: str, encounter: str, number: int, words: str) -> None:
    key = GameKey(text)
    assert key == GameKey.of(encounter, number) == text
    assert (key.stage, key.encounter, key.number, key.pair) == (stage, encounter, number, (number - 1) // 2)
    with speaking("en"):
        assert place_of(key) == words


def test_a_game_of_a_season_says_its_match_day() -> None:
    season = Season(dict.fromkeys("ABC", "random"), HOW, games=2, finalists=2)
    overview = Overview(season, Results())
    assert overview.round_of(GameKey("championship/B – C/1")) == "Championship · Match day 1"
    assert Overview(Match({"A": "", "B": ""}, HOW, 2), Results()).round_of(GameKey("match/1")) == ""
