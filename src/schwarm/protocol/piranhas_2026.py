"""The XML of Piranhas 2026, as server 26.1.0 and its clients speak it."""

from dataclasses import dataclass
from functools import lru_cache

from schwarm.games import Game, Move, Outcome, Reason, State, Team
from schwarm.games.notation import write_rows
from schwarm.games.piranhas import DIRECTIONS, PiranhasState, SwimRule
from schwarm.games.piranhas.geometry import ROW, SIZE
from schwarm.protocol import wire_moves
from schwarm.protocol.codec import BadPacket, ServerQuirks
from schwarm.protocol.element import INDENT, Element, leaf, number, pair, place, place_text, tag
from schwarm.protocol.messages import Fault, Leave, ResultShown, SentMove, StateShown
from schwarm.protocol.parts import MoveWords, Words
from schwarm.protocol.requests import Requests
from schwarm.protocol.scores import definition, offenders, read_scores, write_scores, write_winner
from schwarm.protocol.season import SeasonCodec
from schwarm.protocol.since_2022 import (
    FULL_NAMES,
    SERVER_WORDS,
    ComplaintsSince2022,
    RefusalsSince2022,
    left_word,
    name_or_team,
    reason_of_leaving,
    word_move_out_of_turn,
)

# With the winner as the gap.
REGULAR = {
    Reason.HEAVIER_SWARM: "{} hat den größeren zusammenhängenden Schwarm",
    Reason.FIRST_SWARM: "{} hat zuerst alle Fische einer Farbe vereinigt",
    Reason.BLOCKED: "{} hat den Gegner blockiert, sodass er keinen Zug mehr machen kann",
    Reason.DRAW: "Beide Spieler sind gleichauf",
    Reason.AGREED: "Beide Spieler haben sich auf ein Unentschieden geeinigt",  # ours: no official server says it
}
EVERYBODY = "Alle Spieler"
# With the loser as the first gap and a detail as the second. The last three are ours: no official server says them.
IRREGULAR = {
    Reason.ILLEGAL_MOVE: "Regelverletzung von {}: {}",
    Reason.OUT_OF_TURN: "Missachtung des Spielablaufs von {}: {}",
    Reason.TIMEOUT: "{} hat fuer die Antwort auf die Zugaufforderung laenger als {} Sekunden gebraucht.",
    Reason.NO_ANSWER: "{} hat innerhalb von {} Sekunden nach Aufforderung keinen Zug gesendet.",
    Reason.LEFT: "{} hat das Spiel verlassen: {}",
    Reason.CRASHED: "{} ist abgestürzt.",
    Reason.RESIGNED: "{} hat aufgegeben.",
    Reason.CANCELLED: "Das Spiel wurde abgebrochen.",
}
SOFT_LIMIT, HARD_LIMIT = 2, 10


@dataclass(frozen=True, slots=True)
class Results2026:
    """Scores, and the winner with the sentence."""

    words: MoveWords

    def write(self, event: ResultShown) -> str:
        """A side that broke a rule scores nothing at all; the other side keeps its swarm."""
        outcome, guilty = event.outcome, offenders(event)
        points = event.final.points() if guilty and event.final else outcome.points
        one, two = (0 if team in guilty else points[team.index] for team in Team)
        named = definition(("Siegpunkte", "SUM"), ("Schwarmgröße", "AVERAGE"))
        return named + write_scores(event, (one, two)) + write_winner(outcome, self._reason(event))

    def _reason(self, event: ResultShown) -> str:
        fault = event.faults[0] if event.faults else None
        detail = ""
        if fault and event.outcome.reason is Reason.OUT_OF_TURN:
            detail = word_move_out_of_turn(self.words, fault, event.names)
        elif fault and fault.move and event.outcome.reason is Reason.ILLEGAL_MOVE:
            detail = f"{self.words.mistake(fault)} bei '{self.words.describe(fault.move)}'"
        elif fault and event.outcome.reason is Reason.ILLEGAL_MOVE:
            detail = self.words.mistake(fault)
        return reason_text(event.outcome, event.names, fault, detail)

    def read(self, room: str, data: Element) -> ResultShown:
        return read_result(room, data)


def reason_text(outcome: Outcome, names: tuple[str, str], fault: Fault | None, detail: str) -> str:
    """The `reason` of a result."""
    reason = outcome.reason
    if reason.regular:
        winner = name_or_team(names, outcome.winner) if outcome.winner else ""
        return REGULAR.get(reason, "{} hat gewonnen").format(winner)
    loser = name_or_team(names, outcome.winner.opponent) if outcome.winner else EVERYBODY
    if reason in (Reason.TIMEOUT, Reason.NO_ANSWER):
        detail = seconds(reason, fault)
    elif reason in (Reason.GARBAGE, Reason.NEVER_CAME, Reason.LEFT):
        detail = left_word(reason, fault)
        reason = Reason.LEFT
    return IRREGULAR[reason].format(loser, detail).removesuffix(": ")


