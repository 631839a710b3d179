"""What is there on the first day: one annotated game per season, and short lessons on each game's board."""

from typing import Any

from schwarm.games import Game

Facts = dict[str, Any]


def listed() -> list[Facts]:
    return []


def annotated(key: str, facts: Facts) -> Facts:
    return {}


def lessons(game: Game) -> list[Facts]:
    return []
