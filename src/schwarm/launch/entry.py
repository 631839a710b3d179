"""The first program behind a bot's wall, which becomes the bot. A program of its own.

    entry.py PORT USER TASKS FOLDER COMMAND...

Listens on 127.0.0.1 PORT and passes that socket to the referee through descriptor 4, so that the referee itself accepts
the bot's connections although no network leads there. Becomes the user, unless that is 0, who may have TASKS processes
and threads, enters the folder and runs the command. Imports nothing of Schwarm and little of Python, since it is
started for every bot.
"""

import _socket  # `socket` would load ten other modules.
import contextlib
import os
import resource
import signal
import sys

DOOR = 4
MAX_QUEUE = 16
"""Connections that may wait to be accepted."""
MAX_PENDING = 1024
"""Timers, and signals that wait. The system has a number of them for each user, which bots of one user would take from
each other; what is limited in here is counted for this bot alone."""
SET_ADDRESS = 0x8916
ADDRESS = "10.0.0.1"
"""An unused address. Programs that ask for addresses only "as configured" get none at all, not even that of localhost,
where a computer has no other than 127.0.0.1; Boost.Asio asks like that."""


def main() -> None:
    port, user, tasks = map(int, sys.argv[1:4])
    folder, command = sys.argv[4], sys.argv[5:]
    if user:
        _set_address()
    _open_door(port)
    if user:
        if tasks:
            resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    # It may be this user's alone; root, without its powers behind the wall, could not enter it before.
    with contextlib.suppress(OSError):
        os.chdir(folder)
    _, most = resource.getrlimit(resource.RLIMIT_SIGPENDING)
    most = MAX_PENDING if most == resource.RLIM_INFINITY else min(most, MAX_PENDING)
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (most, most))
    # Python ignores these.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(127)


def _open_door(port: int) -> None:
    listening = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listening.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(MAX_QUEUE)
    # No bot may use it: it comes out of its wall.
    door = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, DOOR)
    number = listening.fileno().to_bytes(4, sys.byteorder)
    door.sendmsg([b"!"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, number)])
    door.close()
    listening.close()


def _set_address() -> None:
    """Give this computer an address besides 127.0.0.1. Only root may, so it comes before becoming another user."""
    import fcntl
    import struct

    wanted = struct.pack("16sHH4s8s", b"lo:1", _socket.AF_INET, 0, _socket.inet_aton(ADDRESS), b"")
    asking = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    with contextlib.suppress(OSError):
        fcntl.ioctl(asking.fileno(), SET_ADDRESS, wanted)
    asking.close()


if __name__ == "__main__":
    main()
