"""How much a test tries: a sample that keeps every run short, or the thorough amount (SCHWARM_THOROUGH=1)."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def quantity(sample: int, thorough: int) -> int:
    return thorough if os.environ.get("SCHWARM_THOROUGH") == "1" else sample


def mainly(values: Iterable[Any], belongs: Callable[[Any], bool]) -> list[Any]:
    """All values of a parameter, of which these belong to `make test` and the others to `make thorough`."""
    return [value if belongs(value) else pytest.param(value, marks=pytest.mark.thorough) for value in values]
