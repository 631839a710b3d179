"""A league's ratings and whom they let meet: in simulations with known strengths."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from quantity import quantity
from schwarm.arena.pairs import SCALE, Z, score_of
from schwarm.arena.rating import EVEN_BOUTS, MIN_SPREAD, PRIOR_ELO, Bout, Encounters, Posterior, fit
from schwarm.league.league_schedule import FIRST_GAMES, GAMES, MOST_TIMES, choose_encounter

Elos = Mapping[str, float]
RUNS = quantity(8, 1000)
WIDE = {f"team {number}": 400 + number * 1200 / 11 for number in range(12)}
LADDER = {f"partner {number}": 400.0 + 400 * number for number in range(4)}
EQUAL, EQUAL_LADDER = dict.fromkeys(WIDE, 1000.0), dict.fromkeys(LADDER, 1000.0)


def play(rng: random.Random, truth: Elos, one: str, two: str) -> Bout:
    share = score_of(truth[one] - truth[two])
    return Bout(one, two, 2, sum(rng.random() < share for _ in range(2)))


def mean_margin(strengths: Posterior, teams: Elos) -> float:
    return sum(strengths.elo(team).margin for team in teams) / len(teams)


def count_held(strengths: Posterior, teams: Elos) -> int:
    return sum((found := strengths.elo(team)).low <= elo <= found.high for team, elo in teams.items())


def play_round_robin(rng: random.Random, teams: Elos, partners: Elos, rounds: int) -> Encounters:
    encounters = Encounters([*teams, *partners])
    pairs = [*combinations(teams, 2), *((team, partner) for team in teams for partner in partners)]
    for _ in range(rounds):
        for one, two in pairs:
            encounters.add(play(rng, {**teams, **partners}, one, two))
    return encounters


def play_next(rng: random.Random, teams: Elos, partners: Elos, encounters: Encounters, known: Posterior) -> None:
    games = {team: encounters.games_of(team) for team in teams}
    chosen = choose_encounter(known, list(teams), list(partners), (), games)
    assert chosen
    encounters.add(play(rng, {**teams, **partners}, *chosen))


@pytest.mark.parametrize(
    ("teams", "partners", "most"),
    # A handful of simulations says less, and so is asked less.
    [(WIDE, LADDER, 2 / 3), (EQUAL, EQUAL_LADDER, 1.05 if RUNS > 100 else 1.15)],
    ids=["1,200 Elo apart", "all equal"],
)
def test_fewer_games_than_everybody_against_everybody(teams: Elos, partners: Elos, most: float) -> None:
    rng, shares = random.Random(1), []
    for _ in range(RUNS):
        everybody = play_round_robin(rng, teams, partners, rounds=1)
        wanted = mean_margin(fit(everybody, partners), teams)
        encounters = Encounters([*teams, *partners])
        known = fit(encounters, partners)
        while mean_margin(known, teams) > wanted:
            play_next(rng, teams, partners, encounters, known)
            known = fit(encounters, partners, known)
        shares.append(encounters.bouts / everybody.bouts)
    share = sum(shares) / len(shares)
    print(f"{share:.3f} of the games of a round robin, {RUNS} simulations")
    assert share <= most


@pytest.mark.parametrize(
    ("teams", "partners", "played"),
    [(WIDE, LADDER, 80), (WIDE, LADDER, 240), (EQUAL, EQUAL_LADDER, 120)],
    ids=["early", "late", "all equal"],
)
def test_the_bars_hold_the_truth_in_95_of_100_cases(teams: Elos, partners: Elos, played: int) -> None:
    rng, held = random.Random(2), 0
    for _ in range(RUNS):
        encounters = Encounters([*teams, *partners])
        known = fit(encounters, partners)
        for _ in range(played):
            play_next(rng, teams, partners, encounters, known)
            known = fit(encounters, partners, known)
        held += count_held(known, teams)
    share = held / RUNS / len(teams)
    print(f"{share:.4f} of {RUNS * len(teams)} held")
    assert (0.93 <= share <= 0.97) if RUNS > 100 else share > 0.82


def test_games_that_run_count_as_played() -> None:
    """Four free cores get four different encounters, not the same one four times."""
    encounters = Encounters([*WIDE, *LADDER])
    known = fit(encounters, LADDER)
    running: list[tuple[str, str]] = []
    for _ in range(6):
        chosen = choose_encounter(known, list(WIDE), list(LADDER), running)
        assert chosen
        running.append(chosen)
    assert len(set(running)) == 6


def test_whoever_is_least_known_plays_next() -> None:
    rng = random.Random(3)
    encounters = play_round_robin(rng, WIDE, LADDER, rounds=2)
    newcomer = Encounters([*WIDE, "new", *LADDER])
    for one, two in combinations(encounters.places, 2):
        here, there = encounters.places[one], encounters.places[two]
        if games := int(encounters.games[here, there]):
            newcomer.add(Bout(one, two, games, float(encounters.points[here, there])))
    chosen = choose_encounter(fit(newcomer, LADDER), [*WIDE, "new"], list(LADDER))
    assert chosen
    assert "new" in chosen


@pytest.mark.parametrize("outlier", [-5000.0, 7000.0], ids=["loses every game", "wins every game"])
def test_whoever_always_loses_or_wins_does_not_take_the_games_of_the_others(outlier: float) -> None:
    """Their error bars stay wide however much they play."""
    rng, teams = random.Random(5), {**WIDE, "outlier": outlier}
    encounters = Encounters([*teams, *LADDER])
    known = fit(encounters, LADDER)
    for _ in range(400):
        play_next(rng, teams, LADDER, encounters, known)
        known = fit(encounters, LADDER, known)
    others = sorted(encounters.games_of(team) for team in WIDE)
    assert encounters.games_of("outlier") <= FIRST_GAMES + MOST_TIMES * others[len(others) // 4] + GAMES
    assert others[0] > 300 * GAMES / 13, "all play about as often"
    # Against opponents of their own strength they play their full share, all the same.
    assert encounters.games_of("outlier") > MOST_TIMES * others[len(others) // 4]


def round_otherwise(rng: np.random.Generator, exact: Posterior) -> Posterior:
    """As another processor would have summed it up: the last bits differ."""
    values, inverse = (sums * (1 + 1e-14 * rng.standard_normal(sums.shape)) for sums in (exact.values, exact.inverse))
    return replace(exact, values=values, inverse=inverse)


def test_the_last_bits_of_sums_do_not_decide_who_meets() -> None:
    """Of those who are alike, the first ones play: a league goes the same way on every processor."""

    def play_league(processor: np.random.Generator | None) -> list[Bout]:
        rng, encounters, played = random.Random(6), Encounters([*WIDE, *LADDER]), []
        known = fit(encounters, LADDER)
        for _ in range(150):
            seen = round_otherwise(processor, known) if processor else known
            games = {team: encounters.games_of(team) for team in WIDE}
            chosen = choose_encounter(seen, list(WIDE), list(LADDER), (), games)
            assert chosen
            played.append(play(rng, WIDE | LADDER, *chosen))
            encounters.add(played[-1])
            known = fit(encounters, LADDER, known)
        return played

    here = play_league(None)
    for processor in range(3):
        assert play_league(np.random.default_rng(processor)) == here


def fit_plainly(encounters: Encounters, partners: Elos) -> tuple[np.ndarray, np.ndarray]:
    """The same by the textbook, with whole matrices and from the beginning: everybody's Elo, and the covariance."""
    places, prior, centre = encounters.places, (SCALE / PRIOR_ELO) ** 2, 1000 / SCALE
    values = np.array([partners.get(player, 1000.0) for player in places]) / SCALE
    unknown = [place for player, place in places.items() if player not in partners]
    for _ in range(100):
        expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
        weight = encounters.games * expected * (1 - expected)
        slope = (encounters.points - encounters.games * expected).sum(axis=1) - prior * (values - centre)
        from_games = (np.diag(weight.sum(axis=1)) - weight)[np.ix_(unknown, unknown)]
        bread = np.linalg.inv(from_games + prior * np.eye(len(unknown)))
        values[unknown] += np.clip(bread @ slope[unknown], -1.0, 1.0)
    variance = encounters.squares - 2 * expected * encounters.products + expected**2 * encounters.sizes
    left = max(0.25, 1 - np.trace(bread @ from_games) / encounters.bouts)
    even = EVEN_BOUTS / 2
    spread = max(MIN_SPREAD, (variance.sum() / 2 + even) / (weight.sum() / 2 * left + even))
    covariance = np.zeros((len(places), len(places)))
    covariance[np.ix_(unknown, unknown)] = bread @ (spread * from_games + prior * np.eye(len(unknown))) @ bread
    return SCALE * values, SCALE**2 * covariance


