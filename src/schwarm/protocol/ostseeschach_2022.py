"""The XML of Ostseeschach 2022, as server 22.1.2 and its clients speak it.

On the wire `x` is the distance from Red's start line (rank − 1) and `y` the file (a = 0).
"""

from dataclasses import dataclass

from schwarm.games import Game, IllegalMove, InvalidMove, Move, Outcome, Reason, State, Team
from schwarm.games.base import NOT_A_SQUARE
from schwarm.games.notation import write_rows
from schwarm.games.ostseeschach import OstseeschachState, StepRule
from schwarm.protocol.codec import BadPacket, ServerQuirks
from schwarm.protocol.element import Element, leaf, number, pair, place, place_text, tag
from schwarm.protocol.messages import Fault, Leave, ResultShown, SentMove, StateShown
from schwarm.protocol.parts import MoveWords, Words
from schwarm.protocol.requests import Requests
from schwarm.protocol.scores import WIN, definition, offenders, victory_points
from schwarm.protocol.season import SeasonCodec
from schwarm.protocol.since_2022 import (
    FULL_NAMES,
    SERVER_WORDS,
    ComplaintsSince2022,
    RefusalsSince2022,
    left_word,
    reason_of_leaving,
    word_move_out_of_turn,
)

LEFT = "Der Spieler hat das Spiel verlassen"
NO_MOVE = "Der Spieler hat innerhalb von {} Sekunden nach Aufforderung keinen Zug gesendet"
# Ours: no official server says them.
CRASHED = "Der Spieler ist abgestürzt"
RESIGNED = "Der Spieler hat aufgegeben"
_LIMITS = {Reason.TIMEOUT: 2, Reason.NO_ANSWER: 10}


@dataclass(frozen=True, slots=True)
class Results2022:
    """A score for each player, and the winner."""

    words: MoveWords

    def write(self, event: ResultShown) -> str:
        return write_result(self.words, event)

    def read(self, room: str, data: Element) -> ResultShown:
        return read_result(room, data)


def write_result(words: MoveWords, event: ResultShown) -> str:
    """The offender gets no victory points and keeps ambers and distance. The winner is not named after a timeout."""
    outcome, guilty = event.outcome, offenders(event)
    if outcome.reason is Reason.RESIGNED and outcome.winner:
        guilty = {outcome.winner.opponent}
    points = event.final.points() if guilty and event.final else outcome.points
    entries = ""
    for team in Team:
        fault = next((fault for fault in event.faults if fault.team is team), None)
        cause, reason = _cause(words, event, fault or Fault(team)) if team in guilty else ("REGULAR", "")
        parts = victory_points(outcome)[team.index], points[team.index], _foremost(event, team)
        score = tag(5, "score", "".join(leaf(6, "part", part) for part in parts), cause=cause, reason=reason)
        entries += tag(4, "entry", tag(5, "player", name=event.names[team.index] or None, team=team.value) + score)
    fragments = ("Siegpunkte", "SUM"), ("Bernsteine", "AVERAGE"), ("Leichtfiguren Vorne", "AVERAGE")
    winner = ""
    if outcome.winner and outcome.reason not in _LIMITS:
        winner = tag(3, "winner", team=outcome.winner.value)
    return definition(*fragments) + tag(3, "scores", entries) + winner


def _foremost(event: ResultShown, team: Team) -> int:
    """How far the foremost light piece is from its own start line; 0 where there is none."""
    final = event.final
    return max(final.light_distances(team), default=0) if isinstance(final, OstseeschachState) else 0


