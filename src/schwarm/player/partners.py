"""The players that come with Schwarm, by name: `random`, `greedy`, `hecht`, and with options `hecht:level=4,seed=1`."""

from dataclasses import dataclass
from inspect import signature

from schwarm.games.number import parse_whole
from schwarm.player.hecht import Hecht
from schwarm.player.simple_players import Greedy, Random, Sparring
from schwarm.words import Listing, SchwarmError, Sentence, excerpt

PLAYERS: dict[str, type[Sparring]] = {"random": Random, "greedy": Greedy, "hecht": Hecht}

MAX_OPTION = 10**18 - 1


class UnknownPlayer(SchwarmError):
    """No player has this name, or it has no such option."""


@dataclass(frozen=True, slots=True)
class Partner:
    """A sparring partner and its options, checked; `player` makes one."""

    name: str
    options: tuple[tuple[str, int], ...] = ()

    def player(self, seed: int | None = None) -> Sparring:
        """A new player. With a seed it plays the same game again, as far as time plays no part."""
        return PLAYERS[self.name](**{"seed": seed, **dict(self.options)})

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name}:{options}" if options else self.name


def partner(text: str) -> Partner:
    """The sparring partner with this name; raises `UnknownPlayer` with one sentence."""
    name, _, rest = text.partition(":")
    if name not in PLAYERS:
        raise UnknownPlayer(UNKNOWN_PLAYER(name=excerpt(text), players=Listing(PLAYERS)))
    known = list(signature(PLAYERS[name].__init__).parameters)[1:]
    options = []
    for part in rest.split(",") if rest else ():
        option, _, value = part.partition("=")
        if option not in known:
            raise UnknownPlayer(UNKNOWN_OPTION(name=name, option=excerpt(option), options=Listing(known)))
        number = parse_whole(value, 0, MAX_OPTION)
        if number is None:
            raise UnknownPlayer(NOT_A_NUMBER(name=name, option=option, value=excerpt(value)))
        options.append((option, number))
    found = Partner(name, tuple(options))
    found.player()  # whatever it refuses is refused now
    return found


def sparring(text: str, seed: int | None = None) -> Sparring:
    """A sparring partner by name. With a seed it plays the same game again."""
    return partner(text).player(seed)


UNKNOWN_PLAYER = Sentence("There is no player “{name}”; the players are {players}.")
UNKNOWN_OPTION = Sentence("The player {name} has no option “{option}”; it has {options}.")
NOT_A_NUMBER = Sentence("“{value}” is not a value for the option {option} of {name}; write a number, like {option}=4.")
