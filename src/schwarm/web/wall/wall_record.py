"""A game as a board of the wall plays it back: small positions with points, from any move on."""

from itertools import islice

from schwarm.games.record import Record
from schwarm.web.board import position_json
from schwarm.web.wall.contract import WallPositionJson, WallRecordJson

MAX_MOVES = 400
"""Told at once; a wall asks again for what follows."""


def record_json(record: Record, first: int, *, live: bool) -> WallRecordJson:
    """The game after its first moves; draws positions, so not in the event loop."""
    begin = min(first, len(record.moves))
    end = min(len(record.moves), begin + MAX_MOVES)
    # The start is told with the first moves, later positions with the move that led there.
    states = list(islice(record.states(), begin + 1 if begin else 0, end + 1))
    positions: list[WallPositionJson] = []
    for state in states:
        letters, above, _ = position_json.small_board(state)
        told: WallPositionJson = {"letters": dict(letters), "points": list(state.points()), "round": state.round}
        if above:
            told["above"] = list(above)
        positions.append(told)
    whole = end == len(record.moves)
    game = record.start.game
    return {
        "game": game.id,
        "colours": list(game.side_colours()),
        "first": begin,
        "moves": [{"from": each.move.start, "to": each.move.to} for each in record.moves[begin:end]],
        "positions": positions,
        "stamps": position_json.stamps_json(*states),
        "outcome": position_json.outcome_json(record.outcome, game, record.players) if whole else None,
        "live": live or not whole,
    }
