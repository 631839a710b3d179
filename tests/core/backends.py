"""The cores that run here."""

from typing import Any

from schwarm.core import choice


def backends() -> list[Any]:
    """Both cores where both are there."""
    from schwarm.core import portable
    from schwarm.core.backend import backend

    return [backend, portable] if choice.choose() == "native" else [portable]
