"""What pairs of games say: Elo with its error, speed, and whether a sequential test is decided.

    build/training/training match … | python training/report.py --sprt 0 5
    python training/report.py < build/training/piranhas-2026.pairs

reads the lines that `training match` writes. Once the test is decided it stops reading, which ends the match.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schwarm.arena.pairs import Pairs
from schwarm.arena.sprt import Sprt, SprtDecision


class PlayedPair(NamedTuple):
    """Two games from one start."""

    number: int
    points: tuple[float, float]
    """Of the first player in each game: 0, ½ or 1."""
    nodes: tuple[int, int]
    microseconds: tuple[int, int]
    """By player, of both games."""

    @classmethod
    def parse(cls, line: str) -> "PlayedPair":
        number, first, second, *rest = map(int, line.split())
        return cls(number, (first / 2, second / 2), (rest[0], rest[2]), (rest[1], rest[3]))


def read_pairs(lines: Iterable[str]) -> Iterator[PlayedPair]:
    """The pairs in the order of their numbers, whichever ended first; the head of the file is skipped."""
    waiting: dict[int, PlayedPair] = {}
    number = 0
    for line in lines:
        if line[:1].isdigit():
            pair = PlayedPair.parse(line)
            waiting[pair.number] = pair
        while number in waiting:
            yield waiting.pop(number)
            number += 1
    # The last ones of an interrupted match, with gaps.
    yield from (waiting[number] for number in sorted(waiting))


def summary(pairs: Pairs) -> str:
    """The score of the first player with the Elo difference and its error."""
    elo = pairs.elo
    error = f"95 %: {elo.low:+.0f} to {elo.high:+.0f}"
    return f"{100 * pairs.score:.1f} % of {2 * pairs.number} games; Elo {elo.value:+.0f} ({error})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"))
    parser.add_argument("--elo", choices=("logistic", "normalized"), default="logistic")
    given = parser.parse_args()
    test = Sprt(given.sprt[0], given.sprt[1], given.elo == "normalized") if given.sprt else None
    pairs, nodes, microseconds = Pairs(), [0, 0], [0, 0]
    for played in read_pairs(sys.stdin):
        pairs += Pairs.of([played.points])
        for side in (0, 1):
            nodes[side] += played.nodes[side]
            microseconds[side] += played.microseconds[side]
        if test and test.verdict(pairs) is not SprtDecision.OPEN:
            break
    if not pairs.number:
        sys.exit("No game was played.")
    speeds = " and ".join(f"{each / max(1, time):.2f}" for each, time in zip(nodes, microseconds, strict=True))
    print(f"{summary(pairs)}; million positions a second {speeds}")
    if test:
        print(test.describe(pairs))


if __name__ == "__main__":
    main()
