"""`python -m schwarm.player NAME -h HOST -p PORT -r CODE`: a sparring partner or `mybot.py:MyPlayer` as a process."""

import logging
import sys
from collections.abc import Sequence

from schwarm.player.class_file import player_class, split
from schwarm.player.player import Player
from schwarm.player.player_errors import player_failed
from schwarm.player.run import log_to_stderr, play
from schwarm.words import Listing, SchwarmError, Sentence, excerpt


def main(args: Sequence[str], program: str = "python -m schwarm.player") -> int:
    """Play one game and return the exit code."""
    if not args or args[0].startswith("-"):
        from schwarm.player.partners import PLAYERS

        print(USAGE(players=Listing(PLAYERS)), file=sys.stderr)
        return 2
    name = args[0]
    log_to_stderr()
    try:
        player, options = _named(name, args[1:])
    except SchwarmError as error:
        logging.error("%s", error)
        return 2
    except Exception as error:
        # The file itself failed while it was loaded.
        logging.error("%s", player_failed(name.rpartition("/")[2], error).report)
        return 1
    return play(player, options, program=f"{program} {excerpt(name)}")


def _named(name: str, args: Sequence[str]) -> tuple[type[Player], list[str]]:
    """The class, and its options from the name and the command line."""
    if found := split(name):
        path, kind, own = found
        options = [*own, *args]
        # A file that plays when it is loaded finds its options where it would if it were started itself.
        sys.argv[1:] = options
        return player_class(path, kind), options
    # Only here: a class needs no engine.
    from schwarm.player.partners import PLAYERS

    if name not in PLAYERS:
        raise SchwarmError(UNKNOWN(name=excerpt(name), players=Listing(PLAYERS)))
    return PLAYERS[name], list(args)


USAGE = Sentence("Name a player first; players are {players}, and classes in files like mybot.py:MyPlayer.")
UNKNOWN = Sentence("There is no player “{name}”; players are {players}, and classes in files like mybot.py:MyPlayer.")

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
