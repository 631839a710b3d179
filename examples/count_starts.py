"""How many first moves does Red have? Statistics over many starts, with nothing but the rules."""

from collections import Counter

import schwarm

for id in ("piranhas-2026", "piranhas-2019", "ostseeschach-2022"):
    game = schwarm.game(id)
    moves = Counter(len(game.start(seed).legal_moves()) for seed in range(500))
    least, most = min(moves), max(moves)
    usual, _ = moves.most_common(1)[0]
    print(f"{game.title}: {least} to {most} first moves, most often {usual}")
