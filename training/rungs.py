"""How strong the partners of `schwarm ladder` are: neighbours on the ladder meet, and Bradley–Terry makes a scale.

    python training/rungs.py piranhas-2026 --games 300 --data /tmp/rungs
    python training/rungs.py piranhas-2026 --data /tmp/rungs --write

plays what is missing (so it can be stopped and goes on), prints the scale and how much stronger each one is than its
neighbour (the table of levels in docs/hecht.md), and with --write puts the scale into src/schwarm/arena/rungs.toml.
Nobody plays against the clock, so a busy machine changes nothing: level 10, which alone uses its time, thinks about as
many positions instead as it does in 0.2 s on an idle machine. Each two neighbours are given one drawn game more, so
that a gap that nobody ever jumped is large and not infinite. 0 is where `random` stands.
"""

import argparse
import signal
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from report import summary
from schwarm.arena.contest import Conditions, Contest
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.fixture import Fixture, Result, pair_fixtures
from schwarm.arena.ladder import PARTNERS
from schwarm.arena.pairs import Pairs
from schwarm.arena.pool import Pool
from schwarm.arena.rating import Bout, Bouts, ratings
from schwarm.arena.results import Results
from schwarm.arena.runner import Runner
from schwarm.arena.stage import Stage
from schwarm.engine.signature import signature
from schwarm.games import TimeControl, game
from schwarm.store import open_store

FILE = Path(__file__).resolve().parent.parent / "src" / "schwarm" / "arena" / "rungs.toml"
SECONDS, POSITIONS = 0.2, 280_000
"""A move's time on the ladder, and what Hecht thinks about in it on a machine that does 1.9 million positions a second
(`schwarm bench` tells); 0.05 s of it stay unused."""
PRIOR_ELO = 10_000.0
"""So wide that it does not pull the ends of the scale together."""
LINKS = [
    ("random", "greedy"),
    ("random", "level-1"),
    *(("greedy", f"level-{level}") for level in (1, 2, 3)),
    *((f"level-{level}", f"level-{level + 1}") for level in range(1, 10)),
]
"""Who meets whom. Greedy is about as strong as the lowest levels, elsewhere in each game."""
HEAD = """\
# How strong the partners of `schwarm ladder` are, in Elo; random is 0. Written by training/rungs.py, not by hand.
#
# `games` were played in all, two from each start with colours swapped. Level 10 thought about `positions` a move, which
# stand for `seconds`; `signature` tells which Hecht that was (`schwarm bench`). `error` is the 95 % error against the
# average of all rungs: what the scale as a whole may be off by. `links` has the games between neighbours: won, drawn
# and lost by the first.
"""


@dataclass(frozen=True)
class Neighbours(Contest):
    """A contest of neighbours on the ladder. `games` are those of levels 7 and 8, and 8 and 9; of those below, whose
    games are short, there are twice as many, of 9 and 10 half as many."""

    def stages(self, results: Results) -> Sequence[Stage]:
        return []

    def due(self, results: Results) -> Iterator[Fixture]:
        found = [
            fixture
            for one, two in LINKS
            for link in [f"{one}:{two}"]
            for fixture in pair_fixtures(link, one, two, self.number(two), 1, results.encounter(link))
        ]
        # All links grow together, so that a run that is stopped early has games of each.
        yield from sorted(found, key=lambda fixture: fixture.key.number / self.number(fixture.key.encounter))

    def total(self, results: Results) -> int:
        return sum(self.number(two) for _, two in LINKS)

    def number(self, name: str) -> int:
        """How many games a link has that ends with this name."""
        name = name.rpartition(":")[2]
        return {"level-10": self.games // 4 * 2, "level-9": self.games, "level-8": self.games}.get(name, 2 * self.games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument(
        "--games",
        type=int,
        default=0,
        help="of strong neighbours; twice as many of those up to level 7, half as many of 9 and 10; 0 plays none",
    )
    parser.add_argument("--data", required=True, help="the folder that keeps the games")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    # Another search is another Hecht, whose games are not put together with those of this one.
    nodes = signature(game(given.game)).nodes
    store = open_store(given.data)
    try:
        bots = PARTNERS | {"level-10": f"{PARTNERS['level-10']},nodes={POSITIONS}"}
        contest = Neighbours(bots, Conditions(given.game, time=TimeControl.parse("1m")), given.games, name="rungs")
        share = Pool(LocalExecutor(given.cores)).share()
        runner = Runner(contest, share, DatabaseResults(store, f"rungs {given.game} {nodes}"))
        signal.signal(signal.SIGINT, lambda number, frame: runner.stop())
        runner.run()
    finally:
        store.close()
    facts = {"date": time.strftime("%Y-%m-%d"), "signature": nodes} | measured(list(runner.results.values()))
    print("\n".join(written(given.game, facts)))
    print("\n".join(steps(list(runner.results.values()))))
    if given.write:
        write(given.game, facts)


def measured(results: list[Result]) -> dict[str, Any]:
    """The scale that these games make. A game that somebody lost by the clock says nothing about strength."""
    kept = [result for result in results if not result.outcome.reason.violation]
    drawn = [Bout(one, two, 1, 0.5) for one, two in LINKS]
    encounters = Results(kept).sum(Bouts, tuple(PARTNERS)).encounters
    for bout in drawn:
        encounters.add(bout)
    found = ratings(encounters, prior_elo=PRIOR_ELO)
    zero = next(rating.elo.value for rating in found if rating.player == "random")
    ordered = sorted(found, key=lambda rating: rating.elo.value)
    return {
        "seconds": SECONDS,
        "positions": POSITIONS,
        "games": len(kept),
        "elo": {rating.player: round(rating.elo.value - zero) for rating in ordered},
        "error": {rating.player: round(rating.elo.margin) for rating in ordered},
        "links": {f"{one} {two}": _score(one, two, kept) for one, two in LINKS},
    }


def steps(results: list[Result]) -> Iterator[str]:
    """How much stronger the second of each two neighbours is, from the pairs of games that are whole."""
    for one, two in LINKS:
        pairs: dict[int, list[float]] = {}
        for result in results:
            if result.key.encounter == f"{one}:{two}" and not result.outcome.reason.violation:
                pairs.setdefault(result.key.pair, []).append(result.score(two))
        whole = Pairs.of((pair[0], pair[1]) for pair in pairs.values() if len(pair) == 2)
        if whole.number > 1:
            yield f"{two} against {one}: {summary(whole)}"


def _score(one: str, two: str, results: list[Result]) -> list[int]:
    scores = [result.score(one) for result in results if set(result.players) == {one, two}]
    return [scores.count(1.0), scores.count(0.5), scores.count(0.0)]


def written(name: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """A game's part of the file."""
    yield f"[{name}]"
    for fact in ("date", "signature", "seconds", "positions", "games"):
        value = facts.get(fact, "unknown")
        yield f'{fact} = "{value}"' if isinstance(value, str) else f"{fact} = {value}"
    for part in ("elo", "error", "links"):
        yield f"[{name}.{part}]"
        yield from (f'"{key}" = {value}' for key, value in facts[part].items())


def write(name: str, facts: Mapping[str, Any]) -> None:
    """Put a game's scale into the file; those of the others stay."""
    known = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    parts = ["\n".join(written(id, part)) for id, part in sorted((known | {name: facts}).items())]
    FILE.write_text(HEAD + "".join(f"\n{part}\n" for part in parts), encoding="utf-8")


if __name__ == "__main__":
    main()
