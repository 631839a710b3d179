"""The rungs of the sparring ladder: the built-in partners and their strengths, on one scale per game.

The figures in `rungs.toml` were measured by `training/rungs.py` and are taken as exact: a rating on the ladder is on
this scale, on which `random` is 0.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from schwarm import core
from schwarm.arena.contest import BadContest
from schwarm.words import Listing, Sentence

LEVELS = range(1, 11)
PARTNERS = {
    "random": "random",
    "greedy": "greedy",
    **{f"level-{level}": f"hecht:level={level}" for level in LEVELS},
}
"""How each rung is started, by its name in keys and addresses."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A partner and its strength."""

    name: str
    elo: float

    @property
    def bot(self) -> str:
        """How it is started, which is also what tables call it."""
        return PARTNERS[self.name]


@dataclass(frozen=True, slots=True)
class Scale:
    """All rungs of a game, the weakest first, and how they were measured."""

    game_id: str
    seconds: float
    """Per move; only level 10 uses them."""
    games: int
    rungs: tuple[Rung, ...]

    def elo(self, bot: str) -> float:
        """The strength of a partner; raises `BadContest` for players without a rung."""
        for rung in self.rungs:
            if rung.bot == bot:
                return rung.elo
        raise BadContest(NO_RUNG(bot=bot))


def scale(game_id: str) -> Scale:
    """The measured scale of a game; raises `BadContest` if there is none."""
    known = _read_measurements()
    if game_id not in known:
        raise BadContest(NOT_MEASURED(game=game_id, games=Listing(known)))
    facts = known[game_id]
    rungs = [Rung(name, float(elo)) for name, elo in facts["elo"].items() if name in PARTNERS]
    return Scale(game_id, facts["seconds"], facts["games"], tuple(sorted(rungs, key=lambda rung: rung.elo)))


def playable(scale: Scale) -> tuple[Rung, ...]:
    """The rungs that can be played on this machine: Hecht was measured with the native core, and is weaker without."""
    return tuple(rung for rung in scale.rungs if core.available or not rung.bot.startswith("hecht"))


@cache
def _read_measurements() -> dict[str, Any]:
    return tomllib.loads((files("schwarm.arena") / "rungs.toml").read_text(encoding="utf-8"))


NOT_MEASURED = Sentence("There is no ladder for {game}, only for {games}.")
NO_RUNG = Sentence("{bot} has no rung on the ladder.")
