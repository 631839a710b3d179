"""Games for machine learning: positions and moves as numbers, many games at once, and the interfaces of the field.

Needs the extra `learn` (numpy); what needs more says so.
"""

from schwarm.learn.arrays import legal, observe
from schwarm.learn.batch_env import BatchEnv, Children, Finals, IllegalAction, Rollout
from schwarm.learn.encoding import VERSION, Encoding, encoding
from schwarm.learn.tensor_env import TensorEnv

__all__ = [
    "VERSION",
    "BatchEnv",
    "Children",
    "Encoding",
    "Finals",
    "IllegalAction",
    "Rollout",
    "TensorEnv",
    "encoding",
    "legal",
    "observe",
]
