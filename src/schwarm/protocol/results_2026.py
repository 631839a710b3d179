"""How Piranhas 2026 says why a game ended, and how a client understands it again."""

from schwarm.games import Outcome, Reason, Team
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.markup import number
from schwarm.protocol.messages import Fault, Leave, ResultShown
from schwarm.protocol.since_2022 import left_word, name_or_team, reason_of_leaving

# With the winner as the gap.
REGULAR = {
    Reason.HEAVIER_SWARM: "{} hat den größeren zusammenhängenden Schwarm",
    Reason.FIRST_SWARM: "{} hat zuerst alle Fische einer Farbe vereinigt",
    Reason.BLOCKED: "{} hat den Gegner blockiert, sodass er keinen Zug mehr machen kann",
    Reason.DRAW: "Beide Spieler sind gleichauf",
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
    scores = data.find("scores")
    winner = data.find("winner")
    entries = list(scores.all("entry")) if scores else []
    if winner is None or len(entries) != 2:
        raise BadPacket(Leave.GARBAGE)
    one, two = (_entry(entry) for entry in entries)
    names = one[0], two[0]
    won = {"ONE": Team.ONE, "TWO": Team.TWO}.get(winner.get("team") or "")
    text = winner.get("reason") or ""
    reason = _regular(text, names, won) if winner.get("regular") == "true" else _irregular(text, names, won)
    faults: tuple[Fault, ...] = ()
    if reason.violation:
        faults = tuple(Fault(team, leave=_leave(text)) for team in Team if team is not won)
    return ResultShown(room, Outcome(won, reason, (one[1], two[1])), None, names, faults)


def _entry(entry: Element) -> tuple[str, int]:
    player, score = entry.find("player"), entry.find("score")
    parts = [number(part.text) for part in score.all("part")] if score else []
    if player is None or len(parts) != 2 or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return player.get("name") or "", parts[1]


def _regular(text: str, names: tuple[str, str], won: Team | None) -> Reason:
    if won is None:
        return Reason.DRAW
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
