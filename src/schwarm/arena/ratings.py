"""Ratings over all games of a tournament: Bradley–Terry on the Elo scale, with error bars.

The likeliest strengths are those under which everybody expects exactly the points they have. Each player is given one
drawn game against an average one, so that also somebody without a loss has a rating. Error bars come from how the pairs
went: with draws, and two games from one start, they are less random than coin tosses, by one factor for the whole
contest. (A factor per player would be too sure of who never lost.)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schwarm.arena.elo import SCALE
from schwarm.arena.fixture import Result
from schwarm.arena.pairs import Interval, Z
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

PRIOR_GAMES = 1.0
STEPS = 100


class MissingPart(SchwarmError):
    """The libraries of the arena are not installed."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength; the average of all is 0."""

    player: str
    elo: Interval
    games: int
    score: float
    """The share of points."""


@dataclass(frozen=True, slots=True)
class Bout:
    """Games of two players that belong together, such as a pair: who, how many, and the first one's points."""

    one: str
    two: str
    games: int
    points: float


def bouts(results: Iterable[Result]) -> list[Bout]:
    """Games put together by pairs: those of one encounter whose numbers share a start."""
    found: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        encounter, _, number = result.key.rpartition("/")
        pair = (int(number) - 1) // 2 if number.isdigit() else 0
        found.setdefault((encounter, pair), []).append(result)
    together = []
    for games in found.values():
        one, two = sorted(games[0].players)
        together.append(Bout(one, two, len(games), sum(game.score(one) for game in games)))
    return together


def ratings(players: Sequence[str], played: Sequence[Bout], prior: float = PRIOR_GAMES) -> list[Rating]:
    """Everybody's rating, the strongest first. `prior` says how many drawn games against an average player each is
    given; less than one is for scales so wide that nobody in it would ever draw with the average."""
    try:
        import numpy as np
    except ImportError as error:
        raise MissingPart(NEEDS_NUMPY()) from error
    if not players:
        return []
    place = {player: number for number, player in enumerate(players)}
    ones = np.array([place[bout.one] for bout in played], dtype=np.intp)
    twos = np.array([place[bout.two] for bout in played], dtype=np.intp)
    games = np.array([bout.games for bout in played], dtype=float)
    points = np.array([bout.points for bout in played], dtype=float)
    strength = _likeliest(len(players), ones, twos, games, points, prior)
    deviation = _deviations(strength, ones, twos, games, points, prior)
    centred = strength - strength.mean()
    total = np.bincount(ones, games, len(players)) + np.bincount(twos, games, len(players))
    won = np.bincount(ones, points, len(players)) + np.bincount(twos, games - points, len(players))
    found = []
    for player, number in place.items():
        value, reach = SCALE * float(centred[number]), SCALE * Z * float(deviation[number])
        share = float(won[number] / total[number]) if total[number] else 0.5
        found.append(Rating(player, Interval(value, value - reach, value + reach), int(total[number]), share))
    return sorted(found, key=lambda rating: (-rating.elo.value, rating.player))


def _likeliest(
    players: int, ones: "Places", twos: "Places", games: "Floats", points: "Floats", prior: float
) -> "Floats":
    """Newton's method; the prior makes the problem strictly convex, so it always ends. Steps are bounded."""
    import numpy as np

    strength = np.zeros(players)
    for _ in range(STEPS):
        slope, curve = _slope_and_curve(strength, ones, twos, games, points, prior)
        step = np.linalg.solve(curve, slope)
        strength = strength + step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-9:
            break
    return strength


def _slope_and_curve(
    strength: "Floats", ones: "Places", twos: "Places", games: "Floats", points: "Floats", prior: float
) -> "tuple[Floats, Floats]":
    """First and (negative) second derivative of the log-likelihood, the prior included."""
    import numpy as np

    players = len(strength)
    expected = 1 / (1 + np.exp(strength[twos] - strength[ones]))
    surplus = points - games * expected
    weight = games * expected * (1 - expected)
    at_home = 1 / (1 + np.exp(-strength))
    slope: Floats = np.bincount(ones, surplus, players) - np.bincount(twos, surplus, players) + prior * (0.5 - at_home)
    curve = np.diag(
        np.bincount(ones, weight, players) + np.bincount(twos, weight, players) + prior * at_home * (1 - at_home)
    )
    np.subtract.at(curve, (ones, twos), weight)
    np.subtract.at(curve, (twos, ones), weight)
    return slope, curve


def _deviations(
    strength: "Floats", ones: "Places", twos: "Places", games: "Floats", points: "Floats", prior: float
) -> "Floats":
    """Standard deviation of each strength against the average of all."""
    import numpy as np

    players = len(strength)
    _, curve = _slope_and_curve(strength, ones, twos, games, points, prior)
    expected = 1 / (1 + np.exp(strength[twos] - strength[ones]))
    surprise, usual = float(((points - games * expected) ** 2).sum()), float((games * expected * (1 - expected)).sum())
    # A little more, since the strengths were fitted to the same games.
    fitted = len(games) / max(1.0, len(games) - players + 1.0)
    spread = fitted * surprise / usual if usual else 1.0
    at_home = 1 / (1 + np.exp(-strength))
    at_average = np.diag(prior * at_home * (1 - at_home))
    meat = spread * (curve - at_average) + at_average
    bread = np.linalg.inv(curve)
    centre = np.eye(players) - 1 / players
    covariance = centre @ bread @ meat @ bread @ centre
    deviations: Floats = np.sqrt(np.maximum(0.0, np.diag(covariance)))
    return deviations


NEEDS_NUMPY = Sentence("Ratings need the package numpy; install it with: pip install 'schwarm[arena]'")
