"""The next encounter of a league: the one with the largest gain of information.

For every possible pair of games, compute how much narrower all error bars together would be afterwards. So the least
known teams come first, and a foregone conclusion is not played. The bars of a team that loses or wins every game stay
wide, and it would take nearly all games: a quota limits how many each team gets on its own account.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from schwarm.arena.rating import Posterior

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

GAMES = 2
"""Of an encounter: both colours from one start."""
DOUBT = 1.0
"""Standard deviations by which a gap may be smaller than it seems. Without it two equal teams would meet until they
look different by chance, and then no more: the posterior would be wrong too often."""
ALIKE = 1 + 1e-9
"""Error bars within this factor are tied, and the first of the pairs plays: the gain of many pairs is exactly equal,
and the last bits of a sum differ between processors."""
FIRST_GAMES, MOST_TIMES = 12, 2
"""The quota of a team: a number of games, plus this multiple of the lower quartile of all teams."""


def choose_encounter(
    posterior: Posterior,
    teams: Sequence[str],
    partners: Iterable[str],
    running: Collection[tuple[str, str]] = (),
    games: Mapping[str, int] | None = None,
) -> tuple[str, str] | None:
    """The next encounter; None without opponents.

    `running` encounters count as over; `games` is the number that each team has played."""
    import numpy as np

    pairs = [*combinations(teams, 2), *((team, partner) for team in teams for partner in partners)]
    if not pairs:
        return None
    places = posterior.places
    covariance = _after(posterior, [(places[one], places[two]) for one, two in running])
    ones = np.array([places[one] for one, _ in pairs], dtype=np.intp)
    twos = np.array([places[two] for _, two in pairs], dtype=np.intp)
    asked = np.array([places[team] for team in _find_entitled(teams, running, games or {})], dtype=np.intp)
    gap = posterior.values[ones] - posterior.values[twos]
    variance = covariance[ones, ones] + covariance[twos, twos] - 2 * covariance[ones, twos]
    weight = _weigh(gap, variance)
    # The effect of an encounter on all variances: one step of updating a covariance.
    moved = (covariance[ones] - covariance[twos])[:, asked]
    own = covariance[asked, asked]
    left = np.maximum(0.0, own[None, :] - (weight / (1 + weight * variance))[:, None] * moved**2)
    bars = np.sqrt(left).sum(axis=1)
    return pairs[int(np.argmax(bars <= bars.min() * ALIKE))]


def _find_entitled(teams: Sequence[str], running: Collection[tuple[str, str]], games: Mapping[str, int]) -> list[str]:
    """Teams below their quota. The others still play as opponents of these."""
    counts = {team: games.get(team, 0) + GAMES * sum(team in pair for pair in running) for team in teams}
    most = FIRST_GAMES + MOST_TIMES * sorted(counts.values())[len(counts) // 4]
    return [team for team, number in counts.items() if number <= most]


def _after(posterior: Posterior, running: Iterable[tuple[int, int]]) -> "Floats":
    """The covariance after these encounters, whatever their results."""
    import numpy as np

    found = posterior.inverse
    for one, two in running:
        moved = found[one] - found[two]
        variance = float(moved[one] - moved[two])
        gap = posterior.values[one] - posterior.values[two]
        weight = float(_weigh(np.array([gap]), np.array([variance]))[0])
        found = found - weight / (1 + weight * variance) * np.outer(moved, moved)
    return found


def _weigh(gap: "Floats", variance: "Floats") -> "Floats":
    """The information in an encounter across this gap: the less certain the gap, the less certain the winner."""
    import numpy as np

    narrowed = 1 / np.sqrt(1 + np.pi * variance / 8)
    sure = np.maximum(0.0, np.abs(gap) - DOUBT * np.sqrt(variance))
    expected = 1 / (1 + np.exp(-narrowed * sure))
    weight: Floats = GAMES * narrowed * expected * (1 - expected)
    return weight
