"""`make soak`: kill and resume for so many kills or minutes, then say what was seen in this run and in all."""

import argparse
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from soak.soak import Soak, find_victims
from soak.totals import Totals

TOTALS = Path("build/soak.json")


def main() -> int:
    options = read_options()
    seed = options.seed or random.randrange(1, 10**6)
    print(f"seed {seed}; the same seed makes the same choices again", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="schwarm-soak-"))
    totals = Totals(kills=options.kills or float("inf"), seconds=60 * options.minutes)
    kinds = [kind for kind in options.kinds.split(";") if kind]
    victims = [kind(folder / kind.__name__, seed, totals) for kind in find_victims(folder, kinds, print)]
    soak = Soak(victims, totals, lambda line: print(line, file=sys.stderr, flush=True))
    for number in (signal.SIGINT, signal.SIGTERM):
        # Those that live now are still let to their end, so that nothing is left behind.
        signal.signal(number, lambda *_: totals.stop())
    try:
        soak.run(options.jobs)
    finally:
        sums = totals.save(options.totals)
        print("\nthis run", *totals.lines(), "", "all runs", *sums.lines(), sep="\n")
    if soak.faults:
        print(f"\n{len(soak.faults)} faults; see {folder}", *soak.faults, sep="\n", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="stop after so many; 0 for as many as the time allows")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0, help="0 for another one every time")
    parser.add_argument("--jobs", type=int, default=2, help="how many victims live at the same time")
    parser.add_argument("--kinds", default="", help="words, separated by semicolons; only kinds with one of them")
    parser.add_argument("--totals", type=Path, default=TOTALS, help="the file in which all runs are added up")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
