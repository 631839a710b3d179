"""Which system calls are refused behind the wall, as a filter that the kernel reads (seccomp).

A bot may not leave the core it was put on, and may not make namespaces of its own: in a namespace it would be an
administrator, with far more of the kernel to attack. It gets sockets of the usual families only: others, such as those
between a virtual machine and its host, know nothing of network namespaces. The kernel's keyrings are no files, but hold
the keys of whoever logged in, and keep what a bot puts there. io_uring would be a way around all of this.
Where the kernel does not count a bot's memory, it also gets none that belongs to no process. It stays in one session
and one process group, so that one signal reaches everything that it has started, and so that Linux, which shares the
processor among sessions, counts it once. Everything else is allowed; the wall decides what can be reached.
"""

import os
import struct
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of calling the kernel: its number, and the numbers of the calls that matter here."""

    number: int
    sched_setaffinity: int
    unshare: int
    setns: int
    clone: int
    socket: int
    leaving: tuple[int, ...]
    """The ways out of a process group: `setsid`, `setpgid`."""
    uncounted: tuple[int, ...]
    """Memory without a process: `memfd_create`, `shmget`."""
    keyrings: tuple[int, ...]
    """`add_key`, `request_key`, `keyctl`."""
    hidden: tuple[int, ...] = ()
    """Calls whose arguments lie in memory, where no filter can look: `socketcall`, `ipc`. There are others for each."""
    clone3: int = 435
    io_uring_setup: int = 425
    memfd_secret: int = 447


DIALECTS = {
    "x86_64": (
        Dialect(0xC000003E, 203, 272, 308, 56, 41, (112, 109), (319, 29), (248, 249, 250)),
        Dialect(0x40000003, 241, 310, 346, 120, 359, (66, 57), (356, 395), (286, 287, 288), (102, 117)),
    ),
    "aarch64": (
        Dialect(0xC00000B7, 122, 97, 268, 220, 198, (157, 154), (279, 194), (217, 218, 219)),
        Dialect(0x40000028, 241, 337, 375, 120, 281, (66, 57), (385, 307), (309, 310, 311), (102, 117)),
    ),
}
"""By the name of the processor: its own dialect, and that of its 32-bit ancestors."""

LOAD, MASK, JUMP_IF_EQUAL, JUMP_IF_ANY, RETURN = 0x20, 0x54, 0x15, 0x45, 0x06
CALL, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""Where these lie in what the kernel shows of a call."""
ALLOW, NOT_PERMITTED, NOT_THERE, NO_SUCH_FAMILY = 0x7FFF0000, 0x00050001, 0x00050026, 0x00050061
NOT_DONE = 0x00050000
"""Nothing happens, and no error is told: much that starts programs asks for a session, and hardly any needs one."""
NO_X32 = 0xBFFFFFFF
"""x86-64 knows all its calls by a second number, with this bit set."""
NEW_USER = 0x10000000
"""The flag of `clone` that makes a user namespace."""
FAMILIES = (1, 2, 10, 16)
"""Sockets: Unix, IPv4, IPv6, and the kernel's own answers about the network."""

Step = tuple[int, int, int, int]


def system_call_filter(*, memory_is_counted: bool) -> bytes:
    """The filter for this machine's processor."""
    steps: list[Step] = [(LOAD, 0, 0, ARCHITECTURE)]
    for dialect in DIALECTS.get(os.uname().machine, ()):
        block = _block(dialect, memory_is_counted=memory_is_counted)
        steps += [(JUMP_IF_EQUAL, 0, len(block), dialect.number), *block]
    steps.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _block(dialect: Dialect, *, memory_is_counted: bool) -> list[Step]:
    steps: list[Step] = [(LOAD, 0, 0, CALL), (MASK, 0, 0, NO_X32)]
    for call in (dialect.sched_setaffinity, dialect.unshare, dialect.setns):
        steps += [(JUMP_IF_EQUAL, 0, 1, call), (RETURN, 0, 0, NOT_PERMITTED)]
    for call in dialect.leaving:
        steps += [(JUMP_IF_EQUAL, 0, 1, call), (RETURN, 0, 0, NOT_DONE)]
    # The flags of clone3 lie in memory, where no filter can look. Whoever hears that it is not there uses clone.
    missing = [dialect.clone3, dialect.io_uring_setup, dialect.memfd_secret, *dialect.keyrings, *dialect.hidden]
    for call in (*missing, *(() if memory_is_counted else dialect.uncounted)):
        steps += [(JUMP_IF_EQUAL, 0, 1, call), (RETURN, 0, 0, NOT_THERE)]
    steps += [(JUMP_IF_EQUAL, 0, len(FAMILIES) + 3, dialect.socket), (LOAD, 0, 0, FIRST_ARGUMENT)]
    steps += [(JUMP_IF_EQUAL, len(FAMILIES) - place, 0, family) for place, family in enumerate(FAMILIES)]
    steps += [(RETURN, 0, 0, NO_SUCH_FAMILY), (RETURN, 0, 0, ALLOW)]
    steps += [
        (JUMP_IF_EQUAL, 0, 3, dialect.clone),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_ANY, 0, 1, NEW_USER),
        (RETURN, 0, 0, NOT_PERMITTED),
        (RETURN, 0, 0, ALLOW),
    ]
    return steps
