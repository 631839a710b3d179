"""The table of a league as its page shows it: ratings with error bars on one scale, a small curve each."""

from collections.abc import Sequence
from dataclasses import dataclass

from schwarm.arena.pairs import Interval
from schwarm.league.player_name import TeamVersion
from schwarm.league.rating_table import CurvePoint, RatingTable
from schwarm.store.leagues import LeagueTeam
from schwarm.words import in_figures

SPARK_WIDTH, SPARK_HEIGHT = 100.0, 24.0


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the table. Plots are in shares of their width."""

    place: str
    """Among the teams; empty for partners, and where nobody knows it yet."""
    name: str
    number: int | None
    """Of a team; partners have none."""
    fish: str
    version: int | None
    games: int
    rating: str
    margin: str
    left: float
    centre: float
    right: float
    spark: str
    """Points of a line; empty where there is none yet."""


def rating_rows(teams: Sequence[LeagueTeam], table: RatingTable) -> list[Row]:
    """Whoever is rated, the strongest first; then whoever plays but is not rated yet."""
    found: list[tuple[Interval | None, str, LeagueTeam | None, int]] = []
    for one in teams:
        if one.active is not None:
            player = str(TeamVersion(one.number, one.active))
            found.append((table.rating(player), player, one, table.games_of(player)))
    for partner in table.partners:
        if games := table.games_of(partner):
            known = table.partners[partner]
            found.append((Interval(known, known, known), partner, None, games))
    rated = [elo for elo, *_ in found if elo is not None]
    low, high = _range(rated)
    curves = table.curves()
    rows: list[Row] = []
    for elo, player, team, games in sorted(found, key=lambda entry: -(entry[0].value if entry[0] else -1e9)):
        left, centre, right = (
            (round(100 * (value - low) / (high - low), 2) for value in (elo.low, elo.value, elo.high))
            if elo
            else (0.0, 0.0, 0.0)
        )
        ranked = sum(bool(row.place) for row in rows) + 1
        rows.append(
            Row(
                f"{ranked}." if elo and team else "",
                team.name if team else player,
                team.number if team else None,
                team.fish if team else "",
                team.active if team else None,
                games,
                in_figures(elo.value, 0) if elo else "",
                in_figures(elo.margin, 0) if elo and team else "",
                left,
                centre,
                right,
                draw_spark(curves.get(team.number, ())) if team else "",
            )
        )
    return rows


def _range(elos: Sequence[Interval]) -> tuple[float, float]:
    low, high = min((elo.low for elo in elos), default=0.0), max((elo.high for elo in elos), default=1.0)
    air = max(20.0, 0.03 * (high - low))
    return low - air, high + air


def draw_spark(curve: Sequence[CurvePoint]) -> str:
    """A curve as the points of a line."""
    if len(curve) < 2:
        return ""
    low, high = min(point.elo for point in curve), max(point.elo for point in curve)
    middle, reach = (low + high) / 2, max(100.0, high - low) / 2
    points = []
    for place, point in enumerate(curve):
        x = SPARK_WIDTH * place / (len(curve) - 1)
        y = SPARK_HEIGHT * (0.5 - 0.42 * (point.elo - middle) / reach)
        points.append(f"{x:.1f},{y:.1f}")
    return " ".join(points)
