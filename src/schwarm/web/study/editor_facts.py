"""What the editor of positions knows of a game: its pieces with their drawings, how many there can be, a start."""

from schwarm.games import State
from schwarm.games.gallery import gallery
from schwarm.web.board.position_json import board_json
from schwarm.web.shell.page_templates import example_starts
from schwarm.web.study.contract import EditorJson


def editor_json(state: State) -> EditorJson:
    """The editor as it begins with a position."""
    known = state.game
    return {
        **board_json(state, *gallery(known)),
        "pieces": [{"letter": letter, "name": str(known.piece_name(letter))} for letter in known.pieces],
        "most": dict(known.most),
        "lastTurn": known.last_turn,
        "start": example_starts()[known.id],
    }
