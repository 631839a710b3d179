"""Every game as a Python game of open_spiel, so that its algorithms play them. Needs `open_spiel`.

    from schwarm.learn import spiel
    game = spiel.load("piranhas-2026")  # or pyspiel.load_game("schwarm_piranhas_2026") once this was imported

The start is drawn by chance: one of the starts with the seeds 0 to `starts` − 1.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from schwarm.games import Game, State, Team, all_games
from schwarm.games import game as find_game
from schwarm.games.number import check_number
from schwarm.learn.arrays import observe
from schwarm.learn.encoding import Encoding, encoding, over, reward

STARTS = 100
"""How many starts there are to draw from, unless somebody asks for another number."""
MAX_STARTS = 2**31 - 1


def name_of(game: Game) -> str:
    """What open_spiel calls a game."""
    return "schwarm_" + game.id.replace("-", "_")


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game by the documents' rules."""

    schwarm: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.encoding: Encoding = encoding(self.schwarm)
        self.starts = check_number("starts", int((params or {}).get("starts", STARTS)), 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.starts,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.schwarm.last_turn,
        )
        super().__init__(type_of(self.schwarm), info, dict(params or {}))

    def new_initial_state(self, state: Any = None) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.encoding)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the choice of a start before there is one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.encoding, self._starts = game.encoding, game.starts
        self.position: State | None = None

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move.index)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / self._starts) for seed in range(self._starts)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return list(self.encoding.legal_actions(self.position))

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.encoding.game.start(action)
        else:
            self.position = self.position.play(self.encoding.move(self.position, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"start {action}"
        return str(self.encoding.legal_actions(self.position).get(action, action))

    def is_terminal(self) -> bool:
        return self.position is not None and over(self.position) is not None

    def returns(self) -> list[float]:
        outcome = over(self.position) if self.position is not None else None
        return [float(reward(outcome, team)) for team in Team]

    def __str__(self) -> str:
        return str(self.position) if self.position is not None else "no start yet"


class Observer:
    """What a player sees, as open_spiel's observers have it."""

    def __init__(self, known: Encoding) -> None:
        self._encoding = known
        self.tensor = np.zeros(int(np.prod(known.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(known.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.dict["observation"][:] = observe(self._encoding, state.position, tuple(Team)[player])

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)


def type_of(game: Game) -> Any:
    """What open_spiel wants to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"starts": STARTS},
    )


def load(id: str, starts: int = STARTS) -> Any:
    """A game of Schwarm for open_spiel's algorithms."""
    return pyspiel.load_game(name_of(find_game(id)), {"starts": check_number("starts", starts, 1, MAX_STARTS)})


for _game in all_games():
    pyspiel.register_game(type_of(_game), type(name_of(_game), (SpielGame,), {"schwarm": _game}))
