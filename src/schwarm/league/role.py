"""Who may do what in a league: the one place that says so. `docs/security.md` shows the same table."""

from enum import Enum


class Role(Enum):
    """What somebody is in one league."""

    GUEST = "guest"
    TEAM = "team"
    """Came with the code of a team."""
    ORGANISER = "organiser"
    """Came with an organiser's code of this league."""
    ADMINISTRATOR = "administrator"
    """Whoever runs the page."""


class Deed(Enum):
    """What can be done."""

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

MAY: dict[Deed, frozenset[Role]] = {
    Deed.LOOK: EVERYBODY,
    Deed.ENTER: EVERYBODY,
    Deed.HAND_IN: frozenset({Role.TEAM}),
    Deed.NAME_TEAM: frozenset({Role.TEAM}),
    Deed.READ_REPORTS: ORGANISERS | {Role.TEAM},
    Deed.MODERATE: ORGANISERS,
    Deed.STEER: ORGANISERS,
    Deed.HOLD: ORGANISERS,
    Deed.RENEW_CODES: ORGANISERS,
    Deed.EXPORT: ORGANISERS,
    Deed.DELETE: ORGANISERS,
    Deed.MAKE: ORGANISERS,
    Deed.INVITE: frozenset({Role.ADMINISTRATOR}),
}
"""Who may do what. A team does all of this for itself alone: whose team it is stands in its session."""


def allows(role: Role, deed: Deed) -> bool:
    return role in MAY[deed]
