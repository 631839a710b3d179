"""Which system calls are refused behind the wall, as a filter that the kernel reads (seccomp).

A bot may not leave the core it was put on, and may not make namespaces of its own: in a namespace it would be an
administrator, with far more of the kernel to attack. It gets sockets of the usual families only: others, such as those
between a virtual machine and its host, know nothing of network namespaces. What namespaces do not divide is refused:
the kernel's keyrings, which outlive a game and hold the keys of a login; leases, which hold up all who open a file of
the same user; watches on files, which tell what others open. io_uring would be a way around all of this.
Where the kernel does not count a bot's memory, it also gets none that belongs to no process. It stays in one session
and one process group, so that one signal reaches everything that it has started, and so that Linux, which shares the
processor among sessions, counts it once. Everything else is allowed; the wall decides what can be reached.
"""

import struct
from collections.abc import Sequence

X86_64, I386, AARCH64, ARM = range(4)
ARCHITECTURES = {0xC000003E: X86_64, 0x40000003: I386, 0xC00000B7: AARCH64, 0xC00000F3: AARCH64, 0x40000028: ARM}
"""What the kernel calls them, RISC-V among them, whose numbers are those of AArch64. A processor understands one or
two, and which one a program speaks is told call by call."""

NUMBERS: dict[str, tuple[int | None, int | None, int | None, int | None]] = {
    "add_key": (248, 286, 217, 309),
    "bpf": (321, 357, 280, 386),
    "clone": (56, 120, 220, 120),
    "clone3": (435, 435, 435, 435),
    "fanotify_init": (300, 338, 262, 367),
    "fcntl": (72, 55, 25, 55),
    "fcntl64": (None, 221, None, 221),
    "inotify_init": (253, 291, None, 316),
    "inotify_init1": (294, 332, 26, 360),
    "io_uring_setup": (425, 425, 425, 425),
    "ipc": (None, 117, None, None),
    "keyctl": (250, 288, 219, 311),
    "memfd_create": (319, 356, 279, 385),
    "memfd_secret": (447, 447, 447, 447),
    "msgget": (68, 399, 186, 303),
    "perf_event_open": (298, 336, 241, 364),
    "prlimit64": (302, 340, 261, 369),
    "request_key": (249, 287, 218, 310),
    "sched_setaffinity": (203, 241, 122, 241),
    "semget": (64, 393, 190, 299),
    "setns": (308, 346, 268, 375),
    "setpgid": (109, 57, 154, 57),
    "setrlimit": (160, 75, 164, 75),
    "setsid": (112, 66, 157, 66),
    "shmget": (29, 395, 194, 307),
    "socket": (41, 359, 198, 281),
    "socketcall": (None, 102, None, None),
    "syslog": (103, 103, 116, 103),
    "unshare": (272, 310, 97, 337),
    "userfaultfd": (323, 374, 282, 388),
}
"""By architecture, in the order above; `tests/launch/test_seccomp.py` compares them with the kernel's headers."""

FORBIDDEN = ("sched_setaffinity", "unshare", "setns")
LEAVING = ("setsid", "setpgid")
KEYRINGS = ("add_key", "request_key", "keyctl")
WATCHES = ("inotify_init", "inotify_init1", "fanotify_init")
KERNEL = ("bpf", "perf_event_open", "userfaultfd", "syslog", "io_uring_setup", "memfd_secret", "semget", "msgget")
"""Large parts of the kernel that no bot needs, and memory that not every kernel counts."""
UNSEEN = ("clone3", "socketcall", "ipc")
"""Calls whose arguments lie in memory, where no filter can look. There are others for each."""
UNCOUNTED = ("memfd_create", "shmget")
"""Memory without a process."""

LOAD, JUMP_IF_EQUAL, JUMP_IF_ANY, RETURN = 0x20, 0x15, 0x45, 0x06
CALL, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where these lie in what the kernel shows of a call; an argument has eight bytes, the lower half first."""
ALLOW, NOT_PERMITTED, NOT_THERE, NO_SUCH_FAMILY = 0x7FFF0000, 0x00050001, 0x00050026, 0x00050061
NOT_DONE = 0x00050000
"""Nothing happens, and no error is told: much that starts programs asks for a session, and hardly any needs one."""
X32 = 0x40000000
"""x86-64 can know its calls by a second number, with this bit set; hardly any program uses it."""
NEW_USER = 0x10000000
"""The flag of `clone` that makes a user namespace."""
FAMILIES = (1, 2, 10, 16)
"""Sockets: Unix, IPv4, IPv6, and the kernel's own answers about the network."""
LEASES = (1024, 1026, 1040)
"""F_SETLEASE, F_NOTIFY, F_SETDELEG of `fcntl`."""
CORE_DUMPS = 4
"""RLIMIT_CORE, which keeps the machine's crash reporter out of the game; see `supervisor.py`."""

