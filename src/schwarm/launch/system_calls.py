"""Which system calls a bot behind the wall may make, as a filter that the kernel reads (seccomp).

What is not listed is "not there": a program hears ENOSYS, which most of them know from older kernels. libseccomp knows
the numbers of all processors, and makes the filter. Programs speak to the kernel as this processor's own programs do;
those of its 32-bit predecessor find no call at all.

Some listed calls depend on their arguments. Namespaces are refused, in which a bot would be an administrator, as are
leases, which hold up every program of the same user that opens a file. Sockets are of the usual families only: others,
such as those between a virtual machine and its host, know nothing of network namespaces. A bot stays in one session and
one process group, so that one signal reaches everything that it has started, and so that Linux, which shares the
processor among sessions, counts it once. Where the kernel does not count a bot's memory, the bot gets none that belongs
to no process.
"""

import ctypes
import errno
import os
from ctypes.util import find_library
from functools import cache

CALLS = """
accept accept4 access alarm arch_prctl arm_fadvise64_64 arm_sync_file_range bind brk cacheflush capget capset chdir
chmod chown chown32 clock_getres clock_getres_time64 clock_gettime clock_gettime64 clock_nanosleep
clock_nanosleep_time64 close close_range connect copy_file_range creat dup dup2 dup3 epoll_create epoll_create1
epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 execve execveat exit exit_group faccessat faccessat2
fadvise64 fadvise64_64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchown32 fchownat fdatasync fgetxattr
flistxattr flock fork fremovexattr fsetxattr fstat fstat64 fstatat64 fstatfs fstatfs64 fsync ftruncate ftruncate64
futex futex_requeue futex_time64 futex_wait futex_waitv futex_wake futimesat get_mempolicy get_robust_list
get_thread_area getcpu getcwd getdents getdents64 getegid getegid32 geteuid geteuid32 getgid getgid32 getgroups
getgroups32 getitimer getpeername getpgid getpgrp getpid getppid getpriority getrandom getresgid getresgid32 getresuid
getresuid32 getrlimit getrusage getsid getsockname getsockopt gettid gettimeofday getuid getuid32 getxattr ioctl
ioprio_get kill lchown lchown32 lgetxattr link linkat listen listxattr llistxattr _llseek lremovexattr lseek lsetxattr
lstat lstat64 madvise map_shadow_stack mbind membarrier mincore mkdir mkdirat mknod mknodat mlock mlock2 mlockall mmap
mmap2 mprotect mremap mseal msync munlock munlockall munmap nanosleep newfstatat _newselect nice open openat openat2
pause pidfd_open pidfd_send_signal pipe pipe2 pkey_alloc pkey_free pkey_mprotect poll ppoll ppoll_time64 prctl pread64
preadv preadv2 pselect6 pselect6_time64 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv recv
recvfrom recvmmsg recvmmsg_time64 recvmsg remap_file_pages removexattr rename renameat renameat2 restart_syscall
riscv_flush_icache riscv_hwprobe rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min
sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_rr_get_interval_time64
sched_setattr sched_setparam sched_setscheduler sched_yield seccomp select send sendfile sendfile64 sendmmsg sendmsg
sendto set_mempolicy set_robust_list set_thread_area set_tid_address set_tls setfsgid setfsgid32 setfsuid setfsuid32
setgid setgid32 setgroups setgroups32 setitimer setpriority setregid setregid32 setresgid setresgid32 setresuid
setresuid32 setreuid setreuid32 setsockopt setuid setuid32 setxattr shutdown sigaction sigaltstack signalfd signalfd4
sigpending sigprocmask sigreturn sigsuspend socketpair splice stat stat64 statfs statfs64 statx symlink symlinkat sync
sync_file_range sync_file_range2 syncfs sysinfo tee tgkill time timer_create timer_delete timer_getoverrun
timer_gettime timer_gettime64 timer_settime timer_settime64 timerfd_create timerfd_gettime timerfd_gettime64
timerfd_settime timerfd_settime64 times tkill truncate truncate64 ugetrlimit umask uname unlink unlinkat utime
utimensat utimensat_time64 utimes vfork vmsplice wait4 waitid waitpid write writev
"""
"""What languages and their libraries need."""
UNCOUNTED = ("memfd_create", "shmget", "shmat", "shmctl", "shmdt")
"""Memory without a process."""
REFUSED = ("sched_setaffinity", "setns", "unshare")
PRETENDED = ("setsid", "setpgid")
"""Calls that do nothing and report success: many launchers ask for a new session, few need one."""
NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
"""Flags of `clone`. Those of `clone3` lie in memory, where no filter can look; a program that finds none uses this."""
FAMILIES = (1, 2, 10, 16)
"""Sockets: Unix, IPv4, IPv6, and the kernel's own answers about the network."""
FILE_COMMANDS = (*range(17), 36, 37, 38, 1030, 1031, 1032, 1033, 1034, 1035, 1036, 1037, 1038)
"""Of `fcntl`: descriptors, flags, locks, owners of signals, sizes of pipes, seals, hints."""
RESOURCES = range(16)
CORE_DUMPS = 4
"""RLIMIT_CORE, which keeps the machine's crash reporter out of the game; see `supervisor.py`."""

