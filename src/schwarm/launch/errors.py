"""Why a player cannot be started: one sentence, said before anything runs where that is possible."""

from schwarm.words import SchwarmError


class CannotLaunch(SchwarmError):
    """A name that means no player, or a player that cannot be started."""