def _cause(words: MoveWords, event: ResultShown, fault: Fault) -> tuple[str, str]:
    reason = event.outcome.reason
    match reason:
        case Reason.TIMEOUT | Reason.NO_ANSWER:
            # The official server never sends HARD_TIMEOUT.
            return "SOFT_TIMEOUT", NO_MOVE.format(f"{fault.limit or _LIMITS[reason]:g}")
        case Reason.ILLEGAL_MOVE:
            move = f" bei Zug '{words.describe(fault.move)}'" if fault.move else ""
            return "RULE_VIOLATION", words.mistake(fault) + move
        case Reason.OUT_OF_TURN:
            return "RULE_VIOLATION", word_move_out_of_turn(words, fault, event.names)
        case Reason.CRASHED:
            return "LEFT", CRASHED
        case Reason.RESIGNED:
            return "LEFT", RESIGNED
        case _:
            return "LEFT", f"{LEFT}: {left_word(reason, fault)}"


@dataclass(frozen=True, slots=True)
class _Entry:
    """One player's score."""

    name: str
    cause: str
    reason: str
    wins: int
    ambers: int

    @property
    def leave(self) -> Leave | None:
        word = self.reason.rpartition(" ")[2]
        return next((leave for leave in Leave if leave.value == word), None)


def read_result(room: str, data: Element) -> ResultShown:
    """Winner, points and names as they are on the wire; the reason as far as causes and points tell.

    A regular win is by ambers if the winner has more of them, otherwise by light pieces; that the loser could not
    move is nowhere said."""
    scores = data.find("scores")
    entries = list(scores.all("entry")) if scores else []
    if len(entries) != 2:
        raise BadPacket(Leave.GARBAGE)
    one, two = (_read_entry(entry) for entry in entries)
    won = Team.ONE if one.wins == WIN else Team.TWO if two.wins == WIN else None
    points = one.ambers, two.ambers
    guilty = [(team, entry) for team, entry in zip(Team, (one, two), strict=True) if entry.cause != "REGULAR"]
    if guilty:
        reason = _irregular(guilty[0][1])
        faults = tuple(Fault(team, leave=entry.leave) for team, entry in guilty) if reason.violation else ()
        return ResultShown(room, Outcome(won, reason, points), None, (one.name, two.name), faults)
    if won is None:
        reason = Reason.DRAW if one.wins else Reason.CANCELLED
    else:
        reason = Reason.AMBERS if points[won.index] > points[won.opponent.index] else Reason.ADVANCED
    return ResultShown(room, Outcome(won, reason, points), None, (one.name, two.name))


def _irregular(entry: _Entry) -> Reason:
    text = entry.reason
    if entry.cause == "RULE_VIOLATION":
        late = text.startswith(("It's not your turn", "Move from"))
        return Reason.OUT_OF_TURN if late else Reason.ILLEGAL_MOVE
    if entry.cause in ("SOFT_TIMEOUT", "HARD_TIMEOUT"):
        hard = entry.cause == "HARD_TIMEOUT" or text == NO_MOVE.format(_LIMITS[Reason.NO_ANSWER])
        return Reason.NO_ANSWER if hard else Reason.TIMEOUT
    ours = {CRASHED: Reason.CRASHED, RESIGNED: Reason.RESIGNED}
    return ours.get(text) or reason_of_leaving(text.rpartition(" ")[2])


def _read_entry(entry: Element) -> _Entry:
    player, score = entry.find("player"), entry.find("score")
    if player is None or score is None:
        raise BadPacket(Leave.GARBAGE)
    parts = [number(part.text) for part in score.all("part")]
    if len(parts) < 2 or parts[0] is None or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return _Entry(
        player.get("name") or "", score.get("cause") or "REGULAR", score.get("reason") or "", parts[0], parts[1]
    )


TYPES = {"H": "Herzmuschel", "M": "Moewe", "S": "Seestern", "R": "Robbe"}
_LETTERS = {name: letter for letter, name in TYPES.items()}
_COUNTS = {"1": "", "2": "+"}

NOT_OWN = "Nur eigene Spielfiguren können gezogen werden"
OUTSIDE = "Das Zielfeld liegt außerhalb des Spielfelds"
MISTAKES = {
    StepRule.NO_PIECE: NOT_OWN,
    StepRule.OTHER_SIDE: NOT_OWN,
    # The official server forgets to fill the gaps.
    StepRule.NOT_ITS_STEP: "%s kann sich nicht um %s bewegen",
    StepRule.OWN_PIECE: "Kann nicht auf ein Feld der eigenen Farbe ziehen",
}
UNKNOWN_MISTAKE = "Der Zug ist nicht möglich"


