"""Hecht with its plan for a whole game's time, and Hecht that always spends the same share of what is left.

    P=training/time_players.py
    schwarm match $P:Planned $P:FixedShare --game piranhas-2026 -n 400 --time 10s+0.1s

Both are started as programs are, so that messages take both the same time. `violations` counts who ran out of time.
"""

from schwarm.engine.analysis import Analysis
from schwarm.games import State
from schwarm.player import Clock, Hecht
from schwarm.player.time_plan import MIN_SECONDS, TimePlan

SHARE = 20
"""A twentieth of what is left and the whole increment: what engines do that know nothing of the game."""


class Planned(Hecht):
    """Hecht as it is."""


class _Share(TimePlan):
    """Thinks for its share to the end, whatever it finds."""

    def __init__(self, plan: TimePlan) -> None:
        self.most = max(MIN_SECONDS, min(plan.usable / SHARE + plan.increment, plan.usable, plan.late))

    def is_enough(self, found: Analysis) -> bool:
        return False


class FixedShare(Hecht):
    """Hecht with a fixed share of what is left."""

    def plan(self, state: State, clock: Clock | None) -> TimePlan | None:
        plan = super().plan(state, clock)
        return plan and _Share(plan)
