"""The way to the referee behind a sandbox's wall, where there is no other network. A program of its own.

    relay.py PORT SOCKET USER TASKS FOLDER COMMAND...

Becomes the user, unless that is 0, who may have TASKS processes and threads, and starts the command in the folder;
whoever connects to 127.0.0.1 PORT is connected to the Unix socket SOCKET, byte by byte. Ends with the command, and with
its exit code. Imports nothing of Schwarm and little of Python, since every game starts it.
"""

import contextlib
import os
import resource
import signal
import socket
import sys
import threading

MAX_CONNECTIONS = 16
AT_ONCE = 64 * 1024
MAX_PENDING = 1024
"""Timers, and signals that wait. The system has so many for a user, which bots of one user would take from each other;
what is limited in here is counted for this bot alone."""
SET_ADDRESS = 0x8916
ADDRESS = "10.0.0.1"
"""Nobody is there. Programs that ask for addresses only "as configured" get none at all, not even that of localhost,
where a computer has no other than 127.0.0.1; Boost.Asio asks like that."""


def main() -> None:
    port, referee, user, tasks, folder, command = (
        int(sys.argv[1]),
        sys.argv[2],
        int(sys.argv[3]),
        int(sys.argv[4]),
        sys.argv[5],
        sys.argv[6:],
    )
    if user:
        _set_address()
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
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(MAX_CONNECTIONS)
    places = threading.Semaphore(MAX_CONNECTIONS)
    threading.Thread(target=_accept, args=(listening, referee, places), daemon=True).start()
    try:
        bot = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(127)
    _, how = os.waitpid(bot, 0)
    code = os.waitstatus_to_exitcode(how)
    os._exit(code if code >= 0 else 128 - code)


def _set_address() -> None:
    """Give this computer an address besides 127.0.0.1. Only root may, so it comes before becoming somebody else."""
    import fcntl
    import struct

    wanted = struct.pack("16sHH4s8s", b"lo:1", socket.AF_INET, 0, socket.inet_aton(ADDRESS), b"")
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        fcntl.ioctl(asking, SET_ADDRESS, wanted)


def _accept(listening: socket.socket, referee: str, places: threading.Semaphore) -> None:
    while True:
        bot, _ = listening.accept()
        places.acquire()
        other = socket.socket(socket.AF_UNIX)
        try:
            other.connect(referee)
        except OSError:
            bot.close()
            places.release()
            continue
        bot.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        there = threading.Thread(target=_copy_bytes, args=(bot, other), daemon=True)
        there.start()
        threading.Thread(target=_copy_back, args=(other, bot, there, places), daemon=True).start()


def _copy_back(other: socket.socket, bot: socket.socket, there: threading.Thread, places: threading.Semaphore) -> None:
    _copy_bytes(other, bot)
    there.join()
    bot.close()
    other.close()
    places.release()


def _copy_bytes(source: socket.socket, target: socket.socket) -> None:
    """Everything from one to the other, until the one says no more."""
    try:
        while data := source.recv(AT_ONCE):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        # One end is gone: neither needs the other any more.
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


if __name__ == "__main__":
    main()
