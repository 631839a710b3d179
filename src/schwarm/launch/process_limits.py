"""What the system allows this process, where it says so (POSIX): open files, memory."""

from contextlib import suppress

RESERVED_FILES = 400
"""Files that are left for everything but connections: databases, bots, and those who are just being let in."""


def raise_open_files() -> int | None:
    """Allow as many open files as the system lets us have; how many that is, or None where nobody says."""
    try:
        import resource
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if found == resource.RLIM_INFINITY else max(soft, found)


def share_open_files(limit: int | None, wanted: int) -> int:
    """How many connections each of two servers in this process may keep, so that neither takes the other's."""
    return wanted if limit is None else min(wanted, max(1, (limit - RESERVED_FILES) // 2))


def bound_memory(max_bytes: int) -> None:
    """From now on this process gets no more memory than that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
