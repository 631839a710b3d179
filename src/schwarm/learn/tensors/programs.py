"""What a step of many games consists of: functions of whole arrays that can be compiled."""

from functools import cache
from typing import Any

from schwarm.games import Game
from schwarm.games.ostseeschach.state import Ostseeschach
from schwarm.games.piranhas.state import Piranhas
from schwarm.learn.encoding import WORD, encoding
from schwarm.learn.tensors.bits import draw, popcount, select
from schwarm.learn.tensors.library import Array, ArrayRules, Library
from schwarm.learn.tensors.ostseeschach import OstseeschachArrays
from schwarm.learn.tensors.piranhas import PiranhasArrays
from schwarm.words import SchwarmError, Sentence

NOT_IN_ARRAYS = Sentence("The rules of {game} are not written for arrays; BatchEnv plays every game.")


class Programs:
    """The functions of one game on one device, for any number of games."""

    def __init__(self, game: Game, device: str, compiled: bool) -> None:
        self.library, self.encoding, self.compiled = Library(device), encoding(game), compiled
        self._xp: Any = self.library.xp
        self._rules = _rules(self.library, game)
        squares = self.library.count_up(len(self.encoding.squares))
        self._word, self._bit = squares // WORD, squares % WORD
        functions = (self._play, self._show, self._judge, self._start, self._choose, self._see, self._allow)
        wanted = [self.library.compile(function) if compiled else function for function in functions]
        self.play, self.show, self.judge, self.start, self.choose, self.see, self.allow = wanted
        self.planes, self.facts = self._rules.planes, self._rules.facts

    def _play(self, state: Array, actions: Array) -> tuple[Array, Array, Array, Array]:
        """The next states, their masks, which are over by the end of a round, and where nobody can move."""
        state = self._rules.play(state, actions)
        masks, ended = self._rules.masks(state), self._rules.ended(state)
        moves = self._xp.amax(self._xp.where(masks != 0, 1, 0), 0)
        return state, masks, ended, ~ended & (moves == 0)

    def _show(self, state: Array) -> Array:
        """The masks."""
        return self._rules.masks(state)

    def _judge(self, state: Array, blocked: Array) -> tuple[Array, Array]:
        """What whoever moved last gets, and which side won: 0 or 1, −1 for a draw."""
        xp, result = self._xp, self._rules.judge(state, blocked)
        side = self._rules.facts(state)[1]
        return -result, xp.where(result == 0, -1, xp.where(result > 0, side, 1 - side))

    def _start(self, seeds: Array) -> Array:
        """The starts with these seeds."""
        return self._rules.start(seeds)

    def _choose(self, masks: Array, chances: Array) -> Array:
        """A legal action each, told by a random number."""
        xp, words = self._xp, self.encoding.words
        column = self.library.count_up(masks.shape[1])
        counts = popcount(masks)
        until = xp.cumsum(counts, 0)
        wanted = draw(chances, 0, until[-1])
        word = xp.sum(xp.where(until <= wanted, 1, 0), 0)
        before = wanted - (until[word, column] - counts[word, column])
        square = WORD * (word % words) + select(xp, masks[word, column], before)
        return word // words * len(self.encoding.squares) + square

    def _see(self, state: Array) -> Array:
        """Planes as 0 and 1; every fact fills a plane, the turn with the part that was played."""
        cast, known, games = self.library.cast, self.encoding, state.shape[1]
        planes = cast(self.unpack(self._rules.planes(state)), "float32")
        turn, *others = (cast(fact, "float32") for fact in self._rules.facts(state))
        facts = self._xp.stack([turn / known.game.last_turn, *others]).T
        filled = self._xp.broadcast_to(facts[:, :, None], (games, len(known.facts), len(known.squares)))
        return self._xp.concat([planes, filled], 1).reshape(games, *known.shape)

    def _allow(self, masks: Array) -> Array:
        """The masks as a yes or no for every action."""
        return (self.unpack(masks) != 0).reshape(masks.shape[1], self.encoding.actions)

    def unpack(self, words: Array) -> Array:
        """Sets of squares as a number for every square: (games, sets, squares)."""
        return (self.by_game(words)[:, :, self._word] >> self._bit) & 1

    def by_game(self, words: Array) -> Array:
        """Words of sets: (games, sets, words)."""
        return words.T.reshape(words.shape[1], words.shape[0] // self.encoding.words, self.encoding.words)


@cache
def programs(game: Game, device: str, compiled: bool) -> Programs:
    """The functions of a game, made once."""
    return Programs(game, device, compiled)


def _rules(library: Library, game: Game) -> ArrayRules:
    if isinstance(game, Piranhas):
        return PiranhasArrays(library, game)
    if isinstance(game, Ostseeschach):
        return OstseeschachArrays(library, game)
    raise SchwarmError(NOT_IN_ARRAYS(game=game.title))
