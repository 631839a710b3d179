"""A game as an environment of PettingZoo: two agents in turns. Needs `pettingzoo` (the extra `learn`)."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env import ParallelEnv

from schwarm import view
from schwarm.games import Game, Outcome, State, Team
from schwarm.games.registry import given_game
from schwarm.games.splitmix import SplitMix64, fresh_seed
from schwarm.learn.arrays import legal, observe
from schwarm.learn.encoding import encoding, over, reward
from schwarm.words import SchwarmError, Sentence

AGENTS = {"player_0": Team.ONE, "player_1": Team.TWO}
RENDER_MODES = ("human", "ansi", "svg")

NO_GAME = Sentence("There is no game yet; reset() begins one.")
UNKNOWN_MODE = Sentence("“{mode}” is not a way to render; there are human, ansi and svg.")


class SchwarmAECEnv(AECEnv):  # type: ignore[misc]
    """One game after the other; a seed decides about all their starts. `env` wraps it as PettingZoo does its own.

    A copy (`copy.deepcopy`, or a pickle) goes on where this one stands: so searches try out what may come.
    """

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = given_game(game)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SchwarmError(UNKNOWN_MODE(mode=render_mode))
        self.render_mode = render_mode
        self.metadata = {"name": self.game.id, "render_modes": list(RENDER_MODES), "is_parallelizable": True}
        self.encoding = encoding(self.game)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self._seen = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, self.encoding.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._acts = {agent: spaces.Discrete(self.encoding.actions) for agent in AGENTS}
        self._numbers = SplitMix64(fresh_seed())
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._acts[agent]

    @property
    def position(self) -> State:
        """The position as a value of the pure rules."""
        if self._state is None:
            raise SchwarmError(NO_GAME())
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._numbers = SplitMix64(seed)
        self._state = self.game.start(self._numbers.next())
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = "player_0"

    def observe(self, agent: str) -> dict[str, Any]:
        state, team = self.position, AGENTS[agent]
        nothing = np.zeros(self.encoding.actions, np.int8)
        mask = legal(self.encoding, state) if team is state.to_move else nothing
        return {"observation": observe(self.encoding, state, team), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of whoever is to move. Raises `IllegalAction`, with nothing played, if it is illegal."""
        state = self.position
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._state = state.play(self.encoding.move(state, action))  # type: ignore[arg-type]
        self._cumulative_rewards[self.agent_selection] = 0
        if outcome := over(self._state):
            self._end(outcome)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self._state.to_move.index]
        if self.render_mode == "human":
            self.render()

    def _end(self, outcome: Outcome) -> None:
        self.rewards = {agent: reward(outcome, team) for agent, team in AGENTS.items()}
        self.terminations = dict.fromkeys(AGENTS, True)

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return view.svg(self.position)
        drawn = view.text(self.position)
        if self.render_mode == "ansi":
            return drawn
        print(drawn)
        return None

    def close(self) -> None:
        pass


def env(game: Game | str, render_mode: str | None = None) -> AECEnv:
    """A game for agents that may err: whoever plays an illegal action loses."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(SchwarmAECEnv(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: Game | str, render_mode: str | None = None) -> ParallelEnv:
    """The same where all agents act at once: the action of the one who is not to move is ignored."""
    return turn_based_aec_to_parallel(env(game, render_mode))
