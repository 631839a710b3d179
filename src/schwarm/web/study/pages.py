"""The pages to learn from: stored games, rules, analysis."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import DEFAULT_GAME, Game, Team, game
from schwarm.games.gallery import gallery
from schwarm.web.board.position_json import position_json, stamps_json
from schwarm.web.live.routes import live_games_of
from schwarm.web.shell.responses import render_page, to_script_json
from schwarm.web.study import examples, stored_games
from schwarm.web.study.routes import engine_queue_of


async def games(request: Request) -> Response:
    number = request.query_params.get("page", "1")
    place = max(1, int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    live_games = live_games_of(request)
    listed = await live_games.store.read(
        lambda store: store.listing(
            event=stored_games.OWN_EVENTS,
            finished=None,
            newest_first=True,
            limit=stored_games.PAGE + 1,
            skip=(place - 1) * stored_games.PAGE,
        )
    )
    return render_page(
        request,
        "games",
        recent=[
            stored_games.summary_json(summary)
            for summary in listed[: stored_games.PAGE]
            if stored_games.is_listed(summary.key)
        ],
        examples=examples.list_examples(),
        place=place,
        more=len(listed) > stored_games.PAGE,
    )


async def rules(request: Request) -> Response:
    id = request.path_params.get("game")
    if id is None:
        return render_page(request, "rules")
    known: Game = game(id)
    shown = gallery(known)
    return render_page(
        request,
        "rule",
        known=known,
        board=to_script_json({"game": known.id, **position_json(shown[0], moves=True), "stamps": stamps_json(*shown)}),
        pieces=[(letter, str(known.piece_name(letter))) for letter in known.pieces],
        lessons=known.lessons,
    )


async def analysis(request: Request) -> Response:
    """A position of one's own, to look at and to try moves."""
    query = request.query_params
    known = game(query.get("game") or DEFAULT_GAME)
    seed = query.get("seed", "7")
    start = known.start(int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 12 else 7)
    state = known.parse(query["position"][:400]) if query.get("position") else start
    return render_page(
        request,
        "analysis",
        known=known,
        remark=engine_queue_of(request).remark(known),
        overlays=known.overlays,
        colours=known.side_colours(),
        board=to_script_json(
            {
                "game": known.id,
                "sides": [str(known.side(team)) for team in Team],
                **position_json(state, moves=True),
                "stamps": stamps_json(state),
            }
        ),
    )


ROUTES = [
    Route("/games", games),
    Route("/rules", rules),
    Route("/rules/{game}", rules),
    Route("/analysis", analysis),
]
