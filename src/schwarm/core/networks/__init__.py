"""What Hecht has learned: a network for each game that has one, beside this file. `training/README.md` says how."""

from pathlib import Path

FOLDER = Path(__file__).parent


def network_path(game: str) -> Path:
    """Where the network of a game lies, if there is one."""
    return FOLDER / f"{game}.net"


def read_network(game: str) -> bytes | None:
    """The network of a game that the core knows, as the core reads it."""
    path = network_path(game)
    return path.read_bytes() if path.is_file() else None
