"""Understanding games over HTTP: hints, analysis of a position while it deepens, and of a whole game."""

from collections.abc import AsyncIterator
from functools import partial
from hashlib import sha256
from typing import Any, cast

from starlette.requests import Request

from schwarm.engine import Review
from schwarm.store.games import Store
from schwarm.web.board.contract import PositionQuery
from schwarm.web.board.position_json import move_json
from schwarm.web.board.routes import parse_state
from schwarm.web.board.start_position import check_playable
from schwarm.web.errors import NO_GAME, NOT_OVER, Refused
from schwarm.web.live.routes import answer_stream, live_service_of, store_of, stream_to_visitor
from schwarm.web.shell.endpoint import Endpoint, EventStream
from schwarm.web.shell.feed import encode_events
from schwarm.web.shell.responses import visitor_of
from schwarm.web.study.contract import AnalysisEvent, HintJson, NothingJson, ProgressJson, ReviewEvent, ReviewJson
from schwarm.web.study.engine_queue import EngineQueue, review_json
from schwarm.web.study.stored_games import find_record, load_game

KEPT_AS = 2
"""The form of a review that is kept; counts up when the page needs more of it."""


def engine_queue_of(request: Request) -> EngineQueue:
    thinking = request.app.state.engine_queue
    assert isinstance(thinking, EngineQueue)
    return thinking


async def hint(request: Request) -> HintJson:
    """A good move in the position of a running game."""
    state = check_playable((await find_record(request, request.path_params["key"])).final)
    move = await engine_queue_of(request).hint(state, visitor_of(request).client)
    return HintJson({**move_json(move), "turn": state.turn})


async def analysis(request: Request, query: PositionQuery) -> EventStream[AnalysisEvent]:
    """What the engine thinks of a position, as a stream of deeper and deeper answers."""
    state, thinking, client = parse_state(request, query), engine_queue_of(request), visitor_of(request).client
    over = not state.legal_moves()
    if not over:
        thinking.check(client)

    async def deepening() -> AsyncIterator[AnalysisEvent]:
        if not over:
            async for found in thinking.analyse(state, client):
                yield "lines", found
        yield "done", NothingJson()

    return stream_to_visitor(request, answer_stream(encode_events(deepening())))


async def review(request: Request) -> EventStream[ReviewEvent]:
    """What the engine thinks of a finished game, move by move; it is kept and told again at once."""
    store, key, thinking = store_of(request), request.path_params["key"], engine_queue_of(request)
    client = visitor_of(request).client
    record, goes_on = await live_service_of(request).record(key), True
    if record is None:
        kept = await load_game(request, key)
        record, goes_on = kept.record, bool(kept.meta.get("places"))
    if record.outcome is None and goes_on:
        raise Refused(NOT_OVER())
    if not record.moves:
        raise Refused(NO_GAME())
    # A game that was taken back and ended anew is another one; and what was kept in another form is asked anew.
    mark = sha256(f"{KEPT_AS} {record}".encode()).hexdigest()[:12]
    known = await store.read(lambda store: store.review(key, mark))
    if known is not None:
        return stream_to_visitor(request, answer_stream(encode_events(_again(known))))
    thinking.check(client)

    async def fresh() -> AsyncIterator[ReviewEvent]:
        async for found in thinking.review(record, client):
            if isinstance(found, Review):
                verdict = review_json(found, mark)
                await store.write(partial(Store.keep_review, key=key, mark=mark, verdict=verdict))
                yield "review", verdict
            else:
                yield "progress", ProgressJson(done=found[0], all=found[1])

    return stream_to_visitor(request, answer_stream(encode_events(fresh())))


async def _again(known: dict[str, Any]) -> AsyncIterator[ReviewEvent]:
    # Its mark says that it has the present form.
    yield "review", cast("ReviewJson", known)


ROUTES = [
    Endpoint("GET", "/games/{key:path}/hint", hint),
    Endpoint("GET", "/games/{key:path}/review", review),
    Endpoint("GET", "/analysis/{game}", analysis),
]
