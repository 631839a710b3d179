"""Games for machine learning: positions and moves as numbers, many games at once, and the interfaces of the field.

Needs the extra `learn` (numpy); what needs more says so.
"""

from schwarm.learn.arrays import Turning, legal, observe, position, symmetries
from schwarm.learn.batch_env import BatchEnv, Children, Finals, Rollout
from schwarm.learn.encoding import VERSION, Encoding, IllegalAction, encoding
from schwarm.learn.tensor_env import Snapshot, TensorEnv

__all__ = [
    "VERSION",
    "BatchEnv",
    "Children",
    "Encoding",
    "Finals",
    "IllegalAction",
    "Rollout",
    "Snapshot",
    "TensorEnv",
    "Turning",
    "encoding",
    "legal",
    "observe",
    "position",
    "symmetries",
]