def square_at(game: Game, at: tuple[int, int] | None) -> str | None:
    if at is None:
        return None
    x, y = at
    return game.columns[y] + game.rows[x] if 0 <= x < len(game.rows) and 0 <= y < len(game.columns) else None


def place_of(game: Game, square: str) -> tuple[int, int]:
    return game.rows.index(square[1]), game.columns.index(square[0])


class Moves2022:
    """Two places."""

    def read(self, data: Element) -> SentMove:
        """Places need not be on the board: going there is against the rules, not garbage. Neither is coming from
        nowhere."""
        parts = [part.tag for part in data.children]
        if not set(parts) <= {"from", "to"} or len(set(parts)) < len(parts):
            raise BadPacket(Leave.GARBAGE)
        if parts == ["from"]:
            raise BadPacket(Leave.NONSENSE)
        places = {part.tag: None if part.children else pair(part.get) for part in data.children}
        if None in places.values():
            raise BadPacket(Leave.GARBAGE)
        return SentMove(places.get("from"), to=places.get("to"))

    def write(self, depth: int, name: str, sent: SentMove) -> str:
        return tag(depth, name, _places(depth + 1, sent), class_="move")

    def resolve(self, state: State, sent: SentMove) -> Move:
        """Raises `InvalidMove` for places off the board, which the official server rules an illegal move too."""
        game = state.game
        start = square_at(game, sent.start)
        if start is None or sent.to is None:
            raise _off_board(game, sent.start)
        to = square_at(game, sent.to)
        move = Move(start, to or start)
        explanation = state.beyond().explain(move)
        if to is None and explanation.rule is StepRule.NOT_ITS_STEP:
            # A piece of its own, but off the board; whose piece it is comes first.
            raise _off_board(game, sent.to)
        if not explanation.legal:
            raise IllegalMove(explanation.message, explanation)
        return move

    def to_wire(self, state: State, move: Move) -> SentMove:
        return SentMove(place_of(state.game, move.start), to=place_of(state.game, move.to))


class MoveWords2022:
    """Moves and mistakes in the server's sentences."""

    def describe(self, sent: SentMove) -> str:
        return f"Zug von {place_text(sent.start)} zu {place_text(sent.to)}"

    def mistake(self, fault: Fault) -> str:
        if fault.explanation and isinstance(fault.explanation.rule, StepRule):
            return MISTAKES.get(fault.explanation.rule, UNKNOWN_MISTAKE)
        if fault.move is None:
            return UNKNOWN_MISTAKE
        # No rule was asked, so a place is off the board, or nowhere.
        start = fault.move.start
        return OUTSIDE if start is not None and all(0 <= number < 8 for number in start) else NOT_OWN

    def mistake_name(self, fault: Fault) -> str:
        return self.mistake(fault)


