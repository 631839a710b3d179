"""A process that plays games for a contest on this machine: assignments come in as JSON lines, deliveries go out, and
before them, if somebody wants to know, how far a game is.

It ends when its standard input does, whatever it is doing: because it is no longer needed, or because whoever started
it was killed. The supervisors of its bots notice and take them along (see `schwarm.launch.supervisor`).
"""

import json
import os
import queue
import select
import sys
import threading
from contextlib import suppress
from typing import IO

from schwarm.arena.assignment import Assignment, play_assignment, to_failure
from schwarm.arena.game_progress import TELLS_MOVES, GameProgress


def main() -> None:
    """Play until nobody asks any more. `argv[1]`, if given, is the core to stay on; `argv[2]` may be `TELLS_MOVES`."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Nothing that anybody prints may get between the deliveries.
    os.dup2(2, 1)
    if len(sys.argv) > 1:
        stay_on(int(sys.argv[1]))
    tells = TELLS_MOVES in sys.argv[2:]
    tasks: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, tasks), daemon=True).start()
    while True:
        assignment = Assignment.of(json.loads(tasks.get()))
        try:
            delivery = play_assignment(assignment, lambda progress: not tells or _tell(out, progress))
        except Exception as error:
            delivery = to_failure(assignment.fixture.key, error)
        try:
            print(json.dumps(delivery.data()), file=out, flush=True)
        except OSError:
            os._exit(1)


def _tell(out: IO[str], progress: GameProgress) -> bool:
    """Say how far a game is, unless the reader is so far behind that the game would have to wait."""
    text = json.dumps(progress.data()) + "\n"
    try:
        # A pipe that is ready takes so many bytes at once.
        if len(text) > select.PIPE_BUF or not select.select([], [out], [], 0)[1]:
            return False
        out.write(text)
        out.flush()
    except (OSError, AttributeError):
        # Some systems cannot say whether a pipe is ready; nothing is told there.
        return False
    return True


def _listen(asked: IO[str], tasks: "queue.SimpleQueue[str]") -> None:
    for line in asked:
        tasks.put(line)
    os._exit(0)


def stay_on(*cores: int) -> None:
    """Stay on one core (or some), with everything that is started from here (Linux): nobody thinks with more."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    main()
