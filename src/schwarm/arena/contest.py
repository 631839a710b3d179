"""The base of all kinds of contest. A kind is a class; `KINDS` names them all.

A contest is a value without results: given the results so far, it says which games are due, who leads and how it is
shown. Resuming after an interruption is therefore the same as continuing.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from schwarm.arena.fixture import BETWEEN, DrawSeed, Fixture
from schwarm.arena.game_job import Assignment
from schwarm.arena.results import Results
from schwarm.games import Game, TimeControl, game
from schwarm.games.number import whole_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.bot_facts import find_all_places
from schwarm.player import PLAYERS
from schwarm.player.class_file import split
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.words import Message, SchwarmError, Sentence, excerpt, one_line

if TYPE_CHECKING:
    from schwarm.arena.knockout import Bracket
    from schwarm.arena.match import MatchScore
    from schwarm.arena.pool import Share
    from schwarm.arena.rating import Rating
    from schwarm.arena.stage import Stage

KINDS = {
    "match": "schwarm.arena.match:Match",
    "tournament": "schwarm.arena.tournament:Tournament",
    "swiss": "schwarm.arena.swiss:Swiss",
    "season": "schwarm.arena.season:Season",
    "ladder": "schwarm.arena.ladder:Ladder",
}
"""Every kind of contest: its name in stores, forms and keys, and its class."""
MAX_OPTION = 1_000
"""Of a number in an option."""


class BadContest(SchwarmError):
    """A contest that cannot be held."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How every game of a contest is played."""

    game_id: str
    rules: str = "documents"
    time: TimeControl = CONTEST_TIME
    patience: float = 20.0
    sandboxed: bool = True
    """Whether a wall is put around bots where that is possible; their limits hold in any case."""

    @property
    def game(self) -> Game:
        return game(self.game_id, self.rules)


class ResumedBy(Enum):
    """The source needed to continue a contest."""

    STORE = "store"
    """Its terms in the store."""
    FILE = "file"
    """Its file, which names its bots and may have changed."""
    TERMINAL = "terminal"
    """Its bot's files, by the verb that began it."""


class Option(NamedTuple):
    """A setting of one kind of contest, under the same name in the terminal, in forms and in stores."""

    name: str
    type: type
    """`bool` or `int`; a number may be left out."""
    label: Sentence
    """In forms."""
    help: Sentence
    """In the terminal."""

    @property
    def is_flag(self) -> bool:
        return self.type is bool


@dataclass(frozen=True)
class Contest(ABC):
    """Players, and how they meet."""

    bots: Mapping[str, str]
    """How each player, by its name, is started."""
    conditions: Conditions
    games: int
    """Of each encounter, or of all, as the kind has it."""
    seed: int = 1
    name: str = ""
    """The organiser's title; the players' names by default."""

    kind: ClassVar[str]
    word: ClassVar[Sentence]
    """The kind in one or two words."""
    new: ClassVar[Sentence]
    about: ClassVar[Sentence]
    """The button that begins one, and the text beside it; of kinds that forms offer."""
    pair: ClassVar[bool] = False
    """Whether exactly two players meet. Such a contest is named after them."""
    staged: ClassVar[bool] = False
    """Whether its stages have titles of their own."""
    resumed_by: ClassVar[ResumedBy] = ResumedBy.STORE
    options: ClassVar[Sequence[Option]] = ()
    endless: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.kind = next((name for name, place in KINDS.items() if place == f"{cls.__module__}:{cls.__name__}"), "")

    @property
    def title(self) -> str:
        return self.name or " · ".join(self.players)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.bots)

    # -- what is played --------------------------------------------------------------------------------

    @abstractmethod
    def stages(self, results: Results) -> "Sequence[Stage]":
        """The stages that are known by now, in order."""

    def bracket(self, results: Results) -> "Bracket | None":
        """The knock-out at its end, once it is known who is in it."""
        return None

    def due(self, results: Results) -> Iterator[Fixture]:
        """The games that can be played now, in order."""
        if self.over(results):
            return
        for stage in self.stages(results):
            yield from (fixture for _, fixture in stage.due(results))

    def over(self, results: Results) -> bool:
        """Whether it is decided before all games are played."""
        return False

    def finished(self, results: Results) -> bool:
        """Whether nothing is left to play."""
        return next(self.due(results), None) is None

    def total(self, results: Results) -> int:
        """How many games it will have, as far as is known."""
        return sum(stage.total for stage in self.stages(results))

    @property
    def may_grow(self) -> bool:
        """Whether it may need more games than that."""
        return False

    @cached_property
    def _places(self) -> tuple[str, ...]:
        """The files of all bots: each sees its own."""
        return tuple(map(str, find_all_places(self.bots.values())))

    def assignment(self, fixture: Fixture) -> Assignment:
        how, bots = self.conditions, (self.bots[fixture.red], self.bots[fixture.blue])
        return Assignment(
            *(fixture, bots, how.game_id, how.rules, str(how.time), how.patience, how.sandboxed), others=self._places
        )

    def hand_out(self, fixture: Fixture, share: "Share") -> bool:
        """Have a game played; False while there is no slot for it."""
        if not share.free():
            return False
        share.submit(self.assignment(fixture))
        return True

    # -- how it is shown -------------------------------------------------------------------------------

    def score(self, results: Results) -> "MatchScore | None":
        """The score, where only two players meet."""
        return None

    def champion(self, results: Results) -> str | None:
        return None

    def ratings(self, results: Results) -> "list[Rating]":
        """The ratings of all players, the strongest first; raises `MissingPart` without numpy."""
        from schwarm.arena.rating import Bouts

        return results.sum(Bouts, self.players).ratings() if results else []

    @property
    def rating_scale(self) -> Message:
        return OWN_SCALE()

    @property
    def notes(self) -> Sequence[Message]:
        """Rules that need an explanation."""
        return ()

    @property
    def warning(self) -> Message | None:
        """How it differs from the official rules."""
        return None

    # -- to and from the store -------------------------------------------------------------------------

    def terms(self) -> dict[str, Any]:
        """The identity of the contest: with other terms it is another one."""
        how = self.conditions
        found = {"bots": dict(self.bots), "game": how.game_id, "rules": how.rules, "time": str(how.time)}
        return {"kind": self.kind, **found, "seed": self.seed, **self.own_terms()}

    def own_terms(self) -> dict[str, Any]:
        """The terms that other kinds do not have."""
        return {option.name: getattr(self, option.name) for option in self.options}

    @classmethod
    def from_terms(cls, known: Mapping[str, Any], common: Mapping[str, Any]) -> Self:
        """The contest of these terms. `common` are the fields of every contest, as keywords."""
        return cls(**common, **{option.name: known[option.name] for option in cls.options})

    @classmethod
    def from_form(cls, common: Mapping[str, Any], found: Mapping[str, Any], groups: Mapping[str, str]) -> Self:
        """The contest that a form asks for. `groups` are those of a league's teams."""
        wishes = found.get("options")
        known = wishes if isinstance(wishes, dict) else {}
        return cls(**common, **{option.name: _read_option(option, known.get(option.name)) for option in cls.options})