ALLOW = 0x7FFF0000
EQUAL, GREATER, MASKED = 4, 6, 7
"""Comparisons of libseccomp."""
LOW = 0xFFFFFFFF
"""The half of an argument that the kernel reads where it takes an `int`."""
BAD_ARCHITECTURE, OPTIMIZE, TREE = 2, 8, 2
"""Attributes of a filter: the answer to calls of other processors' programs, and its shape."""


UNKNOWN = -1
"""The number of a call that is newer than the library."""


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


@cache
def _library() -> ctypes.CDLL | None:
    # Asking for its name starts a compiler, so the usual one is tried first.
    for name in ("libseccomp.so.2", find_library("seccomp")):
        try:
            library = ctypes.CDLL(name, use_errno=True) if name else None
        except OSError:
            continue
        if library is not None:
            library.seccomp_init.restype = ctypes.c_void_p
            return library
    return None


def can_filter() -> bool:
    """Whether libseccomp is here."""
    return _library() is not None


@cache
def system_call_filter(*, memory_is_counted: bool, architecture: int | None = None) -> bytes:
    """The filter for programs of this processor, or of another `architecture` as the kernel numbers them."""
    library = _library()
    assert library is not None
    made = _Filter(library, architecture)
    try:
        made.add(ALLOW, *CALLS.split(), *(UNCOUNTED if memory_is_counted else ()))
        made.add(_error(errno.EPERM), *REFUSED)
        made.add(_error(0), *PRETENDED)
        made.add(ALLOW, "clone", at=0, mask=sum(NAMESPACES), value=0)
        for flag in NAMESPACES:
            made.add(_error(errno.EPERM), "clone", at=0, mask=flag, value=flag)
        for family in range(max(FAMILIES) + 1):
            made.add(ALLOW if family in FAMILIES else _error(errno.EAFNOSUPPORT), "socket", at=0, value=family)
        made.add(_error(errno.EAFNOSUPPORT), "socket", at=0, operator=GREATER, value=max(FAMILIES))
        for command in FILE_COMMANDS:
            made.add(ALLOW, "fcntl", "fcntl64", at=1, mask=LOW, value=command)
        for resource in RESOURCES:
            if resource != CORE_DUMPS:
                made.add(ALLOW, "setrlimit", at=0, mask=LOW, value=resource)
                made.add(ALLOW, "prlimit64", at=1, mask=LOW, value=resource)
        made.add(_error(0), "setrlimit", at=0, mask=LOW, value=CORE_DUMPS)
        # Without the address of a new limit it only asks for the old one.
        for answer, operator in ((ALLOW, EQUAL), (_error(0), GREATER)):
            made.add(answer, "prlimit64", at=1, mask=LOW, value=CORE_DUMPS, address=2, is_address=operator)
        return made.export()
    finally:
        made.release()


def _error(number: int) -> int:
    return 0x00050000 | number


class _Filter:
    """A filter of libseccomp that is being made."""

    def __init__(self, library: ctypes.CDLL, architecture: int | None) -> None:
        self._library = library
        self._made = ctypes.c_void_p(library.seccomp_init(_error(errno.ENOSYS)))
        own = library.seccomp_arch_native() & LOW
        if architecture not in (None, own):
            self._check(library.seccomp_arch_add(self._made, ctypes.c_uint32(architecture or 0)))
            self._check(library.seccomp_arch_remove(self._made, ctypes.c_uint32(own)))
        self._check(library.seccomp_attr_set(self._made, BAD_ARCHITECTURE, ctypes.c_uint32(_error(errno.ENOSYS))))
        # Older versions know no shape but a list, which is slower.
        library.seccomp_attr_set(self._made, OPTIMIZE, ctypes.c_uint32(TREE))

    def add(
        self,
        answer: int,
        *names: str,
        at: int | None = None,
        mask: int = 0,
        value: int = 0,
        operator: int = MASKED,
        address: int | None = None,
        is_address: int = GREATER,
    ) -> None:
        """Answer these calls, where an argument is as described; `address` is another one, which compares so with 0."""
        operands = (mask or LOW, value) if operator == MASKED else (value, 0)
        comparisons = [] if at is None else [_Comparison(at, operator, *operands)]
        comparisons += [] if address is None else [_Comparison(address, is_address, 0, 0)]
        listed = (_Comparison * len(comparisons))(*comparisons)
        for name in names:
            # As this processor numbers it, or below 0 where only others have it; the library translates.
            number = self._library.seccomp_syscall_resolve_name(name.encode())
            if number != UNKNOWN:
                self._check(
                    self._library.seccomp_rule_add_array(
                        self._made, ctypes.c_uint32(answer), number, len(comparisons), listed
                    )
                )

    def export(self) -> bytes:
        with os.fdopen(os.memfd_create("filter"), "r+b") as file:
            self._check(self._library.seccomp_export_bpf(self._made, file.fileno()))
            file.seek(0)
            return file.read()

    def release(self) -> None:
        self._library.seccomp_release(self._made)

    def _check(self, done: int) -> None:
        if done < 0:
            raise OSError(-done, f"libseccomp: {os.strerror(-done)}")
