"""The result of a game of Piranhas 2019: two scores, each with a cause, and the winner's colour."""

from schwarm.games import Outcome, Reason, Team
from schwarm.games.piranhas.seasons import LARGER_SWARM
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.markup import leaf, number, tag
from schwarm.protocol.messages import Fault, Leave, ResultShown
from schwarm.protocol.scores import definition, offenders, victory_points

NAMELESS = "Unknown"
COLOURS = ("RED", "BLUE")
FRAGMENTS = ("Gewinner", "SUM"), ("∅ Schwarm", "AVERAGE")

ROUND_LIMIT = "Das Rundenlimit wurde erreicht."
UNITED = "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint."
# Ours: by the documents a game can also end like this, but no official server says so.
BLOCKED = "Das Spiel ist beendet.\nEin Spieler kann keinen Zug mehr machen."
BOTH_UNITED = "Das Spiel ist beendet.\nBeide Spieler haben ihren Schwarm vereint."
CANCELLED = "Das Spiel wurde abgebrochen."
AGREED = "Das Spiel ist beendet.\nBeide Spieler haben sich auf ein Unentschieden geeinigt."
CRASHED = "Der Spieler ist abgestürzt"
RESIGNED = "Der Spieler hat aufgegeben"

LEFT = "Der Spieler hat das Spiel verlassen"
NO_MOVE = "Der Spieler hat innerhalb von {} Sekunden nach Aufforderung keinen Zug gesendet"


def write_result(event: ResultShown, mistake: str) -> str:
    """The offender gets no victory points and keeps its swarm; only it has a reason then."""
    outcome, guilty = event.outcome, offenders(event)
    if outcome.reason is Reason.RESIGNED and outcome.winner:
        guilty = {outcome.winner.opponent}
    points = event.final.points() if guilty and event.final else outcome.points
    scores = ""
    for team in Team:
        fault = next((fault for fault in event.faults if fault.team is team), None)
        cause, reason = "REGULAR", None if guilty else _regular(event)
        if team in guilty:
            cause, reason = _cause(outcome.reason, fault, mistake)
        parts = victory_points(outcome)[team.index], points[team.index]
        scores += tag(3, "score", "".join(leaf(4, "part", part) for part in parts), cause=cause, reason=reason)
    winner = ""
    if outcome.winner:
        place = outcome.winner.index
        winner = tag(3, "winner", color=COLOURS[place], displayName=event.names[place] or NAMELESS)
    return definition(*FRAGMENTS) + scores + winner


def _regular(event: ResultShown) -> str:
    outcome, final = event.outcome, event.final
    if outcome.reason is Reason.CANCELLED:
        return CANCELLED
    if outcome.reason is Reason.AGREED:
        return AGREED
    if outcome.reason is Reason.BLOCKED:
        return BLOCKED
    if final is None or final.turn >= final.game.last_turn:
        return ROUND_LIMIT
    return UNITED if outcome.winner else BOTH_UNITED


def _cause(reason: Reason, fault: Fault | None, mistake: str) -> tuple[str, str]:
    limit = fault.limit if fault else None
    match reason:
        case Reason.TIMEOUT:
            return "SOFT_TIMEOUT", NO_MOVE.format(f"{limit or 2:g}")
        case Reason.NO_ANSWER:
            return "HARD_TIMEOUT", NO_MOVE.format(f"{limit or 10:g}")
        case Reason.ILLEGAL_MOVE:
            return "RULE_VIOLATION", mistake
        case Reason.CRASHED:
            return "LEFT", CRASHED
        case Reason.RESIGNED:
            return "LEFT", RESIGNED
    return "LEFT", LEFT


def read_result(room: str, data: Element) -> ResultShown:
    """Winner and points as they are on the wire; the reason as far as causes and words tell. Of the names, only the
    winner's is there."""
    scores = list(data.all("score"))
    if len(scores) != 2:
        raise BadPacket(Leave.GARBAGE)
    one, two = (_points(score) for score in scores)
    winner = data.find("winner")
    won = next((team for team in Team if winner and winner.get("color") == COLOURS[team.index]), None)
    names = ["", ""]
    if won and winner and winner.get("displayName") != NAMELESS:
        names[won.index] = winner.get("displayName") or ""
    causes = [score.get("cause") or "REGULAR" for score in scores]
    guilty = [team for team in Team if causes[team.index] != "REGULAR"]
    text = scores[guilty[0].index if guilty else 0].get("reason") or ""
    reason = _irregular(causes[guilty[0].index], text) if guilty else _understood(text, won, (one, two))
    faults = tuple(Fault(team) for team in guilty) if reason.violation else ()
    return ResultShown(room, Outcome(won, reason, (one, two)), None, (names[0], names[1]), faults)


def _points(score: Element) -> int:
    parts = [number(part.text) for part in score.all("part")]
    if len(parts) != 2 or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return parts[1]


def _irregular(cause: str, text: str) -> Reason:
    words = {CRASHED: Reason.CRASHED, RESIGNED: Reason.RESIGNED}
    causes = {
        "SOFT_TIMEOUT": Reason.TIMEOUT,
        "HARD_TIMEOUT": Reason.NO_ANSWER,
        "RULE_VIOLATION": Reason.ILLEGAL_MOVE,
    }
    return words.get(text) or causes.get(cause, Reason.LEFT)


def _understood(text: str, won: Team | None, points: tuple[int, int]) -> Reason:
    if text == CANCELLED:
        return Reason.CANCELLED
    if won is None:
        return Reason.AGREED if text == AGREED else Reason.DRAW
    if text == BLOCKED:
        return Reason.BLOCKED
    # Both sentences are also said where both sides are united, or only one at the last round.
    heavier = points[won.index] > points[won.opponent.index]
    return LARGER_SWARM if text == ROUND_LIMIT and heavier else Reason.ONLY_SWARM