def _read_option(option: Option, wish: object) -> Any:
    """A setting as a form sends it; a number that is left out is 0."""
    if option.type is bool:
        return wish is True
    number = 0 if wish in (None, "") else whole_in(wish, 0, MAX_OPTION)
    if number is None:
        raise BadContest(BAD_OPTION(option=option.label, most=MAX_OPTION))
    return number


def kind_named(name: object) -> type[Contest] | None:
    """The kind of contest of this name."""
    if not isinstance(name, str) or name not in KINDS:
        return None
    module, _, kind = KINDS[name].partition(":")
    found: type[Contest] = getattr(import_module(module), kind)
    return found


def all_kinds() -> list[type[Contest]]:
    return [found for name in KINDS if (found := kind_named(name))]


def form_kinds() -> list[type[Contest]]:
    """Those that can be begun with a form."""
    return [kind for kind in all_kinds() if kind.resumed_by is not ResumedBy.TERMINAL]


def load(known: Mapping[str, Any], bots: Mapping[str, str]) -> Contest | None:
    """The contest of stored terms; None for an unknown kind."""
    kind = kind_named(known["kind"])
    if kind is None:
        return None
    how = Conditions(
        known["game"], known["rules"], TimeControl.parse(known["time"]), sandboxed=known.get("sandboxed", True)
    )
    # Raises now if the game is not installed here.
    assert how.game
    seed = DrawSeed(known["seed"], known["drawn"]) if "drawn" in known else int(known["seed"])
    common = {"bots": bots, "conditions": how, "games": known["games"], "seed": seed, "name": known.get("title", "")}
    return kind.from_terms(known, common)


def name_players(bots: Iterable[str], titles: Iterable[str]) -> dict[str, str]:
    """Names for players of which only the start is known: their titles. Of two equal ones an archive is called by its
    file; others show their folder, or are numbered if that is equal, too."""
    wanted = list(zip(bots, titles, strict=True))
    often = Counter(title.casefold() for _, title in wanted)
    clear = [(bot, (often[title.casefold()] > 1 and _archive(bot)) or title) for bot, title in wanted]
    called = Counter(name.casefold() for _, name in clear)
    lying = Counter((name.casefold(), _folder(bot)) for bot, name in clear)
    found: dict[str, str] = {}
    for bot, name in clear:
        folder = _folder(bot)
        tells = folder and called[name.casefold()] > lying[name.casefold(), folder]
        whole = f"{name} ({folder})" if tells else name
        plain = check_name(whole.replace(BETWEEN, " - ").replace("/", "-")[:MAX_NAME_LENGTH].strip() or "bot")
        unique, number = plain, 2
        while unique.casefold() in map(str.casefold, found):
            unique, number = f"{plain[: MAX_NAME_LENGTH - 4]} {number}", number + 1
        found[unique] = bot
    return found


def _archive(bot: str) -> str:
    """The name of an archive; empty for other bots."""
    return Path(bot).name if Path(bot).suffix in (".zip", ".jar") else ""


def _folder(bot: str) -> str:
    """The folder of a bot; empty for built-in players."""
    if bot.partition(":")[0] in PLAYERS:
        return ""
    in_file = split(bot)
    path = in_file[0] if in_file else Path(bot)
    return " ".join(path.expanduser().resolve().parent.name.split())


def check_name(name: str) -> str:
    """A name that fits into records, tables and files."""
    return _check_line(name, BAD_NAME)


def check_title(title: str) -> str:
    """What a contest may be called."""
    return _check_line(title, BAD_TITLE)


def _check_line(text: str, trouble: Sentence) -> str:
    if not text or len(text) > MAX_NAME_LENGTH or text != one_line(text):
        raise BadContest(trouble(name=excerpt(text), most=MAX_NAME_LENGTH))
    return text


BAD_NAME = Sentence("“{name}” cannot be a player's name; a name is one line of 1 to {most} visible characters.")
BAD_TITLE = Sentence("“{name}” cannot be a contest's title; a title is one line of 1 to {most} visible characters.")
BAD_OPTION = Sentence("“{option}” must be a whole number from 0 to {most}.")
OWN_SCALE = Sentence(
    "Strength on the Elo scale over all games; the average is 0. In 95 of 100 cases the true value lies within the bar."
)