def test_the_fast_fit_says_what_the_plain_one_says() -> None:
    """In a league in which most have never met: each version played with those of its time."""
    rng = random.Random(4)
    truth = {f"{team}.{version}": rng.uniform(400, 1600) for version in range(8) for team in range(6)} | LADDER
    encounters, known = Encounters(list(LADDER)), None
    for version in range(8):
        era = [f"{team}.{version}" for team in range(6)]
        for player in era:
            encounters.include(player)
        for one, two in [*combinations(era, 2), *((one, two) for one in era for two in LADDER)]:
            encounters.add(play(rng, truth, one, two))
        known = fit(encounters, LADDER, known)
    elos, covariance = fit_plainly(encounters, LADDER)
    assert known is not None
    # Whole numbers are shown.
    about = partial(pytest.approx, abs=1e-3)
    for one, here in encounters.places.items():
        assert known.elo(one).value == about(elos[here])
        assert known.elo(one).margin == about(Z * covariance[here, here] ** 0.5)
        there = encounters.places["0.7"]
        variance = covariance[here, here] + covariance[there, there] - 2 * covariance[here, there]
        assert known.difference(one, "0.7").margin == about(Z * max(0.0, variance) ** 0.5)


def test_a_partner_holds_the_scale() -> None:
    even = Encounters(["team", "greedy"], [Bout("team", "greedy", 2, 1)] * 40)
    found = fit(even, {"greedy": 910.0})
    assert even.bouts == 40
    assert found.elo("greedy").margin == 0
    assert found.elo("team").value == pytest.approx(910, abs=2)
    assert found.difference("team", "greedy").low < 0 < found.difference("team", "greedy").high


def test_nobody_to_play_with() -> None:
    assert len(fit(Encounters([]), {}).values) == 0
    alone = Encounters(["team"])
    assert choose_encounter(fit(alone, {}), ["team"], []) is None
    assert fit(alone, {"greedy": 900.0}).elo("team").margin > 1000
