"""How a game ends for a learner."""

from schwarm.games import Outcome, State, Team


def over(state: State) -> Outcome | None:
    """How a game ended. Where nobody can move and the rules do not say who wins, it is judged as it stands."""
    return state.outcome() or (None if state.beyond().can_move() else state.adjudicated())


def reward(outcome: Outcome | None, team: Team) -> int:
    """What a side gets for an end: 1, 0 or −1; 0 for no end, too."""
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is team else -1
