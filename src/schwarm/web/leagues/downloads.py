"""What a league's page shows, as files: its ratings and all its games, without what bots said; and for organisers
everything in one zip."""

import asyncio
from collections.abc import Iterator

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from schwarm.arena.export import Line
from schwarm.league import archive
from schwarm.league.league_service import LeagueService, NotTaken, describe_disk_error
from schwarm.league.permission import Permission
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.store import leagues
from schwarm.store.leagues import League
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.web.leagues.membership import find_league, league_service_of
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.table_file import KINDS, table_file

RATINGS = ("player", "version", "elo", "low", "high", "games", "partner")
GAMES = ("game", "at", "red", "red_version", "blue", "blue_version", "points_red", "points_blue", "reason", "seconds")


def rating_lines(service: LeagueService, league: League) -> Iterator[Line]:
    """Who plays, the teams in their order and then the partners; unrated ones without an Elo."""
    table = service.ratings(league)
    for team in leagues.list_teams(service.store, league.id):
        if team.active is None:
            continue
        player = str(TeamVersion(team.number, team.active))
        elo = table.rating(player)
        bounds = [round(value, 1) for value in (elo.value, elo.low, elo.high)] if elo else [None] * 3
        values = (team.name, team.active, *bounds, table.games_of(player), False)
        yield dict(zip(RATINGS, values, strict=True))
    for partner, known in table.partners.items():
        if games := table.games_of(partner):
            yield dict(zip(RATINGS, (partner, None, known, known, known, games, True), strict=True))


def game_lines(service: LeagueService, league: League) -> Iterator[Line]:
    """All games, the newest first."""
    names = leagues.load_team_names(service.store, league.id)
    for game in reversed(service.ratings(league).games):
        sides: list[str | int | None] = []
        for player in (game.red, game.blue):
            found = parse_player_name(player)
            sides += [names.get(found.team, ""), found.version] if found else [player, None]
        ended = game.points_red, game.points_blue, game.reason
        values = (game.key, round(game.at, 3), *sides, *ended, round(game.seconds, 3))
        yield dict(zip(GAMES, values, strict=True))


async def download(request: Request) -> Response:
    """The ratings or the games of a league."""
    league, _ = await find_league(request)
    service, kind = league_service_of(request), request.path_params["kind"]
    name = request.url.path.rpartition("/")[2].partition(".")[0]
    columns, lines = (RATINGS, rating_lines) if name == "ratings" else (GAMES, game_lines)
    return await in_background(lambda: table_file(name, kind, columns, lines(service, league)))


_exporting = asyncio.Lock()


async def export(request: Request) -> Response:
    """Everything of a league in one zip."""
    league, member = await find_league(request)
    member.require(Permission.EXPORT)
    service = league_service_of(request)
    # It copies everything that was handed in: one at a time.
    if _exporting.locked():
        raise Refused(TOO_MANY())
    draft = await in_background(service.zips.new_draft)
    try:
        async with _exporting:
            await asyncio.to_thread(archive.export_league, service, league, draft)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, NotTaken):
            raise Refused(error.message, 507) from error
        if isinstance(error, OSError):
            raise Refused(describe_disk_error(error), 507) from error
        raise
    remove = BackgroundTask(draft.unlink, missing_ok=True)
    name = f"league-{league.key}.zip"
    return FileResponse(draft, media_type="application/zip", filename=name, background=remove)


ROUTES = [
    *(
        Endpoint("GET", f"/leagues/{{key}}/{name}.{{kind}}", download, files=tuple(KINDS.values()))
        for name in ("ratings", "games")
    ),
    Endpoint("GET", "/leagues/{key}/export.zip", export, files=("application/zip",)),
]