Step = tuple[int, int, int, int]


def system_call_filter(*, memory_is_counted: bool) -> bytes:
    """The filter, for all architectures that are known."""
    steps: list[Step] = [(LOAD, 0, 0, ARCHITECTURE)]
    for architecture, column in ARCHITECTURES.items():
        block = _block(column, memory_is_counted=memory_is_counted)
        steps += [(JUMP_IF_EQUAL, 0, len(block), architecture), *block]
    steps.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _block(column: int, *, memory_is_counted: bool) -> list[Step]:
    def numbers(*names: str) -> list[int]:
        return [number for name in names if (number := NUMBERS[name][column]) is not None]

    missing = (*KEYRINGS, *WATCHES, *KERNEL, *UNSEEN, *(() if memory_is_counted else UNCOUNTED))
    steps: list[Step] = [(LOAD, 0, 0, CALL), (JUMP_IF_ANY, 0, 1, X32), (RETURN, 0, 0, NOT_THERE)]
    steps += _refuse(numbers(*FORBIDDEN), NOT_PERMITTED)
    steps += _refuse(numbers(*LEAVING), NOT_DONE)
    # A program that hears that clone3 is not there uses clone.
    steps += _refuse(numbers(*missing), NOT_THERE)
    for call in numbers("socket"):
        steps += _by_argument(call, 0, FAMILIES, listed=ALLOW, others=NO_SUCH_FAMILY)
    for call in numbers("fcntl", "fcntl64"):
        steps += _by_argument(call, 1, LEASES, listed=NOT_PERMITTED, others=ALLOW)
    for call in numbers("setrlimit"):
        steps += _by_argument(call, 0, (CORE_DUMPS,), listed=NOT_DONE, others=ALLOW)
    for call in numbers("prlimit64"):
        steps += _keep_core_dumps(call)
    for call in numbers("clone"):
        steps += _by_flag(call, 0, NEW_USER)
    return [*steps, (RETURN, 0, 0, ALLOW)]


def _refuse(calls: Sequence[int], answer: int) -> list[Step]:
    last = len(calls) - 1
    steps = [(JUMP_IF_EQUAL, last - place, int(place == last), call) for place, call in enumerate(calls)]
    return [*steps, (RETURN, 0, 0, answer)]


def _by_argument(call: int, argument: int, values: Sequence[int], *, listed: int, others: int) -> list[Step]:
    """One answer where an argument is one of these values, and another where it is not."""
    steps = [(JUMP_IF_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    steps = [_load(argument), *steps, (RETURN, 0, 0, others), (RETURN, 0, 0, listed)]
    return [(JUMP_IF_EQUAL, 0, len(steps), call), *steps]


def _by_flag(call: int, argument: int, flag: int) -> list[Step]:
    """Refuse a call with this flag."""
    return [
        (JUMP_IF_EQUAL, 0, 4, call),
        _load(argument),
        (JUMP_IF_ANY, 0, 1, flag),
        (RETURN, 0, 0, NOT_PERMITTED),
        (RETURN, 0, 0, ALLOW),
    ]


def _keep_core_dumps(call: int) -> list[Step]:
    """`prlimit64` without a new limit only reads, which is harmless; an address has two halves."""
    return [
        (JUMP_IF_EQUAL, 0, 8, call),
        _load(1),
        (JUMP_IF_EQUAL, 0, 5, CORE_DUMPS),
        _load(2),
        (JUMP_IF_ANY, 2, 0, 0xFFFFFFFF),
        (LOAD, 0, 0, ARGUMENTS + 2 * 8 + 4),
        (JUMP_IF_ANY, 0, 1, 0xFFFFFFFF),
        (RETURN, 0, 0, NOT_DONE),
        (RETURN, 0, 0, ALLOW),
    ]


def _load(place: int) -> Step:
    return LOAD, 0, 0, ARGUMENTS + 8 * place