@dataclass(frozen=True, slots=True)
class States2022:
    """Pieces and where they are; ambers are listed once a side has moved."""

    moves: Moves2022

    def write(self, event: StateShown) -> str:
        state = event.state
        assert isinstance(state, OstseeschachState)
        entries = "".join(_entry(state.game, square, letter) for square, letter in state.letters().items())
        pieces = tag(5, "pieces", entries)
        last = ""
        if event.last:
            last = tag(4, "lastMove", _places(5, self.moves.to_wire(state, event.last)))
        start_team = leaf(4, "startTeam", "ONE", class_="team")
        inside = start_team + tag(4, "board", pieces) + last + _ambers(state, bool(event.last))
        return tag(3, "state", inside, class_="state", turn=state.turn)

    def read(self, game: Game, room: str, state: Element) -> StateShown:
        board, ambers, start = state.find("board"), state.find("ambers"), state.find("startTeam")
        pieces = board.find("pieces") if board else None
        if pieces is None or ambers is None or start is None or start.text.strip() != "ONE":
            raise BadPacket(Leave.GARBAGE)
        counts = {"ONE": 0, "TWO": 0}
        for entry in ambers.all("entry"):
            team, count = entry.find("team"), entry.find("int")
            if team is None or count is None or team.text.strip() not in counts:
                raise BadPacket(Leave.GARBAGE)
            counts[team.text.strip()] = number(count.text) or 0
        rows = write_rows(game, _letters(game, pieces))
        found = game.parse(f"{rows} {number(state.get('turn'))} {counts['ONE']}:{counts['TWO']}")
        return StateShown(room, found, self._last(game, state.find("lastMove")))

    def _last(self, game: Game, last: Element | None) -> Move | None:
        if last is None:
            return None
        sent = self.moves.read(last)
        start, to = square_at(game, sent.start), square_at(game, sent.to)
        return Move(start, to) if start and to else None


def _off_board(game: Game, at: tuple[int, int] | None) -> InvalidMove:
    low, high = game.columns[0] + game.rows[0], game.columns[-1] + game.rows[-1]
    return InvalidMove(NOT_A_SQUARE(square=place_text(at), low=low, high=high))


def _places(depth: int, sent: SentMove) -> str:
    return place(depth, "from", sent.start) + place(depth, "to", sent.to)


def _entry(game: Game, square: str, letter: str) -> str:
    x, y = place_of(game, square)
    team = Team.ONE if letter[0].isupper() else Team.TWO
    count = 2 if letter.endswith("+") else 1
    piece = tag(7, "piece", type=TYPES[letter[0].upper()], team=team.value, count=count)
    return tag(6, "entry", tag(7, "coordinates", x=x, y=y) + piece)


def _ambers(state: OstseeschachState, moved: bool) -> str:
    """A side's ambers are listed from its first move on; a position that no move led to lists none,
    unless there are some."""
    sides = []
    for team, count, first in zip(Team, state.ambers, (1, 2), strict=True):
        if count or (moved and state.turn >= first):
            sides.append(tag(5, "entry", leaf(6, "team", team.value) + leaf(6, "int", count)))
    return tag(4, "ambers", "".join(sides), **{"enum-type": "team"})


def _letters(game: Game, pieces: Element) -> dict[str, str]:
    found = {}
    for entry in pieces.all("entry"):
        coordinates, piece = entry.find("coordinates"), entry.find("piece")
        square = square_at(game, pair(coordinates.get) if coordinates else None)
        if square is None or piece is None or square in found:
            raise BadPacket(Leave.GARBAGE)
        letter = _LETTERS.get(piece.get("type") or "")
        height = _COUNTS.get(piece.get("count") or "")
        if letter is None or height is None or piece.get("team") not in ("ONE", "TWO"):
            raise BadPacket(Leave.GARBAGE)
        found[square] = (letter if piece.get("team") == "ONE" else letter.lower()) + height
    return found


WORDS = Words(
    close_tag="sc.protocol.CloseConnection",
    full_names=FULL_NAMES | {"sc.plugin2022.Move": "move"},
    server_words=SERVER_WORDS,
)
MOVES, MOVE_WORDS = Moves2022(), MoveWords2022()
REQUESTS = Requests(WORDS, MOVES)
CODEC = SeasonCodec(
    "swc_2022_ostseeschach",
    ServerQuirks(
        refusals_close=False,
        faults_close=False,
        closes_politely=False,
        plain_joins_time_out=False,
        joined_when_full=False,
        paused_shows_observers=True,
        says_paused=True,
        cancel_has_result=True,
    ),
    WORDS,
    REQUESTS,
    MOVES,
    States2022(MOVES),
    Results2022(MOVE_WORDS),
    ComplaintsSince2022(MOVES, MOVE_WORDS),
    RefusalsSince2022(REQUESTS),
)
