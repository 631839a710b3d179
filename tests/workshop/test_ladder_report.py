"""What is said about a climb, word for word in both languages, and which defeats come first."""

from dataclasses import replace

import pytest

from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import GameKey, MoveTimes, Result
from schwarm.arena.ladder import Ladder, players, scale
from schwarm.arena.results import Results
from schwarm.games import Outcome, Reason, Team, TimeControl
from schwarm.words import sentence
from schwarm.workshop.ladder import LadderReport, elo

pytestmark = pytest.mark.slow

RUNGS = scale("piranhas-2026").rungs
LADDER = Ladder(players("mybot", "random", RUNGS), Conditions("piranhas-2026", time=TimeControl.parse("0.2s/1s")))


def pairs(rung: str, number: int, score: tuple[bool, bool], reason: Reason = Reason.HEAVIER_SWARM) -> Results:
    """So many pairs against a rung: whether the bot wins as Red, and as Blue."""
    partner = next(known.bot for known in RUNGS if known.name == rung)
    found = Results()
    for game in range(2 * number):
        as_red = game % 2 == 0
        names = ("mybot", partner) if as_red else (partner, "mybot")
        wins = score[0] if as_red else score[1]
        winner = Team.ONE if wins is as_red else Team.TWO
        outcome, times = Outcome(winner, reason, (0, 0)), (MoveTimes(20 + game), MoveTimes())
        found.add(Result(GameKey.of(rung, game + 1), *names, outcome, thinking=times))
    return found


def together(*parts: Results) -> Results:
    return Results(result for part in parts for result in part.values())


def said(results: Results, lang: str) -> list[str]:
    return [sentence(message, lang) for message in LadderReport(LADDER, results).describe()]


def test_where_it_stands() -> None:
    results = pairs("level-3", 60, (True, False))
    rating = LADDER.rating(results)
    low = min(RUNGS, key=lambda rung: abs(rung.elo - rating.value))
    assert low.name == "level-3"
    assert said(results, "en")[0] == (
        f"mybot has {elo(rating.value)} ± {rating.margin:.0f} Elo on the ladder of Piranhas 2026, where random is 0."
    )
    assert said(results, "de")[0].endswith("Elo auf der Leiter von Piranhas 2026, auf der random bei 0 steht.")
    assert said(results, "en")[1].startswith("It stands between ")
    assert said(results, "de")[1].startswith("Er steht zwischen ")
    assert abs(rating.value - low.elo) < 30


def test_above_below_and_nothing() -> None:
    best = together(*(pairs(name, 10, (True, True)) for name in ("level-9", "level-10")))
    low = elo(LADDER.rating(best).low)
    assert said(best, "en") == [f"mybot is stronger than hecht:level=10, the strongest partner: above {low} Elo."]
    assert said(best, "de") == [f"mybot ist stärker als hecht:level=10, der stärkste Partner: über {low} Elo."]
    worst = pairs("random", 10, (False, False))
    high = elo(LADDER.rating(worst).high)
    assert said(worst, "en") == [f"mybot is weaker than random, the weakest partner: below {high} Elo."]
    assert said(worst, "de") == [f"mybot ist schwächer als random, der schwächste Partner: unter {high} Elo."]
    assert said(Results(), "en") == ["No game was played to the end."]
    assert said(Results(), "de") == ["Kein Spiel wurde zu Ende gespielt."]


@pytest.mark.parametrize(
    ("reason", "english", "german"),
    [
        (Reason.CRASHED, "crashed 4", "abgestürzt 4"),
        (Reason.TIMEOUT, "too slow 4", "zu langsam 4"),
        (Reason.ILLEGAL_MOVE, "illegal move 4", "verbotener Zug 4"),
    ],
)
def test_broken(reason: Reason, english: str, german: str) -> None:
    results = pairs("random", 2, (False, False), reason)
    assert said(results, "en") == [
        f"mybot did not get through any of its 4 games ({english}); nothing is known about its strength."
    ]
    assert said(results, "de") == [
        f"mybot hat alle 4 Spiele durch Abbruch verloren ({german}); über seine Stärke ist nichts bekannt."
    ]
    assert LadderReport(LADDER, results).facts()["elo"] is None


def test_partners_that_were_late_do_not_count() -> None:
    results = together(pairs("random", 3, (True, True)), pairs("greedy", 1, (True, False), Reason.TIMEOUT))
    assert said(results, "en")[-1] == "One game does not count because the partner failed; the machine was too busy."
    assert said(results, "de")[-1].startswith("Ein Spiel zählt nicht, weil der Partner es abgebrochen hat")
    # The bot won a game against greedy because that was late, and lost the other because it was late itself.
    steps = {
        step.rung.bot: (step.games, step.wins, step.draws, step.losses) for step in LadderReport(LADDER, results).steps
    }
    assert steps == {"random": (6, 6, 0, 0), "greedy": (1, 0, 0, 1)}
    short = LadderReport(replace(LADDER, games=8), results)
    assert "After 7 games it is not yet known to ± 80; no more are played." in map(str, short.describe())
    only = pairs("greedy", 2, (True, True), Reason.TIMEOUT)
    assert said(only, "en") == [
        "No game was played to the end.",
        "4 games do not count because the partner failed; the machine was too busy.",
    ]
    assert LadderReport(LADDER, only).facts()["elo"] is None
    assert LadderReport(LADDER, only).steps == []


def test_the_worst_defeats_come_first() -> None:
    results = together(
        pairs("level-3", 2, (False, False)),
        pairs("random", 1, (True, False)),
        pairs("level-5", 1, (False, False), Reason.CRASHED),
    )
    keys = [result.key for result in LadderReport(LADDER, results).defeats]
    assert keys == ["level-5/1", "level-5/2", "random/2", "level-3/1", "level-3/2"]
