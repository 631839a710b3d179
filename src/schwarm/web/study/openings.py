"""Opening statistics over HTTP: what was played in a position in all stored games, and who won."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import Move
from schwarm.store.openings import MoveCount, count_moves
from schwarm.web.board.position_json import move_json
from schwarm.web.board.routes import parse_state
from schwarm.web.errors import BAD_FIELD, Refused
from schwarm.web.live.routes import store_of
from schwarm.web.shell.responses import Json
from schwarm.web.study.contract import OpeningJson, OpeningsJson
from schwarm.web.study.opening_index import OpeningIndex

SECONDS_TO_SETTLE = 0.4
"""For which an answer waits, so that a game that just ended is usually in it."""
MAX_SHOWN = 8
MAX_PLAYER_LENGTH = 200
WHO = {"": None, "people": True, "programs": False}


def opening_index_of(request: Request) -> OpeningIndex:
    index = request.app.state.opening_index
    assert isinstance(index, OpeningIndex)
    return index


async def openings(request: Request) -> Response:
    """What was played in a position; the address may ask for the games of a player, of people or of programs."""
    state, query, index = parse_state(request), request.query_params, opening_index_of(request)
    who = query.get("who", "")
    if who not in WHO:
        raise Refused(BAD_FIELD(field="who"))
    player = query.get("player", "").strip()[:MAX_PLAYER_LENGTH]
    index.wake()
    await index.settle(SECONDS_TO_SETTLE)
    found = await store_of(request).read(lambda store: count_moves(store, state, player=player, people=WHO[who]))
    return Json(
        OpeningsJson(
            red=sum(each.red for each in found),
            draws=sum(each.draws for each in found),
            blue=sum(each.blue for each in found),
            moves=[_opening_json(state.game.parse_move(each.move), each) for each in found[:MAX_SHOWN]],
            complete=index.complete,
        )
    )


def _opening_json(move: Move, counted: MoveCount) -> OpeningJson:
    return {**move_json(move), "red": counted.red, "draws": counted.draws, "blue": counted.blue}


ROUTES = [Route("/api/openings/{game}", openings)]
