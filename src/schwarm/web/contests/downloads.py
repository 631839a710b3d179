"""What a contest's page shows, as files: its tables, its games, its ratings."""

import math
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from schwarm.arena import export
from schwarm.arena.export import Line
from schwarm.arena.overview import Overview
from schwarm.arena.rating import MissingPart
from schwarm.arena.stage import Row
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.routes import find_status
from schwarm.web.errors import Refused
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.table_file import KINDS, table_file

TABLE = ("stage", "place", "team", "games", "won", "drawn", "lost", "points", "second", "faults", "faults_count")
RATINGS = ("player", "elo", "low", "high", "games", "score")


def table_lines(status: ContestStatus) -> Iterator[Line]:
    """All tables of a contest, one below the other."""
    contest, found = status.contest, Overview(status.contest, status.results)
    for table in found.overview:
        for row in table.rows:
            yield _table_line(table.title if contest.staged else "", row, str(found.faults))


def _table_line(stage: str, row: Row, counted: str) -> dict[str, Any]:
    counts = (row.games, row.wins, row.draws, row.losses, row.points, round(float(row.second), 4))
    faults = row.violations.total(), counted
    return dict(zip(TABLE, (stage, row.place, row.team, *counts, *faults), strict=True))


def rating_lines(status: ContestStatus) -> Iterator[Line]:
    """Everybody's strength with its bounds; what is unbounded is left empty."""
    try:
        found = status.contest.ratings(status.results)
    except MissingPart as error:
        raise Refused(error.message, 404) from error
    for rating in found:
        elos = [
            round(elo, 1) if math.isfinite(elo) else None for elo in (rating.elo.value, rating.elo.low, rating.elo.high)
        ]
        yield dict(zip(RATINGS, (rating.player, *elos, rating.games, round(rating.score, 4)), strict=True))


async def download(request: Request) -> Response:
    """A table of a contest, its ratings or its games."""
    status, kind = await find_status(request), request.path_params["kind"]
    name = request.url.path.rpartition("/")[2].partition(".")[0]

    def write() -> Response:
        if name == "table":
            return table_file(name, kind, TABLE, table_lines(status))
        if name == "ratings":
            return table_file(name, kind, RATINGS, rating_lines(status))
        game = status.contest.conditions.game
        rows = (export.row(result, game) for result in status.results.in_order)
        return table_file(name, kind, export.COLUMNS, rows)

    return await in_background(write)


ROUTES = [
    Endpoint("GET", f"/contests/{{event:path}}/{name}.{{kind}}", download, files=tuple(KINDS.values()))
    for name in ("table", "ratings", "games")
]
