"""What the results of all seasons share: points for winning, what parts of a score are called, and who is to blame."""

from schwarm.games import Outcome, Team
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element, leaf, number, tag
from schwarm.protocol.messages import Leave, ResultShown

WIN, DRAW, LOSS = 2, 1, 0


def victory_points(outcome: Outcome) -> tuple[int, int]:
    """The first part of both scores: a draw gives one each, but a game that nobody won regularly gives nothing."""
    if outcome.winner is None:
        return (DRAW, DRAW) if outcome.reason.regular else (LOSS, LOSS)
    return (WIN, LOSS) if outcome.winner is Team.ONE else (LOSS, WIN)


def definition(*fragments: tuple[str, str]) -> str:
    """What the parts of a score are called and how a table adds them up."""
    return tag(3, "definition", "".join(fragment(4, name, how) for name, how in fragments))


def fragment(depth: int, name: str, how: str) -> str:
    """One part of a score: what it is called and how it is added up."""
    inside = leaf(depth + 1, "aggregation", how) + leaf(depth + 1, "relevantForRanking", True)
    return tag(depth, "fragment", inside, name=name)


def offenders(event: ResultShown) -> set[Team]:
    """Who lost by breaking a rule or the contest's conditions."""
    if not event.outcome.reason.violation:
        return set()
    if event.faults:
        return {fault.team for fault in event.faults}
    return {event.outcome.winner.opponent} if event.outcome.winner else set(Team)


def write_scores(event: ResultShown, points: tuple[int, int]) -> str:
    """The `<scores>` of a result: each player's name, its points for winning and the game's own."""
    wins = victory_points(event.outcome)
    entries = ""
    for team in Team:
        player = tag(5, "player", name=event.names[team.index] or None, team=team.value)
        parts = leaf(6, "part", wins[team.index]) + leaf(6, "part", points[team.index])
        entries += tag(4, "entry", player + tag(5, "score", parts))
    return tag(3, "scores", entries)


def read_scores(data: Element) -> list[tuple[str, int]]:
    """The inverse: the name and the game's own points of each player; raises `BadPacket`."""
    scores = data.find("scores")
    found = [_read_entry(entry) for entry in scores.all("entry")] if scores else []
    if len(found) != len(Team):
        raise BadPacket(Leave.GARBAGE)
    return found


def _read_entry(entry: Element) -> tuple[str, int]:
    player, score = entry.find("player"), entry.find("score")
    parts = [number(part.text) for part in score.all("part")] if score else []
    if player is None or len(parts) != 2 or parts[1] is None:
        raise BadPacket(Leave.GARBAGE)
    return player.get("name") or "", parts[1]


def write_winner(outcome: Outcome, reason: str) -> str:
    """Who won, and why."""
    team = outcome.winner.value if outcome.winner else None
    return tag(3, "winner", team=team, regular=outcome.reason.regular, reason=reason)
