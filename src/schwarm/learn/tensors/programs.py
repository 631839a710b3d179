"""What a step of many games consists of: functions of whole arrays that can be compiled."""

from functools import cache
from typing import Any

from schwarm.games import Game
from schwarm.games.ostseeschach.state import Ostseeschach
from schwarm.games.piranhas.state import Piranhas
from schwarm.learn.encoding import WORD, encoding
from schwarm.learn.tensors.library import STEP, Array, ArrayRules, Function, Library, draw, popcount, select
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
        # For any number of positions.
        self.play = self._made(self._rules.play)
        self.show = self._made(self._show)
        self.look = self._made(self._look)
        self.see = self._made(self._see)
        self.allow = self._made(self._allow)
        # For the numbers of games that come again and again: recorded, too.
        self._start = self._made(self._rules.start)
        self.turn = self._kept(self._turn)
        self.begin = self._kept(self._begin)
        self.judge = self._kept(self._made(self._judge))
        self.choose = self._kept(self._made(self._choose))
        self.check = self._kept(self._made(self._check))

    def _made(self, function: Function) -> Function:
        return self.library.compile(function) if self.compiled else function

    def _kept(self, function: Function) -> Function:
        return self.library.record(function) if self.compiled else function

    def _turn(self, state: Array, actions: Array) -> tuple[Array, Array, Array, Array]:
        """The states after legal actions, their masks, which games are over, and those because nobody can move."""
        state = self.play(state, actions)
        masks, ended, blocked = self.show(state)
        return state, masks, ended | blocked, blocked

    def _begin(self, seeds: Array) -> tuple[Array, Array]:
        """The starts with these seeds, and their masks."""
        state = self._start(seeds)
        return state, self.show(state)[0]

    def _show(self, state: Array) -> tuple[Array, Array, Array]:
        """The masks, which games are over by the end of a round, and where nobody can move."""
        masks, ended = self._rules.masks(state), self._rules.ended(state)
        moves = self._xp.amax(self._xp.where(masks != 0, 1, 0), 0)
        return masks, ended, ~ended & (moves == 0)

    def _check(self, masks: Array, actions: Array) -> tuple[Array, Array]:
        """Which actions are legal, and whether all are."""
        squares = len(self.encoding.squares)
        known = (actions >= 0) & (actions < self.encoding.actions)
        action = self._xp.where(known, actions, 0)
        way, square = action // squares, action % squares
        column = self.library.count_up(masks.shape[1])
        word = masks[way * self.encoding.words + square // WORD, column]
        legal = known & (((word >> (square % WORD)) & 1) != 0)
        return legal, legal.all()

    def _judge(self, state: Array, blocked: Array) -> tuple[Array, Array]:
        """What whoever moved last gets, and which side won: 0 or 1, −1 for a draw."""
        xp, result = self._xp, self._rules.judge(state, blocked)
        side = self._rules.facts(state)[1]
        return -result, xp.where(result == 0, -1, xp.where(result > 0, side, 1 - side))

    def _choose(self, masks: Array, chances: Array) -> tuple[Array, Array]:
        """A legal action each, told by a random number, and the next random numbers."""
        xp, words = self._xp, self.encoding.words
        column = self.library.count_up(masks.shape[1])
        counts = popcount(masks)
        until = xp.cumsum(counts, 0)
        wanted = draw(chances, 0, until[-1])
        word = xp.sum(xp.where(until <= wanted, 1, 0), 0)
        before = wanted - (until[word, column] - counts[word, column])
        square = WORD * (word % words) + select(xp, masks[word, column], before)
        return word // words * len(self.encoding.squares) + square, chances + STEP

    def _look(self, state: Array) -> tuple[Array, Array]:
        """Planes (games, planes, words) and facts (games, facts)."""
        return self.by_game(self._rules.planes(state)), self._rules.facts(state).T

    def _see(self, planes: Array, facts: Array) -> Array:
        """Planes as 0 and 1; every fact fills a plane, the turn with the part that was played."""
        cast, known, games = self.library.cast, self.encoding, facts.shape[0]
        turn = cast(facts[:, :1], "float32") / known.game.last_turn
        told = self._xp.concat([turn, cast(facts[:, 1:], "float32")], 1)[:, :, None]
        filled = self._xp.broadcast_to(told, (games, len(known.facts), len(known.squares)))
        return self._xp.concat([cast(self._unpack(planes), "float32"), filled], 1).reshape(games, *known.shape)

    def _allow(self, masks: Array) -> Array:
        """The masks as a yes or no for every action."""
        return (self._unpack(self.by_game(masks)) != 0).reshape(masks.shape[1], self.encoding.actions)

    def by_game(self, words: Array) -> Array:
        """Words of sets: (games, sets, words)."""
        return words.T.reshape(words.shape[1], words.shape[0] // self.encoding.words, self.encoding.words)

    def _unpack(self, sets: Array) -> Array:
        """Sets of squares as a number for every square: (games, sets, squares)."""
        return (sets[:, :, self._word] >> self._bit) & 1


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
