"""`python -m schwarm.player NAME -h HOST -p PORT -r CODE`: a sparring partner or `mybot.py:MyPlayer` as a process."""

import logging
import sys

from schwarm.player.player import Player
from schwarm.player.run import play
from schwarm.player.source import player_class, split
from schwarm.player.sparring import PLAYERS
from schwarm.words import Listing, SchwarmError, Sentence, excerpt


def main() -> int:
    """Play one game; gives the exit code."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(USAGE(players=Listing(PLAYERS)), file=sys.stderr)
        return 2
    name = sys.argv.pop(1)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        player = _named(name)
    except SchwarmError as error:
        logging.error("%s", error)
        return 2
    return play(player, program=f"python -m schwarm.player {excerpt(name)}")


def _named(name: str) -> type[Player]:
    if found := split(name):
        return player_class(*found)
    if name not in PLAYERS:
        raise SchwarmError(UNKNOWN(name=excerpt(name), players=Listing(PLAYERS)))
    return PLAYERS[name]


USAGE = Sentence("Say first who plays: {players}, or a class in a file like mybot.py:MyPlayer.")
UNKNOWN = Sentence("There is no player “{name}”; there are {players}, or a class in a file like mybot.py:MyPlayer.")

if __name__ == "__main__":
    sys.exit(main())
