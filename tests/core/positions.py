"""Positions no game leads to."""

import random

from schwarm.games import Game


def random_text(game: Game, letters: list[str], density: float, chance: random.Random) -> str:
    rows = []
    for _ in game.rows:
        row = "".join(chance.choice(letters) if chance.random() < density else "." for _ in game.columns)
        for run in range(len(game.columns), 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    tail = {"piranhas-2026": " " + chance.choice("rb-"), "piranhas-2019": ""}.get(
        game.id, f" {chance.randrange(3)}:{chance.randrange(3)}"
    )
    return f"{'/'.join(rows)} {chance.randrange(game.last_turn + 1)}{tail}"
