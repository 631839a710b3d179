"""A whole game as the page tells it: every position, every move with its time and note, how it ended."""

from collections.abc import Mapping

from schwarm.games import State, Team
from schwarm.games.record import Played, Record
from schwarm.web.board import position_json
from schwarm.web.board.contract import GameJson, PlayedMoveJson, PositionJson


def moves_json(record: Record, notes: Mapping[int, str] | None = None) -> list[PlayedMoveJson]:
    """The moves of a game. `notes` are added to those in the record, by turn."""
    return [
        move_json(turn, played, (notes or {}).get(turn, ""))
        for turn, played in enumerate(record.moves, record.start.turn)
    ]


def move_json(turn: int, played: Played, note: str = "") -> PlayedMoveJson:
    facts: PlayedMoveJson = {
        "turn": turn,
        "move": str(played.move),
        "from": played.move.start,
        "to": played.move.to,
    }
    if played.seconds is not None:
        facts["seconds"] = played.seconds
    if said := "\n".join(filter(None, (played.note, note))):
        facts["note"] = said
    return facts


def positions_json(states: list[State], *, playable: bool) -> list[PositionJson]:
    """All positions; where the game goes on, the last one with its legal moves."""
    last = len(states) - 1
    return [position_json.position_json(state, moves=playable and place == last) for place, state in enumerate(states)]


def draw_ahead(record: Record) -> None:
    """Draw what belongs to the positions of a game, in the language spoken and in any thread, so that telling the game
    afterwards takes the event loop little time."""
    for state in record.states():
        position_json.adornment_json(state)


def game_json(record: Record, *, notes: Mapping[int, str] | None = None, playable: bool = False) -> GameJson:
    """What a game is, who plays it, every move, and how it ended."""
    states, game = list(record.states()), record.start.game
    facts: GameJson = {
        "game": game.id,
        "title": game.title,
        "rules": game.rules,
        "rounds": game.rounds,
        "sides": [str(game.side(team)) for team in Team],
        "colours": list(game.side_colours()),
        "names": list(record.players),
        "outcome": position_json.outcome_json(record.outcome, game, record.players),
        "moves": moves_json(record, notes),
        "positions": positions_json(states, playable=playable),
        "stamps": position_json.stamps_json(*states),
    }
    if record.has_variations:
        facts["record"] = str(record)
    return facts
