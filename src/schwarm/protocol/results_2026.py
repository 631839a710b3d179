"""The result of a game of Piranhas 2026: two parts per score and a sentence that says why the game ended."""

from dataclasses import dataclass

from schwarm.games import Outcome, Reason, Team
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Fault, Leave, ResultShown
from schwarm.protocol.parts import MoveWords
from schwarm.protocol.scores import definition, offenders, read_scores, write_scores, write_winner
from schwarm.protocol.since_2022 import left_word, name_or_team, reason_of_leaving, word_move_out_of_turn

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
