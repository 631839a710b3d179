"""Understanding games over HTTP: hints, analysis of a position while it deepens, and of a whole game."""

from collections.abc import AsyncIterator
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.engine import Review
from schwarm.web.board.routes import state_of
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.live import actions
from schwarm.web.live.routes import hall_of, stream, table_of
from schwarm.web.shell.feed import Facts, written
from schwarm.web.shell.responses import Json
from schwarm.web.study.engine_queue import Thinking, judged
from schwarm.web.study.stored_games import REVIEWS, kept_game, record_of

KEPT_AS = 2
"""The form of a review that is kept; counts up when the page needs more of it."""


def thinking_of(request: Request) -> Thinking:
    thinking = request.app.state.thinking
    assert isinstance(thinking, Thinking)
    return thinking


async def hint(request: Request) -> Response:
    """A good move in the position of a running game."""
    state = actions.playable(table_of(request).record.final)
    move = await thinking_of(request).hint(state)
    return Json({"move": str(move), "from": move.start, "to": move.to, "turn": state.turn})


async def analysis(request: Request) -> Response:
    """What the engine thinks of a position, as a stream of deeper and deeper answers."""
    state, thinking = state_of(request), thinking_of(request)
    if state.outcome() is not None or not state.legal_moves():
        return stream(request, _nothing())
    thinking.check()
    return stream(request, _named("lines", thinking.about(state)))


async def review(request: Request) -> Response:
    """What the engine thinks of a finished game, move by move; it is kept and told again at once."""
    hall, key, thinking = hall_of(request), request.path_params["key"], thinking_of(request)
    table = hall.find(key)
    if table is not None and not table.over:
        raise Refused(actions.NOT_OVER(), 409)
    if table is None:
        kept_game(hall, key)
    record = record_of(request)
    if not record.moves:
        raise Refused(NO_GAME(), 404)
    # A game that was taken back and ended anew is another one; and what was kept in another form is asked anew.
    mark = sha256(f"{KEPT_AS} {record}".encode()).hexdigest()[:12]
    known = hall.store.recall(REVIEWS, key)
    if known is not None and known.get("mark") == mark:
        return stream(request, _again(known))
    thinking.check()

    async def fresh() -> AsyncIterator[bytes]:
        async for found in thinking.review(record):
            if isinstance(found, Review):
                verdict = judged(found) | {"mark": mark}
                hall.store.remember(REVIEWS, key, verdict)
                yield written("review", verdict)
            else:
                yield written("progress", {"done": found[0], "all": found[1]})

    return stream(request, fresh())


async def _again(verdict: Facts) -> AsyncIterator[bytes]:
    yield written("review", verdict)


async def _nothing() -> AsyncIterator[bytes]:
    yield written("done", {})


async def _named(kind: str, facts: AsyncIterator[Facts]) -> AsyncIterator[bytes]:
    async for fact in facts:
        yield written(kind, fact)
    yield written("done", {})


ROUTES = [
    Route("/api/games/{key:path}/hint", hint),
    Route("/api/games/{key:path}/review", review),
    Route("/api/analysis/{game}", analysis),
]
