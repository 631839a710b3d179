"""Who meets whom, and when: round robin by the circle method, gauntlet."""

from collections.abc import Sequence

Day = list[tuple[str, str]]
"""The encounters of one match day."""


def round_robin(players: Sequence[str]) -> list[Day]:
    """Everybody meets everybody once, and nobody plays twice on a day; with an odd number one is free each day.

    The circle method: the first stays, the others move on by one place a day. Who is named first in an encounter, and
    so begins it, changes from day to day."""
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    half = len(circle) // 2
    days: list[Day] = []
    for number in range(len(circle) - 1):
        day: Day = []
        for place in range(half):
            one, two = circle[place], circle[-1 - place]
            # The first player would always come first; the others change by moving on.
            if number % 2 and place == 0:
                one, two = two, one
            if one is not None and two is not None:
                day.append((one, two))
        days.append(day)
        circle[1:] = [circle[-1], *circle[1:-1]]
    return days


def gauntlet(players: Sequence[str]) -> list[Day]:
    """The first meets everybody else."""
    first, *others = players
    return [[(first, other)] for other in others]
