"""How another machine joins to play for the leagues of this server."""

from urllib.parse import urlsplit

from starlette.requests import Request

from schwarm.league.league_service import LeagueService
from schwarm.web.live.routes import public_address


def find_join_line(request: Request, service: LeagueService) -> str | None:
    """What to type on a machine that is to play for this league; whoever sees it may run programs on all of them."""
    if service.workers is None:
        return None
    host = urlsplit(public_address(request)).hostname or ""
    return service.workers.line(f"[{host}]" if ":" in host else host)
