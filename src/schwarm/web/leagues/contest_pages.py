"""Fixed contests of a league: the form with which organisers begin one, and what it would need."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.arena.contest import form_kinds, kind_named
from schwarm.arena.contest_records import address
from schwarm.arena.executors import usable_cores
from schwarm.arena.knockout import LEAST_GAMES
from schwarm.arena.season import Season
from schwarm.games import game
from schwarm.league.league_contest import freeze_teams, list_contests, save_league_contest
from schwarm.league.permission import Permission
from schwarm.league.player_name import partners_of
from schwarm.store import leagues, versions
from schwarm.web.contests.contract import NewContestJson
from schwarm.web.errors import Refusal, Refused
from schwarm.web.leagues.contest_forecast import forecast
from schwarm.web.leagues.contract import ForecastJson, GroupFields, LeagueContestFields
from schwarm.web.leagues.league_contest_form import parse_contest, parse_numbers, propose_finals
from schwarm.web.leagues.league_form import parse_groups
from schwarm.web.leagues.membership import count_game, find_league, league_service_of
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.responses import render_page

MAX_CONTESTS = 200
"""Of one league."""


async def new(request: Request) -> Response:
    league, member = await find_league(request)
    member.require(Permission.HOLD)
    service, kind = league_service_of(request), kind_named(request.query_params.get("kind", ""))
    teams = await in_background(leagues.list_teams, service.store, league.id)
    home = await in_background(versions.list_home_versions, service.store, league.id)
    ready = [team.number for team in teams if team.active is not None and (team.number, team.active) not in home]
    per_group, finalists = propose_finals([team.group for team in teams if team.number in ready])
    return render_page(
        request,
        "new-league-contest",
        league=league,
        game=game(league.game),
        kind=kind if kind in form_kinds() else Season,
        kinds=form_kinds(),
        teams=teams,
        ready=ready,
        at_home=any(team.active is not None and team.number not in ready for team in teams),
        grouped=any(team.group for team in teams),
        per_group=per_group,
        finalists=finalists,
        final_games=LEAST_GAMES,
        partners=list(partners_of(league.game)),
        no_programs=service.no_programs,
    )


async def create(request: Request, fields: LeagueContestFields) -> NewContestJson:
    """Begin a contest with the teams' active versions as they are now."""
    league, member = await find_league(request)
    member.require(Permission.HOLD)
    await count_game(request)
    service = league_service_of(request)

    def save() -> str:
        if len(list_contests(service.store, league)) >= MAX_CONTESTS:
            raise Refused(TOO_MANY_CONTESTS(most=MAX_CONTESTS))
        teams = freeze_teams(service.store, league, parse_numbers(fields))
        return save_league_contest(service.store, service.zips, league, parse_contest(fields, league, teams), teams)

    event = await request.app.state.contest_service.begin_saved(save)
    return NewContestJson(event=event, address=f"/contests/{address(event)}")


async def predict(request: Request, fields: LeagueContestFields) -> ForecastJson:
    """What a contest would need, before it is begun."""
    league, member = await find_league(request)
    member.require(Permission.HOLD)
    service = league_service_of(request)

    def look() -> ForecastJson:
        teams = freeze_teams(service.store, league, parse_numbers(fields))
        contest = parse_contest(fields, league, teams)
        told = forecast(contest, league, teams, service.ratings(league), len(usable_cores()))
        return ForecastJson(games=told.games, sentence=str(told), difference=str(contest.warning or ""))

    return await in_background(look)


async def group(request: Request, fields: GroupFields) -> DoneJson:
    """Put teams into other groups; seasons that begin from now on play in them."""
    league, member = await find_league(request)
    member.require(Permission.STEER)
    store = league_service_of(request).store

    def change() -> None:
        numbers = {team.number for team in leagues.list_teams(store, league.id)}
        leagues.group_teams(store, league.id, parse_groups(fields, numbers))

    await in_background(change)
    return DoneJson(ok=True)


TOO_MANY_CONTESTS = Refusal("This league has {most} contests already, which is the most it can have.", status=409)

ROUTES = [
    Route("/leagues/{key}/contests/new", new),
    Endpoint("POST", "/leagues/{key}/contests", create, 201),
    Endpoint("POST", "/leagues/{key}/contests/forecast", predict),
    Endpoint("POST", "/leagues/{key}/groups", group),
]
