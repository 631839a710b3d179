"""Reasons as words for tables, where a whole sentence has no room."""

from schwarm.games import Reason
from schwarm.words import Sentence

REASONS = {
    Reason.HEAVIER_SWARM: Sentence("heavier swarm"),
    Reason.FIRST_SWARM: Sentence("first complete swarm"),
    Reason.ONLY_SWARM: Sentence("single swarm"),
    Reason.AMBERS: Sentence("more ambers"),
    Reason.ADVANCED: Sentence("light piece further"),
    Reason.BLOCKED: Sentence("cannot move"),
    Reason.GOAL: Sentence("aim reached"),
    Reason.DRAW: Sentence("draw"),
    Reason.TIMEOUT: Sentence("too slow"),
    Reason.NO_ANSWER: Sentence("no answer"),
    Reason.ILLEGAL_MOVE: Sentence("illegal move"),
    Reason.OUT_OF_TURN: Sentence("out of turn"),
    Reason.GARBAGE: Sentence("unreadable message"),
    Reason.LEFT: Sentence("left"),
    Reason.CRASHED: Sentence("crashed"),
    Reason.NEVER_CAME: Sentence("never came"),
    Reason.RESIGNED: Sentence("resigned"),
    Reason.CANCELLED: Sentence("cancelled"),
}
ROUND_NAMES = {
    "quarter-final": Sentence("Quarter-finals"),
    "semi-final": Sentence("Semi-finals"),
    "third-place": Sentence("Third place"),
    "final": Sentence("Final"),
}
STAGES = {
    "championship": Sentence("Championship"),
    "champions-league": Sentence("Champions League"),
    "final-eight": Sentence("Final Eight"),
}
