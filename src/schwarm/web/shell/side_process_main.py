"""The process beside the server (see `side_process`): questions come in, answers go out, one at a time.

Each is a line of JSON, followed by as many bytes as it says. The process ends when its standard input does, so it never
outlives the server; and the system ends it if a piece of work takes too much of the processor.
"""

import importlib
import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any

from schwarm.launch.limits import bound_memory
from schwarm.words import SchwarmError, speaking

NICENESS = 10
"""How far the games go before it: the system's scale from 0 to 19."""


def main() -> None:
    """Answer until nobody asks any more. `argv[1]` is how many megabytes the process may have."""
    out = os.fdopen(os.dup(1), "wb")
    # Nothing that anybody prints may get between the answers.
    os.dup2(2, 1)
    _bound(int(sys.argv[1]))
    for line in sys.stdin.buffer:
        question = json.loads(line)
        answer, data = _answer(question, sys.stdin.buffer.read(question["size"]))
        try:
            out.write(json.dumps(answer | {"size": len(data)}).encode() + b"\n" + data)
            out.flush()
        except OSError:
            return


def _bound(megabytes: int) -> None:
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    bound_memory(megabytes * 1_000_000)


def _answer(question: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    module, _, name = question["function"].partition(":")
    function = getattr(importlib.import_module(module), name)
    _allow(question["seconds"])
    try:
        with speaking(question["lang"]):
            return {}, function(data, **question["facts"])
    except SchwarmError as error:
        with speaking(question["lang"]):
            return {"refused": str(error), "status": getattr(error, "status", 400)}, b""
    except Exception:
        return {"trouble": traceback.format_exc(limit=-5)}, b""
    finally:
        _allow(0)


def _allow(seconds: float) -> None:
    """The system ends this process after so many seconds of its processor, also inside native code; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main()
