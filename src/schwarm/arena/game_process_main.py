"""A process of `executors.LocalExecutor`: assignments in as JSON lines, progress and reports out.

It ends with its standard input, whatever it is doing: because it is not needed any more, or because its parent was
killed. The supervisors of its bots notice and end them (see `schwarm.launch.supervisor`).
"""

import json
import os
import queue
import select
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import IO

from schwarm.arena.assignment import Assignment, GameProgress, play_assignment, to_failure


def main() -> None:
    """Play until standard input ends. `argv[1]`, if given, is the core to stay on."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What is printed must not get between the reports.
    os.dup2(2, 1)
    if len(sys.argv) > 1:
        stay_on(int(sys.argv[1]))
    tasks: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, tasks), daemon=True).start()
    while True:
        data, tells = json.loads(tasks.get())
        assignment = Assignment.of(data)
        try:
            tell = partial(_tell, out) if tells else _ignore
            report = play_assignment(assignment, tell)
        except Exception as error:
            report = to_failure(assignment.fixture.key, error)
        try:
            print(json.dumps(report.data()), file=out, flush=True)
        except OSError:
            os._exit(1)


def _ignore(progress: GameProgress) -> bool:
    return True


def _tell(out: IO[str], progress: GameProgress) -> bool:
    """Report progress; False if the reader is so far behind that the game would have to wait."""
    text = json.dumps(progress.data()) + "\n"
    try:
        # A pipe that is ready takes this many bytes at once.
        if len(text) > select.PIPE_BUF or not select.select([], [out], [], 0)[1]:
            return False
        out.write(text)
        out.flush()
    except (OSError, AttributeError):
        # Some systems cannot tell whether a pipe is ready.
        return False
    return True


def _listen(asked: IO[str], tasks: "queue.SimpleQueue[str]") -> None:
    for line in asked:
        tasks.put(line)
    os._exit(0)


def stay_on(*cores: int) -> None:
    """Stay on one core (or some), with all child processes (Linux), so that bots do not compute on more."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    main()
