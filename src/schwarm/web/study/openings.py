"""Opening statistics over HTTP: what was played in a position in all stored games, and who won."""

from starlette.requests import Request

from schwarm.games import Move
from schwarm.store.openings import MoveCount, count_moves
from schwarm.web.board.position_json import move_json
from schwarm.web.board.routes import parse_state
from schwarm.web.live.routes import store_of
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.study.contract import OpeningJson, OpeningsJson, OpeningsQuery
from schwarm.web.study.opening_index import OpeningIndex

SECONDS_TO_SETTLE = 0.4
"""For which an answer waits, so that a game that just ended is usually in it."""
MAX_SHOWN = 8
WHO = {"": None, "people": True, "programs": False}


def opening_index_of(request: Request) -> OpeningIndex:
    index = request.app.state.opening_index
    assert isinstance(index, OpeningIndex)
    return index


async def openings(request: Request, query: OpeningsQuery) -> OpeningsJson:
    """Which moves stored games made in a position, and who won."""
    state, index, player, people = parse_state(request, query), opening_index_of(request), query.player, WHO[query.who]
    index.wake()
    await index.settle(SECONDS_TO_SETTLE)
    found = await store_of(request).read(lambda store: count_moves(store, state, player=player.strip(), people=people))
    return OpeningsJson(
        red=sum(each.red for each in found),
        draws=sum(each.draws for each in found),
        blue=sum(each.blue for each in found),
        moves=[_opening_json(state.game.parse_move(each.move), each) for each in found[:MAX_SHOWN]],
        complete=index.complete,
    )


def _opening_json(move: Move, counted: MoveCount) -> OpeningJson:
    return {**move_json(move), "red": counted.red, "draws": counted.draws, "blue": counted.blue}


ROUTES = [Endpoint("GET", "/openings/{game}", openings)]
