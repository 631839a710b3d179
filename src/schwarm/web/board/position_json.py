"""A position as the board widget wants it: letters on squares, where pieces may go, words about how it stands.

The widget knows no rules and no game; everything it shows is handed to it from here.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from schwarm import view
from schwarm.games import Game, Move, Outcome, State, Team
from schwarm.player.display_name import display_name
from schwarm.view import stencil
from schwarm.web.board.contract import (
    BoardJson,
    ExplanationJson,
    GroupJson,
    LookJson,
    MoveJson,
    OutcomeJson,
    PositionJson,
    StencilJson,
)
from schwarm.words import language

MAX_DRAWN = 4_096
"""Positions of which drawings are remembered; each takes some hundred bytes."""


def stencil_json(known: Game, *, flipped: bool) -> StencilJson:
    """The empty board of a game and the names of its pieces."""
    parts = stencil.stencil(view.drawing(known), known, flipped=flipped)
    return {
        "width": parts.width,
        "height": parts.height,
        "left": parts.left,
        "top": parts.top,
        "unit": parts.unit,
        "trim": list(parts.trim),
        "columns": parts.columns,
        "rows": parts.rows,
        "defs": parts.defs,
        "ground": parts.ground,
        "tiles": parts.tiles,
        "labels": parts.labels,
        "game": known.id,
        "names": {letter: str(known.piece_name(letter)) for letter in known.pieces},
        "scope": f"sw-{view.drawing(known).name}-{stencil.SCOPE}",
        "inks": list(parts.inks),
        "owners": parts.owners,
        "digits": list(parts.digits),
        "seesThrough": parts.sees_through,
    }


def position_json(state: State, *, moves: bool = False) -> PositionJson:
    """What stands where, and in words how it stands; with `moves` also where each piece may go."""
    facts: PositionJson = {
        "text": str(state),
        "turn": state.turn,
        "round": state.round,
        "side": state.to_move.index,
        "letters": state.letters(),
        "standing": [str(fact) for fact in state.standing()],
    }
    if above := adornment_json(state):
        facts["above"] = above
    if moves:
        facts["moves"] = destinations(state)
        if texts := unusual(state, facts["moves"]):
            facts["texts"] = texts
    return facts


def look_json(state: State, *others: State, last: Move | None = None, moves: bool = True) -> LookJson:
    """A position with all that is needed to show it; also with drawings for the letters of other positions."""
    return {
        **position_json(state, moves=moves),
        "stamps": stamps_json(state, *others),
        "outcome": outcome_json(state.outcome(), state.game, ("", "")),
        "move": move_json(last) if last else None,
    }


def board_json(state: State, *others: State, moves: bool = True) -> BoardJson:
    """The position that a page begins with."""
    sides = [str(state.game.side(team)) for team in Team]
    return {**look_json(state, *others, moves=moves), "game": state.game.id, "sides": sides}


def move_json(move: Move) -> MoveJson:
    return {"move": str(move), "from": move.start, "to": move.to}


def destinations(state: State) -> dict[str, list[str]]:
    """The legal moves by the square they start from; none once the game is over."""
    found: dict[str, list[str]] = {}
    for move in state.legal_moves():
        found.setdefault(move.start, []).append(move.to)
    return found


def unusual(state: State, found: dict[str, list[str]]) -> dict[str, str]:
    """The texts of moves that are not simply two squares, such as those that put a piece on the board."""
    if not found:
        return {}
    plain = {f"{move.start}-{move.to}": str(move) for move in state.legal_moves()}
    return {squares: text for squares, text in plain.items() if squares != text}


def adornment_json(state: State) -> list[str]:
    """What belongs to a position but lies on no square, such as ambers; for the board as it is and turned around."""
    return list(_draw_adornment(state, language()))


@lru_cache(MAX_DRAWN)
def _draw_adornment(state: State, lang: str) -> tuple[str, ...]:
    drawing = view.drawing(state.game)
    both = tuple(stencil.beside(drawing, state, flipped=flipped) for flipped in (False, True))
    return both if any(both) else ()


def stamps_json(*states: State) -> dict[str, str]:
    """A drawing for every letter in these positions."""
    found: dict[str, str] = {}
    for state in states:
        if not set(state.letters().values()) <= found.keys():
            found = stencil.stamps(view.drawing(state.game), state) | found
    return found


SmallBoard = tuple[Mapping[str, str], Sequence[str], Mapping[str, str]]
"""The letters of a position, its adornment and its stamps."""


def small_board(state: State) -> SmallBoard:
    """What a small board in a list shows. Drawn once for everybody, in any thread; telling it again takes no time."""
    return _draw_small_board(state, language())


@lru_cache(MAX_DRAWN)
def _draw_small_board(state: State, lang: str) -> SmallBoard:
    return state.letters(), adornment_json(state), stamps_json(state)


def outcome_json(end: Outcome | None, known: Game, players: tuple[str, str]) -> OutcomeJson | None:
    """How a game ended, in words."""
    if end is None:
        return None
    names = [display_name(name) or str(known.side(team)) for team, name in zip(Team, players, strict=True)]
    return {
        "winner": end.winner.index if end.winner else None,
        "reason": end.reason.value,
        "points": list(end.points),
        "sentence": str(end.sentence(*names)),
    }


def explanation_json(state: State, move: Move | str) -> ExplanationJson:
    """Why a move is allowed or not: the sentence, and what it is about."""
    explanation = state.explain(move)
    return {
        "legal": explanation.legal,
        "sentence": str(explanation),
        "line": list(explanation.line),
        "count": explanation.fish,
        "at": explanation.at,
        "landing": explanation.landing,
    }


def groups_json(state: State, overlay: str) -> list[GroupJson]:
    """The groups of an overlay; none in a game that has no such groups."""
    shown = state.game.overlay(overlay)
    groups = shown.groups(state) if shown else []
    return [{"side": group.team.index, "squares": sorted(group.squares), "weight": group.weight} for group in groups]
