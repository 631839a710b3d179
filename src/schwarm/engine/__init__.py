"""Hecht, the search engine: analyses positions and whole games, and plays at ten levels; without the core, slowly.

>>> import schwarm
>>> from schwarm.engine import Engine, Limit
>>> game = schwarm.game("piranhas-2026")
>>> found = Engine(game).analyse(game.start(seed=7), Limit(nodes=20_000))
>>> found.depth > 3 and 0 < found.chance < 1
True
"""

from schwarm.core import available
from schwarm.engine.analysis import Analysis, Line, chance_of
from schwarm.engine.engine import Engine
from schwarm.engine.level import LEVELS, Level
from schwarm.engine.limit import Limit
from schwarm.engine.review import Review, Reviewed, Verdict, review

__all__ = [
    "LEVELS",
    "Analysis",
    "Engine",
    "Level",
    "Limit",
    "Line",
    "Review",
    "Reviewed",
    "Verdict",
    "available",
    "chance_of",
    "review",
]
