"""The pages to practise on: puzzles of each game."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.engine.level import LEVEL_NAMES
from schwarm.engine.puzzle import puzzle_file
from schwarm.games import Game, all_games, game
from schwarm.games.gallery import gallery
from schwarm.web.board.position_json import board_json
from schwarm.web.shell.page_templates import to_script_json
from schwarm.web.shell.responses import render_page


def practised(games: list[Game]) -> list[Game]:
    """The games that there are puzzles of."""
    return [known for known in games if puzzle_file(known).exists()]


def trainer_facts(known: Game) -> dict[str, Any]:
    """What the page with the puzzles of a game is told."""
    return {
        "known": known,
        "colours": known.side_colours(),
        "board": to_script_json(board_json(*gallery(known))),
    }


async def learn(request: Request) -> Response:
    id = request.path_params.get("game")
    if id is None:
        return render_page(request, "learn", practised=practised(list(all_games())), levels=LEVEL_NAMES)
    return render_page(request, "trainer", **trainer_facts(game(id)))


ROUTES = [Route("/learn", learn), Route("/learn/{game}", learn)]
