"""A ladder for a bot: what is measured, and what its results say."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schwarm import __version__
from schwarm.arena.fixture import Result
from schwarm.arena.game_job import bot_in, check_startable
from schwarm.arena.ladder import Ladder, Rung, Summit
from schwarm.arena.results import Results
from schwarm.games import all_games
from schwarm.games import game as game_by_id
from schwarm.launch.bot_facts import fingerprint, game_of
from schwarm.launch.bot_files import START
from schwarm.words import Listing, Message, SchwarmError, Sentence, excerpt
from schwarm.workshop.inspection import Weight, inspect


class CannotClimb(SchwarmError):
    """A bot that cannot be measured."""


@dataclass(frozen=True, slots=True)
class LadderBot:
    """A bot, and all that must stay the same for its games to be counted together."""

    bot: str
    """How it is started from anywhere, see `schwarm.launch.player_spec`."""
    title: str
    game_id: str
    fingerprint: str
    """Of its files, and of the Schwarm that its partners come from."""


def find_bot(name: str, game: str | None = None) -> LadderBot:
    """Find anything that can be started, or a folder with a start.sh. Raises one sentence where there is nothing to
    start, or its game is unknown."""
    path = Path(name).expanduser()
    if path.is_dir():
        for finding in inspect(path / START):
            if finding.weight is Weight.FAULT:
                raise CannotClimb(finding.message)
        path = path / START
        name = str(path)
    bot = bot_in(os.path.expanduser(name), Path.cwd())
    found = check_startable(bot, game_by_id(game).id if game else None)
    known = game_by_id(game).id if game else game_of(found)
    if known is None:
        raise CannotClimb(WHICH_GAME(bot=excerpt(name, 100), games=Listing(known.id for known in all_games())))
    return LadderBot(bot, found.title, known, f"{__version__} {fingerprint(found)}")


MAX_DEFEATS = 5


@dataclass(frozen=True, slots=True)
class Step:
    """How the bot did on one rung."""

    rung: Rung
    games: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class LadderReport:
    """A ladder and what was played on it so far."""

    ladder: Ladder
    results: Results

    @property
    def told(self) -> list[Result]:
        """The games that say something about the bot; the rating comes from these alone."""
        return [result for result in self.results.values() if self.ladder.tells(result)]

    @property
    def steps(self) -> list[Step]:
        """All rungs that were met, the strongest first."""
        found = []
        for rung in reversed(self.ladder.rungs):
            met = [result for result in self.results.encounter(rung.name).values() if self.ladder.tells(result)]
            if met:
                scores = [result.score(self.ladder.climber) for result in met]
                found.append(Step(rung, len(met), scores.count(1.0), scores.count(0.5), scores.count(0.0)))
        return found

    @property
    def undescribed(self) -> int:
        """Games that say nothing about the bot, since its partner broke off."""
        return len(self.results) - len(self.told)

    # -- sentences -------------------------------------------------------------------------------------

    def describe(self) -> Iterator[Message]:
        """Where it stands, as far as that is known."""
        summit, rating = self.ladder.summit(self.results), self.ladder.rating(self.results)
        name, game = self.ladder.climber, self.ladder.conditions.game.title
        weakest, strongest = self.ladder.rungs[0], self.ladder.rungs[-1]
        if not self.told:
            yield NOTHING()
        elif summit is Summit.BROKEN:
            yield BROKEN(name=name, n=len(self.told), reasons=self._reasons())
        elif summit is Summit.BELOW:
            yield BELOW(name=name, rung=weakest.bot, high=elo(rating.high))
        elif summit is Summit.ABOVE:
            yield ABOVE(name=name, rung=strongest.bot, low=elo(rating.low))
        else:
            yield STANDS(name=name, elo=elo(rating.value), error=round(rating.margin), game=game)
            yield self._between(rating.value)
            if summit is Summit.ENOUGH:
                yield NOT_SURE(n=len(self.told), precision=round(self.ladder.precision))
        if self.undescribed:
            yield UNTOLD(n=self.undescribed)

    def _between(self, value: float) -> Message:
        below = [rung for rung in self.ladder.rungs if rung.elo <= value]
        above = [rung for rung in self.ladder.rungs if rung.elo > value]
        if not below:
            return UNDER(rung=above[0].bot, elo=elo(above[0].elo))
        if not above:
            return OVER(rung=below[-1].bot, elo=elo(below[-1].elo))
        low, high = below[-1], above[0]
        return BETWEEN(low=low.bot, low_elo=elo(low.elo), high=high.bot, high_elo=elo(high.elo))

    def _reasons(self) -> Listing:
        counts = Counter(result.outcome.reason for result in self.told)
        return Listing(COUNTED(reason=reason.word, number=number) for reason, number in counts.most_common())

    # -- defeats ---------------------------------------------------------------------------------------

    @property
    def defeats(self) -> list[Result]:
        """The worst ones first: broken off, then by the weakest partner, then the shortest."""
        elos = {self.ladder.names[rung.bot]: rung.elo for rung in self.ladder.rungs}

        def shame(result: Result) -> tuple[bool, float, int]:
            partner = next(player for player in result.players if player != self.ladder.climber)
            return not result.outcome.reason.violation, elos[partner], sum(part.moves for part in result.thinking)

        lost = [result for result in self.results.values() if result.score(self.ladder.climber) == 0]
        return sorted(lost, key=shame)[:MAX_DEFEATS]

    def facts(self) -> dict[str, Any]:
        """Everything as plain values."""
        summit, rating = self.ladder.summit(self.results), self.ladder.rating(self.results)
        known = bool(self.told) and summit is not Summit.BROKEN
        return {
            "bot": self.ladder.climber,
            "rules": [self.ladder.conditions.game_id, self.ladder.conditions.rules],
            "seconds": self.ladder.conditions.time.red.move,
            "ending": summit.value if summit else "open",
            "elo": {"value": rating.value, "low": rating.low, "high": rating.high} if known else None,
            "rungs": [
                {
                    "partner": step.rung.bot,
                    "elo": step.rung.elo,
                    "wins": step.wins,
                    "draws": step.draws,
                    "losses": step.losses,
                }
                for step in self.steps
            ],
            "untold": self.undescribed,
            "defeats": [result.key for result in self.defeats],
            "sentences": [str(message) for message in self.describe()],
        }


def elo(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−")


WHICH_GAME = Sentence("The files of “{bot}” do not name one game that it plays; say which with --game: {games}.")
COUNTED = Sentence("{reason} {number}")
NOTHING = Sentence("No game was played to the end.")
STANDS = Sentence("{name} has {elo} ± {error} Elo on the ladder of {game}, where random is 0.")
BETWEEN = Sentence("It stands between {low} ({low_elo}) and {high} ({high_elo}).")
UNDER = Sentence("It stands below {rung} ({elo}).")
OVER = Sentence("It stands above {rung} ({elo}), the strongest partner.")
BELOW = Sentence("{name} is weaker than {rung}, the weakest partner: below {high} Elo.")
ABOVE = Sentence("{name} is stronger than {rung}, the strongest partner: above {low} Elo.")
BROKEN = Sentence(
    "{name} did not get through its only game ({reasons}); nothing is known about its strength.",
    "{name} did not get through any of its {n} games ({reasons}); nothing is known about its strength.",
)
NOT_SURE = Sentence(
    "After one game it is not yet known to ± {precision}; no more are played.",
    "After {n} games it is not yet known to ± {precision}; no more are played.",
)
UNTOLD = Sentence(
    "One game does not count because the partner failed; the machine was too busy.",
    "{n} games do not count because the partner failed; the machine was too busy.",
)
