"""The pages to practise on: puzzles of each game, and what there is to learn."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.engine.level import LEVEL_NAMES
from schwarm.engine.puzzle import puzzle_file
from schwarm.games import Game, Team, all_games, game
from schwarm.web.shell.page_templates import ADDRESSES, Addresses, to_script_json
from schwarm.web.shell.responses import render_page
from schwarm.words import say


def practised(games: list[Game]) -> list[Game]:
    """The games that there are puzzles of."""
    return [known for known in games if puzzle_file(known).exists()]


def overview_screen(games: list[Game], to: Addresses) -> dict[str, Any]:
    cards = [
        {
            "id": known.id,
            "title": known.title,
            "picture": to.picture(known.id),
            "puzzles": to.page("learn", known.id),
            "rules": to.page("rules", known.id),
        }
        for known in games
    ]
    levels = [
        {
            "number": level.number,
            "name": str(level.name),
            "about": str(level.about),
            "play": to.page("play", level=str(level.number)),
        }
        for level in LEVEL_NAMES
    ]
    facts = to_script_json({"games": cards, "levels": levels})
    return {"screen": "learn", "title": say("Learn"), "kind": "", "styles": ["learn"], "facts": facts}


def trainer_screen(known: Game) -> dict[str, Any]:
    facts = {
        "game": known.id,
        "title": known.title,
        "rounds": known.rounds,
        "sides": [str(known.side(team)) for team in Team],
        "colours": list(known.side_colours()),
    }
    title = say("Puzzles: {game}", game=known.title)
    return {"screen": "trainer", "title": title, "kind": "wide", "styles": ["learn"], "facts": to_script_json(facts)}


async def learn(request: Request) -> Response:
    id = request.path_params.get("game")
    if id is None:
        return render_page(request, "app", **overview_screen(practised(list(all_games())), ADDRESSES))
    return render_page(request, "app", **trainer_screen(game(id)))


ROUTES = [Route("/learn", learn), Route("/learn/{game}", learn)]
