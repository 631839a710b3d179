"""The XML of a game that was in no contest: the messages of the newest season around positions and moves as text.

A position is the text that `game.parse` reads and a move the one that `game.parse_move` reads, so any game travels, and
a client in another language needs nothing but the game's notation. Results name the reason by its id.
"""

from dataclasses import dataclass

from schwarm.games import Game, Move, Outcome, Reason, State, Team
from schwarm.games.outcome import is_id
from schwarm.protocol.codec import DEFAULT_QUIRKS, BadPacket
from schwarm.protocol.element import Element, leaf, tag
from schwarm.protocol.messages import Fault, Leave, ResultShown, SentMove, StateShown
from schwarm.protocol.parts import Words
from schwarm.protocol.requests import Requests
from schwarm.protocol.scores import offenders, read_scores, write_scores, write_winner
from schwarm.protocol.season import SeasonCodec
from schwarm.protocol.since_2022 import ComplaintsSince2022, RefusalsSince2022

MAX_MOVE = 100
"""Characters of a move."""
NOT_A_MOVE = "Not a legal move"


def text_codec(id: str, wire_name: str) -> SeasonCodec:
    """For one game, under its id or the wire name that it brings."""
    words, moves, move_words = Words(close_tag="close"), TextMoves(), TextMoveWords()
    requests = Requests(words, moves)
    return SeasonCodec(
        wire_name,
        DEFAULT_QUIRKS,
        words,
        requests,
        moves,
        TextStates(id),
        TextResults(),
        ComplaintsSince2022(moves, move_words),
        RefusalsSince2022(requests),
    )


class TextMoves:
    """Moves in the game's notation."""

    def read(self, data: Element) -> SentMove:
        text = data.text.strip()
        if data.children or not text or len(text) > MAX_MOVE:
            raise BadPacket(Leave.GARBAGE)
        return SentMove(text=text)

    def write(self, depth: int, name: str, sent: SentMove) -> str:
        return leaf(depth, name, sent.text, class_="move")

    def resolve(self, state: State, sent: SentMove) -> Move:
        return state.game.parse_move(sent.text)

    def to_wire(self, state: State, move: Move) -> SentMove:
        return SentMove(text=str(move))


class TextMoveWords:
    """Moves and mistakes in sentences."""

    def describe(self, sent: SentMove) -> str:
        return sent.text

    def mistake(self, fault: Fault) -> str:
        return str(fault.explanation.message) if fault.explanation else NOT_A_MOVE

    def mistake_name(self, fault: Fault) -> str:
        return self.mistake(fault)


@dataclass(frozen=True, slots=True)
class TextStates:
    """Positions in the notation of the game with this id."""

    id: str

    def write(self, event: StateShown) -> str:
        state = event.state
        last = leaf(4, "lastMove", str(event.last)) if event.last else ""
        position = leaf(4, "position", str(state))
        return tag(3, "state", position + last, class_="state", game=self.id, turn=state.turn)

    def read(self, game: Game, room: str, state: Element) -> StateShown:
        position, last = state.find("position"), state.find("lastMove")
        if position is None or state.get("game") != game.id:
            raise BadPacket(Leave.GARBAGE)
        return StateShown(room, game.parse(position.text.strip()), game.parse_move(last.text.strip()) if last else None)


class TextResults:
    """Points and the id of the reason."""

    def write(self, event: ResultShown) -> str:
        outcome, guilty = event.outcome, offenders(event)
        points = event.final.points() if guilty and event.final else outcome.points
        return write_scores(event, points) + write_winner(outcome, outcome.reason.value)

    def read(self, room: str, data: Element) -> ResultShown:
        winner = data.find("winner")
        reason = (winner.get("reason") or "") if winner else ""
        if winner is None or not is_id(reason):
            raise BadPacket(Leave.GARBAGE)
        (one, first), (two, second) = read_scores(data)
        won = next((team for team in Team if team.value == winner.get("team")), None)
        return ResultShown(room, Outcome(won, Reason.read(reason), (first, second)), None, (one, two))
