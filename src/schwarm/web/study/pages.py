"""The pages to learn from: stored games, rules, analysis."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import DEFAULT_GAME, Game, State, game
from schwarm.games.gallery import gallery
from schwarm.games.number import parse_whole
from schwarm.games.splitmix import MAX_SEED
from schwarm.web.board.position_json import board_json
from schwarm.web.live.routes import store_of
from schwarm.web.shell.page_templates import example_starts, to_script_json
from schwarm.web.shell.responses import page_number, render_page
from schwarm.web.study import examples, stored_games
from schwarm.web.study.editor_facts import editor_json
from schwarm.web.study.routes import engine_queue_of
from schwarm.web.study.studies import load_study, study_json


async def games(request: Request) -> Response:
    place = page_number(request)
    listed = await store_of(request).read(
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
            if stored_games.is_listed(summary)
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
    # A game from elsewhere has no page in the guide.
    explained = f"{request.state.lang}/games/{known.id}.html"
    return render_page(
        request,
        "rule",
        explained=f"/guide/{explained}" if explained in request.app.state.guide else "",
        known=known,
        board=to_script_json(board_json(*shown)),
        pieces=[(letter, str(known.piece_name(letter))) for letter in known.pieces],
        lessons=known.lessons,
    )


async def analysis(request: Request) -> Response:
    """A position of one's own, to look at and to try moves."""
    query = request.query_params
    known = game(query.get("game") or DEFAULT_GAME)
    seed = parse_whole(query.get("seed", ""), 0, MAX_SEED)
    start = known.start(7 if seed is None else seed)
    state = known.parse(query["position"][:400]) if query.get("position") else start
    return _render_analysis(request, state)


async def study(request: Request) -> Response:
    """A game with variations and remarks that somebody keeps under a link."""
    kept = await load_study(request)
    start = next(line for line in kept.text.splitlines() if line.startswith("Start: ")).removeprefix("Start: ")
    return _render_analysis(request, game(kept.game).parse(start), to_script_json(study_json(kept)), kept.title)


def _render_analysis(request: Request, state: State, study: Markup | None = None, title: str = "") -> Response:
    known = state.game
    return render_page(
        request,
        "analysis",
        known=known,
        remark=engine_queue_of(request).remark(known),
        overlays=known.overlays,
        colours=known.side_colours(),
        board=to_script_json(board_json(state)),
        study=study,
        study_title=title,
    )


async def editor(request: Request) -> Response:
    """Set up a position piece by piece."""
    query = request.query_params
    known = game(query.get("game") or DEFAULT_GAME)
    state = known.parse(query["position"][:400] if query.get("position") else example_starts()[known.id])
    return render_page(
        request,
        "editor",
        known=known,
        colours=known.side_colours(),
        board=to_script_json(editor_json(state)),
    )


ROUTES = [
    Route("/games", games),
    Route("/rules", rules),
    Route("/rules/{game}", rules),
    Route("/analysis", analysis),
    Route("/editor", editor),
    Route("/study/{key}", study),
]