def seconds(reason: Reason, fault: Fault | None) -> str:
    """The official server names its soft limit, 2 s, even when the hard one of 10 s has passed."""
    limit = (fault.limit if fault else None) or SOFT_LIMIT
    if reason is Reason.NO_ANSWER and limit == HARD_LIMIT:
        limit = SOFT_LIMIT
    return f"{limit:g}"


def read_result(room: str, data: Element) -> ResultShown:
    """Winner, points and names as they are on the wire; the reason as far as the words tell."""
    winner = data.find("winner")
    if winner is None:
        raise BadPacket(Leave.GARBAGE)
    (one, first), (two, second) = read_scores(data)
    names = one, two
    won = {"ONE": Team.ONE, "TWO": Team.TWO}.get(winner.get("team") or "")
    text = winner.get("reason") or ""
    reason = _regular(text, names, won) if winner.get("regular") == "true" else _irregular(text, names, won)
    faults: tuple[Fault, ...] = ()
    if reason.violation:
        faults = tuple(Fault(team, leave=_leave(text)) for team in Team if team is not won)
    return ResultShown(room, Outcome(won, reason, (first, second)), None, names, faults)


def _regular(text: str, names: tuple[str, str], won: Team | None) -> Reason:
    if won is None:
        return Reason.AGREED if text == REGULAR[Reason.AGREED] else Reason.DRAW
    who = name_or_team(names, won)
    return next((reason for reason, words in REGULAR.items() if text == words.format(who)), Reason.GOAL)


def _irregular(text: str, names: tuple[str, str], won: Team | None) -> Reason:
    loser = name_or_team(names, won.opponent) if won else EVERYBODY
    for reason, words in IRREGULAR.items():
        # A name may contain anything, even such words: only what stands around the whole name counts.
        begin, _, rest = words.partition("{}")
        around = begin + loser + rest.partition("{}")[0] if rest or "{}" in words else begin
        if text.startswith(around.removesuffix(": ")):
            return reason_of_leaving(text.rpartition(" ")[2]) if reason is Reason.LEFT else reason
    return Reason.LEFT if won else Reason.CANCELLED


def _leave(text: str) -> Leave | None:
    word = text.rpartition(" ")[2]
    return next((leave for leave in Leave if leave.value == word), None)


FIELDS = {
    "EMPTY": "",
    "SQUID": "x",
    "ONE_S": "S",
    "ONE_M": "M",
    "ONE_L": "L",
    "TWO_S": "s",
    "TWO_M": "m",
    "TWO_L": "l",
}
_MARKUP = {letter: leaf(6, "field", name) for name, letter in FIELDS.items()}
_CREDITS = {None: "-", "ONE": "r", "TWO": "b"}
_WHOLE_ROW = (1 << SIZE) - 1
_SHIFTS = [ROW * y for y in range(SIZE)]
_ROWS = [[column[y] for column in wire_moves.SQUARES] for y in range(10)]

MISTAKES = {
    SwimRule.NO_FISH: "Das Startfeld ist kein Piranha des eigenen Teams",
    SwimRule.OTHER_SIDE: "Das Startfeld ist kein Piranha des eigenen Teams",
    SwimRule.EDGE: "Das Zielfeld liegt außerhalb des Spielfelds",
    SwimRule.OPPONENT_IN_THE_WAY: "Gegnerische Piranhas können nicht übersprungen werden",
    SwimRule.SQUID: "Zielfeld ist besetzt",
    SwimRule.OWN_FISH: "Kann nicht auf ein Feld des eigenen Teams ziehen",
    # Ours: the wire cannot send such moves, but a player that is seated without a wire can.
    SwimRule.NO_LINE: "Das Zielfeld liegt nicht auf einer Linie mit dem Startfeld",
    SwimRule.WRONG_DISTANCE: "Die Entfernung entspricht nicht der Anzahl der Fische auf der Linie",
}
UNKNOWN_MISTAKE = "Der Zug ist nicht möglich"
MISTAKE_NAMES = {
    SwimRule.NO_FISH: "WRONG_START",
    SwimRule.OTHER_SIDE: "WRONG_START",
    SwimRule.OPPONENT_IN_THE_WAY: "JUMP_OVER_OPPONENT",
}


class Moves2026:
    """A start and a direction."""

    def read(self, data: Element) -> SentMove:
        """Unknown parts and directions are garbage to the official server, missing parts an unexpected error."""
        parts = [part.tag for part in data.children]
        if not set(parts) <= {"from", "direction"} or len(set(parts)) < len(parts):
            raise BadPacket(Leave.GARBAGE)
        start, towards = data.find("from"), data.find("direction")
        if (start and start.children) or (towards and towards.text.strip() not in DIRECTIONS):
            raise BadPacket(Leave.GARBAGE)
        if start is None or towards is None:
            raise BadPacket(Leave.NONSENSE)
        found = pair(start.get)
        if found is None:
            raise BadPacket(Leave.GARBAGE)
        return SentMove(found, towards.text.strip())

    def write(self, depth: int, name: str, sent: SentMove) -> str:
        return tag(depth, name, _move_parts(depth + 1, sent), class_="move")

    def resolve(self, state: State, sent: SentMove) -> Move:
        return wire_moves.resolve_move(state, sent)

    def to_wire(self, state: State, move: Move) -> SentMove:
        return wire_moves.to_wire(state, move)


