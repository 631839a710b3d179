"""Prüft den Bot, ohne einen Server zu starten: python -m unittest"""

import unittest

import schwarm
from bot import Mybot
from schwarm.player import Clock, Random


class Spielen(unittest.TestCase):
    def test_ein_ganzes_spiel_gegen_den_zufall(self) -> None:
        bot, zufall = Mybot(), Random(seed=1)
        state = schwarm.game(Mybot.game).start(seed=1)
        while state.outcome() is None:
            if state.to_move is schwarm.Team.ONE:
                clock = Clock(2.0)
                move = bot.choose(state, clock)
                assert move in state.legal_moves()
                assert clock.left > 0.0, "Der Bot hat länger als zwei Sekunden gebraucht."
            else:
                move = zufall.choose(state)
            state = state.play(move)

    def test_er_nimmt_einen_sieg_mit(self) -> None:
        """Wo ein Zug sofort gewinnt, muss er besser aussehen als alle, die das nicht tun."""
        bot, zufall = Mybot(), Random(seed=2)
        for seed in range(5):
            state = schwarm.game(Mybot.game).start(seed)
            while state.outcome() is None:
                wins = [move for move in state.legal_moves() if wins_at_once(state, move)]
                if wins:
                    assert bot.choose(state, Clock(2.0)) in wins
                state = state.play(zufall.choose(state))


def wins_at_once(state: schwarm.State, move: schwarm.Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winner is state.to_move


if __name__ == "__main__":
    unittest.main()
