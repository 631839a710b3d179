"""The games that the native core knows; none where it was not built."""

from schwarm import core


def known_games() -> list[str]:
    if not core.available:
        return []
    from schwarm.core.backend import backend

    return backend.games()
