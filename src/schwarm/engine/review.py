"""A whole game under the eyes of Hecht: the winning chance before and after every move, and what it cost."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from schwarm.engine.analysis import Analysis
from schwarm.engine.engine import Engine
from schwarm.engine.limit import Limit
from schwarm.games import Move, Team
from schwarm.games.record import Record, read_record
from schwarm.words import Sentence

LIMIT = Limit(nodes=100_000)
"""The limit for each position of a game: about as strong as a good Python bot with a second a move."""
SLOW_LIMIT = Limit(nodes=1_000)
"""The same where Hecht searches in Python: half a second."""


class Verdict(Enum):
    """How good a move was, by the winning chance it gave away."""

    BEST = Sentence("best")
    GOOD = Sentence("good")
    INACCURACY = Sentence("inaccuracy")
    MISTAKE = Sentence("mistake")
    BLUNDER = Sentence("blunder")

    @property
    def mark(self) -> str:
        """The sign that is put after a move."""
        return {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}.get(self, "")


FROM = {Verdict.BLUNDER: 0.20, Verdict.MISTAKE: 0.10, Verdict.INACCURACY: 0.05}
"""How much winning chance a move must give away to deserve its name."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One move of the game, seen by the side that made it."""

    turn: int
    team: Team
    move: Move
    best: Move
    before: float
    """Its winning chance with the best move."""
    after: float
    """Its winning chance with the move it made."""

    @property
    def loss(self) -> float:
        """The winning chance that the move gave away."""
        return max(0.0, self.before - self.after)

    @property
    def verdict(self) -> Verdict:
        """What to call the move."""
        if self.move == self.best:
            return Verdict.BEST
        return next((verdict for verdict, least in FROM.items() if self.loss >= least), Verdict.GOOD)


@dataclass(frozen=True, slots=True)
class Review:
    """A game's moves with what Hecht thinks of them, and its analysis of every position."""

    record: Record
    analyses: tuple[Analysis, ...]
    moves: tuple[Reviewed, ...]
    """Those up to the end of the game; nothing depends on moves after it."""

    @property
    def after_end(self) -> int:
        """How many moves of the record came after the end of the game and are not judged."""
        return len(self.record.moves) - len(self.moves)

    @property
    def chances(self) -> list[float]:
        """Red's winning chance at the start and after every move."""
        return [analysis.red for analysis in self.analyses]

    def accuracy(self, team: Team) -> float | None:
        """The share of its winning chances that a side kept on average; None if it never moved."""
        kept = [1 - reviewed.loss for reviewed in self.moves if reviewed.team is team]
        return sum(kept) / len(kept) if kept else None


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    engine: Engine | None = None,
    lines: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Analyse every position of a game, without a limit by `LIMIT` or, in Python, by `SLOW_LIMIT`.

    `progress` hears how many of how many are done."""
    engine = engine or Engine(read_record(record).start.game)
    limit = limit or (SLOW_LIMIT if engine.slow else LIMIT)
    states = list(record.states())
    analyses: list[Analysis] = []
    # From the end: what is known of later positions helps with earlier ones.
    for state in reversed(states):
        analyses.append(engine.analyse(state, limit, lines))
        if progress:
            progress(len(analyses), len(states))
    analyses.reverse()
    moves = []
    for turn, played in enumerate(record.moves):
        here, after = analyses[turn], analyses[turn + 1]
        if here.best is None:
            break  # moves after the end, see `Review.after_end`
        chance = 1 - after.chance
        moves.append(
            Reviewed(
                states[turn].turn,
                states[turn].to_move,
                played.move,
                here.best.move,
                # The position after the move was searched a ply deeper: the best move is worth at least that much.
                max(here.chance, chance),
                chance,
            )
        )
    return Review(record, tuple(analyses), tuple(moves))