class MoveWords2026:
    """Moves and mistakes in the server's sentences."""

    def describe(self, sent: SentMove) -> str:
        return f"Schwimme von {place_text(sent.start)} in Richtung {sent.direction}"

    def mistake(self, fault: Fault) -> str:
        rule = fault.explanation.rule if fault.explanation else None
        return MISTAKES.get(rule, UNKNOWN_MISTAKE) if isinstance(rule, SwimRule) else UNKNOWN_MISTAKE

    def mistake_name(self, fault: Fault) -> str:
        rule = fault.explanation.rule if fault.explanation else None
        name = MISTAKE_NAMES.get(rule) if isinstance(rule, SwimRule) else None
        return name or self.mistake(fault)


class States2026:
    """A board of rows; a side's first swarm is the attribute `firstUnion`."""

    def write(self, event: StateShown) -> str:
        state = event.state
        assert isinstance(state, PiranhasState)
        last = ""
        if event.last:
            last = tag(4, "lastMove", _move_parts(5, wire_moves.to_wire(state, event.last)))
        credit = state.credit.value if state.credit else None
        return tag(
            3, "state", last + _board(state), class_="state", startTeam="ONE", turn=state.turn, firstUnion=credit
        )

    def read(self, game: Game, room: str, state: Element) -> StateShown:
        """`last` is None where the board fits more than one move; see `wire_moves.last_move`."""
        board = state.find("board")
        credit = state.get("firstUnion")
        if board is None or state.get("startTeam") != "ONE" or credit not in _CREDITS:
            raise BadPacket(Leave.GARBAGE)
        found = game.parse(f"{write_rows(game, _letters(board))} {number(state.get('turn'))} {_CREDITS[credit]}")
        last = state.find("lastMove")
        start, towards = (last.find("from"), last.find("direction")) if last else (None, None)
        square = wire_moves.square_at(pair(start.get) if start else None)
        if square is None or towards is None:
            return StateShown(room, found)
        return StateShown(room, found, wire_moves.last_move(found, square, towards.text.strip()))


def _move_parts(depth: int, sent: SentMove) -> str:
    return place(depth, "from", sent.start) + leaf(depth, "direction", sent.direction or "")


def _board(state: PiranhasState) -> str:
    planes = (state.red, state.blue, state.medium, state.large, state.squids)
    rows = "".join([_row(*[plane >> shift & _WHOLE_ROW for plane in planes]) for shift in _SHIFTS])
    return f"{INDENT[4]}<board>{rows}{INDENT[4]}</board>"


@lru_cache(maxsize=1 << 14)
def _row(red: int, blue: int, medium: int, large: int, squids: int) -> str:
    """The markup of one row, from its bits. Most rows have been there before: a move changes three at most."""
    fields = []
    for x in range(SIZE):
        letter = "x" if squids >> x & 1 else ""
        if (red | blue) >> x & 1:
            letter = "SML"[(medium >> x & 1) + 2 * (large >> x & 1)]
            letter = letter if red >> x & 1 else letter.lower()
        fields.append(_MARKUP[letter])
    return f"{INDENT[5]}<row>{''.join(fields)}{INDENT[5]}</row>"


def _letters(board: Element) -> dict[str, str]:
    rows = list(board.all("row"))
    found = {}
    if len(rows) != len(_ROWS):
        raise BadPacket(Leave.GARBAGE)
    for squares, row in zip(_ROWS, rows, strict=True):
        fields = [field.text.strip() for field in row.all("field")]
        if len(fields) != len(squares) or not set(fields) <= FIELDS.keys():
            raise BadPacket(Leave.GARBAGE)
        found.update({square: FIELDS[field] for square, field in zip(squares, fields, strict=True) if FIELDS[field]})
    return found


WORDS = Words(
    close_tag="close",
    full_names=FULL_NAMES | {"sc.plugin2026.Move": "move", "sc.protocol.CloseConnection": "close"},
    server_words=SERVER_WORDS,
)
MOVES, MOVE_WORDS = Moves2026(), MoveWords2026()
REQUESTS = Requests(WORDS, MOVES)
CODEC = SeasonCodec(
    "swc_2026_piranhas",
    ServerQuirks(
        refusals_close=False,
        faults_close=False,
        closes_politely=False,
        plain_joins_time_out=True,
        joined_when_full=False,
        paused_shows_observers=True,
        says_paused=True,
        cancel_has_result=True,
        cancel_judges=True,
        faults_void_points=True,
    ),
    WORDS,
    REQUESTS,
    MOVES,
    States2026(),
    Results2026(MOVE_WORDS),
    ComplaintsSince2022(MOVES, MOVE_WORDS),
    RefusalsSince2022(REQUESTS),
)
