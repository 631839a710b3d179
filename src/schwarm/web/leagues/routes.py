"""The pages of leagues: the list, one league, a team, and the organiser's page."""

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from schwarm.arena.contest import form_kinds
from schwarm.arena.contest_records import address
from schwarm.arena.executors import usable_cores
from schwarm.games import game
from schwarm.league import archive
from schwarm.league.league_play import ZIPS_MISSING, list_missing
from schwarm.league.league_service import MAX_ZIP_BYTES, OVER, LeagueService
from schwarm.league.permission import Permission
from schwarm.league.player_name import parse_player_name
from schwarm.store import leagues, versions
from schwarm.store.league_games import load_output
from schwarm.store.leagues import League, LeagueTeam
from schwarm.web.contests.contest_rows import contest_rows
from schwarm.web.errors import NO_GAME, NOT_FOUND, Refused
from schwarm.web.leagues import league_times, team_name, team_view
from schwarm.web.leagues.contract import MAX_TEAMS, LeaguePartJson
from schwarm.web.leagues.game_rows import collect_defeats, last_games, list_troubled, worst_defeats
from schwarm.web.leagues.join_line import find_join_line
from schwarm.web.leagues.league_form import FISH, GROUPS
from schwarm.web.leagues.membership import Member, find_league, identify_maker, league_service_of
from schwarm.web.leagues.rating_rows import rating_rows
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.responses import render_page, render_part
from schwarm.words import Moment, language

TABS = ("live", "games")
"""Parts of a league's page with addresses of their own, beside its table."""
MAX_LISTED = 50
"""Games on the page of a league; the file has them all."""
FRESH_SECONDS = 2.0
"""How long a table that was drawn is shown to everybody who asks."""

Facts = dict[str, Any]
_drawn: dict[tuple[int, str], tuple[float, int, str]] = {}


async def listing(request: Request) -> Response:
    service, maker = league_service_of(request), await identify_maker(request)
    found = await in_background(_list_leagues, service)
    may_invite = maker.may(Permission.INVITE)
    makers = await in_background(leagues.list_organisers, service.store, None) if may_invite else []
    return render_page(
        request,
        "leagues",
        leagues=found,
        may_make=maker.may(Permission.MAKE),
        may_invite=may_invite,
        makers=[(code, Moment(code.made)) for code in makers],
    )


def _list_leagues(service: LeagueService) -> list[Facts]:
    found = []
    for league in leagues.list_leagues(service.store):
        teams = leagues.list_teams(service.store, league.id)
        found.append(
            {
                "key": league.key,
                "title": league.title,
                "game": game(league.game).title,
                "teams": len(teams),
                "playing": league.playing and any(team.active for team in teams) and not service.why_still(league),
                "games": len(service.ratings(league).games),
                "date": Moment(league.made),
            }
        )
    return found


async def join(request: Request) -> Response:
    return render_page(request, "enter-code")


async def new(request: Request) -> Response:
    maker = await identify_maker(request)
    service = league_service_of(request)
    return render_page(
        request,
        "new-league",
        may_make=maker.may(Permission.MAKE),
        cores=len(usable_cores()),
        most_teams=MAX_TEAMS,
        no_programs=service.no_programs,
    )


async def show(request: Request) -> Response:
    league, member = await find_league(request)
    service = league_service_of(request)
    last = request.url.path.rpartition("/")[2]
    return render_page(
        request,
        "league",
        tab=last if last in TABS else "",
        **await in_background(league_facts, service, league),
        contests=(await in_background(contest_rows, request.app.state.contest_service, league=league.key))[0],
        may_steer=member.may(Permission.STEER),
        may_hold=member.may(Permission.HOLD),
        contest_kinds=form_kinds(),
        own=member.team,
        no_programs=service.no_programs,
    )


def league_facts(service: LeagueService, league: League) -> Facts:
    table = service.ratings(league)
    teams = leagues.list_teams(service.store, league.id)
    names, shown = leagues.load_team_names(service.store, league.id), {team.number for team in teams}
    running = [pairing for pairing in service.play.running if pairing.league.id == league.id]
    now = []
    for pairing in running:
        players = [parse_player_name(name) for name in (pairing.red, pairing.blue)]
        if all(player is None or player.team in shown for player in players):
            called = [
                names[player.team] if player else name
                for player, name in zip(players, (pairing.red, pairing.blue), strict=True)
            ]
            now.append((address(pairing.key), called[0], called[1]))
    rows = rating_rows(teams, table)
    return {
        "league": league,
        "pause": league_times.describe_pause(league),
        "standstill": service.why_still(league),
        "deadline": league_times.describe_deadline(league),
        "game": game(league.game),
        "rows": rows,
        "handed_in": not rows and bool(versions.list_versions(service.store, [team.id for team in teams])),
        "idle": [team for team in teams if team.active is None],
        "games": last_games(table, names, most=MAX_LISTED),
        "total": len(table.games),
        "now": now,
    }


async def part(request: Request) -> LeaguePartJson:
    """The table alone, for a page that is open."""
    league, _ = await find_league(request)
    service, lang = league_service_of(request), language()
    at, edition, html = _drawn.get((league.id, lang), (0.0, 0, ""))
    if edition != league.edition or time.monotonic() - at > FRESH_SECONDS:
        facts = await in_background(league_facts, service, league)
        html = render_part("league-table", **facts)
        _drawn[league.id, lang] = time.monotonic(), league.edition, html
    return LeaguePartJson(html=html, title=league.title, deadline=league_times.describe_deadline(league))


# -- one team --------------------------------------------------------------------------------------------------


