"""Games that were played, with everything that a record can hold."""

import schwarm
from schwarm.games.record import Record
from schwarm.player import sparring


def played(id: str = "piranhas-2026", seed: int = 1, moves: int = 100) -> Record:
    player = sparring("random", seed)
    record = Record(schwarm.game(id).start(seed), players=("Ä <b>", "greedy"), tags=(("Date", "2026-11-15"),))
    for turn in range(moves):
        if record.outcome:
            break
        record = record.then(
            player.choose(record.final), seconds=0.125 * turn, delay=0.001, note=f"note {turn}\nsecond line"
        )
    return record
