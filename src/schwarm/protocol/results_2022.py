"""The result of a game of Ostseeschach 2022: three parts per score, and a cause with a sentence for each player."""

from dataclasses import dataclass

from schwarm.games import Outcome, Reason, Team
from schwarm.games.ostseeschach import OstseeschachState
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.markup import leaf, number, tag
from schwarm.protocol.messages import Fault, Leave, ResultShown
from schwarm.protocol.parts import MoveWords
from schwarm.protocol.scores import WIN, definition, offenders, victory_points
from schwarm.protocol.since_2022 import left_word, reason_of_leaving, word_move_out_of_turn

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
    one, two = (_entry(entry) for entry in entries)
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


def _entry(entry: Element) -> _Entry:
    player, score = entry.find("player"), entry.find("score")
    if player is None or score is None:
        raise BadPacket(Leave.GARBAGE)
    parts = [number(part.text) for part in score.all("part")]
    if len(parts) < 2 or parts[0] is None or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return _Entry(
        player.get("name") or "", score.get("cause") or "REGULAR", score.get("reason") or "", parts[0], parts[1]
    )
