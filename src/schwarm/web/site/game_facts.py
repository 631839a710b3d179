"""Everything about a game that no position changes: drawings, names, sentences with their gaps. The core in a browser
says the rest."""

from schwarm import view
from schwarm.games import Game, Reason, Rule, State, Team
from schwarm.games.gallery import gallery
from schwarm.games.record import Record
from schwarm.view import stencil
from schwarm.web.board.position_json import stamps_json
from schwarm.web.shell.page_templates import example_starts
from schwarm.web.site.contract import (
    EndJson,
    ExampleJson,
    GameFactsJson,
    KeptMoveJson,
    ReasonJson,
    StandingJson,
)
from schwarm.web.study.examples import read_record
from schwarm.words import Message, Sentence, open_forms

MAX_POINTS = 9
"""Whoever sets up a position with more than so many ambers does not see them beside the board."""


def game_facts(known: Game) -> GameFactsJson:
    """The facts of a game, in the language spoken right now."""
    return {
        "game": known.id,
        "title": known.title,
        "start": example_starts()[known.id],
        "columns": known.columns,
        "rows": known.rows,
        "rounds": known.rounds,
        "sides": [str(known.side(team)) for team in Team],
        "colours": list(known.side_colours()),
        "stamps": stamps_json(*gallery(known)),
        "beside": _beside(known),
        "reasons": {
            reason.value: _reason(reason.in_words_of(known.reasons)) for reason in Reason if _can_end(known, reason)
        },
        "rules": [open_forms(rule.value) for rule in _rules(known)],
        "kinds": _kinds(known),
        "standing": _standing(known),
        "example": example_facts(known),
    }


def _beside(known: Game) -> list[list[list[str]]]:
    drawing = view.drawing(known)
    drawn = [
        [
            [stencil.beside_by_points(drawing, known, team, points, flipped=flipped) for flipped in (False, True)]
            for points in range(MAX_POINTS + 1)
        ]
        for team in Team
    ]
    return drawn if drawn[0][0][0] else []


def _can_end(known: Game, reason: Reason) -> bool:
    """Whether a reason is one of Schwarm's own or of this game's; other games declare theirs."""
    return reason in known.reasons or getattr(Reason, reason.name, None) is reason


def _reason(reason: Reason) -> ReasonJson:
    (won,) = open_forms(reason.sentence)
    return {"won": won, "drawn": str(reason.tell_drawn()), "regular": reason.regular}


def _rules(known: Game) -> type[Rule]:
    """The list of rules that decide about moves, in the order in which the core counts them."""
    state = known.start(0)
    return type(state.explain(state.legal_moves()[0]).rule)


def _kinds(known: Game) -> dict[str, dict[str, str]]:
    """What the rules' sentences say of a piece beside squares and numbers: the rules are asked about every kind."""
    found: dict[str, dict[str, str]] = {}
    for shown in gallery(known):
        # Both sides are asked, so the turn is moved on by one.
        rows, turn, *rest = str(shown).split(" ")
        for state in (shown, known.parse(" ".join([rows, str(int(turn) + 1), *rest]))):
            for start, letter in state.letters().items():
                if state.owner(start) is state.to_move and letter not in found:
                    found[letter] = _said_of(state, start)
    return {letter: said for letter, said in found.items() if said}


def _said_of(state: State, start: str) -> dict[str, str]:
    explained = (state.explain(f"{start}-{to}") for to in state.game.squares() if to != start)
    facts = (fact for explanation in explained for fact in explanation.message.facts)
    return {name: str(value) for name, value in facts if isinstance(value, Sentence)}


def _standing(known: Game) -> list[StandingJson]:
    return [_told(known, message) for message in known.start(0).standing()]


def _told(known: Game, message: Message) -> StandingJson:
    (said,) = open_forms(message.sentence)
    sides = [str(known.side(team)) for team in Team]
    # At the start nobody has what a side can have.
    return {
        "said": said,
        "gaps": [
            {"name": name, "names": [] if isinstance(value, int) else [str(value), *sides]}
            for name, value in message.facts
        ],
    }


def example_facts(known: Game) -> ExampleJson | None:
    """The annotated game that a game brings along."""
    if known.example is None:
        return None
    record, notes = read_record(known.example), known.example.notes
    return {
        "start": str(record.start),
        "names": list(record.players),
        "moves": [_move(record, place, notes.get(record.start.turn + place)) for place in range(len(record.moves))],
        "outcome": _end(record),
        "preface": f"{known.example.name}. {known.example.about}",
    }


def _move(record: Record, place: int, note: Sentence | None) -> KeptMoveJson:
    played = record.moves[place]
    kept: KeptMoveJson = {"move": str(played.move)}
    if played.seconds is not None:
        kept["seconds"] = played.seconds
    if said := str(note) if note else played.note:
        kept["note"] = said
    return kept


def _end(record: Record) -> EndJson | None:
    end = record.outcome
    if end is None:
        return None
    return {
        "winner": end.winner.index if end.winner else None,
        "reason": end.reason.value,
        "points": list(end.points),
    }
