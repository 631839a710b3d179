"""The process in which a scene is measured, with the Schwarm of its own path.

It makes the data, says on one line where its Schwarm lies, then answers each line `ROW SIZE` with what that cost once,
until its input ends. See `benchmarks/growth.py`.
Usage: python -m benchmarks.growing.worker SCENE SIZE …
"""

import json
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.growing import scenes

import schwarm


def main() -> None:
    number, *sizes = map(int, sys.argv[1:])
    # What is measured may print, which must not get between our answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        measures = scenes.SCENES[number].open(sizes, Path(folder), opened)
        print(json.dumps(schwarm.__file__), file=answers)
        for line in sys.stdin:
            row, size = line.split()
            print(json.dumps(measures[row](int(size))), file=answers)


if __name__ == "__main__":
    main()
