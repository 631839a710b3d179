"""The sparring ladder with players of known strength: whom it chooses, when it stops, and whether its error holds."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from arena.results import book
from quantity import quantity
from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.contest_records import load_contest
from schwarm.arena.fixture import Fixture, Result
from schwarm.arena.ladder import MAX_GAMES, PARTNERS, PRECISION, Ladder, Summit, players, scale
from schwarm.arena.pairs import score_of
from schwarm.arena.results import Results
from schwarm.games import Outcome, Reason, Team, TimeControl, all_games

GAME = "piranhas-2026"


def ladder(ahead: int = 1) -> Ladder:
    return Ladder(
        players("bot", "random", scale(GAME).rungs), Conditions(GAME, time=TimeControl.parse("0.2s/1s")), ahead=ahead
    )


def won(fixture: Fixture, player: str, reason: Reason = Reason.HEAVIER_SWARM) -> Result:
    winner = Team.ONE if player == fixture.red else Team.TWO
    return Result(fixture.key, fixture.red, fixture.blue, Outcome(winner, reason, (0, 0)))


def climb(contest: Ladder, strength: float, seed: int, alike: float = 0.0) -> Results:
    """Play it to its end with somebody of that strength. `alike` is how often both games of a pair end the same way."""
    chance, results = random.Random(seed), Results()
    while due := list(contest.due(results)):
        before = None
        for fixture in due:
            partner = fixture.red if fixture.blue == contest.climber else fixture.blue
            wins = chance.random() < score_of(strength - contest.scale.elo(contest.bots[partner]))
            if before is not None and fixture.key.endswith(("2", "4", "6", "8", "0")) and chance.random() < alike:
                wins = before
            before = wins
            results.add(won(fixture, contest.climber if wins else partner))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.4])
def test_the_error_holds_what_it_promises(alike: float) -> None:
    top = scale(GAME).rungs[-1].elo
    trials = quantity(24, 300)
    held = games = 0
    for trial in range(trials):
        strength = top * (trial + 0.5) / trials
        contest = ladder()
        results = climb(contest, strength, trial, alike)
        rating = contest.rating(results)
        held += rating.low <= strength <= rating.high
        games += len(results)
        assert len(results) <= MAX_GAMES
        if contest.summit(results) is Summit.KNOWN:
            assert rating.margin <= PRECISION
    assert held / trials >= quantity(85, 92) / 100
    assert games / trials < 250


def test_somebody_far_above_or_below_is_told_from_the_others_soon() -> None:
    contest = ladder()
    rungs = contest.rungs
    strong, weak = climb(contest, rungs[-1].elo + 700, 1), climb(contest, rungs[0].elo - 700, 2)
    assert contest.summit(strong) is Summit.ABOVE
    assert contest.summit(weak) is Summit.BELOW
    assert len(strong) < 60
    assert len(weak) < 60


def test_it_soon_plays_whoever_is_nearest() -> None:
    contest = ladder()
    near = contest.rungs[6]
    results = climb(contest, near.elo, 3)
    met = Counter(key.partition("/")[0] for key in results)
    assert met.most_common(1)[0][0] == near.name
    assert len(met) < len(contest.rungs)


def test_games_come_in_pairs_from_one_start_with_colours_swapped() -> None:
    one, two = list(ladder().due(Results()))
    assert one.seed == two.seed
    assert one.players == two.players[::-1]


def test_a_half_played_pair_is_played_to_its_end() -> None:
    contest = ladder()
    one, two = list(contest.due(Results()))
    assert two in list(contest.due(book(won(one, contest.climber))))


def test_many_hands_get_pairs_all_over_the_ladder_at_first() -> None:
    due = list(ladder(ahead=4).due(Results()))
    assert len(due) == 8
    assert len({fixture.key.partition("/")[0] for fixture in due}) == 4


def test_no_more_games_are_handed_out_than_it_may_have() -> None:
    contest = replace(ladder(ahead=4), games=10)
    assert len(climb(contest, contest.rungs[1].elo, seed=1)) == 10


@pytest.mark.parametrize(
    ("reason", "games"), [(Reason.CRASHED, 4), (Reason.TIMEOUT, 4), (Reason.NEVER_CAME, 2), (Reason.ILLEGAL_MOVE, 4)]
)
def test_who_never_plays_a_game_to_its_end_is_not_let_on(reason: Reason, games: int) -> None:
    contest, results = ladder(), Results()
    while due := list(contest.due(results)):
        for fixture in due:
            partner = fixture.red if fixture.blue == contest.climber else fixture.blue
            results.add(won(fixture, partner, reason))
    assert contest.summit(results) is Summit.BROKEN
    assert len(results) == games


def test_a_late_partner_makes_nobody_whole() -> None:
    contest, results = ladder(), Results()
    while due := list(contest.due(results)):
        for fixture in due:
            partner = fixture.red if fixture.blue == contest.climber else fixture.blue
            results.add(won(fixture, partner if len(results) else contest.climber, Reason.TIMEOUT))
    assert contest.summit(results) is Summit.BROKEN


def test_a_partner_that_is_late_tells_nothing_but_does_not_go_on_for_ever() -> None:
    contest, results = ladder(), Results()
    while due := list(contest.due(results)):
        for fixture in due:
            results.add(won(fixture, contest.climber, Reason.TIMEOUT))
    assert contest.summit(results) is Summit.ENOUGH
    assert len(results) == MAX_GAMES
    assert contest.rating(results) == contest.rating(Results())


def test_a_bot_may_be_called_like_a_rung() -> None:
    assert next(iter(players("greedy", "greedy", scale(GAME).rungs))) == "greedy 2"


def test_the_store_remembers_a_ladder() -> None:
    contest = ladder()
    known = {**contest.terms(), "games": MAX_GAMES}
    again = load_contest("ladder-1", known)
    assert isinstance(again, Ladder)
    assert list(again.due(Results())) == list(contest.due(Results()))


def test_every_game_of_ours_has_a_measured_scale() -> None:
    for game in all_games():
        if game.id == "tictactoe":
            continue
        found = scale(game.id)
        assert {rung.name for rung in found.rungs} == set(PARTNERS)
        assert found.elo("random") == 0
        assert found.games >= 500
        # Levels may be close to each other, but the ladder as a whole rises.
        assert found.elo("hecht:level=10") > found.elo("hecht:level=5") > found.elo("hecht:level=1") > 0


def test_a_game_without_a_scale_has_no_ladder() -> None:
    with pytest.raises(BadContest, match="There is no ladder for chess"):
        scale("chess")
