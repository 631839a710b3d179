"""A live game in a list: enough for a small board."""

from collections.abc import Iterable

from schwarm.web.board import position_json
from schwarm.web.live.contract import SummariesJson, SummaryJson
from schwarm.web.live.live_game import LiveGame
from schwarm.web.shell.background import in_background


async def draw_ahead(live_games: Iterable[LiveGame]) -> None:
    """Draw the small boards of games elsewhere than in the event loop, so that telling them takes it little time."""
    states = [live_game.record.final for live_game in live_games]
    await in_background(lambda: [position_json.small_board(state) for state in states])


def summaries_json(live_games: Iterable[LiveGame]) -> SummariesJson:
    return {"tables": [summary_json(live_game) for live_game in live_games]}


def summary_json(live_game: LiveGame) -> SummaryJson:
    record, state = live_game.record, live_game.record.final
    letters, above, stamps = position_json.small_board(state)
    return {
        "key": live_game.key,
        "game": record.start.game.id,
        "title": record.start.game.title,
        "colours": list(record.start.game.side_colours()),
        "names": list(record.players),
        "sides": [str(side) for side in next(iter(record.start.game.sides.values()))],
        "letters": dict(letters),
        "above": list(above),
        "stamps": dict(stamps),
        "round": state.round,
        "side": state.to_move.index,
        "last": str(record.moves[-1].move) if record.moves else None,
        "running": live_game.running,
        "over": live_game.over,
        "watching": live_game.spectators.number,
        "join": next((f"{live_game.key}.{side.invite}" for side in live_game.sides if side.joinable), None),
    }
