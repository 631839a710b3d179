"""`schwarm check` as a process for others: a zip, a game and its time control come in, findings go out, a line of
JSON each.

It ends when its standard input does, so it never outlives whoever wants to know.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import IO

from schwarm.games import TimeControl
from schwarm.launch import MachineFault
from schwarm.words import LANGUAGES, SchwarmError, sentence
from schwarm.workshop.bot_check import check
from schwarm.workshop.inspection import Finding, Weight, fault

NAMES = {Weight.GOOD: "good", Weight.HINT: "hint", Weight.FAULT: "fault"}


def main() -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Nothing that anybody prints may get between the findings.
    os.dup2(2, 1)
    threading.Thread(target=_listen, daemon=True).start()
    path = Path(sys.argv[1])
    try:
        # Where it lies here concerns nobody; a team has it under the same name elsewhere.
        for finding in check(path, sys.argv[2], under_load=False, time=TimeControl.parse(sys.argv[3]), name=path.name):
            _tell(finding, out)
    except SchwarmError as error:
        if isinstance(error, MachineFault):
            # Whoever asked says that the check broke off.
            raise
        _tell(fault(error.message), out)
    out.close()


def _tell(finding: Finding, out: IO[str]) -> None:
    told = [sentence(finding.message, lang) for lang in LANGUAGES]
    print(json.dumps([NAMES[finding.weight], *told]), file=out, flush=True)


def _listen() -> None:
    while sys.stdin.read(1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
