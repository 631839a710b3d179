"""Der Bot Mybot. Alles Wichtige steht in `choose`: Dort entscheidest du, welcher Zug gespielt wird."""

import random

import schwarm
from schwarm.player import Clock, Player, run


class Mybot(Player):
    """Probiert jeden Zug aus und nimmt den, nach dem er am besten dasteht."""

    game = "piranhas-2026"

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        """Wird bei jedem Zug gefragt. `state` ist die Stellung, `clock.left` sind die Sekunden, die noch bleiben."""
        moves = state.legal_moves()
        values = [self.value(state, move) for move in moves]
        best = max(values)
        self.note(f"{len(moves)} Züge, Wert {best:.1f}")  # steht später neben dem Zug
        return random.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def value(self, state: schwarm.State, move: schwarm.Move) -> float:
        """Wie gut ein Zug aussieht: der Vorsprung an Punkten danach, und ein Sieg ist mehr wert als alle Punkte."""
        us = state.to_move
        after = state.play(move)  # eine neue Stellung; `state` selbst bleibt, wie es ist
        outcome = after.outcome()
        if outcome is not None and outcome.winner is not None:
            return 1000.0 if outcome.winner is us else -1000.0
        points = after.points()
        return float(points[us.index] - points[us.opponent.index])


if __name__ == "__main__":
    run(Mybot)