async def find_team(request: Request) -> tuple[League, Member, LeagueTeam]:
    league, member = await find_league(request)
    store, number = league_service_of(request).store, request.path_params["number"]
    teams = await in_background(lambda: leagues.list_teams(store, league.id, hidden=True))
    found = next((team for team in teams if team.number == number), None)
    if found is None or not (found.shown or member.may_read(found)):
        raise Refused(NOT_FOUND())
    return league, member, found


async def team(request: Request) -> Response:
    league, member, found = await find_team(request)
    service = league_service_of(request)
    own = member.team is not None and member.team.id == found.id
    facts = await in_background(_team_facts, service, league, found, private=member.may_read(found))
    return render_page(
        request,
        "team",
        **facts,
        own=own,
        ended=_ended(member, found),
        fishes=FISH,
        longest=team_name.MAX_LENGTH,
        most_bytes=MAX_ZIP_BYTES,
        no_programs=service.no_programs,
    )


async def team_part(request: Request) -> LeaguePartJson:
    """What changes on a team's page while it is open."""
    league, member, found = await find_team(request)
    service = league_service_of(request)
    own = member.team is not None and member.team.id == found.id
    facts = await in_background(_team_facts, service, league, found, private=member.may_read(found))
    html = render_part("team-state", **facts, own=own, ended=_ended(member, found))
    return LeaguePartJson(html=html, title=found.name, deadline=facts["deadline"])


def _ended(member: Member, team: LeagueTeam) -> bool:
    """Whether somebody looks at a team's page who was that team until an organiser made a new code."""
    return member.former is not None and member.former.id == team.id


def _team_facts(service: LeagueService, league: League, team: LeagueTeam, *, private: bool) -> Facts:
    table = service.ratings(league)
    names = leagues.load_team_names(service.store, league.id) | {team.number: team.name}
    row = next((row for row in rating_rows([team], table) if row.number == team.number), None)
    rows = team_view.version_rows(service, team, table, private=private)
    return {
        "league": league,
        "game": game(league.game),
        "team": team,
        "row": row,
        "curve": team_view.draw_curve(table.curves().get(team.number, ())),
        "versions": rows,
        "games": last_games(table, names, team.number, MAX_LISTED),
        "defeats": collect_defeats(table, names, team),
        "worst": worst_defeats(table, names, team.number),
        "private": private,
        "standstill": service.why_still(league),
        "deadline": league_times.describe_deadline(league),
        "over": OVER() if league.is_over(time.time()) else "",
        "at_home": any(version.active and version.home for version in rows),
    }


async def output(request: Request) -> Response:
    """What a team's bot printed and noted in one game, as text: for the team itself and its organisers."""
    league, member, found = await find_team(request)
    if not member.may_read(found):
        raise Refused(NO_GAME())
    params = request.path_params
    key = f"{league.event}/{params['pair']}/{params['which']}"
    kept = await in_background(load_output, league_service_of(request).store, key)
    if kept is None:
        raise Refused(NO_GAME())
    text = await in_background(archive.own_words, kept, found.number)
    return Response(text, media_type="text/plain; charset=utf-8")


async def download(request: Request) -> Response:
    """A version's zip, for the team itself and its organisers."""
    _, member, found = await find_team(request)
    if not member.may_read(found):
        raise Refused(NO_GAME())
    service = league_service_of(request)
    version = await in_background(versions.load_version, service.store, found.id, request.path_params["version"])
    if version is None or version.from_home:
        raise Refused(NO_GAME())
    name = f"version-{version.number}.zip"
    return FileResponse(service.zips.path(version.zip), media_type="application/zip", filename=name)


# -- organisers ------------------------------------------------------------------------------------------------


async def manage(request: Request) -> Response:
    league, member = await find_league(request)
    member.require(Permission.STEER)
    service = league_service_of(request)
    teams = await in_background(lambda: leagues.list_teams(service.store, league.id, hidden=True))
    organisers = await in_background(leagues.list_organisers, service.store, league.id)
    newest = await in_background(lambda: versions.list_versions(service.store, [team.id for team in teams]))
    missing = await in_background(list_missing, service.store, service.zips, league)
    return render_page(
        request,
        "manage-league",
        league=league,
        game=game(league.game),
        standstill=await in_background(service.why_still, league),
        teams=teams,
        newest={version.team_id: version for version in newest},
        missing=missing,
        zips_missing=ZIPS_MISSING(n=len(missing)) if missing else "",
        troubled=await in_background(lambda: list_troubled(service.ratings(league), teams)),
        organisers=[(code, Moment(code.made), code.id == member.code) for code in organisers],
        cores=len(usable_cores()),
        groups=GROUPS,
        longest=team_name.MAX_LENGTH,
        deadline=league_times.describe_deadline(league),
        times=league_times.form_values(league),
        public=request.app.state.settings.public,
        join_line=find_join_line(request, service),
    )


ROUTES = [
    Route("/join", join),
    Route("/leagues", listing),
    Route("/leagues/new", new),
    Route("/leagues/{key}", show),
    *(Route(f"/leagues/{{key}}/{tab}", show) for tab in TABS),
    Route("/leagues/{key}/manage", manage),
    Route("/leagues/{key}/teams/{number:number}", team),
    Endpoint(
        "GET", "/leagues/{key}/teams/{number:number}/output/{pair:number}/{which:number}", output, files=("text/plain",)
    ),
    Endpoint(
        "GET", "/leagues/{key}/teams/{number:number}/version-{version:number}.zip", download, files=("application/zip",)
    ),
    Endpoint("GET", "/leagues/{key}/table", part),
    Endpoint("GET", "/leagues/{key}/teams/{number:number}/state", team_part),
]
