"""A process that has imported all of `schwarm` and becomes the command again and again: each time it forks, and the
copy gets arguments, folder, environment and files of its own. Starting Python and importing takes longer than most
commands do.

It is told what to run through a socket, its only argument, and for each command answers into a pipe: with the number of
the process, and with how it ended. It ends with the socket."""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import socket
import sys
import threading
from contextlib import suppress
from typing import Any, NoReturn

ROOMS = ("arena", "cli", "launch", "store", "view", "web", "workshop")
MAX_REQUEST = 1 << 20


def import_all() -> None:
    for room in ROOMS:
        for found in pkgutil.walk_packages(importlib.import_module(f"schwarm.{room}").__path__, f"schwarm.{room}."):
            # Programs of their own may begin when they are imported.
            if not found.name.endswith("_main"):
                importlib.import_module(found.name)


def serve(asking: socket.socket) -> list[str] | None:
    """Fork for everybody who asks. Comes back with the arguments in every copy, and with nothing at the end."""
    running: dict[int, tuple[int, int]] = {}
    while True:
        ready = set(select.select([asking.fileno(), *running], [], [])[0])
        for ended in running.keys() & ready:
            child, answers = running.pop(ended)
            _, status = os.waitpid(child, 0)
            # Nobody may want to know any more.
            with suppress(BrokenPipeError):
                os.write(answers, os.waitstatus_to_exitcode(status).to_bytes(4, signed=True))
            os.close(answers)
            os.close(ended)
        if asking.fileno() not in ready:
            continue
        request, files, *_ = socket.recv_fds(asking, MAX_REQUEST, 4)
        if not request:
            return None
        *files, answers = files
        if child := os.fork():
            for file in files:
                os.close(file)
            running[os.pidfd_open(child)] = child, answers
            os.write(answers, child.to_bytes(4))
        else:
            asking.close()
            for file in (answers, *running, *(theirs for _, theirs in running.values())):
                os.close(file)
            told = json.loads(request)
            become(files, told)
            return list(told["arguments"])


def become(files: list[int], told: dict[str, Any]) -> None:
    """Be as a new process would be that somebody started like this."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    # Those from before know what other files were like.
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    sys.argv = ["schwarm", *told["arguments"]]


def leave(code: int) -> NoReturn:
    """End as a process does, but without taking everything apart that was imported: that would copy all of it first."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


if __name__ == "__main__":
    # The folder of this file, where nothing is to be imported from.
    sys.path.pop(0)
    from schwarm.cli import main

    import_all()
    gc.collect()
    gc.freeze()
    arguments = serve(socket.socket(fileno=int(sys.argv[1])))
    if arguments is not None:
        try:
            main(arguments)
        except SystemExit as ended:
            if isinstance(ended.code, int):
                leave(ended.code)
            raise
