"""Who meets next in a league that always plays: the encounter that tells most.

For every possible pair of games it is asked how much narrower all error bars together would be afterwards. So those of
whom least is known come first, and nobody plays where the result is clear beforehand. Whoever loses or wins every game
never gets narrow ones, though, and would take nearly all games: so nobody plays much more than the others on their own
account.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from schwarm.arena.strengths import Strengths

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

GAMES = 2
"""Of an encounter: both colours from one start."""
DOUBT = 1.0
"""Standard deviations by which a gap may be smaller than it seems. Without it two who are alike would meet until chance
has them look different, and then no more; what is believed then would be wrong too often."""
ALIKE = 1 + 1e-9
"""Error bars within this factor are tied, and the first of the pairs plays: many pairs tell exactly as much, and the
last bits of a sum differ between processors."""
FIRST_GAMES, MOST_TIMES = 12, 2
"""Who has played so many games and so many times as often as a quarter of the teams has had their share for now."""


def choose_encounter(
    strengths: Strengths,
    teams: Sequence[str],
    partners: Iterable[str],
    running: Collection[tuple[str, str]] = (),
    games: Mapping[str, int] | None = None,
) -> tuple[str, str] | None:
    """Who should meet next; None where nobody can.

    `running` encounters count as if they were over already; `games` says how many a team has played."""
    import numpy as np

    pairs = [*combinations(teams, 2), *((team, partner) for team in teams for partner in partners)]
    if not pairs:
        return None
    places = strengths.places
    covariance = _after(strengths, [(places[one], places[two]) for one, two in running])
    ones = np.array([places[one] for one, _ in pairs], dtype=np.intp)
    twos = np.array([places[two] for _, two in pairs], dtype=np.intp)
    asked = np.array([places[team] for team in _find_entitled(teams, running, games or {})], dtype=np.intp)
    gap = strengths.values[ones] - strengths.values[twos]
    variance = covariance[ones, ones] + covariance[twos, twos] - 2 * covariance[ones, twos]
    weight = _weigh(gap, variance)
    # What an encounter does to everybody's variance: one step of updating a covariance.
    moved = (covariance[ones] - covariance[twos])[:, asked]
    own = covariance[asked, asked]
    left = np.maximum(0.0, own[None, :] - (weight / (1 + weight * variance))[:, None] * moved**2)
    bars = np.sqrt(left).sum(axis=1)
    return pairs[int(np.argmax(bars <= bars.min() * ALIKE))]


def _find_entitled(teams: Sequence[str], running: Collection[tuple[str, str]], games: Mapping[str, int]) -> list[str]:
    """Whose strength is asked for: all but those who have had their share. As opponents of others these still play."""
    counts = {team: games.get(team, 0) + GAMES * sum(team in pair for pair in running) for team in teams}
    most = FIRST_GAMES + MOST_TIMES * sorted(counts.values())[len(counts) // 4]
    return [team for team, number in counts.items() if number <= most]


def _after(strengths: Strengths, running: Iterable[tuple[int, int]]) -> "Floats":
    """How the strengths may be off when these encounters are over, whoever wins them."""
    import numpy as np

    found = strengths.inverse
    for one, two in running:
        moved = found[one] - found[two]
        variance = float(moved[one] - moved[two])
        gap = strengths.values[one] - strengths.values[two]
        weight = float(_weigh(np.array([gap]), np.array([variance]))[0])
        found = found - weight / (1 + weight * variance) * np.outer(moved, moved)
    return found


def _weigh(gap: "Floats", variance: "Floats") -> "Floats":
    """How much an encounter tells of two who are so far apart, as far as that is known: the less sure the gap, the more
    likely it is that one of them wins anyway."""
    import numpy as np

    narrowed = 1 / np.sqrt(1 + np.pi * variance / 8)
    sure = np.maximum(0.0, np.abs(gap) - DOUBT * np.sqrt(variance))
    expected = 1 / (1 + np.exp(-narrowed * sure))
    weight: Floats = GAMES * narrowed * expected * (1 - expected)
    return weight
