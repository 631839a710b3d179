"""Roles and their permissions in a league. `docs/security.md` shows the same table."""

from enum import Enum


class Role(Enum):
    """A role within one league."""

    GUEST = "guest"
    TEAM = "team"
    """Came with the code of a team."""
    ORGANISER = "organiser"
    """Came with an organiser's code of this league."""
    ADMINISTRATOR = "administrator"
    """Runs the page."""


class Permission(Enum):
    LOOK = "see the ratings and replay the games"
    ENTER = "come in with a code"
    HAND_IN = "hand in a bot or play from home, and choose which version plays"
    NAME_TEAM = "choose the name and the picture of a team"
    READ_REPORTS = "read check reports and what a bot printed"
    MODERATE = "rename, hide and remove teams"
    STEER = "start and stop the league, and change its budget, dates and groups"
    HOLD = "hold contests on the league's teams, and publish them"
    RENEW_CODES = "renew the codes of teams, and add or remove organisers"
    EXPORT = "export everything"
    DELETE = "delete the league"
    MAKE = "make a league"
    INVITE = "make codes for people who may make leagues, and take them back"


EVERYBODY = frozenset(Role)
ORGANISERS = frozenset({Role.ORGANISER, Role.ADMINISTRATOR})

MAY: dict[Permission, frozenset[Role]] = {
    Permission.LOOK: EVERYBODY,
    Permission.ENTER: EVERYBODY,
    Permission.HAND_IN: frozenset({Role.TEAM}),
    Permission.NAME_TEAM: frozenset({Role.TEAM}),
    Permission.READ_REPORTS: ORGANISERS | {Role.TEAM},
    Permission.MODERATE: ORGANISERS,
    Permission.STEER: ORGANISERS,
    Permission.HOLD: ORGANISERS,
    Permission.RENEW_CODES: ORGANISERS,
    Permission.EXPORT: ORGANISERS,
    Permission.DELETE: ORGANISERS,
    Permission.MAKE: ORGANISERS,
    Permission.INVITE: frozenset({Role.ADMINISTRATOR}),
}
"""A team has its permissions for itself alone, as its session says."""


def allows(role: Role, permission: Permission) -> bool:
    return role in MAY[permission]
