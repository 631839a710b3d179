"""Who asks: a team, an organiser, the administrator or a guest; known by a cookie per league."""

import asyncio
from dataclasses import dataclass, replace

from starlette.requests import Request

from schwarm.league.codes import hash_session, new_session, parse_code
from schwarm.league.league_service import LeagueService
from schwarm.league.permission import Permission, Role, allows
from schwarm.store import leagues
from schwarm.store.errors import NO_LEAGUE
from schwarm.store.games import Store
from schwarm.store.leagues import CodeOwner, League, LeagueTeam
from schwarm.web.errors import Refusal, Refused
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.background import in_background
from schwarm.web.shell.middleware import YEAR, set_cookie
from schwarm.web.shell.responses import access_of, visitor_of

SECONDS_AFTER_WRONG = 0.3
"""Until a wrong code is answered."""
MAX_LOOKED_UP = 8
"""Cookies of leagues in one browser that are looked up."""
MAKER_COOKIE = "leagues"
"""Of whoever came with a code for making leagues."""


@dataclass(frozen=True, slots=True)
class Member:
    """What somebody is in a league, which may be several things: on their own machine everybody administers."""

    roles: frozenset[Role]
    team: LeagueTeam | None = None
    code: int | None = None
    """The id of the code they came with."""
    former: LeagueTeam | None = None
    """The team that they came in as, before an organiser made a new code for it."""

    def may(self, permission: Permission) -> bool:
        return any(allows(role, permission) for role in self.roles)

    def require(self, permission: Permission) -> None:
        if not self.may(permission):
            raise Refused(NOT_YOURS() if self.former is None else SIGNED_OUT())

    def own_team(self, permission: Permission) -> LeagueTeam:
        """The team of a session, for what only a team may do."""
        self.require(permission)
        if self.team is None:
            raise Refused(NOT_YOURS() if self.former is None else SIGNED_OUT())
        if not self.team.shown:
            raise Refused(OUT_OF_SIGHT())
        return self.team

    def may_read(self, team: LeagueTeam) -> bool:
        """Whether they may see what is a team's own: the team itself and its organisers."""
        if self.roles & {Role.ORGANISER, Role.ADMINISTRATOR}:
            return True
        return self.may(Permission.READ_REPORTS) and self.team is not None and self.team.id == team.id


def league_service_of(request: Request) -> LeagueService:
    service = request.app.state.league_service
    assert isinstance(service, LeagueService)
    return service


async def find_league(request: Request) -> tuple[League, Member]:
    """The league of an address, and what the asker is in it."""
    service = league_service_of(request)
    key, cookie = request.path_params["key"], request.cookies.get(f"league-{request.path_params['key']}", "")
    league = await in_background(leagues.load_league, service.store, key)
    if league is None:
        raise Refused(NO_LEAGUE(), 404)
    return league, await in_background(identify, service.store, league, cookie, visitor_of(request).admin)


async def may_in_league(request: Request, key: str, permission: Permission) -> bool:
    """Whether the asker may do something in the league of this key, wherever they are on the page."""
    service, cookie = league_service_of(request), request.cookies.get(f"league-{key}", "")
    league = await in_background(leagues.load_league, service.store, key)
    if league is None:
        return False
    return (await in_background(identify, service.store, league, cookie, visitor_of(request).admin)).may(permission)


def identify(store: Store, league: League, cookie: str, admin: bool) -> Member:
    """What somebody is in a league who comes with this cookie."""
    roles = {Role.GUEST} | ({Role.ADMINISTRATOR} if admin else set())
    if not 16 <= len(cookie) <= 64:
        return Member(frozenset(roles))
    owner = leagues.find_session(store, hash_session(cookie))
    # A cookie says nothing in another league.
    if owner is None or owner.league_id != league.id:
        former = leagues.find_ended_session(store, hash_session(cookie)) if owner is None else None
        return Member(frozenset(roles), former=_find_team(store, league, former))
    if owner.team_id is None:
        return Member(frozenset(roles | {Role.ORGANISER}), code=owner.code_id)
    team = _find_team(store, league, owner)
    return Member(frozenset(roles | ({Role.TEAM} if team else set())), team, owner.code_id)


def _find_team(store: Store, league: League, owner: CodeOwner | None) -> LeagueTeam | None:
    teams = leagues.list_teams(store, league.id, hidden=True) if owner is not None else []
    return next((team for team in teams if owner is not None and team.id == owner.team_id), None)


async def identify_maker(request: Request) -> Member:
    """What the asker is outside of any league: somebody who may make one, or not."""
    cookie = request.cookies.get(MAKER_COOKIE, "")
    store = league_service_of(request).store
    roles = {Role.GUEST} | ({Role.ADMINISTRATOR} if visitor_of(request).admin else set())
    if 16 <= len(cookie) <= 64:
        owner = await in_background(leagues.find_session, store, hash_session(cookie))
        if owner is not None and owner.league_id is None:
            roles.add(Role.ORGANISER)
    return Member(frozenset(roles))


async def counted_visitor(request: Request) -> Visitor:
    """The asker as they are counted: teams and organisers by their code, strangers by where they come from."""
    visitor = visitor_of(request)
    cookies = [value for name, value in request.cookies.items() if name == MAKER_COOKIE or name.startswith("league-")]
    if access_of(request).is_free(visitor) or visitor.admin or not cookies:
        return visitor
    store = league_service_of(request).store

    def find() -> CodeOwner | None:
        found = (leagues.find_session(store, hash_session(cookie)) for cookie in cookies[:MAX_LOOKED_UP])
        return next((owner for owner in found if owner is not None), None)

    owner = await in_background(find)
    return visitor if owner is None else replace(visitor, client=f"code {owner.code_id}", member=True)


async def count_game(request: Request) -> Visitor:
    """Whoever begins something that costs as much as a new game does, as they are counted; raises `Refused`."""
    visitor = await counted_visitor(request)
    access_of(request).count_game(visitor)
    return visitor


async def check_code(request: Request, typed: str) -> CodeOwner:
    """Whose code that is. Guesses are not counted: a school has one address, and its right code must always open; 60
    bits are not guessed at the pace of a page, from however many addresses."""
    code, codes = parse_code(typed), league_service_of(request).codes
    if code is None:
        raise Refused(NOT_A_CODE())
    owner = await in_background(codes.find, code)
    if owner is None:
        await asyncio.sleep(SECONDS_AFTER_WRONG)
        raise Refused(WRONG_CODE())
    return owner


async def let_in(request: Request, owner: CodeOwner, league: League | None) -> None:
    """Sign this browser in."""
    session = new_session()
    await in_background(leagues.open_session, league_service_of(request).store, owner, hash_session(session))
    name = f"league-{league.key}" if league else MAKER_COOKIE
    request.state.cookies.append(set_cookie(name, session, age=YEAR, strict=False))


NOT_YOURS = Refusal("Only the team itself or an organiser may do that; enter your code first.", status=403)
SIGNED_OUT = Refusal(
    "Your sign-in has ended because the organiser made a new code for your team; enter the new code.", status=403
)
OUT_OF_SIGHT = Refusal(
    "The organiser has hidden your team: it does not play, and nobody else sees it. Ask them why.", status=403
)
NOT_A_CODE = Refusal(
    "That is not a code; a code has three groups of four letters and digits, such as K7QX-2M9D-H4TB.", status=403
)
WRONG_CODE = Refusal("No team and no organiser has this code; look again, or ask whether it was renewed.", status=403)
