"""How many games a contest has and about how long they take, said before it begins.

The number of games is asked of the contest itself, so it is the one that will be played.
"""

import math
import time
from collections.abc import Collection, Set
from dataclasses import dataclass

from schwarm.arena.contest import Contest
from schwarm.arena.results import Results
from schwarm.games import game
from schwarm.league.league_contest import FrozenTeam
from schwarm.league.player_name import TeamVersion
from schwarm.league.rating_table import RatingTable
from schwarm.store.leagues import League
from schwarm.words import Message, Sentence, in_figures

MAX_GAMES_LOOKED_AT = 400
"""The newest games of a league that say how long one takes."""
START_SECONDS = 1.0
"""About what starting and ending the players of a game takes, however fast they play."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a contest will need. Its bots' own games in the league say how long a game usually takes."""

    games: int
    may_grow: bool
    """Whether encounters that stay tied need more games."""
    at_once: int
    usual: float | None
    """Seconds of the whole contest; None where nobody has played yet."""
    longest: float
    """Seconds of the whole contest if all games were as long as they can be, and all moves, too."""

    def __str__(self) -> str:
        number = AT_LEAST(n=self.games) if self.may_grow else EXACTLY(n=self.games)
        if self.usual is None:
            said = UP_TO(at_once=self.at_once, longest=duration(self.longest))
        else:
            said = ABOUT(at_once=self.at_once, usual=duration(self.usual), longest=duration(self.longest))
        return f"{number} {said}"


def forecast(
    contest: Contest, league: League, teams: Collection[FrozenTeam], table: RatingTable, cores: int
) -> Forecast:
    """What a contest of these teams will need on a machine with so many cores."""
    known = game(league.game)
    most, most_in_league = contest.conditions.time.total(known) or 0.0, league.time_control.total(known) or math.inf
    at_once = count_at_once(league, cores, time.time())
    games, longest = contest.total(Results()), START_SECONDS + most
    players = {str(TeamVersion(team.number, team.version)) for team in teams} | (contest.bots.keys() & table.partners)
    usual = measure_game(table, players)
    if usual is not None:
        # Who thinks as long as it may does so in a contest with another time control, too.
        thinking = max(0.0, usual - START_SECONDS) * most / most_in_league
        usual = min(START_SECONDS + thinking, longest)
    rounds = math.ceil(games / at_once)
    return Forecast(games, contest.may_grow, at_once, None if usual is None else usual * rounds, longest * rounds)


def count_at_once(league: League, cores: int, now: float) -> int:
    """Games of a contest at the same time: while its league plays beside it, they share the cores."""
    beside = min(league.cores, cores // 2) if league.playing and league.is_open(now) else 0
    return max(1, cores - beside)


def measure_game(table: RatingTable, players: Set[str]) -> float | None:
    """Seconds that a game of these players has taken on average lately; None where they have not played."""
    newest = table.games[-MAX_GAMES_LOOKED_AT:]
    # Sparring partners answer at once, so games against them tell little of those between two teams.
    among = [played.seconds for played in newest if {played.red, played.blue} <= players]
    found = among or [played.seconds for played in newest if {played.red, played.blue} & players]
    return sum(found) / len(found) if found else None


def duration(seconds: float) -> Message:
    """About how long something takes, as people say it."""
    if seconds < 90:
        return SECONDS(n=max(10, round(seconds / 10) * 10))
    if seconds < 90 * 60:
        return MINUTES(n=round(seconds / 60))
    hours = seconds / 3600
    return HOURS(hours=in_figures(hours, 0 if hours >= 10 else 1))


EXACTLY = Sentence("{n} game.", "{n} games.")
AT_LEAST = Sentence("At least {n} game.", "At least {n} games; more where the Final Eight stays tied.")
ABOUT = Sentence(
    "With {at_once} at the same time about {usual}, judging by the games of the league; {longest} if every move took "
    "all its time."
)
UP_TO = Sentence("With {at_once} at the same time {longest} if every move took all its time; usually it is far less.")
SECONDS = Sentence("{n} second", "{n} seconds")
MINUTES = Sentence("{n} minute", "{n} minutes")
HOURS = Sentence("{hours} hours")
