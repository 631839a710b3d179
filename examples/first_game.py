"""A whole game of Piranhas in the Python prompt: greedy against random, and a picture of its end."""

import schwarm
from schwarm import view
from schwarm.games.piranhas import PIRANHAS_2026
from schwarm.games.record import Record
from schwarm.player import Greedy, Random, Sparring

game = PIRANHAS_2026  # the same as schwarm.game("piranhas-2026"), and type checkers know its swarms
record = Record(game.start(seed=7), players=("greedy", "random"))
players: list[Sparring] = [Greedy(seed=1), Random(seed=2)]

while record.outcome is None:
    player = players[record.final.turn % 2]
    record = record.then(player.choose(record.final))

print(view.text(record.final))
print(record.outcome.sentence(*record.players))

final = game.parse(str(record.final))
for team in schwarm.Team:
    heaviest = final.swarms(team)[0]
    print(f"{game.side(team)}: {heaviest.weight} in {len(heaviest.squares)} fish")

picture = view.svg(record.final, view.Marks(last=record.moves[-1].move, overlay="swarms"))
print(f"{len(picture)} characters of SVG; save them, or show the state in a notebook")
