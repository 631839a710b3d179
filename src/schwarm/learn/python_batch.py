"""Many games at once by the pure rules: what `schwarm.core` does natively, for every game and every machine.

It fills the same arrays with the same numbers; what each thing is for stands in `core/_native.pyi`.
"""

from itertools import accumulate

from schwarm.games import Game, Move, State
from schwarm.games.splitmix import MASK, SplitMix64, mixed
from schwarm.learn.arrays import Actions, Bytes, Floats, Signs, Words, write_floats
from schwarm.learn.encoding import encoding, over, reward, words


class PythonBatch:
    """The games of a batch as states."""

    def __init__(self, game: Game, games: int) -> None:
        self._game, self._encoding = game, encoding(game)
        self._states: list[State] = [game.start(0)] * games
        self._legal: list[dict[int, Move]] = [{}] * games
        self._last = list(self._states)
        self._numbers = [SplitMix64(0)] * games
        self._played = [0] * games
        self._seed = 0

    def use(self, planes: Words, masks: Words, facts: Bytes, rewards: Floats, ended: Bytes, winners: Signs) -> None:
        self._planes, self._masks, self._facts = planes, masks, facts
        self._rewards, self._ended, self._winners = rewards, ended, winners

    def reset(self, seed: int) -> None:
        self._seed = mixed(seed & MASK)
        self._rewards[:], self._ended[:], self._winners[:] = 0, 0, -1
        for number in range(len(self._states)):
            self._numbers[number] = SplitMix64(mixed(self._seed ^ number))
            self._played[number] = 0
            self._begin(number)

    def step(self, actions: Actions) -> int:
        wanted = actions.tolist()
        for number, action in enumerate(wanted):
            if action not in self._legal[number]:
                return number
        for number, action in enumerate(wanted):
            mover = self._states[number].to_move
            state = self._states[number] = self._states[number].play(self._legal[number][action])
            outcome = over(state)
            self._ended[number] = outcome is not None
            self._rewards[number] = reward(outcome, mover)
            self._winners[number] = outcome.winner.index if outcome and outcome.winner else -1
            if outcome is None:
                self._show(number)
            else:
                self._last[number] = state
                self._played[number] += 1
                self._begin(number)
        return -1

    def sample(self, actions: Actions) -> None:
        for number, legal in enumerate(self._legal):
            actions[number] = self._numbers[number].choice(list(legal))

    def children(self, first: Actions, total: int, planes: Words, facts: Bytes, rewards: Floats, ended: Bytes) -> None:
        *starts, count = accumulate(map(len, self._legal), initial=0)
        if first.tolist() != starts or count != total:
            raise ValueError("a game has more or fewer moves")
        row = 0
        for state, legal in zip(self._states, self._legal, strict=True):
            for move in legal.values():
                child = state.play(move)
                self._write(child, planes, facts, row)
                outcome = over(child)
                ended[row], rewards[row] = outcome is not None, reward(outcome, state.to_move)
                row += 1

    def finals(self, games: Actions, planes: Words, facts: Bytes) -> None:
        for row, number in enumerate(games):
            self._write(self._last[number], planes, facts, row)

    def floats(self, planes: Words, facts: Bytes, to: Floats) -> None:
        write_floats(self._encoding, planes, facts, to)

    def text(self, game: int) -> str:
        return str(self._states[game])

    def _begin(self, number: int) -> None:
        count = self._played[number] * len(self._states) + number
        self._states[number] = self._game.start(mixed(self._seed + count & MASK))
        self._show(number)

    def _show(self, number: int) -> None:
        state = self._states[number]
        self._legal[number] = self._encoding.legal_actions(state)
        self._write(state, self._planes, self._facts, number)
        self._masks[number].flat = list(words(self._encoding.mask(state), self._encoding.words))

    def _write(self, state: State, planes: Words, facts: Bytes, row: int) -> None:
        seen, told = self._encoding.observe(state)
        planes[row].flat = list(words(seen, self._encoding.words))
        facts[row] = told
