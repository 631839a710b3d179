"""A stored game as a small page inside pages of others: to be looked at and nothing else.

It is the only page that may stand in a frame. So it has no buttons that do anything to a game, knows nothing about
whoever looks, leaves no cookie, and follows nothing: however many pages show it, it costs one answer for each reader.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games.number import parse_whole
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.live.contract import EmbeddedJson
from schwarm.web.live.routes import store_of
from schwarm.web.shell.background import in_background
from schwarm.web.shell.middleware import FRAMED
from schwarm.web.shell.page_templates import to_script_json
from schwarm.web.shell.responses import render_page
from schwarm.web.study import stored_games


async def embed(request: Request) -> Response:
    """A game as it is stored now; the address may say at which turn and from which side."""
    kept = await store_of(request).load(request.path_params["key"])
    if kept is None:
        raise Refused(NO_GAME())
    told = await in_background(stored_games.stored_game_json, kept)
    facts = EmbeddedJson(
        key=told["key"],
        game=told["game"],
        names=[name or side for name, side in zip(told["names"], told["sides"], strict=True)],
        moves=told["moves"],
        positions=told["positions"],
        stamps=told["stamps"],
        result=told["outcome"]["sentence"] if told["outcome"] else "",
        turn=parse_whole(request.query_params.get("turn", ""), 0, 99_999),
        turned=request.query_params.get("side") == "turned",
    )
    answer = render_page(
        request,
        "embed",
        title=told["title"],
        game_id=told["game"],
        names=facts["names"],
        colours=told["colours"],
        facts=to_script_json(facts),
        key=kept.summary.key,
    )
    answer.headers["Content-Security-Policy"] = FRAMED
    return answer


ROUTES = [Route("/embed/{key:path}", embed)]
