"""What the results of all seasons share: points for winning, what parts of a score are called, and who is to blame."""

from schwarm.games import Outcome, Team
from schwarm.protocol.markup import leaf, tag
from schwarm.protocol.messages import ResultShown

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
