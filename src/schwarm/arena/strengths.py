"""How strong the players of a league are, as far as their games tell: Bradley–Terry among partners of known strength.

The partners hold the scale: their strength is taken as exact, so a rating means the same tomorrow and elsewhere.
Nothing is known of a player at first but that it may be anywhere (`PRIOR_ELO`); games narrow that down. Error bars come
from how pairs of games went: where both games of a pair are alike, or many are drawn, they tell less or more than coin
tosses would, by one factor for the whole league.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from schwarm.arena.elo import SCALE
from schwarm.arena.pairs import Interval, Z
from schwarm.arena.ratings import NEEDS_NUMPY, Bout, MissingPart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PRIOR_ELO = 800.0
"""How far from the middle of the scale somebody unknown may well be: a standard deviation."""
EVEN_BOUTS = 40
"""Pairs that went as expected and are thought to have been played before, when pairs are asked how alike they are."""
MIN_SPREAD = 0.5
MAX_STEPS = 50
EXACT = 1e-7


class Encounters:
    """Who met whom how often and with which points, summed up as they come; `players` are known from the start."""

    def __init__(self, players: Sequence[str], played: Sequence[Bout] = ()) -> None:
        try:
            import numpy as np
        except ImportError as error:
            raise MissingPart(NEEDS_NUMPY()) from error
        self.places = {player: place for place, player in enumerate(players)}
        size = len(self.places)
        self.games, self.points = np.zeros((size, size)), np.zeros((size, size))
        # Sums over bouts of n games with p points: of p², of n·p and of n².
        self.squares, self.products, self.sizes = (np.zeros((size, size)) for _ in range(3))
        self.bouts = 0
        for bout in played:
            self.add(bout)

    def copy(self) -> "Encounters":
        """The same again, for a look at how it would go on."""
        twin = Encounters(())
        twin.places, twin.bouts = dict(self.places), self.bouts
        twin.games, twin.points = self.games.copy(), self.points.copy()
        twin.squares, twin.products, twin.sizes = self.squares.copy(), self.products.copy(), self.sizes.copy()
        return twin

    def include(self, player: str) -> None:
        """Make room for one more player, if they are not here yet."""
        import numpy as np

        if player in self.places:
            return
        self.places[player] = len(self.places)
        more = ((0, 1), (0, 1))
        self.games, self.points = np.pad(self.games, more), np.pad(self.points, more)
        self.squares, self.products = np.pad(self.squares, more), np.pad(self.products, more)
        self.sizes = np.pad(self.sizes, more)

    def add(self, bout: Bout) -> None:
        one, two = self.places[bout.one], self.places[bout.two]
        # Each bout is kept from both points of view.
        for here, there, points in ((one, two, bout.points), (two, one, bout.games - bout.points)):
            self.games[here, there] += bout.games
            self.points[here, there] += points
            self.squares[here, there] += points * points
            self.products[here, there] += bout.games * points
            self.sizes[here, there] += bout.games * bout.games
        self.bouts += 1

    def games_of(self, player: str) -> int:
        return int(self.games[self.places[player]].sum())

    def score_of(self, player: str) -> float:
        """The share of points; ½ where nothing was played."""
        place = self.places[player]
        games = float(self.games[place].sum())
        return float(self.points[place].sum()) / games if games else 0.5


@dataclass(frozen=True)
class Strengths:
    """What is believed about everybody: the likeliest strengths, and how they may be off together."""

    places: Mapping[str, int]
    values: "Floats"
    """On the logistic scale; times `SCALE` it is Elo."""
    information: "Floats"
    """What is known of the players whose strength is not known beforehand, as the inverse of a covariance."""
    unknown: "NDArray[np.intp]"
    """Their places."""
    spread: float
    """By how much pairs vary more than coin tosses would, as a variance."""
    prior: float

    @cached_property
    def covariance(self) -> "Floats":
        """Of all players; zero for those who are known."""
        import numpy as np

        size = len(self.values)
        found = np.zeros((size, size))
        if len(self.unknown):
            bread = np.linalg.inv(self.information)
            at_prior = np.eye(len(self.unknown)) * self.prior
            meat = self.spread * (self.information - at_prior) + at_prior
            found[np.ix_(self.unknown, self.unknown)] = bread @ meat @ bread
        return found

    def elo(self, player: str) -> Interval:
        place = self.places[player]
        return _to_interval(float(self.values[place]), float(self.covariance[place, place]))

    def difference(self, one: str, two: str) -> Interval:
        """By how much the first is stronger."""
        here, there = self.places[one], self.places[two]
        known = self.covariance
        variance = float(known[here, here] + known[there, there] - 2 * known[here, there])
        return _to_interval(float(self.values[here] - self.values[there]), variance)


def _to_interval(value: float, variance: float) -> Interval:
    centre, reach = SCALE * value, SCALE * Z * max(0.0, variance) ** 0.5
    return Interval(centre, centre - reach, centre + reach)


def fit_strengths(
    encounters: Encounters, partners: Mapping[str, float], guess: Strengths | None = None, middle: float | None = None
) -> Strengths:
    """The likeliest strengths of everybody; `partners` have a known one, in Elo. A `guess` makes it faster.

    `middle` is where somebody unknown is thought to be, in Elo; by default amidst the partners."""
    import numpy as np

    size = len(encounters.places)
    if middle is None:
        middle = (min(partners.values()) + max(partners.values())) / 2 if partners else 0.0
    centre = middle / SCALE
    values = np.full(size, centre)
    for player, place in encounters.places.items() if guess else ():
        values[place] = guess.values[guess.places[player]] if guess and player in guess.places else centre
    for partner, elo in partners.items():
        if partner in encounters.places:
            values[encounters.places[partner]] = elo / SCALE
    unknown = np.array([place for name, place in encounters.places.items() if name not in partners], dtype=np.intp)
    prior = (SCALE / PRIOR_ELO) ** 2
    games, points = encounters.games, encounters.points
    information = np.eye(len(unknown)) * prior
    rows = np.ix_(unknown, unknown)
    for _ in range(MAX_STEPS):
        expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
        weight = games * expected * (1 - expected)
        slope = (points - games * expected).sum(axis=1)[unknown] - prior * (values[unknown] - centre)
        information = np.diag(weight.sum(axis=1)[unknown] + prior) - weight[rows]
        step = np.linalg.solve(information, slope) if len(unknown) else slope
        largest = float(np.abs(step).max()) if len(step) else 0.0
        values[unknown] += step * min(1.0, 2.0 / max(1e-12, largest))
        if largest < EXACT:
            break
    return Strengths(
        dict(encounters.places),
        values,
        information,
        unknown,
        _measure_spread(encounters, values, information, prior),
        prior,
    )


def _measure_spread(encounters: Encounters, values: "Floats", information: "Floats", prior: float) -> float:
    """How much more pairs vary than coin tosses: what was seen against what was to be expected."""
    import numpy as np

    expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
    # Every bout is there twice, from both sides.
    seen = float((encounters.squares - 2 * expected * encounters.products + expected**2 * encounters.sizes).sum()) / 2
    usual = float((encounters.games * expected * (1 - expected)).sum()) / 2
    fitted = len(information) - prior * float(np.trace(np.linalg.inv(information))) if len(information) else 0.0
    # A little is explained away, since the strengths were fitted to the same games.
    left = max(0.25, 1 - fitted / encounters.bouts) if encounters.bouts else 1.0
    even = EVEN_BOUTS * 0.5
    return max(MIN_SPREAD, (seen + even) / (usual * left + even))
