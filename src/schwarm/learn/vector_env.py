"""A batch as a vector environment of gymnasium. Needs `gymnasium` (the extra `learn`)."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from schwarm.games import Game
from schwarm.games.splitmix import SplitMix64, fresh_seed
from schwarm.learn.arrays import Actions, Flags, Floats
from schwarm.learn.batch_env import BatchEnv

Observations = dict[str, Any]


class SchwarmVectorEnv(VectorEnv[Observations, Actions, Any]):
    """One learner plays both sides: every observation and reward is for the side that moves or has just moved.

    An observation has the planes and the mask of legal actions. A game that ends begins anew in the same step
    (gymnasium's `AutoresetMode.SAME_STEP`): its observation is already that of the next game. What it ended with is in
    the infos of that step: `final_obs` has its last observation, `final_info["winner"]` 0 or 1, −1 for a draw; under
    the same names with a `_` in front stands which games have them.
    """

    def __init__(self, game: Game | str, num_envs: int, *, seed: int | None = None, threads: int = 1) -> None:
        self._next_seed = fresh_seed() if seed is None else seed
        self.batch = BatchEnv(game, num_envs, seed=self._next_seed, threads=threads)
        known = self.batch.encoding
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, known.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (known.actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(known.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Observations, dict[str, Any]]:
        """Begin all games; one seed decides about all of them, and without a new one the last goes on deciding."""
        super().reset(seed=seed)
        seed = self._next_seed if seed is None else seed
        self.batch.reset(seed)
        self._next_seed = SplitMix64(seed).next()
        return self._observations(), {}

    def step(self, actions: Actions) -> tuple[Observations, Floats, Flags, Flags, dict[str, Any]]:
        """One action in every game."""
        self.batch.step(actions)
        ended = self.batch.ended.copy()
        return self._observations(), self.batch.rewards.copy(), ended, np.zeros_like(ended), self._infos(ended)

    def _infos(self, ended: Flags) -> dict[str, Any]:
        """As gymnasium's own vector environments tell of ends: an object per game, and none while no game ends."""
        if not ended.any():
            return {}
        finals = self.batch.finals()
        final_obs = np.full(self.num_envs, None, object)
        for game, seen in zip(finals.games, self.batch.numbers(finals.planes, finals.facts), strict=True):
            final_obs[game] = {"observation": seen, "action_mask": np.zeros(self.batch.encoding.actions, np.int8)}
        final_info = {"winner": self.batch.winners.copy(), "_winner": ended.copy()}
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": final_info,
            "_final_info": ended.copy(),
        }

    def _observations(self) -> Observations:
        seen = self.batch.numbers(self.batch.planes, self.batch.facts)  # in an array of its own
        return {"observation": seen, "action_mask": self.batch.legal().view(np.int8)}
