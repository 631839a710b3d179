"""Clocks of a game at the page, as those who play see them: through a restart, a take-back and a pause."""

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from patience import until
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

ANNA, BEN = {"kind": "person", "name": "Anna"}, {"kind": "link"}
BUDGET = 600
"""Seconds for a whole game: more than any machine needs for these few moves."""
SPENT = 1.0
"""Seconds that somebody thinks here, which must be seen on the clock."""


class Game:
    """A game with a clock, and the two who play it."""

    def __init__(self, arena: Arena) -> None:
        self.anna, self.ben = Visitor(arena.page_port), Visitor(arena.page_port)
        self.key = self.anna.new_game(ANNA, BEN, game="ostseeschach-2022", start={"seed": 7}, time=f"{BUDGET}s+0s")
        code = self.anna.facts(self.key)["you"]["invite"].rpartition("/")[2]
        self.ben.ask("/")
        self.order(self.ben, "sit", code=code, name="Ben")
        until(lambda: self.facts["running"], what="the beginning")

    def order(self, visitor: Visitor, what: str, **fields: Any) -> None:
        answer = visitor.ask(f"/api/v1/games/{self.key}/{what}", fields)
        assert answer.status == 200, answer.text

    @property
    def facts(self) -> Any:
        return self.anna.facts(self.key)

    def move(self, visitor: Visitor) -> None:
        position = self.facts["positions"][-1]
        start, targets = next(iter(position["moves"].items()))
        self.order(visitor, "move", move=f"{start}-{targets[0]}", turn=position["turn"])

    def think_and_move(self, visitor: Visitor) -> None:
        think()
        self.move(visitor)

    def left(self) -> list[float]:
        """What each has left, without the move that is thought about."""
        return [float(clock["left"]) for clock in self.facts["clocks"]]


def think() -> None:
    begun = time.monotonic()
    until(lambda: time.monotonic() - begun >= SPENT)


def test_clocks_go_on_after_a_crash_when_both_are_back(tmp_path: Path) -> None:
    with Arena(tmp_path) as before:
        game = Game(before)
        for visitor in (game.anna, game.ben, game.anna):
            game.think_and_move(visitor)
        before.wait_until_saved(game.key, 3)
        left = game.left()
        assert all(0 < seconds <= BUDGET - SPENT for seconds in left)
        before.end(signal.SIGKILL)
    with Arena(tmp_path) as after:
        game.anna.port = game.ben.port = after.page_port
        assert game.left() == left
        assert not game.facts["running"]
        # However long it takes until both are back costs neither of them anything.
        think()
        third = Visitor(after.page_port)
        assert not third.facts(game.key)["running"]
        game.ben.facts(game.key)
        until(lambda: game.facts["running"], what="going on")
        assert game.facts["elapsed"] < BUDGET
        assert game.left() == left
        game.think_and_move(game.ben)
        assert game.left()[0] == left[0]
        assert game.left()[1] <= left[1] - SPENT


def test_a_move_that_is_taken_back_costs_no_time(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        game = Game(arena)
        game.think_and_move(game.anna)
        game.think_and_move(game.ben)
        ones, others = game.left()
        game.think_and_move(game.anna)
        assert game.left()[0] <= ones - SPENT
        game.order(game.anna, "undo")
        game.order(game.ben, "allow-undo")
        until(lambda: len(game.facts["moves"]) == 2 and game.facts["running"], what="taking back")
        assert game.left() == [ones, others]
        game.think_and_move(game.anna)
        assert game.left()[0] <= ones - SPENT


def test_nobody_pays_for_a_pause(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        game = Game(arena)
        game.order(game.anna, "pause")
        # Who was asked before it answers in it, and pays for that.
        game.think_and_move(game.anna)
        assert game.left()[0] <= BUDGET - SPENT
        for _ in range(2):
            think()
            assert (game.facts["paused"], game.facts["elapsed"], game.left()[1]) == (True, 0, BUDGET)
        begun = time.monotonic()
        game.order(game.anna, "go")
        game.move(game.ben)
        assert game.left()[1] >= BUDGET - (time.monotonic() - begun)
